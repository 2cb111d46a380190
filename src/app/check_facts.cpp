#include "app/check_facts.h"

#include "app/host_facts.h"
#include "base/error.h"
#include "base/text.h"
#include "core/share.h"
#include "sys/aliases.h"
#include "sys/negotiate_probe.h"
#include "sys/nic.h"
#include "sys/probe.h"
#include "sys/resolve.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <future>
#include <utility>

namespace azfiles {
namespace {

constexpr std::chrono::seconds resolve_deadline{5};
constexpr std::chrono::seconds alias_deadline{3};
constexpr std::chrono::seconds probe_deadline{2};
constexpr std::chrono::seconds server_deadline{5};
constexpr std::size_t servers_asked = 4;

// Of one name; nothing of a name that is an address.
std::optional<std::vector<std::string>> ask_aliases(const std::string& host) {
    auto found = aliases_of(host, alias_deadline);
    return found ? std::optional{*std::move(found)} : std::nullopt;
}

}  // namespace

NameFacts resolve_name(const Request& request) {
    NameFacts name;
    const auto& host = request.share.host;
    if (request.address) {
        name.addresses.push_back(*request.address);
        return name;
    }
    auto found = resolve(host, resolve_deadline);
    if (!found) {
        name.error = found.error().message;
        return name;
    }
    name.addresses = *std::move(found);
    if (name.addresses != std::vector{host})
        name.aliases = ask_aliases(host);
    return name;
}

std::vector<CheckedAddress> look_at_ways(const Root& root, const Request& request,
                                         const std::vector<std::string>& addresses) {
    const auto states = probe_ports(addresses, port_of(request), probe_deadline);
    std::vector<CheckedAddress> ways;
    for (std::size_t i = 0; i < addresses.size(); ++i) {
        CheckedAddress way;
        way.seen = {addresses[i], i < states.size() ? states[i] : std::nullopt};
        if (auto nic = nic_towards(root, addresses[i]))
            way.nic = *std::move(nic);
        else
            way.why_no_nic = errno_text(nic.error().errnum);
        ways.push_back(std::move(way));
    }
    return ways;
}

std::map<std::string, ServerOffer> ask_servers(const Request& request,
                                               const std::vector<std::string>& addresses) {
    const Deadline deadline{server_deadline};
    const auto port = port_of(request);
    std::vector<std::pair<std::string, std::future<ServerOffer>>> asked;
    for (const auto& address : addresses) {
        if (asked.size() == servers_asked)
            break;
        asked.emplace_back(address,
                           std::async(std::launch::async, [address, port, deadline, &request] {
                               return ask_server(address, port, request.share.host, deadline).offer;
                           }));
    }
    std::map<std::string, ServerOffer> offers;
    for (auto& [address, offer] : asked)
        offers[address] = offer.get();
    return offers;
}

std::vector<std::string> addresses_in_use(const Root& root, const Request& request) {
    std::vector<std::string> addresses;
    for (const auto& entry : mounts_of(root).value_or(std::vector<MountEntry>{})) {
        const auto share = parse_share(entry.source);
        const auto address = option_value(entry, "addr");
        if (entry.type == "cifs" && share && address &&
            same_ignoring_case(share->host, request.share.host) &&
            std::ranges::find(addresses, *address) == addresses.end())
            addresses.emplace_back(*address);
    }
    return addresses;
}

std::optional<bool> helper_found(const Root& root) {
    // As mount(8) is built by Debian, Fedora and Arch.
    constexpr std::array places = {"sbin/mount.azfiles", "usr/sbin/mount.azfiles",
                                   "sbin/fs.d/mount.azfiles", "sbin/fs/mount.azfiles"};
    bool all_seen = true;
    for (const auto* place : places) {
        const auto there = root.exists(place);
        if (there && *there)
            return true;
        all_seen = all_seen && there;
    }
    return all_seen ? std::optional{false} : std::nullopt;
}

std::optional<int> processors() {
    const long count = ::sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? std::optional{static_cast<int>(count)} : std::nullopt;
}

}  // namespace azfiles
