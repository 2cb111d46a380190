#include "sys/link_decode.h"

#include "sys/netlink_attributes.h"

#include <cstdint>

namespace azfiles {
namespace {

// linux/if_link.h and linux/rtnetlink.h: the kernel's binary interface.
constexpr std::size_t ifinfomsg_size = 16;
constexpr std::size_t index_offset = 4;  // i32
constexpr std::size_t flags_offset = 8;  // u32
constexpr std::uint32_t iff_up = 1;
constexpr std::uint32_t iff_loopback = 8;
constexpr std::uint16_t ifla_ifname = 3;
constexpr std::uint16_t ifla_link = 5;
constexpr std::uint16_t ifla_master = 10;
constexpr std::uint16_t ifla_operstate = 16;
constexpr std::uint16_t ifla_linkinfo = 18;
constexpr std::uint16_t ifla_link_netnsid = 37;
constexpr std::uint16_t ifla_info_kind = 1;
constexpr std::uint16_t ifla_info_data = 2;
constexpr std::uint16_t ifla_bond_active_slave = 2;
// enum of if.h. A device that does not say is taken for up.
constexpr std::uint8_t oper_unknown = 0;
constexpr std::uint8_t oper_up = 6;

/// A string attribute, whose end may be marked.
std::string text_in(std::optional<std::string_view> bytes) {
    return std::string{bytes.value_or("").substr(0, bytes.value_or("").find('\0'))};
}

std::optional<int> index_in(std::string_view attributes, std::uint16_t type) {
    const auto index = attribute_number<std::int32_t>(attributes, type);
    return index && *index > 0 ? index : std::nullopt;
}

}  // namespace

std::optional<Device> decode_link(std::string_view message) {
    if (message.size() < ifinfomsg_size)
        return std::nullopt;
    const auto attributes = message.substr(ifinfomsg_size);
    const auto flags = *number_in<std::uint32_t>(message.substr(flags_offset, 4));
    Device device;
    device.index = *number_in<std::int32_t>(message.substr(index_offset, 4));
    device.name = text_in(attribute(attributes, ifla_ifname));
    if (device.index <= 0 || device.name.empty())
        return std::nullopt;
    const auto state =
        attribute_number<std::uint8_t>(attributes, ifla_operstate).value_or(oper_unknown);
    device.up = (flags & iff_up) != 0 && (state == oper_up || state == oper_unknown);
    const auto info = attribute(attributes, ifla_linkinfo).value_or("");
    device.kind = text_in(attribute(info, ifla_info_kind));
    if ((flags & iff_loopback) != 0)
        device.kind = "loopback";
    device.lower = index_in(attributes, ifla_link);
    device.lower_elsewhere = attribute(attributes, ifla_link_netnsid).has_value();
    device.master = index_in(attributes, ifla_master);
    if (device.kind == "bond")
        device.active_port =
            index_in(attribute(info, ifla_info_data).value_or(""), ifla_bond_active_slave);
    return device;
}

}  // namespace azfiles
