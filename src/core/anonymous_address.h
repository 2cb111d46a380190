#pragma once

#include "core/ip_text.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace azfiles {

/// Gives each address another of the same class, always the same one:
///
///     IPv4, private (RFC 1918) and shared (RFC 6598)   10.N.N.n
///     IPv4, public       192.0.2.n, 198.51.100.n, 203.0.113.n, then 198.18.n.n
///     IPv6, ULA          fd00:0:0:N::n
///     IPv6, public       2001:db8:0:N::n
///
/// Private addresses of one /24, and IPv6 addresses of one /64, stay together. As
/// they are stay those that tell nothing: loopback, link-local, multicast,
/// unspecified, and 168.63.129.16, which is Azure's platform on every machine.
class AnonymousAddresses {
public:
    /// `text` as it is where it is no address, or one that tells nothing. A scope
    /// stays, and an IPv6 address written in full is given in full.
    std::string replaced(std::string_view text);

private:
    /// A network of addresses, numbered in the order in which they are seen.
    struct Network {
        std::size_t number = 0;
        std::map<AddressGroups, std::size_t> hosts;
    };
    using Networks = std::map<AddressGroups, Network>;

    static std::pair<std::size_t, std::size_t> place(Networks& networks, AddressGroups network,
                                                     const AddressGroups& address);
    std::string replaced_v4(const AddressGroups& address);
    std::string replaced_v6(const AddressGroups& address);

    Networks private_v4_;
    Networks public_v4_;
    Networks local_v6_;
    Networks public_v6_;
};

}  // namespace azfiles
