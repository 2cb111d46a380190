#include "sys/nic.h"

#include "sys/netlink.h"
#include "sys/netlink_attributes.h"
#include "sys/nic_decode.h"

#include "netlink_bytes.h"
#include "support.h"
#include "sys_support.h"

#include <doctest/doctest.h>

#include <net/if.h>

#include <cerrno>

using namespace azfiles;
using test::attr;

namespace {

std::string table(std::initializer_list<std::uint32_t> queues) {
    std::string bytes;
    for (const auto queue : queues)
        bytes += test::bytes_of(queue);
    return bytes;
}

std::string in_words(const Nic& nic) {
    const auto rss = !nic.rss ? "?" : *nic.rss ? "rss" : "no-rss";
    const auto queues = nic.rx_queues ? fmt::format("{}", *nic.rx_queues) : "?";
    auto text =
        fmt::format("{} {} {} {}", nic.name, nic.driver.empty() ? "-" : nic.driver, queues, rss);
    for (const auto& carrier : nic.carriers)
        text += fmt::format(" < {}", in_words(carrier));
    if (!nic.unseen.empty())
        text += fmt::format(" ({})", nic.unseen);
    return text;
}

std::string in_words(const Result<Nic>& nic) {
    return nic ? in_words(*nic) : fmt::format("error {}", nic.error().errnum);
}

bool has_ip() {
    if (std::system("ip -V >/dev/null 2>&1") == 0)
        return true;
    test::skip("nic in a namespace", "no iproute2");
    return false;
}

/// What nic_towards() says in a namespace set up by `commands`.
std::optional<std::string> towards(const std::string& commands, const std::string& address,
                                   const std::string& sys = "/") {
    return test::in_own_namespaces("nic", [&] {
        if (std::system(commands.c_str()) != 0)
            throw std::runtime_error{commands};
        const auto root = Root::open(sys.c_str());
        return in_words(nic_towards(*root, address));
    });
}

constexpr const char* four_queues =
    "ip link add v0 numrxqueues 4 numtxqueues 4 type veth peer name v1 numrxqueues 1 &&"
    "ip link set v1 up && ip link set v0 up &&"
    "ip addr add 10.9.0.1/24 dev v0 && ip addr add fd00::1/64 dev v0 nodad &&"
    "ip addr add 10.8.0.1/24 dev v1 && ip route add default via 10.9.0.254 &&"
    "ip route add prohibit 10.7.0.1/32 && ip route add unreachable fd07::/64";

}  // namespace

TEST_CASE("attributes are found by type, whatever stands around them") {
    const auto bytes = attr(1, attr(1, 7)) + attr(3, "odd") + attr(0x8000 | 5, "nested");
    CHECK(*attribute(bytes, 3) == "odd");
    CHECK(*attribute(bytes, 5) == "nested");
    CHECK(attribute(bytes, 1)->size() == 8);
    CHECK_FALSE(attribute(bytes, 2));
    CHECK_FALSE(attribute("", 1));
    CHECK(attribute(attr(3, ""), 3)->empty());
}

TEST_CASE("attributes that do not fit are none, and never read past the end") {
    const auto whole = attr(1, 1) + attr(6, 4);
    for (std::size_t size = 0; size < whole.size(); ++size)
        CHECK_FALSE(attribute(std::string{whole.substr(0, size)}, 6));
    // Lengths 0 to 3 would never advance.
    CHECK_FALSE(attribute(std::string{"\0\0\6\0\0\0\0\0", 8}, 6));
    CHECK_FALSE(attribute(std::string{"\3\0\6\0\0\0\0\0", 8}, 6));
    CHECK_FALSE(attribute(std::string{"\xff\xff\6\0\0\0\0\0", 8}, 6));
    // The last attribute's padding may be missing.
    CHECK(*attribute(attr(6, "abc").substr(0, 7), 6) == "abc");
}

TEST_CASE("receive queues are combined and receive-only channels in use") {
    struct Row {
        std::string_view device;
        std::string attributes;
        std::optional<ReceiveQueues> want;
    };
    const Row rows[] = {
        {"hv_netvsc: 8 of 64", attr(5, 64) + attr(9, 8), ReceiveQueues{8, 64, true}},
        {"veth: 4 rx, 4 tx", attr(2, 4) + attr(3, 4) + attr(6, 4) + attr(7, 4),
         ReceiveQueues{4, 4, false}},
        {"both kinds", attr(6, 2) + attr(9, 3), ReceiveQueues{5, 0, false}},
        {"tun without a process: 0 of 1", attr(5, 1) + attr(9, 0U), ReceiveQueues{0, 1, true}},
        {"only transmit", attr(3, 4) + attr(7, 4), std::nullopt},
        {"nothing", "", std::nullopt},
        {"a count of the wrong size", attr(9, "\1\2"), std::nullopt},
        {"no overflow", attr(6, 0xffffffff) + attr(9, 0xffffffff),
         ReceiveQueues{131'072, 0, false}},
    };
    for (const auto& row : rows) {
        CAPTURE(row.device);
        CHECK(receive_queues(row.attributes) == row.want);
    }
}

TEST_CASE("a table counts the queues that it names") {
    CHECK(distinct_rss_queues(attr(3, 1) + attr(4, table({0, 1, 2, 3, 0, 1, 2, 3}))) == 4);
    CHECK(distinct_rss_queues(attr(4, table({5, 5, 5}))) == 1);
    CHECK(distinct_rss_queues(attr(4, "")) == std::nullopt);
    CHECK(distinct_rss_queues(attr(3, 1)) == std::nullopt);  // virtio_net with one queue
    CHECK(distinct_queues("") == 0);
}

TEST_CASE("a route names its device") {
    CHECK(route_device(attr(1, 0x0a090001) + attr(4, 3)) == 3);
    CHECK(route_device(attr(1, 1)) == std::nullopt);
    CHECK(route_device(attr(4, 0U)) == std::nullopt);
    CHECK(route_device(attr(4, 0xffffffff)) == std::nullopt);
}

TEST_CASE("rss is on with several queues in use and a table that spreads, or none to see") {
    struct Row {
        QueueEvidence evidence;
        std::optional<bool> want;
    };
    static constexpr Row rows[] = {
        {{4, {}, 4}, true},          {{4, {}, 2}, true},   {{4, {}, 1}, false},
        {{4, {}, 0}, false},         {{4, {}, {}}, true},  {{1, {}, {}}, false},
        {{1, {}, 4}, false},         {{0, {}, {}}, false}, {{{}, 4, {}}, std::nullopt},
        {{{}, 4, 4}, true},          {{{}, 1, {}}, false}, {{{}, {}, {}}, std::nullopt},
        {{{}, {}, 4}, std::nullopt},
    };
    for (const auto& row : rows) {
        CAPTURE(row.evidence.in_use.value_or(-1));
        CAPTURE(row.evidence.allocated.value_or(-1));
        CAPTURE(row.evidence.in_table.value_or(-1));
        CHECK(spreads(row.evidence) == row.want);
    }
}

TEST_CASE("nic_towards finds the route's device and its queues") {
    if (!has_ip())
        return;
    struct Row {
        std::string_view address;
        std::string_view want;
    };
    static const Row rows[] = {
        {"10.9.0.7", "v0 veth 4 rss"}, {"192.0.2.1", "v0 veth 4 rss"},  // by the default route
        {"fd00::7", "v0 veth 4 rss"},  {"10.8.0.7", "v1 veth 1 no-rss"}, {"10.7.0.1", "error 13"},
        {"fd07::1", "error 113"},      {"fd08::1", "error 101"},         {"localhost", "error 22"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.address);
        if (const auto said = towards(four_queues, std::string{row.address}))
            CHECK(*said == row.want);
    }
}

TEST_CASE("a scope selects the device") {
    if (!has_ip())
        return;
    const auto said = test::in_own_namespaces("scope", [] {
        if (std::system(four_queues) != 0)
            throw std::runtime_error{four_queues};
        const auto root = Root::open("/");
        std::string text;
        for (const char* device : {"v0", "v1"})
            text +=
                in_words(nic_towards(*root, fmt::format("fe80::1%{}", ::if_nametoindex(device)))) +
                ", ";
        return text + in_words(nic_towards(*root, "fe80::1%99999"));
    });
    if (said)
        CHECK(said->starts_with("v0 veth 4 rss, v1 veth 1 no-rss, error "));
}

TEST_CASE("without routes there is none") {
    if (const auto said = towards("true", "10.9.0.1"))
        CHECK(*said == fmt::format("error {}", ENETUNREACH));
    if (const auto said = towards("true", "fd00::1"))
        CHECK(*said == fmt::format("error {}", ENETUNREACH));
}

TEST_CASE("sysfs serves where the driver has no channels to tell") {
    constexpr auto setup =
        "ip link add name d0 type ifb && ip link set d0 up && ip route add 10.9.0.0/24 dev d0";
    test::Tree tree;
    tree.file("sys/class/net/d0/queues/rx-0/rps_cpus", "").folder("sys/class/net/d0/queues/tx-0");
    const auto index = test::in_own_namespaces("nic", [] {
        if (std::system(setup) != 0)
            throw std::runtime_error{setup};
        return fmt::format("{}", ::if_nametoindex("d0"));
    });
    if (!index)
        return;

    SUBCASE("one allocated queue spreads nothing") {
        tree.file("sys/class/net/d0/ifindex", *index + "\n");
        if (const auto said = towards(setup, "10.9.0.7", tree.path()))
            CHECK(*said == "d0 ifb 1 no-rss");
    }
    SUBCASE("several allocated queues may be in use or not") {
        tree.file("sys/class/net/d0/ifindex", *index + "\n").folder("sys/class/net/d0/queues/rx-1");
        if (const auto said = towards(setup, "10.9.0.7", tree.path()))
            CHECK(*said == "d0 ifb 2 ?");
    }
    SUBCASE("the sysfs of another network namespace proves nothing") {
        tree.file("sys/class/net/d0/ifindex", "99\n");
        if (const auto said = towards(setup, "10.9.0.7", tree.path()))
            CHECK(*said == "d0 ifb ? ?");
    }
}

// vlan, bond and others that not every kernel has: tests/lab/scenes/15-devices.sh.
TEST_CASE("devices that stand on others are followed to what carries them") {
    if (!has_ip())
        return;
    struct Row {
        std::string_view what;
        std::string setup;
        std::string_view want;
    };
    const std::string pair =
        "ip link add v0 numrxqueues 4 numtxqueues 4 type veth peer name v1 && "
        "ip link set v0 up && ip link set v1 up && ";
    const std::string up = " && ip link set up0 up && ip addr add 10.9.0.1/24 dev up0";
    const Row rows[] = {
        {"macvlan", pair + "ip link add link v0 name up0 type macvlan" + up,
         "up0 macvlan ? ? < v0 veth 4 rss"},
        {"bridge", pair + "ip link add up0 type bridge && ip link set v0 master up0" + up,
         "up0 bridge ? ? (up0 is a bridge, and its way out is one of its ports)"},
        {"tun", "ip tuntap add up0 mode tun" + up, "up0 tun ? ?"},
        {"loopback", "ip link set lo up && ip addr add 10.9.0.7/24 dev lo", "lo - ? ?"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.what);
        if (const auto said = towards(row.setup, "10.9.0.7"))
            CHECK(*said == row.want);
    }
}

TEST_CASE("a device that is not there is ENODEV or nothing") {
    CHECK(link_message(999'999).error().errnum == ENODEV);
    CHECK(ethtool_attributes(EthtoolCommand::channels_get, 999'999).error().errnum == ENODEV);
}
