#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace azfiles {

/// The port of SMB over TCP.
inline constexpr std::uint16_t smb_port = 445;

/// The states in which a TCP connection has both its ends, with the kernel's
/// numbers.
enum class TcpState : std::uint8_t {
    established = 1,
    syn_sent = 2,
    fin_wait1 = 4,
    fin_wait2 = 5,
    close_wait = 8,
    last_ack = 9,
    closing = 11,
};

inline constexpr std::array tcp_states{
    TcpState::established, TcpState::syn_sent, TcpState::fin_wait1, TcpState::fin_wait2,
    TcpState::close_wait,  TcpState::last_ack, TcpState::closing};

/// "established", "syn-sent", "fin-wait-1" …
std::string_view to_string(TcpState state);

/// A TCP connection as the kernel's own books show it. What a kernel does not
/// tell is nothing, and never zero.
///
/// After a reconnect the old connection stays for minutes in fin_wait1 where its
/// server does not answer: only `established` carries requests.
struct Connection {
    std::string local;  ///< numeric, IPv6 in its short form, IPv4 in IPv6 as IPv4
    std::string remote;
    std::uint16_t local_port = 0;
    std::uint16_t remote_port = 0;
    TcpState state = TcpState::established;
    std::optional<std::uint64_t> bytes_sent;       ///< payload, repeats included; from 4.19 on
    std::optional<std::uint64_t> bytes_received;   ///< payload; from 4.1 on
    std::optional<std::chrono::microseconds> rtt;  ///< smoothed
    /// Since payload came last, or since the connection was made where none did.
    /// An acknowledgement without payload does not count.
    std::optional<std::chrono::milliseconds> last_received;
    /// How often the timer for what the peer has not acknowledged has been
    /// doubled. It is 0 where all is well; a peer that lives and keeps its window
    /// closed has one too, but no `retransmits`.
    std::optional<int> backoff;
    /// How often the oldest unacknowledged payload has been sent again in vain.
    std::optional<int> retransmits;

    bool operator==(const Connection&) const = default;
};

/// "10.0.0.4:445", "[fd00::4]:445".
std::string with_port(std::string_view address, std::uint16_t port);

/// For a person, in powers of 1000: "0 B", "12.3 MB".
std::string bytes_text(double bytes);

}  // namespace azfiles
