#pragma once

#include "core/connection.h"

#include <optional>
#include <string_view>

namespace azfiles {

/// One answer of SOCK_DIAG_BY_FAMILY without its netlink header: a struct
/// inet_diag_msg and attributes, INET_DIAG_INFO among them or not. Nothing where
/// it is cut short, of another family, or in a state that TcpState does not name.
/// What the kernel's struct tcp_info does not reach to is nothing in it; what it
/// has beyond is left alone.
std::optional<Connection> decode_connection(std::string_view message);

}  // namespace azfiles
