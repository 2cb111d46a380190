#include "sys/debugdata_file.h"

#include "support.h"
#include "sys_support.h"

#include <doctest/doctest.h>

using namespace azfiles;
using namespace std::chrono_literals;
using test::contains;

namespace {

Result<std::string> read_below(const test::Tree& tree) {
    const auto root = Root::open(tree.path().c_str());
    REQUIRE(root);
    return read_debugdata(*root, 60s);
}

}  // namespace

TEST_CASE("read_debugdata gives the text as it is") {
    test::Tree tree;
    const auto text = test::read_data("captures/6.12.117/01-good-4/DebugData");
    tree.file("proc/fs/cifs/DebugData", text);
    CHECK(*read_below(tree) == text);
}

TEST_CASE("read_debugdata reads what thousands of sessions fill") {
    test::Tree tree;
    tree.file("proc/fs/cifs/DebugData", std::string(std::size_t{5} << 20, '\n'));
    CHECK(read_below(tree)->size() == std::size_t{5} << 20);
}

TEST_CASE("read_debugdata tells missing from unreadable") {
    test::Tree tree;
    SUBCASE("missing: cifs is not loaded") {
        tree.folder("proc/fs");
        CHECK(read_below(tree).error().errnum == ENOENT);
    }
    SUBCASE("unreadable") {
        tree.folder("proc/fs/cifs/DebugData");
        const auto answer = read_below(tree);
        REQUIRE_FALSE(answer);
        CHECK(answer.error().errnum == EISDIR);
        CHECK(contains(answer.error().message, "DebugData"));
    }
    SUBCASE("too long to be one") {
        tree.file("proc/fs/cifs/DebugData", "");
        REQUIRE(::truncate(tree.path("proc/fs/cifs/DebugData").c_str(),
                           static_cast<off_t>(debugdata_limit + 1)) == 0);
        CHECK(read_below(tree).error().errnum == EFBIG);
    }
}

TEST_CASE("read_debugdata on this host either reads or says why not") {
    const auto root = Root::open("/");
    REQUIRE(root);
    const auto text = read_debugdata(*root);
    if (text)
        CHECK(contains(*text, "CIFS"));
    else
        CHECK_FALSE(text.error().message.empty());
}
