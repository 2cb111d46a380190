#include "core/witness.h"

#include "core/ip_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace azfiles {
namespace {

using Addresses = std::set<std::string>;

/// Where the channels of a session may go: its primary's address and those that
/// the server advertised.
Addresses addresses_of(const Session& session) {
    Addresses all{session.address};
    for (const auto& interface : session.interfaces)
        all.insert(interface.address);
    all.erase("");
    return all;
}

/// Without a set of its own: with many mounts this is asked of each pair of sessions.
bool goes_to(const Session& session, const Addresses& addresses) {
    return addresses.contains(session.address) ||
           std::ranges::any_of(session.interfaces, [&addresses](const Interface& interface) {
               return addresses.contains(interface.address);
           });
}

bool in_same_namespace(const Server& left, const Server& right) {
    return !left.net_namespace || !right.net_namespace ||
           *left.net_namespace == *right.net_namespace;
}

/// Sessions that share addresses can't be told apart by their connections: all of
/// them together need so many.
struct Need {
    Addresses addresses;
    int connections = 0;
};

Need need_of(const DebugData& data, const Server& server, const Session& session) {
    const auto own = addresses_of(session);
    Need need{own, 0};
    for (const auto& other : data.servers) {
        if (!in_same_namespace(server, other))
            continue;
        bool primary = false;  // of a server, its sessions share it
        for (const auto& each : other.sessions) {
            if (!goes_to(each, own))
                continue;
            need.addresses.merge(addresses_of(each));
            for (const auto& channel : each.channels) {
                if (state_of(channel) != ChannelState::active)
                    continue;
                if (channel.number == 1)
                    primary = true;
                else
                    ++need.connections;
            }
        }
        need.connections += primary ? 1 : 0;
    }
    return need;
}

std::string age_text(std::chrono::milliseconds age) {
    return fmt::format("{} s", std::chrono::duration_cast<std::chrono::seconds>(age).count());
}

/// What speaks against a connection; empty where it is heard.
std::string silence_of(const Witness& seen, const Connection& connection,
                       std::chrono::seconds echo_interval) {
    const auto age = connection.last_received;
    if (age && *age <= fresh)
        return {};
    const auto heard = age ? fmt::format("nothing received for {}", age_text(*age)) : "";
    const auto and_that = [&heard](std::string_view what) {
        return fmt::format("{}{}{}", heard, heard.empty() ? "" : ", ", what);
    };
    const auto port = seen.ports.find(connection.remote);
    if (port != seen.ports.end() && port->second != PortState::open)
        return and_that("port 445 does not answer");
    if (connection.retransmits.value_or(connection.backoff.value_or(0)) > 0)
        return and_that("what was sent is not acknowledged");
    // An echo is skipped where an answer came less than an interval ago, so that
    // almost two may pass without harm.
    if (age && *age > 2 * echo_interval)
        return heard;
    return {};
}

std::string plural(int count, std::string_view one) {
    return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::optional<Finding> compare(const Witness& seen, const Need& need,
                               std::chrono::seconds echo_interval) {
    int there = 0;
    int heard = 0;
    std::string silence;
    for (const auto& connection : *seen.connections) {
        if (connection.state != TcpState::established ||
            !need.addresses.contains(connection.remote))
            continue;
        ++there;
        const auto silent = silence_of(seen, connection, echo_interval);
        if (silent.empty())
            ++heard;
        else if (silence.empty())
            silence = fmt::format("{}: {}", connection.remote, silent);
    }
    if (heard >= need.connections)
        return std::nullopt;
    if (there < need.connections)
        return make_finding("connections-missing",
                            fmt::format("{} and {}", plural(need.connections, "active channel"),
                                        plural(there, "TCP connection")),
                            "");
    return make_finding("connection-silent", silence);
}

/// Without its connections: its port alone tells whether the server is there.
std::optional<Finding> by_port(const Witness& seen, const Session& session) {
    const auto port = seen.ports.find(session.address);
    if (port == seen.ports.end())
        return make_finding("connections-not-seen", seen.why);
    if (port->second == PortState::open)
        return std::nullopt;
    return make_finding("connection-silent",
                        fmt::format("{}: port 445 does not answer", session.address));
}

bool is_link_local(std::string_view address) {
    return address.starts_with("fe80:") || address.starts_with("169.254.");
}

/// There is an established connection to `address`, and `holds` is true of it.
template <class Predicate>
bool has_connection(const Witness& seen, const std::string& address, Predicate holds) {
    return seen.connections &&
           std::ranges::any_of(*seen.connections, [&](const Connection& connection) {
               return connection.remote == address && connection.state == TcpState::established &&
                      holds(connection);
           });
}

bool is_connected_to(const Witness& seen, const std::string& address) {
    return has_connection(seen, address, [](const Connection&) { return true; });
}

bool was_heard_now(const Witness& seen, const std::string& address) {
    return has_connection(seen, address, [](const Connection& connection) {
        return connection.last_received && *connection.last_received <= fresh;
    });
}

}  // namespace

const Witness* witness_of(const std::vector<Witness>& witnesses, const Server& server) {
    if (!server.net_namespace)
        return witnesses.empty() ? nullptr : &witnesses.front();
    const auto at = std::ranges::find_if(witnesses, [&server](const Witness& witness) {
        return !witness.net_namespace || *witness.net_namespace == *server.net_namespace;
    });
    return at == witnesses.end() ? nullptr : &*at;
}

std::vector<std::string> addresses_to_ask(const DebugData& data, const Witness& seen,
                                          std::size_t limit) {
    Addresses all;
    for (const auto& server : data.servers) {
        if (server.net_namespace && seen.net_namespace &&
            *server.net_namespace != *seen.net_namespace)
            continue;
        for (const auto& session : server.sessions)
            all.merge(addresses_of(session));
    }
    std::erase_if(all, [&seen](const std::string& address) {
        return is_link_local(address) || was_heard_now(seen, address);
    });
    std::vector<std::string> asked{all.begin(), all.end()};
    if (asked.size() > limit)
        asked.resize(limit);
    return asked;
}

std::optional<Finding> objection(const std::vector<Witness>& witnesses, const DebugData& data,
                                 const Server& server, const Session& session,
                                 std::chrono::seconds echo_interval) {
    if (witnesses.empty())
        return std::nullopt;
    const auto* seen = witness_of(witnesses, server);
    if (seen == nullptr)
        return make_finding("other-network-namespace",
                            fmt::format("net namespace {}", *server.net_namespace));
    if (seen->connections)
        return compare(*seen, need_of(data, server, session), echo_interval);
    return seen->why.empty() ? std::nullopt : by_port(*seen, session);
}

std::vector<std::string> unreachable_interfaces(const Witness& seen, const Session& session) {
    std::vector<std::string> found;
    for (const auto& interface : session.interfaces) {
        const auto port = seen.ports.find(interface.address);
        if (port != seen.ports.end() && port->second != PortState::open &&
            !is_connected_to(seen, interface.address))
            found.push_back(interface.address);
    }
    return found;
}

}  // namespace azfiles
