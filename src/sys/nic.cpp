#include "sys/nic.h"

#include "base/quote.h"
#include "base/text.h"
#include "sys/address.h"
#include "sys/ethtool_ioctl.h"
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
Nic describe(const Root& root, const std::string& device, int index) {
    QueueEvidence queues;
    const bool in_sysfs = sysfs_has(root, device, index);
    if (const auto channels = ethtool_attributes(EthtoolCommand::channels_get, index))
        queues.in_use = receive_queues(*channels);
    if (!queues.in_use && in_sysfs)
        queues.allocated = allocated_queues(root, device);
    queues.in_table = queues_in_table(device, index);

    Nic nic;
    nic.name = device;
    nic.driver = driver_of(root, device, in_sysfs);
    nic.rx_queues = queues.in_use ? queues.in_use : queues.allocated;
    nic.rss = spreads(queues);
    return nic;
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
    auto name = device_name(*index);
    if (!name)
        return std::move(name).error();
    return describe(root, *name, *index);
}

}  // namespace azfiles
