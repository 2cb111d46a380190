#include "sys/nic.h"

#include "base/quote.h"
#include "base/text.h"
#include "core/device_stack.h"
#include "sys/address.h"
#include "sys/ethtool_ioctl.h"
#include "sys/link_decode.h"
#include "sys/netlink.h"
#include "sys/nic_decode.h"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string_view>

namespace azfiles {
namespace {

std::string sysfs(const std::string& device, std::string_view file) {
    return fmt::format("sys/class/net/{}/{}", device, file);
}

/// sysfs shows the network namespace of whoever mounted it, where another device
/// may have the same name.
bool sysfs_has(const Root& root, const std::string& device, int index) {
    const auto text = root.read(sysfs(device, "ifindex").c_str());
    return text && to_number<int>(trimmed(*text)) == index;
}

std::string driver_of(const Root& root, const std::string& device, bool in_sysfs) {
    if (auto driver = driver_by_ioctl(device))
        return *std::move(driver);
    if (!in_sysfs)
        return {};
    const auto link = root.link_target(sysfs(device, "device/driver").c_str());
    return link ? link->substr(link->rfind('/') + 1) : std::string{};
}

std::optional<int> allocated_queues(const Root& root, const std::string& device) {
    const auto queues = root.list(sysfs(device, "queues").c_str());
    if (!queues)
        return std::nullopt;
    return static_cast<int>(std::ranges::count_if(
        *queues, [](const std::string& name) { return name.starts_with("rx-"); }));
}

std::optional<int> queues_in_table(const std::string& device, int index) {
    if (const auto rss = ethtool_attributes(EthtoolCommand::rss_get, index))
        return distinct_rss_queues(*rss);
    const auto table = indirection_by_ioctl(device);
    if (!table || table->empty())
        return std::nullopt;
    return distinct_queues(*table);
}

/// What one device says of itself.
Nic describe(const Root& root, const Device& device) {
    QueueEvidence evidence;
    const bool in_sysfs = sysfs_has(root, device.name, device.index);
    Nic nic;
    nic.name = device.name;
    nic.kind = device.kind;
    nic.driver = driver_of(root, device.name, in_sysfs);
    if (has_no_queues(device))
        return nic;
    if (const auto channels = ethtool_attributes(EthtoolCommand::channels_get, device.index))
        if (const auto queues = receive_queues(*channels)) {
            evidence.in_use = queues->in_use;
            nic.most_queues = queues->most;
            nic.combined = queues->combined;
        }
    if (!evidence.in_use && in_sysfs)
        evidence.allocated = allocated_queues(root, device.name);
    evidence.in_table = queues_in_table(device.name, device.index);
    nic.rx_queues = evidence.in_use ? evidence.in_use : evidence.allocated;
    nic.rss = spreads(evidence);
    return nic;
}

Result<Device> device_at(int index) {
    const auto message = link_message(index);
    if (!message)
        return message.error();
    auto device = decode_link(*message);
    if (!device)
        return system_error(EPROTO, "read", fmt::format("network device {}", index));
    return *std::move(device);
}

Result<Devices> all_devices() {
    const auto messages = link_messages();
    if (!messages)
        return messages.error();
    Devices devices;
    for (const auto& message : *messages)
        if (auto device = decode_link(message))
            devices[device->index] = *std::move(device);
    return devices;
}

/// Of hardware with a port: it may be hv_netvsc, and no other driver makes a difference.
void add_drivers(const Root& root, Devices& devices) {
    for (auto& [other, device] : devices)
        if (device.kind.empty() && std::ranges::any_of(devices, [other = other](const auto& each) {
                return each.second.master == other;
            }))
            device.driver = driver_of(root, device.name, sysfs_has(root, device.name, other));
}

void add_carriers(const Root& root, Nic& nic, const Device& device) {
    auto devices = all_devices();
    if (!devices) {
        nic.unseen = fmt::format("the devices below {} could not be listed", nic.name);
        return;
    }
    add_drivers(root, *devices);
    auto carriers = carriers_of(*devices, device.index);
    nic.unseen = std::move(carriers.unseen);
    for (const int index : carriers.devices)
        if (index != device.index)
            nic.carriers.push_back(describe(root, devices->at(index)));
}

}  // namespace

Result<Nic> nic_towards(const Root& root, const std::string& address) {
    const auto to = parse_address(address);
    if (!to)
        return system_error(EINVAL, "find the route to", address);
    const auto route = route_attributes(*to);
    if (!route)
        return system_error(route.error().errnum, "find the route to", address);
    const auto index = route_device(*route);
    if (!index)
        return system_error(ENODEV, "find the route to", address);
    auto device = device_at(*index);
    if (!device)
        return std::move(device).error();
    auto nic = describe(root, *device);
    device->driver = nic.driver;
    if (stands_on_others(*device))
        add_carriers(root, nic, *device);
    return nic;
}

}  // namespace azfiles
