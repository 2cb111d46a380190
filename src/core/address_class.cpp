#include "core/address_class.h"

#include "base/quote.h"
#include "core/ip_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace azfiles {
namespace {

/// The first `bits` of `groups`; an IPv4 range is 96 bits longer.
struct Range {
    AddressGroups groups;
    int bits;
    AddressClass kind;
};

constexpr AddressGroups ipv4(unsigned a, unsigned b = 0) {
    return {0, 0, 0, 0, 0, 0xffff, static_cast<std::uint16_t>(a << 8 | b), 0};
}

/// IANA's special-purpose address registries, as far as a server may have such one.
constexpr Range ranges[] = {
    {ipv4(0), 96 + 8, AddressClass::special},
    {ipv4(10), 96 + 8, AddressClass::private_network},
    {ipv4(100, 64), 96 + 10, AddressClass::shared},
    {ipv4(127), 96 + 8, AddressClass::loopback},
    {ipv4(169, 254), 96 + 16, AddressClass::link_local},
    {ipv4(172, 16), 96 + 12, AddressClass::private_network},
    {ipv4(192, 168), 96 + 16, AddressClass::private_network},
    {ipv4(224), 96 + 3, AddressClass::special},
    {{}, 128, AddressClass::special},
    {{0, 0, 0, 0, 0, 0, 0, 1}, 128, AddressClass::loopback},
    {{0xfc00}, 7, AddressClass::unique_local},
    {{0xfe80}, 10, AddressClass::link_local},
    {{0xff00}, 8, AddressClass::special},
};

bool is_in(const AddressGroups& address, const Range& range) {
    int left = range.bits;
    for (std::size_t i = 0; i < address.size() && left > 0; ++i, left -= 16) {
        const unsigned mask = left >= 16 ? 0xffffU : 0xffffU << (16 - left) & 0xffffU;
        if (((address[i] ^ range.groups[i]) & mask) != 0)
            return false;
    }
    return true;
}

}  // namespace

std::optional<AddressClass> class_of(std::string_view address) {
    const auto groups = address_groups(address);
    if (!groups)
        return std::nullopt;
    const auto* range = std::ranges::find_if(
        ranges, [&groups](const Range& candidate) { return is_in(*groups, candidate); });
    return range == std::end(ranges) ? AddressClass::public_network : range->kind;
}

bool is_public(std::string_view address) {
    return class_of(address) == AddressClass::public_network;
}

bool is_private(std::string_view address) {
    const auto its = class_of(address);
    return its && its != AddressClass::public_network && its != AddressClass::special;
}

std::string_view to_string(AddressClass address_class) {
    switch (address_class) {
        case AddressClass::public_network:
            return "public";
        case AddressClass::private_network:
            return "private";
        case AddressClass::unique_local:
            return "unique local";
        case AddressClass::shared:
            return "carrier-grade NAT";
        case AddressClass::link_local:
            return "link-local";
        case AddressClass::loopback:
            return "loopback";
        case AddressClass::special:
            break;
    }
    return "special";
}

std::string with_class(std::string_view address) {
    const auto kind = class_of(address);
    if (!kind)
        return printable(address);
    return fmt::format("{} ({})", printable(address), to_string(*kind));
}

}  // namespace azfiles
