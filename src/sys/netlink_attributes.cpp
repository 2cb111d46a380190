#include "sys/netlink_attributes.h"

#include <algorithm>
#include <cstddef>

namespace azfiles {
namespace {

// linux/netlink.h: the kernel's binary interface.
constexpr std::uint16_t type_mask = 0x3fff;  // NLA_TYPE_MASK
constexpr std::size_t header_size = 4;       // struct nlattr: u16 length, u16 type

}  // namespace

std::optional<std::string_view> attribute(std::string_view attributes, std::uint16_t type) {
    while (attributes.size() >= header_size) {
        const auto length = *number_in<std::uint16_t>(attributes.substr(0, 2));
        const auto its_type = *number_in<std::uint16_t>(attributes.substr(2, 2));
        if (length < header_size || length > attributes.size())
            return std::nullopt;
        if ((its_type & type_mask) == type)
            return attributes.substr(header_size, length - header_size);
        const std::size_t padded = (std::size_t{length} + 3) & ~std::size_t{3};
        attributes.remove_prefix(std::min(padded, attributes.size()));
    }
    return std::nullopt;
}

}  // namespace azfiles
