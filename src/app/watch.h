#pragma once

#include "app/command.h"

namespace azfiles {

/// `azfiles status --watch`: each second the traffic of the connections and what
/// `azfiles status` says, until told to end.
Result<CheckCode> watch_status(const CommandLine& line, const Root& root);

}  // namespace azfiles
