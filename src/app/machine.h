#pragma once

#include "base/result.h"
#include "core/recording.h"
#include "sys/root.h"

#include <optional>

namespace azfiles {

/// The machine below a folder; or the one in a file that `azfiles report` wrote.
Result<Root> open_machine(const char* path);

/// What was heard when the files below `root` were taken; nothing where nobody wrote
/// it down, as in files that a person copied.
std::optional<Recording> recording_of(const Root& root);

}  // namespace azfiles
