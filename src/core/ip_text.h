#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace azfiles {

/// The groups of 16 bits that make up an IPv6 address.
using AddressGroups = std::array<std::uint16_t, 8>;

/// A numeric address, a scope left out; an IPv4 address as IPv6 maps it
/// (::ffff:10.0.0.1). Nothing for text that is no address.
std::optional<AddressGroups> address_groups(std::string_view text);

/// An IPv6 address in its short form (RFC 5952, as inet_ntop writes it), a
/// scope kept: "fe80::1%2". What is no IPv6 address is returned as it is.
/// DebugData writes every address in full, all other sources write it short.
std::string short_address(std::string_view text);

}  // namespace azfiles
