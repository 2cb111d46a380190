#include "sys/root.h"

#include "support.h"
#include "sys_support.h"

#include <doctest/doctest.h>

#include <cerrno>

using namespace azfiles;
using test::contains;

namespace {

Root open_root(const std::string& path) {
    auto root = Root::open(path.c_str());
    REQUIRE(root);
    return std::move(*root);
}

}  // namespace

TEST_CASE("Root reads the tree's files, not the host's") {
    test::Tree tree;
    tree.file("proc/filesystems", "nodev\tcifs\n")
        .file("proc/self/mounts", "fixture /mnt cifs rw 0 0\n")
        .link("etc/mtab", "/proc/self/mounts")
        .link("etc/escape", "../../../../../../../../etc/passwd")
        .folder("empty");
    const auto root = open_root(tree.path());

    SUBCASE("with or without a slash in front") {
        CHECK(*root.read("proc/filesystems") == "nodev\tcifs\n");
        CHECK(*root.read("/proc/filesystems") == "nodev\tcifs\n");
    }
    SUBCASE("an absolute link stays inside") {
        CHECK(*root.read("etc/mtab") == "fixture /mnt cifs rw 0 0\n");
    }
    SUBCASE("a climbing path or link stays inside") {
        for (const char* path : {"../../../../../../../../etc/passwd", "etc/escape"}) {
            const auto passwd = root.read(path);
            REQUIRE_FALSE(passwd);
            CHECK(passwd.error().errnum == ENOENT);
        }
    }
    SUBCASE("a folder is no file") {
        const auto folder = root.read("empty");
        REQUIRE_FALSE(folder);
        CHECK(folder.error().errnum == EISDIR);
    }
    SUBCASE("a missing file is told by number, and by its quoted name") {
        const auto missing = root.read("proc/a\x1b[31m");
        REQUIRE_FALSE(missing);
        CHECK(missing.error().errnum == ENOENT);
        CHECK(contains(missing.error().message, R"("proc/a\x1b[31m")"));
    }
}

TEST_CASE("Root::read holds its limit to the byte, and never cuts") {
    test::Tree tree;
    tree.file("ten", "0123456789").file("none", "").file("big", std::string(200'000, 'x'));
    const auto root = open_root(tree.path());

    CHECK(*root.read("ten", 10) == "0123456789");
    CHECK(root.read("none", 0)->empty());
    CHECK(root.read("big")->size() == 200'000);
    for (const std::size_t limit : {std::size_t{9}, std::size_t{0}}) {
        const auto over = root.read("ten", limit);
        REQUIRE_FALSE(over);
        CHECK(over.error().errnum == EFBIG);
    }
}

TEST_CASE("Root::read does not wait for the writer of a FIFO") {
    test::Tree tree;
    REQUIRE(::mkfifo(tree.path("fifo").c_str(), 0600) == 0);
    CHECK(open_root(tree.path()).read("fifo")->empty());
}

TEST_CASE("Root::exists tells absent from hidden") {
    test::Tree tree;
    tree.file("etc/kubernetes/azure.json", "{}").link("etc/dangling", "/nowhere");
    const auto root = open_root(tree.path());

    CHECK(*root.exists("etc/kubernetes/azure.json"));
    CHECK(*root.exists("etc/kubernetes"));
    CHECK_FALSE(*root.exists("etc/other"));
    CHECK_FALSE(*root.exists("etc/dangling"));
    CHECK_FALSE(*root.exists("etc/kubernetes/azure.json/below-a-file"));

    SUBCASE("a folder that may not be searched hides its files") {
        REQUIRE(::chmod(tree.path().c_str(), 0755) == 0);
        REQUIRE(::chmod(tree.path("etc/kubernetes").c_str(), 0) == 0);
        if (::geteuid() == 0 && ::seteuid(65534) != 0) {
            test::skip("a hidden file", "can't become nobody");
            return;
        }
        const auto hidden = root.exists("etc/kubernetes/azure.json");
        if (::getuid() == 0)
            REQUIRE(::seteuid(0) == 0);
        REQUIRE(::chmod(tree.path("etc/kubernetes").c_str(), 0700) == 0);
        REQUIRE_FALSE(hidden);
        CHECK(hidden.error().errnum == EACCES);
    }
}

TEST_CASE("Root::list is sorted and bounded") {
    test::Tree tree;
    tree.file("d/b", "").file("d/a", "").folder("d/B").file("d/.hidden", "").folder("none");
    const auto root = open_root(tree.path());

    CHECK(*root.list("d") == std::vector<std::string>{".hidden", "B", "a", "b"});
    CHECK(root.list("d", 4)->size() == 4);
    CHECK(root.list("none")->empty());
    CHECK(root.list("d", 3).error().errnum == EFBIG);
    CHECK(root.list("absent").error().errnum == ENOENT);
    CHECK(root.list("d/a").error().errnum == ENOTDIR);
}

TEST_CASE("Root::link_target reads a link as it is written") {
    test::Tree tree;
    tree.link("driver", "../../../../bus/virtio/drivers/virtio_net").file("file", "");
    const auto root = open_root(tree.path());

    CHECK(*root.link_target("driver") == "../../../../bus/virtio/drivers/virtio_net");
    CHECK(root.link_target("file").error().errnum == EINVAL);
    CHECK(root.link_target("absent").error().errnum == ENOENT);
}

TEST_CASE("Root at / reads what /proc makes up, but not its magic links") {
    const auto root = open_root("/");

    for (const char* path : {"proc/self/mountinfo", "/proc/self/mountinfo", "proc/mounts",
                             "proc/net/tcp", "proc/sys/kernel/osrelease"}) {
        CAPTURE(std::string_view{path});
        const auto text = root.read(path, std::size_t{16} << 20);
        REQUIRE(text);
        CHECK_FALSE(text->empty());
    }
    for (const char* path : {"proc/self/exe", "proc/self/cwd/x", "proc/self/fd/0"}) {
        CAPTURE(std::string_view{path});
        const auto magic = root.read(path);
        REQUIRE_FALSE(magic);
        CHECK(magic.error().errnum == ELOOP);
    }
}

TEST_CASE("Root::open says what is wrong") {
    CHECK(Root::open("/nowhere/at-all").error().errnum == ENOENT);
    test::Tree tree;
    tree.file("file", "");
    CHECK(Root::open(tree.path("file").c_str()).error().errnum == ENOTDIR);
}

TEST_CASE("a machine in memory answers as one on disk") {
    test::Tree tree;
    tree.file("proc/filesystems", "nodev\tcifs\n")
        .file("d/a", "0123456789")
        .file("d/a-b", "")
        .file("d/sub/c", "");
    const auto disk = open_root(tree.path());
    const auto memory = Root::from_files({{"proc/filesystems", "nodev\tcifs\n"},
                                          {"d/a", "0123456789"},
                                          {"d/a-b", ""},
                                          {"d/sub/c", ""}});
    const auto text = [](const Result<std::string>& result) {
        return result ? *result : fmt::format("errno {}", result.error().errnum);
    };
    for (const char* path : {"proc/filesystems", "/proc/filesystems", "proc/./filesystems",
                             "d/../proc/filesystems", "../../proc//filesystems", "d", "/", "absent",
                             "d/absent", "d/a/below", "d/a-b", "d/sub/c", "d/s", "d/su"}) {
        CAPTURE(std::string_view{path});
        CHECK(text(memory.read(path)) == text(disk.read(path)));
        CHECK(*memory.exists(path) == *disk.exists(path));
        const auto left = memory.list(path);
        const auto right = disk.list(path);
        REQUIRE(static_cast<bool>(left) == static_cast<bool>(right));
        if (left)
            CHECK(*left == *right);
        else
            CHECK(left.error().errnum == right.error().errnum);
        CHECK(memory.link_target(path).error().errnum == disk.link_target(path).error().errnum);
    }
    CHECK(memory.read("d/a", 10)->size() == 10);
    CHECK(memory.read("d/a", 9).error().errnum == EFBIG);
    CHECK(memory.list("d", 3)->size() == 3);
    CHECK(memory.list("d", 2).error().errnum == EFBIG);
    CHECK(Root::from_files({}).list("/")->empty());
}
