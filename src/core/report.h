#pragma once

#include "core/flow.h"
#include "core/request.h"

#include <string>
#include <vector>

namespace azfiles {

/// What mount.azfiles says on standard error, a line each, without its name
/// before them: nothing where all is as asked and `verbose` is off. Free of
/// control characters, and of anything that looks like a key.
std::vector<std::string> spoken(const Request& request, const Report& report);

/// An Error in the same form: what is wrong, then what to do.
std::vector<std::string> spoken(const Error& error);

}  // namespace azfiles
