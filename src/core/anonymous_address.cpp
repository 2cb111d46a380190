#include "core/anonymous_address.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace azfiles {
namespace {

// A machine with more networks, or more addresses in one, shares the last number.
constexpr std::size_t most = 65535;

bool is_v4(const AddressGroups& groups) {
    return std::ranges::all_of(groups.begin(), groups.begin() + 5,
                               [](std::uint16_t group) { return group == 0; }) &&
           groups[5] == 0xffff;
}

std::uint32_t v4_of(const AddressGroups& groups) {
    return (std::uint32_t{groups[6]} << 16) | groups[7];
}

constexpr std::uint32_t v4(unsigned a, unsigned b, unsigned c = 0, unsigned d = 0) {
    return (a << 24) | (b << 16) | (c << 8) | d;
}

struct V4Range {
    std::uint32_t first;
    unsigned bits;
};

bool is_in(std::uint32_t address, V4Range range) {
    return (address ^ range.first) >> (32 - range.bits) == 0;
}

template <std::size_t Count>
bool is_in_one(std::uint32_t address, const std::array<V4Range, Count>& ranges) {
    return std::ranges::any_of(ranges, [address](V4Range range) { return is_in(address, range); });
}

constexpr std::array tells_nothing = {
    V4Range{v4(0, 0), 8},
    V4Range{v4(127, 0), 8},
    V4Range{v4(169, 254), 16},
    V4Range{v4(224, 0), 4},
    V4Range{v4(240, 0), 4},  // multicast, reserved, broadcast
    V4Range{v4(168, 63, 129, 16), 32},
};
constexpr std::array is_private = {
    V4Range{v4(10, 0), 8},
    V4Range{v4(172, 16), 12},
    V4Range{v4(192, 168), 16},
    V4Range{v4(100, 64), 10},
};

/// Unspecified, loopback, link-local and multicast.
bool tells_nothing_v6(const AddressGroups& groups) {
    const bool is_low = std::ranges::all_of(groups.begin(), groups.begin() + 7,
                                            [](std::uint16_t group) { return group == 0; }) &&
                        groups[7] <= 1;
    return is_low || (groups[0] & 0xffc0) == 0xfe80 || (groups[0] & 0xff00) == 0xff00;
}

std::string public_v4_text(std::size_t number) {
    constexpr std::array documentation = {"192.0.2", "198.51.100", "203.0.113"};
    constexpr std::size_t hosts = 254;
    if (number < documentation.size() * hosts)
        return fmt::format("{}.{}", documentation[number / hosts], number % hosts + 1);
    number -= documentation.size() * hosts;
    return fmt::format("198.18.{}.{}", number / 256 % 256, number % 256);
}

}  // namespace

std::pair<std::size_t, std::size_t> AnonymousAddresses::place(Networks& networks,
                                                              AddressGroups network,
                                                              const AddressGroups& address) {
    const auto next_network = std::min(networks.size(), most);
    auto& known = networks.try_emplace(network, Network{next_network, {}}).first->second;
    const auto next_host = std::min(known.hosts.size(), most);
    return {known.number, known.hosts.try_emplace(address, next_host).first->second};
}

std::string AnonymousAddresses::replaced_v4(const AddressGroups& address) {
    if (!is_in_one(v4_of(address), is_private))
        return public_v4_text(place(public_v4_, {}, address).second);
    auto network = address;
    network[7] &= 0xff00;
    const auto [number, host] = place(private_v4_, network, address);
    // A /24 has no more than 256 addresses.
    return fmt::format("10.{}.{}.{}", number >> 8, number & 0xff, (host + 1) & 0xff);
}

std::string AnonymousAddresses::replaced_v6(const AddressGroups& address) {
    const bool is_local = (address[0] & 0xfe00) == 0xfc00;
    auto network = address;
    std::fill(network.begin() + 4, network.end(), std::uint16_t{0});
    const auto [number, host] = place(is_local ? local_v6_ : public_v6_, network, address);
    return fmt::format("{}:{:x}::{:x}", is_local ? "fd00:0:0" : "2001:db8:0", number, host + 1);
}

std::string AnonymousAddresses::replaced(std::string_view text) {
    const auto groups = address_groups(text);
    if (!groups)
        return std::string{text};
    if (is_v4(*groups)) {
        if (is_in_one(v4_of(*groups), tells_nothing))
            return std::string{text};
        const bool is_mapped = text.find(':') != std::string_view::npos;
        return (is_mapped ? "::ffff:" : "") + replaced_v4(*groups);
    }
    if (tells_nothing_v6(*groups))
        return std::string{text};
    const auto scope = text.substr(std::min(text.find('%'), text.size()));
    const auto other = replaced_v6(*groups);
    constexpr std::size_t in_full = 39;
    if (text.size() - scope.size() == in_full)
        return fmt::format("{:04x}{}", fmt::join(*address_groups(other), ":"), scope);
    return short_address(other).append(scope);
}

}  // namespace azfiles
