#include "core/mountinfo.h"

#include "support.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace azfiles;
using azfiles::test::read_data;
using azfiles::test::read_table;

namespace {

MountEntry with_options(std::string options) {
    MountEntry entry;
    entry.super_options = std::move(options);
    return entry;
}

}  // namespace

TEST_CASE("a line of mountinfo is read field by field") {
    const auto entries = parse_mountinfo(
        "36 25 0:51 /dir /mnt/a\\040b rw,relatime shared:7 master:1 - cifs "
        "//nas/my\\040share rw,vers=3.1.1,username=a\\054b\n");
    const MountEntry expected{36,
                              25,
                              0,
                              51,
                              "/dir",
                              "/mnt/a b",
                              "rw,relatime",
                              "cifs",
                              "//nas/my share",
                              R"(rw,vers=3.1.1,username=a\054b)"};
    REQUIRE(entries.size() == 1);
    CHECK(entries[0] == expected);
    CHECK(is_cifs(entries[0]));
}

TEST_CASE("what may stand in a line of mountinfo") {
    struct Row {
        std::string line;
        std::string mountpoint;  ///< empty where the line can't be read
        std::string source;
    };
    const std::vector<Row> rows = {
        {"1 1 0:2 / / rw - rootfs rootfs rw", "/", "rootfs"},
        {"1 1 0:2 / /a rw shared:1 - tmpfs none rw", "/a", "none"},
        {"1 1 0:2 / /a rw shared:1 propagate_from:2 unbindable - tmpfs none rw", "/a", "none"},
        // a source may be empty, or be the separator
        {"1 1 0:2 / /a rw -  tmpfs rw", "", ""},
        {"1 1 0:2 / /a rw - tmpfs  rw", "/a", ""},
        {"1 1 0:2 / /a rw - tmpfs - rw", "/a", "-"},
        {"1 1 0:2 / - rw - tmpfs none rw", "-", "none"},
        {"1 1 0:2 net:[4026532281] /run/netns/x rw - nsfs nsfs rw", "/run/netns/x", "nsfs"},
        {"1 1 0:2 / /a\\134b\\012c rw - tmpfs none rw\r", "/a\\b\nc", "none"},
        {"1 1 0:2 / /a\\400\\9 rw - tmpfs none rw", "/a\\400\\9", "none"},
        {"1 1 0:2 / /größe rw - tmpfs none rw", "/größe", "none"},
        {"1 1 0:2 / /a rw - tmpfs none rw more", "/a", "none"},
        {"", "", ""},
        {"x 1 0:2 / /a rw - tmpfs none rw", "", ""},
        {"1 -x 0:2 / /a rw - tmpfs none rw", "", ""},
        {"1 1 0 / /a rw - tmpfs none rw", "", ""},
        {"1 1 0:2 / /a rw tmpfs none rw", "", ""},
        {"1 1 0:2 / /a rw - tmpfs none", "", ""},
        {"1 1 0:2 / /a rw -", "", ""},
        {"99999999999 1 0:2 / /a rw - tmpfs none rw", "", ""},
    };
    const std::string good = "7 1 0:9 / /good rw - cifs //nas/share rw\n";
    for (const auto& row : rows) {
        CAPTURE(row.line);
        const bool readable = !row.mountpoint.empty();
        const auto entries = parse_mountinfo(good + row.line + "\n" + good);
        REQUIRE(entries.size() == (readable ? 3 : 2));
        CHECK(entries.back().mountpoint == "/good");
        if (readable) {
            CHECK(entries[1].mountpoint == row.mountpoint);
            CHECK(entries[1].source == row.source);
        }
    }
}

TEST_CASE("options are split at commas and then unescaped") {
    struct Row {
        std::string text;
        std::vector<ShownOption> expected;
    };
    const std::vector<Row> rows = {
        {"", {}},
        {"rw", {{"rw", ""}}},
        {"rw,,soft,", {{"rw", ""}, {"soft", ""}}},
        {"a=b=c,d=", {{"a", "b=c"}, {"d", ""}}},
        {R"(username=a\054b\040c\134,domain=x\075y)", {{"username", "a,b c\\"}, {"domain", "x=y"}}},
        // SELinux quotes a value that holds a comma
        {R"(rw,context="u:r:t:s0:c1,c2",soft)",
         {{"rw", ""}, {"context", R"("u:r:t:s0:c1,c2")"}, {"soft", ""}}},
        {R"(context="a,b)", {{"context", R"("a)"}, {"b", ""}}},
        {R"(context="a"x,b)", {{"context", R"("a"x)"}, {"b", ""}}},
        // a user's name can't hide what follows it
        {R"(username=",max_channels=4,domain=")",
         {{"username", "\""}, {"max_channels", "4"}, {"domain", "\""}}},
    };
    for (const auto& row : rows) {
        CAPTURE(row.text);
        CHECK(options_of(with_options(row.text)) == row.expected);
    }
}

TEST_CASE("the last of several options of one name counts") {
    const auto entry = with_options("addr=192.0.2.1,addr=192.0.2.2,soft,xaddr=1");
    CHECK(option_value(entry, "addr") == "192.0.2.2");
    CHECK(option_value(entry, "soft") == "");
    CHECK_FALSE(option_value(entry, "add"));
    CHECK_FALSE(option_value(entry, ""));
}

TEST_CASE("the channel limit is a number from 1 to 16 or unknown") {
    struct Row {
        std::string text;
        std::optional<int> expected;
    };
    const std::vector<Row> rows = {
        {"rw,multichannel,max_channels=4", 4},
        {"max_channels=1", 1},
        {"max_channels=16,rw", 16},
        {"max_channels=17", std::nullopt},
        {"max_channels=0", std::nullopt},
        {"max_channels=-1", std::nullopt},
        {"max_channels=4x", std::nullopt},
        {"max_channels", std::nullopt},
        {"rw,multichannel", std::nullopt},
        {R"(username=a\054max_channels=4)", std::nullopt},
        {"", std::nullopt},
    };
    for (const auto& row : rows) {
        CAPTURE(row.text);
        CHECK(channel_limit(with_options(row.text)) == row.expected);
    }
}

TEST_CASE("the SMB client's mounts are those of type cifs and smb3") {
    for (const auto* type : {"cifs", "smb3"}) {
        MountEntry entry;
        entry.type = type;
        CHECK(is_cifs(entry));
    }
    for (const auto* type : {"", "smb", "smbfs", "CIFS", "fuse.cifs", "nfs"}) {
        MountEntry entry;
        entry.type = type;
        CHECK_FALSE(is_cifs(entry));
    }
}

TEST_CASE("the mount that is seen at a path is the one that a walk finds") {
    const auto mounts = parse_mountinfo(
        "1 1 0:2 / / rw - rootfs rootfs rw\n"
        "22 1 254:1 / / rw - ext4 /dev/vda1 rw\n"
        "30 22 254:2 / /mnt rw - ext4 /dev/sdb1 rw\n"
        "40 30 0:40 / /mnt/a rw - cifs //h/a rw\n"
        "41 40 0:41 / /mnt/a rw - tmpfs tmpfs rw\n"
        "50 22 0:50 / /srv/b rw - cifs //h/b rw\n"
        "51 22 0:51 / /srv rw - tmpfs tmpfs rw\n"
        "60 22 0:60 / /data rw - autofs systemd-1 rw\n"
        "61 60 0:61 / /data rw - cifs //h/data rw\n");
    struct Row {
        std::string_view path;
        int at;       ///< id of what the path leads to
        int visible;  ///< id of what is mounted there; 0: nothing
    };
    static constexpr Row rows[] = {
        {"/", 22, 22},       {"/mnt", 30, 30},   {"/mnt/", 30, 0}, {"/mnt/a", 41, 41},
        {"/mnt/a/x", 41, 0}, {"/mnt/ab", 30, 0}, {"/srv", 51, 51}, {"/srv/b", 51, 0},
        {"/data", 61, 61},   {"/data/y", 61, 0}, {"/none", 22, 0},
    };
    for (const auto& row : rows) {
        CAPTURE(row.path);
        const auto* at = mount_at(mounts, row.path);
        REQUIRE(at != nullptr);
        CHECK(at->id == row.at);
        const auto* visible = visible_mount(mounts, row.path);
        CHECK((visible == nullptr ? 0 : visible->id) == row.visible);
    }
}

TEST_CASE("a walk through mounts ends whatever the lines say") {
    CHECK(mount_at({}, "/a") == nullptr);
    // A chroot into a directory: its root is no mount.
    const auto chroot = parse_mountinfo("7 3 0:7 / /a rw - cifs //h/a rw\n");
    CHECK(mount_at(chroot, "/") == nullptr);
    CHECK(mount_at(chroot, "/b") == nullptr);
    REQUIRE(visible_mount(chroot, "/a") != nullptr);
    // A ring of parents, and one that is its own.
    const auto ring = parse_mountinfo(
        "7 8 0:7 / / rw - cifs //h/a rw\n"
        "8 7 0:8 / / rw - cifs //h/a rw\n"
        "9 9 0:9 / / rw - cifs //h/a rw\n");
    CHECK(mount_at(ring, "/a/b") != nullptr);
}
