#include "core/witness.h"

#include "core/assess.h"
#include "sessions.h"
#include "support.h"

#include <doctest/doctest.h>

using namespace azfiles;
using namespace azfiles::test;
using namespace std::chrono_literals;

namespace {

constexpr std::uint64_t here = 4026531840;
constexpr auto minute = 60s;

/// A connection that is well, and was heard so long ago.
Connection heard(std::chrono::milliseconds ago, const std::string& remote = "10.7.1.2") {
    Connection connection;
    connection.local = "10.7.1.1";
    connection.remote = remote;
    connection.remote_port = 445;
    connection.last_received = ago;
    connection.backoff = 0;
    connection.retransmits = 0;
    return connection;
}

Connection unanswered(std::chrono::milliseconds ago) {
    auto connection = heard(ago);
    connection.backoff = 3;
    connection.retransmits = 3;
    return connection;
}

Witness witness(std::vector<Connection> connections) {
    Witness seen;
    seen.connections = std::move(connections);
    seen.net_namespace = here;
    return seen;
}

Witness with_port(Witness seen, PortState state, const std::string& address = "10.7.1.2") {
    seen.ports[address] = state;
    return seen;
}

Server server_here(Session session) {
    auto server = good_server(std::move(session));
    server.net_namespace = here;
    return server;
}

/// The id of what the witness says against the first session; empty: it agrees.
std::string against(const Witness& seen, const DebugData& data,
                    std::chrono::seconds echo_interval = minute) {
    const auto& server = data.servers.front();
    const auto finding = objection({seen}, data, server, server.sessions.front(), echo_interval);
    return finding ? finding->id : "";
}

std::string against(const Witness& seen, int channels) {
    return against(seen, data_of({server_here(good_session(channels))}));
}

Interface rss(const std::string& address) {
    Interface interface;
    interface.address = address;
    interface.rss = true;
    return interface;
}

}  // namespace

TEST_CASE("as many connections as channels, heard lately, agree") {
    CHECK(against(witness({heard(0s)}), 1).empty());
    CHECK(against(witness({heard(0s), heard(1s)}), 2).empty());
    CHECK(against(witness({heard(59s), heard(119s)}), 2).empty());
    CHECK(against(witness({heard(0s), heard(0s), heard(0s)}), 2).empty());
}

TEST_CASE("nothing heard for more than two echo intervals is silence") {
    CHECK(against(witness({heard(120s)}), 1).empty());
    CHECK(against(witness({heard(121s)}), 1) == "connection-silent");
    const auto data = data_of({server_here(good_session(1))});
    CHECK(against(witness({heard(4s)}), data, 2s).empty());
    CHECK(against(witness({heard(5s)}), data, 2s) == "connection-silent");
}

TEST_CASE("one silent connection of four is enough, and one too many does no harm") {
    CHECK(against(witness({heard(0s), heard(0s), heard(0s), heard(130s)}), 4) ==
          "connection-silent");
    CHECK(against(witness({heard(0s), heard(0s), heard(130s)}), 2).empty());
}

TEST_CASE("what is not acknowledged is silence, unless something still arrives") {
    CHECK(against(witness({unanswered(3s)}), 1) == "connection-silent");
    // One lost packet under load.
    CHECK(against(witness({unanswered(1s)}), 1).empty());
    // A peer that lives and keeps its window closed: backoff without repeats.
    auto closed_window = heard(3s);
    closed_window.backoff = 4;
    CHECK(against(witness({closed_window}), 1).empty());
    // A kernel that tells only the backoff.
    auto old = heard(3s);
    old.backoff = 2;
    old.retransmits.reset();
    CHECK(against(witness({old}), 1) == "connection-silent");
}

TEST_CASE("a port that does not answer is silence, unless the connection was heard just now") {
    const auto idle = witness({heard(30s)});
    CHECK(against(with_port(idle, PortState::open), 1).empty());
    for (const auto state : {PortState::silent, PortState::refused, PortState::unreachable})
        CHECK(against(with_port(idle, state), 1) == "connection-silent");
    CHECK(against(with_port(witness({heard(1s)}), PortState::silent), 1).empty());
    // An open port does not revive a connection that is dead.
    CHECK(against(with_port(witness({unanswered(30s)}), PortState::open), 1) ==
          "connection-silent");
    CHECK(against(with_port(witness({heard(500s)}), PortState::open), 1) == "connection-silent");
}

TEST_CASE("fewer connections than active channels are named as a contradiction") {
    const auto data = data_of({server_here(good_session(4))});
    CHECK(against(witness({}), data) == "connections-missing");
    CHECK(against(witness({heard(0s), heard(0s), heard(0s)}), data) == "connections-missing");
    const auto finding = objection({witness({heard(0s)})}, data, data.servers.front(),
                                   data.servers.front().sessions.front(), minute);
    CHECK(contains(finding.value().message, "4 active channels and 1 TCP connection to port 445"));
}

TEST_CASE("a connection counts only where it is established and to this server") {
    auto closing = heard(0s);
    closing.state = TcpState::fin_wait1;
    CHECK(against(witness({closing}), 1) == "connections-missing");
    CHECK(against(witness({heard(0s, "10.9.9.9")}), 1) == "connections-missing");
    auto session = good_session(2);
    session.interfaces.push_back(rss("10.7.7.2"));
    CHECK(against(witness({heard(0s), heard(0s, "10.7.7.2")}), data_of({server_here(session)})) ==
          "");
}

TEST_CASE("a channel that is not active needs no connection") {
    auto session = good_session(4);
    session.channels[3].disconnected = true;
    CHECK(against(witness({heard(0s), heard(0s), heard(0s)}), data_of({server_here(session)}))
              .empty());
}

TEST_CASE("sessions of the same address need the connections of both") {
    const auto two = data_of({server_here(good_session(4)), server_here(good_session(2, "0x2"))});
    CHECK(against(witness(std::vector<Connection>(6, heard(0s))), two).empty());
    CHECK(against(witness(std::vector<Connection>(5, heard(0s))), two) == "connections-missing");
    // Two sessions on one primary connection.
    auto shared = server_here(good_session(4));
    shared.sessions.push_back(good_session(2, "0x2"));
    CHECK(against(witness(std::vector<Connection>(5, heard(0s))), data_of({shared})).empty());
    CHECK(against(witness(std::vector<Connection>(4, heard(0s))), data_of({shared})) ==
          "connections-missing");
    // Another namespace's are not among ours.
    auto elsewhere = server_here(good_session(2, "0x2"));
    elsewhere.net_namespace = 77;
    CHECK(against(witness(std::vector<Connection>(4, heard(0s))),
                  data_of({server_here(good_session(4)), elsewhere}))
              .empty());
}

TEST_CASE("another namespace's session can't be vouched for from here") {
    auto server = server_here(good_session(4));
    server.net_namespace = 77;
    const auto data = data_of({server});
    CHECK(against(witness(std::vector<Connection>(4, heard(0s))), data) ==
          "other-network-namespace");
    // A witness that was there can.
    auto there = witness(std::vector<Connection>(4, heard(0s)));
    there.net_namespace = 77;
    const auto& session = data.servers.front().sessions.front();
    CHECK_FALSE(objection({witness({}), there}, data, data.servers.front(), session, minute));
    // Before 6.5 the kernel names no namespace: the own one is looked at.
    server.net_namespace.reset();
    CHECK(against(witness(std::vector<Connection>(4, heard(0s))), data_of({server})).empty());
    CHECK(against(witness({}), data_of({server})) == "connections-missing");
}

TEST_CASE("without the connections the port decides") {
    Witness blind;
    blind.why = "the kernel lacks tcp_diag";
    CHECK(against(blind, 1) == "connections-not-seen");
    CHECK(against(with_port(blind, PortState::open), 1).empty());
    CHECK(against(with_port(blind, PortState::silent), 1) == "connection-silent");
}

TEST_CASE("nobody asked: the books stand alone") {
    const auto data = data_of({server_here(good_session(4))});
    const auto& server = data.servers.front();
    CHECK_FALSE(objection({}, data, server, server.sessions.front(), minute));
    CHECK_FALSE(objection({Witness{}}, data, server, server.sessions.front(), minute));
}

TEST_CASE("asked are the addresses that were not heard just now") {
    auto session = good_session(2);
    session.interfaces = {rss("10.7.1.2"), rss("10.7.7.2"), rss("fe80::1"), rss("169.254.1.1")};
    const auto data = data_of({server_here(session)});
    using Asked = std::vector<std::string>;
    CHECK(addresses_to_ask(data, witness({})) == Asked{"10.7.1.2", "10.7.7.2"});
    CHECK(addresses_to_ask(data, witness({heard(1s)})) == Asked{"10.7.7.2"});
    CHECK(addresses_to_ask(data, witness({heard(3s)})) == Asked{"10.7.1.2", "10.7.7.2"});
    CHECK(addresses_to_ask(data, witness({}), 1) == Asked{"10.7.1.2"});
    auto elsewhere = server_here(session);
    elsewhere.net_namespace = 77;
    CHECK(addresses_to_ask(data_of({elsewhere}), witness({})).empty());
}

TEST_CASE("an interface is unreachable where it was asked, silent, and nothing is connected") {
    auto session = good_session(2);
    session.interfaces = {rss("10.7.1.2"), rss("10.7.7.2")};
    auto seen = witness({heard(0s)});
    CHECK(unreachable_interfaces(seen, session).empty());
    seen = with_port(std::move(seen), PortState::silent, "10.7.7.2");
    CHECK(unreachable_interfaces(seen, session) == std::vector<std::string>{"10.7.7.2"});
    seen.connections->push_back(heard(0s, "10.7.7.2"));
    CHECK(unreachable_interfaces(seen, session).empty());
    seen = with_port(witness({heard(0s)}), PortState::open, "10.7.7.2");
    CHECK(unreachable_interfaces(seen, session).empty());
}

namespace {

const Share share{"contoso.file.core.windows.net", "share", ""};

Assessment assess_with(const Witness& seen, Session session, int asked = 4,
                       const std::string& options = "rw,addr=10.7.1.2,echo_interval=60") {
    const std::vector<Witness> witnesses{seen};
    MountState state;
    state.debugdata = data_of({server_here(std::move(session))});
    state.entry.emplace();
    state.entry->super_options = options + ",multichannel,max_channels=4";
    state.kernel_log.emplace();
    state.witnesses = &witnesses;
    return assess({asked, true}, share, state, nullptr);
}

}  // namespace

TEST_CASE("a verdict of ok needs the second witness's consent") {
    const auto well = witness(std::vector<Connection>(4, heard(1s)));
    CHECK(assess_with(well, good_session(4)).verdict == Verdict::as_asked);

    const auto silent =
        assess_with(witness(std::vector<Connection>(4, heard(300s))), good_session(4));
    CHECK(silent.verdict == Verdict::unknown);
    CHECK(silent.findings.front().id == "connection-silent");
    CHECK(assess_with(witness(std::vector<Connection>(4, heard(300s))), good_session(4), 4,
                      "rw,addr=10.7.1.2,echo_interval=600")
              .verdict == Verdict::as_asked);

    // Degraded and silent: unknown, and the cause of the missing channels first.
    auto two = good_session(2);
    two.interfaces.clear();
    const auto both = assess_with(witness({}), two);
    CHECK(both.verdict == Verdict::unknown);
    CHECK(both.findings.front().id == "server-no-interfaces");
    CHECK(has_finding(both.findings, "connections-missing"));

    auto down = good_session(4);
    down.status = 3;
    CHECK(assess_with(witness({}), down).verdict == Verdict::failed);
}

TEST_CASE("a mount over RDMA has no TCP connections to hear") {
    CHECK(assess_with(witness({}), good_session(4), 4, "rw,rdma,addr=10.7.1.2").verdict ==
          Verdict::as_asked);
}

TEST_CASE("an interface that does not answer is the cause only where no other is left") {
    auto session = good_session(4);
    session.interfaces = {rss("10.7.1.2"), rss("10.7.7.2")};
    auto seen = witness(std::vector<Connection>(4, heard(0s)));
    seen = with_port(std::move(seen), PortState::silent, "10.7.7.2");
    const auto all = assess_with(seen, session);
    CHECK(all.verdict == Verdict::as_asked);
    CHECK(has_finding(all.findings, "interface-unreachable"));
    CHECK(contains(all.findings.front().message, "5 s"));

    session.channels.resize(1);
    session.interfaces = {rss("10.7.7.2")};
    const auto none_left = assess_with(seen, session);
    CHECK(none_left.verdict == Verdict::degraded);
    CHECK(none_left.findings.front().id == "interface-unreachable");

    session.interfaces = {rss("10.7.1.2"), rss("10.7.7.2")};
    const auto one_left = assess_with(seen, session);
    CHECK(one_left.findings.front().id == "cause-not-seen");
    CHECK(has_finding(one_left.findings, "interface-unreachable"));
}
