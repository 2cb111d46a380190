#include "core/address_class.h"

#include <doctest/doctest.h>

using namespace azfiles;

TEST_CASE("an address is of the network that its first bits say") {
    using enum AddressClass;
    struct Row {
        std::string_view address;
        std::optional<AddressClass> want;
    };
    static constexpr Row rows[] = {
        {"20.60.1.2", public_network},
        {"192.0.2.220", public_network},
        {"10.0.0.0", private_network},
        {"10.255.255.255", private_network},
        {"9.255.255.255", public_network},
        {"11.0.0.0", public_network},
        {"172.15.255.255", public_network},
        {"172.16.0.0", private_network},
        {"172.31.255.255", private_network},
        {"172.32.0.0", public_network},
        {"192.167.255.255", public_network},
        {"192.168.0.1", private_network},
        {"192.169.0.0", public_network},
        {"100.63.255.255", public_network},
        {"100.64.0.0", shared},
        {"100.127.255.255", shared},
        {"100.128.0.0", public_network},
        {"127.0.0.1", loopback},
        {"169.254.169.254", link_local},
        {"0.0.0.0", special},
        {"223.255.255.255", public_network},
        {"224.0.0.1", special},
        {"255.255.255.255", special},
        {"2603:1030::5", public_network},
        {"fd07:6::2", unique_local},
        {"fc00::1", unique_local},
        {"fbff::1", public_network},
        {"fe80::1", link_local},
        {"fe80::1%2", link_local},
        {"febf::1", link_local},
        {"fec0::1", public_network},
        {"::1", loopback},
        {"::", special},
        {"::2", public_network},
        {"ff02::1", special},
        {"::ffff:10.1.2.3", private_network},
        {"::ffff:20.1.2.3", public_network},
        {"FE80:0000:0000:0000:0000:0000:0000:0001", link_local},
        {"", std::nullopt},
        {"contoso.file.core.windows.net", std::nullopt},
        {"10.0.0", std::nullopt},
        {"10.0.0.256", std::nullopt},
        {"10.0.0.1.2", std::nullopt},
        {"10.0.0.1%2", std::nullopt},
        {"fe80:::1", std::nullopt},
        {"12345::", std::nullopt},
    };
    for (const auto& row : rows) {
        CAPTURE(std::string{row.address});
        CHECK((class_of(row.address) == row.want));
    }
}

TEST_CASE("an address is shown with its class, and other text alone") {
    CHECK(with_class("10.1.2.3") == "10.1.2.3 (private)");
    CHECK(with_class("fd07:6::2") == "fd07:6::2 (unique local)");
    CHECK(with_class("a\nb") == "a\\nb");
}
