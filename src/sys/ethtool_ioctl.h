#pragma once

#include "base/result.h"

#include <cstddef>
#include <string>

namespace azfiles {

/// What ethtool's ioctl tells of a device, on every kernel and to everybody.
/// EOPNOTSUPP: the driver does not have it.

/// ETHTOOL_GDRVINFO: "hv_netvsc", "mana", "veth".
Result<std::string> driver_by_ioctl(const std::string& device);

/// Entries of an indirection table that are read; a larger one is EFBIG.
inline constexpr std::size_t indirection_limit = 65'536;

/// ETHTOOL_GRXFHINDIR: the queue of each entry, u32 in host order. For kernels
/// before 6.3, which do not tell it by netlink.
Result<std::string> indirection_by_ioctl(const std::string& device);

}  // namespace azfiles
