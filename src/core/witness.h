#pragma once

#include "core/connection.h"
#include "core/debugdata.h"
#include "core/facts.h"
#include "core/finding.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace azfiles {

/// The second witness of a session's channels: the TCP connections beneath them,
/// and whether their server's ports answer. DebugData alone shows an idle session
/// on a dead wire as healthy for minutes.
struct Witness {
    /// Nothing: the machine could not be asked (files of another machine), or its
    /// kernel does not tell.
    std::optional<std::vector<Connection>> connections;
    /// Numeric address to what its port 445 answered, where it was asked.
    std::map<std::string, PortState> ports;
    std::string why;  ///< the connections could not be seen; empty: nobody asked
    /// Inode number of the network namespace that both were seen in.
    std::optional<std::uint64_t> net_namespace;
};

/// The witness that was in the network namespace of the server's connection: the
/// first one, where the kernel does not tell namespaces (before 6.5). Null where
/// none was.
const Witness* witness_of(const std::vector<Witness>& witnesses, const Server& server);

/// The kernel asks an idle server for a sign of life this often, where the mount's
/// echo_interval says nothing else.
inline constexpr std::chrono::seconds default_echo_interval{60};

/// What has been heard within this time counts as heard now.
inline constexpr std::chrono::milliseconds fresh{2000};

/// Addresses whose port has to be asked before anything can be said of `data`:
/// those of connections that were not heard just now, of sessions of which no
/// connection is seen, and those that a server advertised and nothing is
/// connected to. Sorted, without link-local addresses, at most `limit`.
std::vector<std::string> addresses_to_ask(const DebugData& data, const Witness& seen,
                                          std::size_t limit = 64);

/// What the second witness says against a session that DebugData shows as active:
/// nothing where it agrees, and where nobody asked it. With any other the session's
/// verdict is unknown at best. `echo_interval` as the mount has it.
std::optional<Finding> objection(const std::vector<Witness>& witnesses, const DebugData& data,
                                 const Server& server, const Session& session,
                                 std::chrono::seconds echo_interval);

/// Addresses that the server advertised for channels, that nothing is connected to
/// and whose port did not answer.
std::vector<std::string> unreachable_interfaces(const Witness& seen, const Session& session);

}  // namespace azfiles
