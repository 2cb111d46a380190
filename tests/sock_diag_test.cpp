#include "sys/sock_diag.h"

#include "sys/netlink.h"
#include "sys/sock_diag_decode.h"

#include "netlink_bytes.h"
#include "sys_support.h"

#include <doctest/doctest.h>

#include <arpa/inet.h>
#include <linux/inet_diag.h>
#include <linux/tcp.h>

#include <algorithm>
#include <cerrno>
#include <random>

using namespace azfiles;
using namespace std::chrono_literals;
using test::attr;
using test::bytes_of;

namespace {

/// An answer's head as the kernel writes it.
inet_diag_msg head(int family, const char* local, const char* remote, int state = 1) {
    inet_diag_msg message{};
    message.idiag_family = static_cast<std::uint8_t>(family);
    message.idiag_state = static_cast<std::uint8_t>(state);
    message.id.idiag_sport = htons(40'001);
    message.id.idiag_dport = htons(445);
    ::inet_pton(family, local, message.id.idiag_src);
    ::inet_pton(family, remote, message.id.idiag_dst);
    return message;
}

tcp_info busy() {
    tcp_info info{};
    info.tcpi_state = 1;
    info.tcpi_retransmits = 2;
    info.tcpi_backoff = 3;
    info.tcpi_last_data_recv = 61'000;
    info.tcpi_rtt = 1'250;
    info.tcpi_bytes_received = 5'000'000'001;
    info.tcpi_bytes_sent = 7'000'000'002;
    return info;
}

std::string message_with(const tcp_info& info) {
    return bytes_of(head(AF_INET, "10.9.0.1", "10.9.0.2")) + attr(INET_DIAG_CONG, "cubic") +
           attr(INET_DIAG_INFO, bytes_of(info));
}

/// The answer of a kernel whose struct tcp_info has this size.
std::optional<Connection> decode_with_info_of(std::size_t size) {
    auto info = bytes_of(busy());
    info.resize(size, '\x7f');
    return decode_connection(bytes_of(head(AF_INET, "10.9.0.1", "10.9.0.2")) +
                             attr(INET_DIAG_INFO, info));
}

std::string in_words(const std::optional<Connection>& connection) {
    if (!connection)
        return "none";
    return fmt::format("{} {} {} {} {}", to_string(connection->state), connection->local,
                       connection->local_port, connection->remote, connection->remote_port);
}

}  // namespace

TEST_CASE("a connection has what the fields of struct tcp_info say") {
    Connection want;
    want.local = "10.9.0.1";
    want.remote = "10.9.0.2";
    want.local_port = 40'001;
    want.remote_port = 445;
    want.state = TcpState::established;
    want.bytes_sent = 7'000'000'002;
    want.bytes_received = 5'000'000'001;
    want.rtt = 1'250us;
    want.last_received = 61s;
    want.backoff = 3;
    want.retransmits = 2;
    CHECK(*decode_connection(message_with(busy())) == want);
}

TEST_CASE("what an older kernel does not tell is unknown") {
    struct Row {
        std::string_view kernel;
        std::size_t size;
        bool has_rtt, has_received, has_sent;
    };
    static constexpr Row rows[] = {
        {"none", 0, false, false, false},
        {"up to the round-trip time", 72, true, false, false},
        {"2.6", 104, true, false, false},
        {"4.1", 136, true, true, false},
        {"half a counter", 204, true, true, false},
        {"4.19", 224, true, true, true},
        {"one yet to come", 400, true, true, true},
        {"the most that an attribute holds", 60'000, true, true, true},
    };
    for (const auto& row : rows) {
        CAPTURE(row.kernel);
        const auto connection = decode_with_info_of(row.size);
        REQUIRE(connection);
        CHECK(connection->rtt.has_value() == row.has_rtt);
        CHECK(connection->last_received.has_value() == row.has_rtt);
        CHECK(connection->backoff.has_value() == row.has_rtt);
        CHECK(connection->bytes_received.has_value() == row.has_received);
        CHECK(connection->bytes_sent.has_value() == row.has_sent);
    }
}

TEST_CASE("without measurement there is no round-trip time, and no age before the start") {
    auto info = busy();
    info.tcpi_rtt = 0;
    CHECK_FALSE(decode_connection(message_with(info))->rtt);
    const auto opening = decode_connection(bytes_of(head(AF_INET, "10.9.0.1", "10.9.0.2", 2)) +
                                           attr(INET_DIAG_INFO, bytes_of(info)));
    CHECK(opening->state == TcpState::syn_sent);
    CHECK_FALSE(opening->last_received);
    CHECK(opening->backoff == 3);
}

TEST_CASE("addresses are short, a mapped one is IPv4, a link-local one names its device") {
    auto bound = head(AF_INET6, "fe80::1", "fe80::2");
    bound.id.idiag_if = 7;
    auto in_vrf = head(AF_INET6, "fd00::1", "fd00::2");
    in_vrf.id.idiag_if = 7;
    const std::pair<inet_diag_msg, std::string_view> rows[] = {
        {head(AF_INET, "192.0.2.1", "192.0.2.2"), "established 192.0.2.1 40001 192.0.2.2 445"},
        {head(AF_INET6, "fd00:0:0:0::1", "2001:db8::2"),
         "established fd00::1 40001 2001:db8::2 445"},
        {head(AF_INET6, "::ffff:10.0.0.1", "::ffff:10.0.0.2"),
         "established 10.0.0.1 40001 10.0.0.2 445"},
        {bound, "established fe80::1%7 40001 fe80::2%7 445"},
        {in_vrf, "established fd00::1 40001 fd00::2 445"},
    };
    for (const auto& [message, want] : rows)
        CHECK(in_words(decode_connection(bytes_of(message))) == want);
}

TEST_CASE("what is no connection is none") {
    for (const int state : {0, 3, 6, 7, 10, 12, 13, 255}) {
        CAPTURE(state);
        CHECK_FALSE(decode_connection(bytes_of(head(AF_INET, "10.0.0.1", "10.0.0.2", state))));
    }
    for (const int state : {1, 2, 4, 5, 8, 9, 11})
        CHECK(decode_connection(bytes_of(head(AF_INET, "10.0.0.1", "10.0.0.2", state))));
    auto other = head(AF_INET, "10.0.0.1", "10.0.0.2");
    other.idiag_family = AF_UNIX;
    CHECK_FALSE(decode_connection(bytes_of(other)));
}

TEST_CASE("an answer cut short has what is whole in it") {
    const auto whole = message_with(busy());
    for (std::size_t size = 0; size < whole.size(); ++size) {
        CAPTURE(size);
        const auto connection = decode_connection(std::string{whole.substr(0, size)});
        CHECK(connection.has_value() == (size >= sizeof(inet_diag_msg)));
        if (connection)
            CHECK_FALSE(connection->bytes_sent);
    }
}

TEST_CASE("no bytes break the reader") {
    std::mt19937 random{1};  // the same each time
    const auto whole = message_with(busy());
    int decoded = 0;
    for (int round = 0; round < 20'000; ++round) {
        auto bytes = whole;
        for (int change = 0; change < 4; ++change)
            bytes[random() % bytes.size()] = static_cast<char>(random());
        bytes.resize(random() % (bytes.size() + 1));
        if (const auto connection = decode_connection(std::string{bytes})) {
            ++decoded;
            CHECK(std::ranges::count(tcp_states, connection->state) == 1);
            CHECK_FALSE(connection->local.empty());
            CHECK_FALSE(connection->remote.empty());
        }
    }
    CHECK(decoded > 1'000);
}

namespace {

/// Both ends of a connection over loopback, after the server sent `down` bytes
/// and the client `up`.
struct Loopback {
    test::Listener listener;
    UniqueFd client;
    UniqueFd server;
    std::uint16_t client_port = 0;

    Loopback(const std::string& at, const std::string& to, std::size_t up, std::size_t down)
        : listener{test::listen_on(at, 1)} {
        const auto there = parse_address(to, listener.port).value();
        client = UniqueFd{::socket(there.family(), SOCK_STREAM | SOCK_CLOEXEC, 0)};
        if (::connect(client.get(), there.get(), there.length) != 0)
            throw std::runtime_error{"connect"};
        server = UniqueFd{::accept4(listener.fd.get(), nullptr, nullptr, SOCK_CLOEXEC)};
        client_port = test::port_of(client);
        pass(client, server, up);
        pass(server, client, down);
    }

    static void pass(const UniqueFd& from, const UniqueFd& to, std::size_t count) {
        std::string bytes(count, 'x');
        if (::send(from.get(), bytes.data(), count, MSG_NOSIGNAL) != static_cast<ssize_t>(count) ||
            ::recv(to.get(), bytes.data(), count, MSG_WAITALL) != static_cast<ssize_t>(count))
            throw std::runtime_error{"loopback"};
    }
};

}  // namespace

TEST_CASE("a connection of this machine is seen with its bytes") {
    struct Row {
        const char *listen, *connect, *shown;
    };
    static constexpr Row rows[] = {
        {"127.0.0.1", "127.0.0.1", "127.0.0.1"},
        {"::1", "::1", "::1"},
        {"::", "::ffff:127.0.0.1", "127.0.0.1"},
    };
    for (const auto& row : rows) {
        CAPTURE(std::string{row.connect});
        const Loopback loopback{row.listen, row.connect, 3'000, 20'000};
        const auto connections = tcp_connections(loopback.listener.port);
        REQUIRE(connections);
        REQUIRE(connections->size() == 1);
        const auto& seen = connections->front();
        CHECK(seen.local == row.shown);
        CHECK(seen.remote == row.shown);
        CHECK(seen.local_port == loopback.client_port);
        CHECK(seen.remote_port == loopback.listener.port);
        CHECK(seen.state == TcpState::established);
        CHECK(seen.bytes_sent == 3'000);
        CHECK(seen.bytes_received == 20'000);
        CHECK(seen.rtt.value_or(0us) > 0us);
        CHECK(seen.last_received.value_or(1h) < 10s);
        CHECK(seen.backoff == 0);
        CHECK(seen.retransmits == 0);
    }
}

TEST_CASE("only connections to the port are seen, more than one datagram of them too") {
    const Loopback other{"127.0.0.1", "127.0.0.1", 1, 1};
    const auto listener = test::listen_on("127.0.0.1", 200);
    const auto there = parse_address("127.0.0.1", listener.port).value();
    std::vector<UniqueFd> clients;
    std::vector<std::uint16_t> want;
    for (int i = 0; i < 150; ++i) {
        clients.emplace_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        REQUIRE(::connect(clients.back().get(), there.get(), there.length) == 0);
        want.push_back(test::port_of(clients.back()));
    }
    std::ranges::sort(want);
    const auto connections = tcp_connections(listener.port);
    REQUIRE(connections);
    std::vector<std::uint16_t> ports;
    for (const auto& connection : *connections)
        ports.push_back(connection.local_port);
    CHECK(ports == want);
}

TEST_CASE("another network namespace's connections are not seen") {
    const Loopback loopback{"127.0.0.1", "127.0.0.1", 1, 1};
    const auto said = test::in_own_namespaces("sock_diag in a namespace", [&] {
        const auto connections = tcp_connections(loopback.listener.port);
        return connections ? fmt::format("{}", connections->size()) : connections.error().message;
    });
    if (said)
        CHECK(*said == "0");
}

TEST_CASE("a family that the kernel can't list is ENOENT, as where the module is missing") {
    const auto sockets = tcp_sockets(AF_BRIDGE, 1U << 1, smb_port);
    REQUIRE_FALSE(sockets);
    CHECK(sockets.error().errnum == ENOENT);
}
