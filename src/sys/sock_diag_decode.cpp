#include "sys/sock_diag_decode.h"

#include "sys/address.h"
#include "sys/netlink_attributes.h"

#include <linux/inet_diag.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

namespace azfiles {
namespace {

// Where struct tcp_info of linux/tcp.h has its fields. The kernel's binary
// interface: it only ever grows at its end. By offset, since the C library's
// struct ends before the counters, and since the header of the machine that
// compiles says nothing of the kernel that answers.
constexpr std::size_t tcpi_retransmits = 2;       // u8
constexpr std::size_t tcpi_backoff = 4;           // u8
constexpr std::size_t tcpi_last_data_recv = 52;   // u32, milliseconds
constexpr std::size_t tcpi_rtt = 68;              // u32, microseconds
constexpr std::size_t tcpi_bytes_received = 128;  // u64, Linux 4.1
constexpr std::size_t tcpi_bytes_sent = 200;      // u64, Linux 4.19

template <class T>
std::optional<T> field(std::string_view info, std::size_t offset) {
    T value{};
    if (info.size() < offset + sizeof value)
        return std::nullopt;
    std::memcpy(&value, info.data() + offset, sizeof value);
    return value;
}

std::optional<std::string> ipv4_text(const void* bytes) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    std::memcpy(&address.sin_addr, bytes, sizeof address.sin_addr);
    return to_string(reinterpret_cast<const sockaddr&>(address));
}

/// `device`: what the socket is bound to, which a link-local address needs.
std::optional<std::string> address_text(std::uint8_t family, const void* bytes,
                                        std::uint32_t device) {
    if (family == AF_INET)
        return ipv4_text(bytes);
    if (family != AF_INET6)
        return std::nullopt;
    sockaddr_in6 address{};
    address.sin6_family = AF_INET6;
    std::memcpy(&address.sin6_addr, bytes, sizeof address.sin6_addr);
    if (IN6_IS_ADDR_V4MAPPED(&address.sin6_addr))
        return ipv4_text(&address.sin6_addr.s6_addr[12]);
    if (IN6_IS_ADDR_LINKLOCAL(&address.sin6_addr))
        address.sin6_scope_id = device;
    return to_string(reinterpret_cast<const sockaddr&>(address));
}

void add_info(Connection& connection, std::string_view info) {
    connection.bytes_sent = field<std::uint64_t>(info, tcpi_bytes_sent);
    connection.bytes_received = field<std::uint64_t>(info, tcpi_bytes_received);
    // 0 before the first measurement.
    if (const auto rtt = field<std::uint32_t>(info, tcpi_rtt); rtt.value_or(0) != 0)
        connection.rtt = std::chrono::microseconds{*rtt};
    // Counted from the machine's start while the connection is being made.
    if (connection.state != TcpState::syn_sent)
        if (const auto ms = field<std::uint32_t>(info, tcpi_last_data_recv))
            connection.last_received = std::chrono::milliseconds{*ms};
    if (const auto backoff = field<std::uint8_t>(info, tcpi_backoff))
        connection.backoff = *backoff;
    if (const auto retransmits = field<std::uint8_t>(info, tcpi_retransmits))
        connection.retransmits = *retransmits;
}

}  // namespace

std::optional<Connection> decode_connection(std::string_view message) {
    const auto header = field<inet_diag_msg>(message, 0);
    if (!header)
        return std::nullopt;
    const auto& id = header->id;
    const auto* state = std::ranges::find(tcp_states, TcpState{header->idiag_state});
    auto local = address_text(header->idiag_family, id.idiag_src, id.idiag_if);
    auto remote = address_text(header->idiag_family, id.idiag_dst, id.idiag_if);
    if (state == tcp_states.end() || !local || !remote)
        return std::nullopt;
    Connection connection;
    connection.local = *std::move(local);
    connection.remote = *std::move(remote);
    connection.local_port = ntohs(id.idiag_sport);
    connection.remote_port = ntohs(id.idiag_dport);
    connection.state = *state;
    if (const auto info = attribute(message.substr(sizeof *header), INET_DIAG_INFO))
        add_info(connection, *info);
    return connection;
}

}  // namespace azfiles
