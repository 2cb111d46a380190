#pragma once

#include "app/command.h"
#include "core/status.h"

namespace azfiles {

/// Looks at the mounts that the words of the command line name, or at all of them.
StatusReport look_at_mounts(const CommandLine& line, const Root& root);

}  // namespace azfiles
