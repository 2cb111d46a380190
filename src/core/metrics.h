#pragma once

#include "core/status.h"

#include <string>
#include <string_view>

namespace azfiles {

/// What `azfiles metrics` says, in the text format of Prometheus (version 0.0.4): each
/// metric with its help and type before its samples, in base units.
///
/// What is not known has no sample: never a zero. Labels are a mount's first mount point
/// and its share, a server's address and network namespace, a finding's id, and the number of a
/// connection in the order of its server's connections, not its port: the series of a machine do
/// not become more with time. `version` is that of azfiles.
std::string metrics_text(const StatusReport& report, std::string_view version);

}  // namespace azfiles
