#include "core/name_chain.h"

#include <doctest/doctest.h>

#include <fmt/format.h>

using namespace azfiles;
using Names = std::vector<std::string>;

TEST_CASE("a chain goes from name to name, in whatever order the records come") {
    const std::vector<Alias> aliases = {
        {"acct.privatelink.file.core.windows.net", "file.am5prdstr02a.store.core.windows.net"},
        {"Acct.file.core.windows.net.", "acct.privatelink.file.core.windows.net."},
    };
    CHECK(chain_from("acct.FILE.core.windows.net", aliases) ==
          Names{"acct.privatelink.file.core.windows.net",
                "file.am5prdstr02a.store.core.windows.net"});
    CHECK(chain_from("other.file.core.windows.net", aliases).empty());
    CHECK(chain_from("", aliases).empty());
    CHECK(chain_from("acct", {}).empty());
}

TEST_CASE("a circle and an endless chain end") {
    CHECK(chain_from("a", {{"a", "b"}, {"b", "c"}, {"c", "a"}}) == Names{"b", "c"});
    CHECK(chain_from("a", {{"a", "b"}, {"b", "c"}, {"c", "b"}}) == Names{"b", "c"});
    CHECK(chain_from("a", {{"a", "a"}}).empty());
    CHECK(chain_from("a", {{"a", ""}}).empty());
    std::vector<Alias> long_one;
    for (int i = 0; i < 100; ++i)
        long_one.push_back({fmt::format("n{}", i), fmt::format("n{}", i + 1)});
    CHECK(chain_from("n0", long_one).size() == alias_limit);
}
