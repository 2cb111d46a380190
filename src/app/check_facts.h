#pragma once

#include "core/check.h"
#include "core/server_offer.h"
#include "sys/root.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace azfiles {

// What `azfiles check` looks at. Each call is bounded, and all together take no longer
// than fifteen seconds: resolve_name() five, the ways two, the servers five.

/// The addresses of the request's host (or the one that its options give) and, from the
/// name servers, the names that it stands for.
NameFacts resolve_name(const Request& request);

/// The port of each address, all at once, and the device towards it.
std::vector<CheckedAddress> look_at_ways(const Root& root, const Request& request,
                                         const std::vector<std::string>& addresses);

/// What the server at each of these addresses offers, all asked at the same time. At
/// most four addresses are asked: they are one server's.
std::map<std::string, ServerOffer> ask_servers(const Request& request,
                                               const std::vector<std::string>& addresses);

/// Addresses that mounts of the request's host use now.
std::vector<std::string> addresses_in_use(const Root& root, const Request& request);

/// An executable mount.azfiles stands where mount(8) looks; nothing: can't be seen.
std::optional<bool> helper_found(const Root& root);

/// Processors that are online; nothing where that can't be asked.
std::optional<int> processors();

}  // namespace azfiles
