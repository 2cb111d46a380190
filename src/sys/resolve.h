#pragma once

#include "base/result.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace azfiles {

/// As many addresses of a name as mount.cifs tries.
inline constexpr std::size_t address_limit = 16;

/// The numeric addresses of `host`, IPv4 and IPv6, in the order of
/// getaddrinfo(3), each once, at most address_limit; never empty. A scope is
/// kept as a number: "fe80::1%2". A numeric host is its own answer and nobody is
/// asked. The question is asked in a child, which is killed at the deadline.
///
/// Addresses of a family that this machine has no route for are kept (no
/// AI_ADDRCONFIG): getaddrinfo puts them last, and a name with nothing but
/// them is found to be unreachable, which "no such name" would hide.
///
/// Errors, told apart by kind and errnum:
/// - usage, 0: the name does not exist or has no address;
/// - system, EAGAIN: no name server answered, or it said "try later";
/// - system, errnum_timed_out: no answer by the deadline;
/// - system, other: the resolver does not work.
Result<std::vector<std::string>> resolve(const std::string& host,
                                         std::chrono::milliseconds deadline);

}  // namespace azfiles
