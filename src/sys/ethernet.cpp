#include "sys/ethernet.h"

#include "base/text.h"

#include <fmt/format.h>

#include <string_view>

namespace azfiles {
namespace {

std::string path_of(const std::string& device, std::string_view file) {
    return fmt::format("sys/class/net/{}/{}", device, file);
}

/// The last name of a link's target; empty where there is no link.
std::string linked(const Root& root, const std::string& device, std::string_view link) {
    const auto target = root.link_target(path_of(device, link).c_str());
    return target ? target->substr(target->rfind('/') + 1) : std::string{};
}

}  // namespace

std::optional<std::vector<Ethernet>> ethernet_devices(const Root& root) {
    const auto names = root.list("sys/class/net");
    if (!names)
        return std::nullopt;
    std::vector<Ethernet> devices;
    for (const auto& name : *names) {
        Ethernet device;
        device.name = name;
        device.driver = linked(root, name, "device/driver");
        device.master = linked(root, name, "master");
        device.hardware = !linked(root, name, "device").empty();
        const auto state = root.read(path_of(name, "operstate").c_str());
        device.up = state && trimmed(*state) == "up";
        devices.push_back(std::move(device));
    }
    return devices;
}

}  // namespace azfiles
