#include "core/device_stack.h"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string_view>

using namespace azfiles;

namespace {

Devices all_of(std::initializer_list<Device> list) {
    Devices devices;
    for (const auto& device : list)
        devices[device.index] = device;
    return devices;
}

Device device(int index, std::string_view name, std::string_view kind = "") {
    Device made;
    made.index = index;
    made.name = name;
    made.kind = kind;
    made.up = true;
    return made;
}

Device above(Device made, int lower) {
    made.lower = lower;
    return made;
}

Device port(Device made, int master) {
    made.master = master;
    return made;
}

Device down(Device made) {
    made.up = false;
    return made;
}

Device by(Device made, std::string_view driver) {
    made.driver = driver;
    return made;
}

using Found = std::vector<int>;

}  // namespace

TEST_CASE("a device that stands on none carries its own traffic") {
    for (const auto* kind : {"", "veth", "dummy", "loopback", "tun", "never heard of"}) {
        CAPTURE(kind);
        const auto devices = all_of({device(2, "eth0", kind), device(3, "eth1")});
        CHECK(carriers_of(devices, 2) == Carriers{{2}, ""});
    }
    // IFLA_LINK of a veth is its peer.
    CHECK(carriers_of(all_of({above(device(2, "v0", "veth"), 3), device(3, "v1", "veth")}), 2) ==
          Carriers{{2}, ""});
}

TEST_CASE("vlan, macvlan and ipvlan lead down to their device") {
    for (const auto* kind : {"vlan", "macvlan", "macvtap", "ipvlan", "ipvtap"}) {
        CAPTURE(kind);
        auto upper = above(device(5, "up5", kind), 2);
        CHECK(stands_on_others(upper));
        CHECK(carriers_of(all_of({device(2, "eth0"), upper}), 5) == Carriers{{2}, ""});
        upper.lower_elsewhere = true;
        CHECK(carriers_of(all_of({device(2, "other"), upper}), 5) ==
              Carriers{{}, "the device below up5 is in another network namespace"});
        upper.lower_elsewhere = false;
        upper.lower.reset();
        CHECK(carriers_of(all_of({upper}), 5) ==
              Carriers{{}, "the kernel names no device below up5"});
    }
}

TEST_CASE("a vlan on a bond is carried by the ports that are up") {
    const auto devices = all_of(
        {port(device(2, "eth0"), 9), port(device(3, "eth1"), 9), port(down(device(4, "eth2")), 9),
         device(5, "eth3"), device(9, "bond0", "bond"), above(device(10, "bond0.7", "vlan"), 9)});
    CHECK(carriers_of(devices, 10) == Carriers{{2, 3}, ""});
    auto one = devices;
    one[9].active_port = 3;
    CHECK(carriers_of(one, 10) == Carriers{{3}, ""});
    auto none = devices;
    none[2].up = none[3].up = false;
    CHECK(carriers_of(none, 10) == Carriers{{}, "no port of bond0 is up"});
    auto team = devices;
    team[9].kind = "team";
    CHECK(carriers_of(team, 9) == Carriers{{2, 3}, ""});
}

TEST_CASE("hv_netvsc hands its traffic to the virtual function that is up") {
    const auto netvsc = by(device(2, "eth0"), "hv_netvsc");
    const auto vf = port(device(3, "enP1s1"), 2);
    CHECK(stands_on_others(netvsc));
    CHECK(carriers_of(all_of({netvsc, vf}), 2) == Carriers{{3}, ""});
    CHECK(carriers_of(all_of({netvsc, down(vf)}), 2) == Carriers{{2}, ""});
    CHECK(carriers_of(all_of({netvsc}), 2) == Carriers{{2}, ""});
    // A port of something else is none.
    CHECK(carriers_of(all_of({netvsc, port(device(3, "enP1s1"), 7)}), 2) == Carriers{{2}, ""});
}

TEST_CASE("what carries a bridge can't be told") {
    const auto devices = all_of({device(9, "br0", "bridge"), port(device(2, "eth0"), 9)});
    CHECK(carriers_of(devices, 9) ==
          Carriers{{}, "br0 is a bridge, and its way out is one of its ports"});
}

TEST_CASE("devices that are gone, or stand in a circle, end the walk") {
    CHECK(carriers_of({}, 3) == Carriers{{}, "a device below it is gone"});
    CHECK(carriers_of(all_of({above(device(5, "v", "vlan"), 2)}), 5) ==
          Carriers{{}, "a device below it is gone"});
    CHECK(carriers_of(all_of({above(device(5, "a", "vlan"), 6), above(device(6, "b", "vlan"), 5)}),
                      5) == Carriers{{}, "devices stand on each other in a circle"});
    Devices tower;
    for (int i = 1; i < 100; ++i)
        tower[i] = above(device(i, "v", "vlan"), i + 1);
    CHECK(carriers_of(tower, 1) ==
          Carriers{{}, "more devices stand on each other than the kernel allows"});
}

TEST_CASE("some ports may be told where others can't") {
    const auto devices = all_of({device(9, "bond0", "bond"), port(device(2, "eth0"), 9),
                                 port(device(3, "br0", "bridge"), 9)});
    CHECK(carriers_of(devices, 9) ==
          Carriers{{2}, "br0 is a bridge, and its way out is one of its ports"});
}

TEST_CASE("the loopback device and tunnels have no queues of their own") {
    for (const auto* kind : {"loopback", "tun", "wireguard", "vxlan", "sit"})
        CHECK(has_no_queues(device(1, "d", kind)));
    for (const auto* kind : {"", "veth", "vlan", "bond"})
        CHECK_FALSE(has_no_queues(device(1, "d", kind)));
}
