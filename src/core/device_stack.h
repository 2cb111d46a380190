#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace azfiles {

/// A network device as the kernel lists it (RTM_GETLINK).
struct Device {
    int index = 0;
    std::string name;
    std::string kind;    ///< "vlan", "bond", "veth" …, "loopback"; empty of hardware
    std::string driver;  ///< where it was asked for; empty otherwise
    /// It is switched on, and neither its carrier nor what is below it is missing.
    bool up = false;
    std::optional<int> lower;        ///< of a vlan, macvlan or ipvlan: the device below it
    bool lower_elsewhere = false;    ///< and that is in another network namespace
    std::optional<int> master;       ///< the bond, team, bridge or hv_netvsc that it is a port of
    std::optional<int> active_port;  ///< of a bond in which one port alone is used

    bool operator==(const Device&) const = default;
};

using Devices = std::map<int, Device>;  ///< by index

/// The devices whose receive queues matter for what goes through another one.
struct Carriers {
    std::vector<int> devices;  ///< without repetition; the device itself where it stands on none
    /// Why not all of them can be told: "the device below vlan7 is in another network
    /// namespace". Empty where they can.
    std::string unseen;

    bool operator==(const Carriers&) const = default;
};

/// True for devices that stand on others, so that carriers_of() needs all devices.
bool stands_on_others(const Device& device);

/// True for devices that have no receive queues of their own to speak of: the loopback
/// device and tunnels, whose packets come in by another device.
bool has_no_queues(const Device& device);

/// Follows a device down to what carries its traffic: through vlan, macvlan and ipvlan,
/// to the ports in use of a bond or team, and from hv_netvsc to its virtual function
/// while that is up (accelerated networking: the route always names hv_netvsc). A veth's
/// other end is no device below it. What carries a bridge can't be told, since any port
/// may be its way out.
Carriers carriers_of(const Devices& devices, int index);

}  // namespace azfiles
