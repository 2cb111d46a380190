#include "core/anonymous_address.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <set>

using namespace azfiles;

TEST_CASE("an address becomes another of its class, always the same one") {
    struct Row {
        std::string_view text;
        std::string_view want;
    };
    // In this order: they are numbered as they come.
    static constexpr Row rows[] = {
        {"10.7.0.5", "10.0.0.1"},
        {"10.7.0.9", "10.0.0.2"},
        {"192.168.7.1", "10.0.1.1"},
        {"172.31.255.254", "10.0.2.1"},
        {"100.127.0.1", "10.0.3.1"},
        {"10.7.0.5", "10.0.0.1"},
        {"20.60.1.2", "192.0.2.1"},
        {"172.32.0.1", "192.0.2.2"},
        {"20.60.1.2", "192.0.2.1"},
        {"::ffff:10.7.0.5", "::ffff:10.0.0.1"},
        {"fd07::6", "fd00::1"},
        {"fd07:0000:0000:0000:0000:0000:0000:0006", "fd00:0000:0000:0000:0000:0000:0000:0001"},
        {"fd07::7%2", "fd00::2%2"},
        {"fc00:0:0:1::1", "fd00:0:0:1::1"},
        {"2603:1030::9", "2001:db8::1"},
        {"2603:1030:0:1::9", "2001:db8:0:1::1"},
        {"2603:1030:0000:0000:0000:0000:0000:0009", "2001:0db8:0000:0000:0000:0000:0000:0001"},
    };
    AnonymousAddresses addresses;
    for (const auto& row : rows) {
        CAPTURE(row.text);
        CHECK(addresses.replaced(row.text) == row.want);
    }
}

TEST_CASE("what tells nothing, or is no address, stays") {
    AnonymousAddresses addresses;
    for (const std::string_view text :
         {"127.0.0.1", "0.0.0.0", "169.254.1.2", "224.0.0.251", "255.255.255.255", "168.63.129.16",
          "::", "::1", "fe80::1%eth0", "ff02::1", "", "10.7.0", "10.7.0.5.6", "256.1.1.1", "host",
          "3.1.1", "fd07:::6"}) {
        CAPTURE(text);
        CHECK(addresses.replaced(text) == text);
    }
}

TEST_CASE("no two addresses become one") {
    AnonymousAddresses addresses;
    std::set<std::string> others;
    for (int i = 0; i < 2000; ++i)
        others.insert(addresses.replaced(fmt::format("20.{}.{}.7", i / 250 + 1, i % 250)));
    CHECK(others.size() == 2000);
    others.clear();
    for (int i = 0; i < 256; ++i)
        others.insert(addresses.replaced(fmt::format("10.1.2.{}", i)));
    CHECK(others.size() == 256);
}
