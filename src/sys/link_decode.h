#pragma once

#include "core/device_stack.h"

#include <optional>
#include <string_view>

namespace azfiles {

/// RTM_NEWLINK behind its netlink header: struct ifinfomsg and attributes. Its driver
/// is not in it. Nothing where the text is cut, or names no device.
std::optional<Device> decode_link(std::string_view message);

}  // namespace azfiles
