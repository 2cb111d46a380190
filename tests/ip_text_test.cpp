#include "core/ip_text.h"

#include <arpa/inet.h>
#include <doctest/doctest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

using namespace azfiles;

namespace {

/// As the kernel's %pI6 writes it.
std::string in_full(const in6_addr& address) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (std::size_t i = 0; i < 16; ++i) {
        if (i % 2 == 0 && i > 0)
            text += ':';
        text += digits[address.s6_addr[i] >> 4];
        text += digits[address.s6_addr[i] & 0xf];
    }
    return text;
}

std::string as_libc_writes(const in6_addr& address) {
    std::array<char, INET6_ADDRSTRLEN> text{};
    return inet_ntop(AF_INET6, &address, text.data(), text.size());
}

}  // namespace

TEST_CASE("an IPv6 address is written in its short form") {
    struct Row {
        std::string text;
        std::string expected;
    };
    const std::vector<Row> rows = {
        {"2001:0db8:0017:0000:0000:0000:0000:0033", "2001:db8:17::33"},
        {"0000:0000:0000:0000:0000:0000:0000:0001", "::1"},
        {"0000:0000:0000:0000:0000:0000:0000:0000", "::"},
        {"fe80:0000:0000:0000:0000:0000:0000:0000", "fe80::"},
        {"2001:DB8::A", "2001:db8::a"},
        // the first of two runs, and no run of one
        {"2001:0:0:1:0:0:1:1", "2001::1:0:0:1:1"},
        {"2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"},
        {"0:0:0:0:0:ffff:c000:201", "::ffff:192.0.2.1"},
        {"::ffff:192.0.2.1", "::ffff:192.0.2.1"},
        {"64:ff9b::192.0.2.33", "64:ff9b::c000:221"},
        {"fe80:0000:0000:0000:0000:0000:0000:0001%2", "fe80::1%2"},
        {"fe80::1%eth0", "fe80::1%eth0"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.text);
        CHECK(short_address(row.text) == row.expected);
    }
}

TEST_CASE("what is no IPv6 address is left as it is") {
    const std::vector<std::string> texts = {
        "",
        "192.0.2.1",
        "nas",
        ":",
        ":::",
        "1::2::3",
        "12345::",
        "1:2:3:4:5:6:7",
        "fe80::%",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7::8",
        "::1.2.3",
        "::1.2.3.4.5",
        "::1.2.3.256",
        "::1.2..4",
        "1.2.3.4::",
        "g::1",
        "::1 ",
        "1:2:3:4:5:6:7:",
        ":1:2:3:4:5:6:7",
        "::-1",
        "%",
        "::1.2.3.4:5",
        "::0x1",
        "1:2:3:4:5:6:7:1.2.3.4",
    };
    for (const auto& text : texts) {
        CAPTURE(text);
        in6_addr address{};
        if (text != "fe80::%")
            CHECK(inet_pton(AF_INET6, text.c_str(), &address) == 0);
        CHECK(short_address(text) == text);
    }
}

TEST_CASE("short addresses are those of inet_ntop") {
    std::mt19937 random{1};
    for (int i = 0; i < 20000; ++i) {
        in6_addr address{};
        // Groups that are often zero, and often all ones, find the runs.
        for (std::size_t group = 0; group < 8; ++group) {
            const auto kind = random() % 8;
            if (kind < 5)
                continue;
            const auto value = kind == 5 ? 0xffffU : kind == 6 ? random() % 0x10000 : random() % 16;
            address.s6_addr[2 * group] = static_cast<unsigned char>(value >> 8);
            address.s6_addr[2 * group + 1] = static_cast<unsigned char>(value & 0xff);
        }
        const auto expected = as_libc_writes(address);
        CAPTURE(expected);
        CHECK(short_address(in_full(address)) == expected);
        CHECK(short_address(expected) == expected);
    }
}
