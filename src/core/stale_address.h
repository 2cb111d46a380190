#pragma once

#include "core/finding.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// The server's address that a mount uses is not one of those that the server's
/// name has now: the storage account was moved or failed over, and the kernel
/// kept the old address, or the name is seen differently from here. Names both
/// with their class. Nothing where one side is not known (empty), or where they
/// agree, in whatever form the addresses are written.
std::optional<Finding> stale_address(std::string_view address_in_use,
                                     const std::vector<std::string>& addresses_now);

}  // namespace azfiles
