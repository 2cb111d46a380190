#include "core/device_stack.h"

#include "base/quote.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace azfiles {
namespace {

// As many as the kernel lets stand above each other (MAX_NEST_DEV).
constexpr int deepest = 8;

template <std::size_t size>
bool is_one_of(std::string_view word, const std::array<std::string_view, size>& words) {
    return std::ranges::find(words, word) != words.end();
}

constexpr std::array<std::string_view, 5> on_one = {"vlan", "macvlan", "macvtap", "ipvlan",
                                                    "ipvtap"};
constexpr std::array<std::string_view, 2> on_ports = {"bond", "team"};
constexpr std::array<std::string_view, 2> switches = {"bridge", "openvswitch"};
constexpr std::array<std::string_view, 15> without_queues = {
    "loopback", "dummy", "tun", "wireguard", "vxlan", "geneve", "gre", "gretap",
    "ip6gre",   "ipip",  "sit", "ip6tnl",    "vti",   "vti6",   "xfrm"};

bool is_netvsc(const Device& device) {
    return device.driver == "hv_netvsc";
}

class Walk {
public:
    explicit Walk(const Devices& devices) : devices_{devices} {}

    void down(int index, int depth) {
        if (!walked_.insert(index).second)
            return;
        const auto at = devices_.find(index);
        if (at == devices_.end())
            return stop("a device below it is gone");
        const auto& device = at->second;
        if (depth > deepest)
            return stop("more devices stand on each other than the kernel allows");
        if (is_one_of(device.kind, on_one))
            return down_from(device, depth);
        if (is_one_of(device.kind, on_ports))
            return ports_of(device, depth);
        if (is_one_of(device.kind, switches))
            return stop(fmt::format("{} is a {}, and its way out is one of its ports",
                                    printable(device.name), device.kind));
        if (is_netvsc(device))
            if (const auto* port = port_in_use(device))
                return down(port->index, depth + 1);
        arrive(device);
    }

    Carriers found;

private:
    void stop(std::string why) {
        if (found.unseen.empty())
            found.unseen = std::move(why);
    }

    void arrive(const Device& device) {
        if (std::ranges::find(found.devices, device.index) == found.devices.end())
            found.devices.push_back(device.index);
    }

    void down_from(const Device& device, int depth) {
        if (device.lower_elsewhere)
            return stop(fmt::format("the device below {} is in another network namespace",
                                    printable(device.name)));
        if (!device.lower)
            return stop(fmt::format("the kernel names no device below {}", printable(device.name)));
        down(*device.lower, depth + 1);
    }

    void ports_of(const Device& device, int depth) {
        if (device.active_port)
            return down(*device.active_port, depth + 1);
        bool any = false;
        for (const auto& [index, port] : devices_)
            if (port.master == device.index && port.up) {
                any = true;
                down(index, depth + 1);
            }
        if (!any)
            stop(fmt::format("no port of {} is up", printable(device.name)));
    }

    const Device* port_in_use(const Device& device) const {
        for (const auto& [index, port] : devices_)
            if (port.master == device.index && port.up)
                return &port;
        return nullptr;
    }

    const Devices& devices_;
    std::set<int> walked_;
};

}  // namespace

bool stands_on_others(const Device& device) {
    return is_one_of(device.kind, on_one) || is_one_of(device.kind, on_ports) ||
           is_one_of(device.kind, switches) || is_netvsc(device);
}

bool has_no_queues(const Device& device) {
    return is_one_of(device.kind, without_queues);
}

Carriers carriers_of(const Devices& devices, int index) {
    Walk walk{devices};
    walk.down(index, 0);
    if (walk.found.devices.empty() && walk.found.unseen.empty())
        walk.found.unseen = "devices stand on each other in a circle";
    return std::move(walk.found);
}

}  // namespace azfiles
