#pragma once

#include "base/result.h"

#include <chrono>
#include <string>
#include <vector>

namespace azfiles {

/// The names that `host` stands for (CNAME), in order, without `host` itself; empty
/// where it stands for none. Asked of the name servers of /etc/resolv.conf, IPv4 and
/// IPv6, and of nobody else: what /etc/hosts and other sources of the name service say
/// is resolve()'s. Returns by the deadline.
///
/// Errors: ETIMEDOUT, and EIO with the resolver's words for everything else, a name
/// that does not exist included.
Result<std::vector<std::string>> aliases_of(const std::string& host,
                                            std::chrono::milliseconds deadline);

}  // namespace azfiles
