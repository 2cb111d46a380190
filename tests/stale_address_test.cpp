#include "core/stale_address.h"

#include "support.h"

#include <doctest/doctest.h>

using namespace azfiles;
using test::contains;

TEST_CASE("an address that the name no longer has is stale, however it is written") {
    struct Row {
        std::string_view what;
        std::string_view in_use;
        std::vector<std::string> now;
        bool stale;
    };
    const Row rows[] = {
        {"the same", "10.1.2.3", {"10.1.2.3"}, false},
        {"one of several", "10.1.2.3", {"20.1.1.1", "10.1.2.3"}, false},
        {"another", "20.1.1.1", {"10.1.2.3"}, true},
        {"none of several", "20.1.1.1", {"10.1.2.3", "10.1.2.4"}, true},
        {"IPv6 in full", "fd07:0006:0000:0000:0000:0000:0000:0002", {"fd07:6::2"}, false},
        {"IPv6, another", "fd07:6::2", {"fd07:6::3"}, true},
        {"IPv4 mapped into IPv6", "::ffff:10.1.2.3", {"10.1.2.3"}, false},
        {"the name has no address, or nobody answered", "10.1.2.3", {}, false},
        {"the address is not known", "", {"10.1.2.3"}, false},
        {"no address", "contoso", {"10.1.2.3"}, false},
    };
    for (const auto& row : rows) {
        CAPTURE(std::string{row.what});
        CHECK(stale_address(row.in_use, row.now).has_value() == row.stale);
    }
}

TEST_CASE("both addresses are named, with their class") {
    const auto finding = stale_address("20.1.1.1", {"10.1.2.3", "fd07:6::2"});
    REQUIRE(finding);
    CHECK(finding->id == "stale-address");
    CHECK(contains(finding->message,
                   "20.1.1.1 (public) is in use, and the name has 10.1.2.3 "
                   "(private), fd07:6::2 (unique local)"));
}
