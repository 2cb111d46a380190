#pragma once

#include "base/result.h"

#include <cstddef>
#include <string>

namespace azfiles {

/// All that can be read from `fd`, which messages call `name`; more than `limit`
/// bytes are EFBIG.
Result<std::string> read_all(int fd, const std::string& name, std::size_t limit);

}  // namespace azfiles
