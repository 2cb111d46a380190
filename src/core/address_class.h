#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace azfiles {

/// What kind of network an address belongs to. Ranges for documentation count as
/// public, since that is what they stand for.
enum class AddressClass {
    public_network,
    private_network,  ///< RFC 1918
    unique_local,     ///< fc00::/7, the same for IPv6
    shared,           ///< 100.64.0.0/10, of carriers and of some virtual networks
    link_local,
    loopback,
    special,  ///< unspecified, multicast, reserved
};

/// Nothing for text that is no numeric address. An IPv4 address mapped into IPv6
/// is what it maps.
std::optional<AddressClass> class_of(std::string_view address);

/// Not of the public network: true too for loopback and link-local addresses, false for
/// text that is no address and for special ones.
bool is_private(std::string_view address);

/// Of the public network; false for text that is no address.
bool is_public(std::string_view address);

/// "public", "private", "unique local" …
std::string_view to_string(AddressClass address_class);

/// "10.1.2.3 (private)", fit to be shown; text that is no address alone.
std::string with_class(std::string_view address);

}  // namespace azfiles
