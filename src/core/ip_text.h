#pragma once

#include <string>
#include <string_view>

namespace azfiles {

/// An IPv6 address in its short form (RFC 5952, as inet_ntop writes it), a
/// scope kept: "fe80::1%2". What is no IPv6 address is returned as it is.
/// DebugData writes every address in full, all other sources write it short.
std::string short_address(std::string_view text);

}  // namespace azfiles
