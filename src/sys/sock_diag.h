#pragma once

#include "base/result.h"
#include "core/connection.h"

#include <cstdint>
#include <vector>

namespace azfiles {

/// The TCP connections to `remote_port` in the caller's network namespace, over
/// IPv4 and IPv6, sorted by remote address, local address and local port; those
/// of the kernel's SMB client too, which belong to no process. Needs no
/// privilege. The kernel is waited for at most twice netlink_timeout.
///
/// An Error has the kernel's errnum. ENOENT: it lacks inet_diag or tcp_diag, and
/// could not load them; the Error says so.
Result<std::vector<Connection>> tcp_connections(std::uint16_t remote_port = smb_port);

}  // namespace azfiles
