#include "sys/sock_diag.h"

#include "sys/netlink.h"
#include "sys/sock_diag_decode.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <tuple>

namespace azfiles {
namespace {

auto place_of(const Connection& connection) {
    return std::tie(connection.remote, connection.local, connection.local_port);
}

std::uint32_t state_bits() {
    std::uint32_t bits = 0;
    for (const auto state : tcp_states)
        bits |= 1U << static_cast<unsigned>(state);
    return bits;
}

Error because(Error error) {
    if (error.errnum != ENOENT)
        return std::move(error).during("reading the TCP connections");
    error.message = "the kernel's tcp_diag module is not loaded";
    return std::move(error).advise("modprobe tcp_diag loads it, as root.");
}

}  // namespace

Result<std::vector<Connection>> tcp_connections(std::uint16_t remote_port) {
    std::vector<Connection> connections;
    for (const int family : {AF_INET, AF_INET6}) {
        const auto messages = tcp_sockets(family, state_bits(), remote_port);
        if (!messages)
            return because(messages.error());
        for (const auto& message : *messages)
            if (auto connection = decode_connection(message);
                connection && connection->remote_port == remote_port)
                connections.push_back(*std::move(connection));
    }
    std::ranges::sort(connections, {}, place_of);
    // The kernel goes on at a number of its list, which may have changed meanwhile.
    // Not std::ranges::unique: clang 14 can't compile what that returns.
    connections.erase(std::unique(connections.begin(), connections.end(),
                                  [](const auto& left, const auto& right) {
                                      return place_of(left) == place_of(right);
                                  }),
                      connections.end());
    return connections;
}

}  // namespace azfiles
