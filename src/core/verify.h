#pragma once

#include "core/layout.h"
#include "core/status.h"

#include <chrono>
#include <optional>
#include <string>

namespace azfiles {

/// The worst verdict on what was asked for: on mounts, and on shares that are
/// promised and not there (failed). What is no share, and promises that can't be
/// read, are unknown.
Verdict verdict_of(const StatusReport& report);

/// Waiting longer can't make everything ok: each mount that lacks something lacks it
/// for a reason that only a new mount or the server's owner takes away.
bool is_final(const StatusReport& report);

/// A line a mount, and what to do below it. `waited` is told where there was something
/// to wait for.
std::string verify_text(const StatusReport& report, std::optional<std::chrono::milliseconds> waited,
                        Colour colour);

}  // namespace azfiles
