#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace azfiles {

/// An IPv4 or IPv6 address with a port, as connect(2) takes it.
struct SocketAddress {
    sockaddr_storage storage{};
    socklen_t length = 0;

    [[nodiscard]] int family() const { return storage.ss_family; }
    [[nodiscard]] const sockaddr* get() const {
        return reinterpret_cast<const sockaddr*>(&storage);
    }
};

/// Reads a numeric address: "10.0.0.4", "fd00::4", "fe80::1%2", "fe80::1%eth0".
/// Strict: no "10.4", no brackets, no port. Asks nobody, but looks up the index
/// of an interface that is given by name; one that does not exist is nothing.
std::optional<SocketAddress> parse_address(std::string_view text, std::uint16_t port = 0);

/// The short numeric form, without the port; a scope as a number, since that is
/// what the kernel's SMB client reads: "fe80::1%2". Nothing for other families.
std::optional<std::string> to_string(const sockaddr& address);

}  // namespace azfiles
