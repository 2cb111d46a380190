#include "sys/link_decode.h"

#include "netlink_bytes.h"
#include "sys/netlink.h"

#include <doctest/doctest.h>

#include <string>

using namespace azfiles;
using test::attr;
using test::bytes_of;

namespace {

/// struct ifinfomsg: of any hardware type.
std::string header(std::int32_t index, std::uint32_t flags) {
    return std::string(4, '\0') + bytes_of(index) + bytes_of(flags) + std::string(4, '\0');
}

std::string info(std::string_view kind, std::string_view data = "") {
    return attr(18, attr(1, kind) + (data.empty() ? "" : attr(2, data)));
}

using namespace std::string_literals;
constexpr std::uint32_t up = 1;
const std::string is_up = attr(16, "\6"s);
const std::string is_down = attr(16, "\2"s);

}  // namespace

TEST_CASE("a link says what it is and what it stands on") {
    const auto vlan =
        decode_link(header(7, up) + attr(3, "eth0.5\0"s) + attr(5, 2) + is_up + info("vlan\0"s));
    REQUIRE(vlan);
    CHECK(vlan->index == 7);
    CHECK(vlan->name == "eth0.5");
    CHECK(vlan->kind == "vlan");
    CHECK(vlan->up);
    CHECK(vlan->lower == 2);
    CHECK_FALSE(vlan->lower_elsewhere);
    CHECK_FALSE(vlan->master);
    CHECK(decode_link(header(7, up) + attr(3, "v\0"s) + attr(37, 0U))->lower_elsewhere);
}

TEST_CASE("a bond names the port in use, a port its bond") {
    const auto bond = decode_link(header(9, up) + attr(3, "bond0"s) +
                                  info("bond\0"s, attr(1, "\1"s) + attr(2, 3) + attr(11, 7)));
    REQUIRE(bond);
    CHECK(bond->active_port == 3);
    CHECK(
        decode_link(header(9, up) + attr(3, "b"s) + info("bond\0"s, attr(1, "\0"s)))->active_port ==
        std::nullopt);
    // The same number means something else to others.
    CHECK(decode_link(header(9, up) + attr(3, "t"s) + info("team\0"s, attr(2, 3)))->active_port ==
          std::nullopt);
    CHECK(decode_link(header(3, up) + attr(3, "eth1"s) + attr(10, 9))->master == 9);
}

TEST_CASE("a device is up with its flag and its state") {
    CHECK(decode_link(header(2, up) + attr(3, "e"s) + is_up)->up);
    CHECK(decode_link(header(2, up) + attr(3, "e"s))->up);                    // it does not say
    CHECK(decode_link(header(2, up) + attr(3, "e"s) + attr(16, "\0"s))->up);  // unknown
    CHECK_FALSE(decode_link(header(2, up) + attr(3, "e"s) + is_down)->up);
    CHECK_FALSE(decode_link(header(2, 0) + attr(3, "e"s) + is_up)->up);
    CHECK(decode_link(header(1, 8 | up) + attr(3, "lo"s))->kind == "loopback");
}

TEST_CASE("what is cut or names nothing is no device, and is never read past its end") {
    const auto whole = header(7, up) + attr(3, "eth0.5\0"s) + info("vlan\0"s);
    for (std::size_t size = 0; size < 26; ++size)
        CHECK_FALSE(decode_link(whole.substr(0, size)));
    CHECK_FALSE(decode_link(header(0, up) + attr(3, "e"s)));
    CHECK_FALSE(decode_link(header(-1, up) + attr(3, "e"s)));
    CHECK_FALSE(decode_link(header(7, up) + attr(3, "\0"s)));
    CHECK_FALSE(decode_link(header(7, up)));
}

TEST_CASE("this machine's loopback device is read") {
    const auto all = link_messages();
    REQUIRE(all);
    bool found = false;
    for (const auto& message : *all)
        if (const auto device = decode_link(message); device && device->kind == "loopback")
            found = device->name == "lo";
    CHECK(found);
    CHECK(decode_link(*link_message(1))->index == 1);
}
