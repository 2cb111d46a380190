#pragma once

#include "base/result.h"
#include "sys/address.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace azfiles {

/// Questions to the kernel by netlink, about the caller's network namespace.
/// None needs a privilege. Each waits for netlink_timeout at most, then is
/// ETIMEDOUT; errnum is the kernel's own otherwise. Answers are the attributes
/// as they came, for nic_decode.h. libnl is used here and nowhere else.
inline constexpr std::chrono::seconds netlink_timeout{2};

/// RTM_GETROUTE: by which route packets leave for `to`. A scope selects the
/// device.
Result<std::string> route_attributes(const SocketAddress& to);

/// RTM_GETLINK: the device with this index, struct ifinfomsg and attributes, for
/// link_decode.h. ENODEV where there is none.
Result<std::string> link_message(int index);

/// The same of all devices. EAGAIN: the list changed while the kernel wrote it.
Result<std::vector<std::string>> link_messages();

/// Commands of the generic netlink family "ethtool". By number, since the
/// headers of older distributions lack RSS_GET, which came with Linux 6.3.
enum class EthtoolCommand : std::uint8_t { channels_get = 17, rss_get = 38 };

/// EOPNOTSUPP: the kernel or the driver does not have it.
Result<std::string> ethtool_attributes(EthtoolCommand command, int index);

/// The TCP sockets of one address family (AF_INET, AF_INET6) to a remote port, a
/// text each, for sock_diag_decode.h. `states` has the bit 1 << n for the kernel's
/// state n. ENOENT: the kernel lacks the inet_diag or tcp_diag module, and could
/// not load it. EAGAIN: the list changed while the kernel wrote it.
Result<std::vector<std::string>> tcp_sockets(int family, std::uint32_t states,
                                             std::uint16_t remote_port);

}  // namespace azfiles
