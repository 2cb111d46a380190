#pragma once

#include "base/unique_fd.h"
#include "core/facts.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace azfiles {

/// Addresses that are asked; further ones stay unknown.
inline constexpr std::size_t probe_limit = 64;

/// What an error of connect(2) says of the other side; nothing where it says
/// something of this one.
std::optional<PortState> port_state_of(int errnum);

/// How an attempt to connect ended, or 0 (SO_ERROR; it is forgotten with that).
int pending_error(const UniqueFd& socket);

/// Connects to `port` of each numeric address, all at once, and closes again
/// without sending a byte. Returns by the deadline, one entry an address, in
/// order. An address that has not answered by then is PortState::silent.
///
/// Nothing where it could not be asked: EACCES and EPERM (a firewall or security
/// module of this machine, which may stop this program and not the kernel), no
/// descriptors or ports left, or text that is no address.
std::vector<std::optional<PortState>> probe_ports(const std::vector<std::string>& addresses,
                                                  std::uint16_t port,
                                                  std::chrono::milliseconds deadline);

}  // namespace azfiles
