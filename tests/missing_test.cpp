#include "core/missing.h"

#include "support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace azfiles;
using test::contains;

namespace {

ExpectedShare share_at(std::string_view source, std::string_view mountpoint,
                       bool on_demand = false) {
    ExpectedShare share;
    share.source = source;
    share.mountpoint = mountpoint;
    share.place = mountpoint;
    share.origin = "/etc/fstab line 7";
    share.unit = "mnt-a.mount";
    share.on_demand = on_demand;
    return share;
}

std::vector<MountEntry> machine(std::string_view mountinfo) {
    return parse_mountinfo(fmt::format("1 0 8:1 / / rw - ext4 /dev/sda1 rw\n{}", mountinfo));
}

/// The id of what is found, "" where all is well, "waiting" before the first access.
std::string found(const ExpectedShare& share, std::string_view mountinfo) {
    const auto states = look_for({share}, machine(mountinfo));
    REQUIRE(states.size() == 1);
    if (states[0].waiting)
        return "waiting";
    return states[0].finding ? states[0].finding->id : "";
}

constexpr std::string_view tmpfs_on_it = "41 40 0:41 / /mnt/a rw - tmpfs tmpfs rw\n";

std::string cifs(std::string_view source, std::string_view root = "/") {
    return fmt::format("40 1 0:40 {} /mnt/a rw - cifs {} rw\n", root, source);
}

}  // namespace

TEST_CASE("a share is there when it is what is seen at its mount point") {
    struct Row {
        std::string_view promised;
        std::string_view source;
        std::string_view root;
        std::string_view id;
    };
    static constexpr Row rows[] = {
        {"//h/s", "//h/s", "/", ""},
        {"//H.example/s", "//h.EXAMPLE/s", "/", ""},
        {"//h/s", "//h/S", "/", "other-share-mounted"},
        {"//h/s", "//h/t", "/", "other-share-mounted"},
        {"//h/s", "//g/s", "/", "other-share-mounted"},
        {"//h/my share", "//h/my\\040share", "/", ""},
        {"//h/s/", "//h/s", "/", ""},
        {"\\\\h\\s", "//h/s", "/", ""},
        {"https://h/s", "//h/s", "/", ""},
        {"smb://h/my%20share", "//h/my\\040share", "/", ""},
        {"//[2001:db8::1]/s", "//2001:db8::1/s", "/", ""},
        // Directories: of the source, and of a bind mount.
        {"//h/s/d", "//h/s/d", "/", ""},
        {"//h/s/d", "//h/s/d", "/d", ""},
        {"//h/s/d", "//h/s", "/d", ""},
        {"//h/s/d/e", "//h/s/d", "/e", ""},
        {"//h/s/d/e", "//h/s/d", "/d/e", ""},
        {"//h/s", "//h/s", "/d", "other-share-mounted"},
        {"//h/s", "//h/s/d", "/", "other-share-mounted"},
        {"//h/s/d", "//h/s", "/", "other-share-mounted"},
        // What is no share is there only to the letter.
        {"//h", "//h", "/", ""},
        {"//h", "//h/s", "/", "other-share-mounted"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.promised);
        CAPTURE(row.source);
        CAPTURE(row.root);
        CHECK(found(share_at(row.promised, "/mnt/a"), cifs(row.source, row.root)) == row.id);
    }
    CHECK(found(share_at("//h/s", "/mnt/a"), "40 1 0:40 / /mnt/a rw - smb3 //h/s rw\n") == "");
}

TEST_CASE("absent, covered and another share are told apart") {
    const auto share = share_at("//h/s", "/mnt/a");
    const auto mounted = cifs("//h/s");
    CHECK(found(share, "") == "share-not-mounted");
    CHECK(found(share, "40 1 0:40 / /mnt/b rw - cifs //h/s rw\n") == "share-not-mounted");
    CHECK(found(share, mounted + std::string{tmpfs_on_it}) == "share-covered");
    CHECK(found(share, mounted + "41 40 0:41 / /mnt/a rw - cifs //h/t rw\n") ==
          "other-share-mounted");
    CHECK(found(share, "40 1 0:40 / /mnt/a rw - ext4 /dev/sdb1 rw\n") == "share-covered");
    // The disk that Azure mounts on /mnt after the share was mounted below it.
    CHECK(found(share, mounted + "41 1 0:41 / /mnt rw - ext4 /dev/sdb1 rw\n") == "share-covered");
    CHECK(found(share, "41 1 0:41 / /mnt rw - ext4 /dev/sdb1 rw\n") == "share-not-mounted");
    // A file system of another kind from the same source.
    CHECK(found(share, "40 1 0:40 / /mnt/a rw - fuse.x //h/s rw\n") == "share-covered");
}

TEST_CASE("a share on demand waits on its automount, which must be there") {
    const auto share = share_at("//h/s", "/mnt/a", true);
    const std::string automount = "40 1 0:40 / /mnt/a rw - autofs systemd-1 rw\n";
    CHECK(found(share, automount) == "waiting");
    CHECK(found(share, automount + "41 40 0:41 / /mnt/a rw - cifs //h/s rw\n") == "");
    CHECK(found(share, automount + "41 40 0:41 / /mnt/a rw - cifs //h/t rw\n") ==
          "other-share-mounted");
    CHECK(found(share, automount + std::string{tmpfs_on_it}) == "share-covered");
    CHECK(found(share, "") == "automount-not-there");
    // Of a share that is mounted at boot no automount takes the place.
    CHECK(found(share_at("//h/s", "/mnt/a"), automount) == "share-not-mounted");
}

TEST_CASE("of two shares that are promised for one place one is enough") {
    const std::vector<ExpectedShare> two = {share_at("//h/s", "/mnt/a"),
                                            share_at("//h/t", "/mnt/a")};
    for (const std::string_view source : {"//h/s", "//h/t"}) {
        CAPTURE(source);
        const auto states = look_for(two, machine(cifs(source)));
        REQUIRE(states.size() == 1);
        CHECK(states[0].share.source == source);
        CHECK_FALSE(states[0].finding);
    }
    const auto states = look_for(two, {});
    REQUIRE(states.size() == 1);
    CHECK(states[0].share.source == "//h/s");
}

TEST_CASE("a finding names share, mount point, promise and what to type") {
    auto share = share_at("//h/my share", "/mnt/it's here");
    share.unit = "mnt-it\\x27s\\x20here.mount";
    const auto finding = look_for({share}, {})[0].finding;
    REQUIRE(finding);
    CHECK(finding->severity == Severity::error);
    CHECK(finding->message ==
          "A share that should be mounted is not (//h/my share on /mnt/it's here; "
          "/etc/fstab line 7)");
    CHECK(finding->remedy ==
          "Mount it: mount '/mnt/it'\\''s here'; journalctl -u "
          "'mnt-it\\x27s\\x20here.mount' says why it was not mounted.");

    share = share_at("//h/s", "/mnt/a", true);
    CHECK(contains(look_for({share}, {})[0].finding->remedy, "systemctl start mnt-a.automount;"));
    share = share_at("//h/s", "/mnt/a");
    share.unit.clear();
    CHECK(contains(look_for({share}, {})[0].finding->remedy, "journalctl -u UNIT"));
    // What lies over the share is what has to go.
    const auto mounts = machine(cifs("//h/s") + "41 1 0:41 / /mnt rw - ext4 /dev/sdb1 rw\n");
    const auto covered = look_for({share_at("//h/s", "/mnt/a")}, mounts)[0].finding;
    REQUIRE(covered);
    CHECK(contains(covered->message, "(ext4 on /mnt hides //h/s on /mnt/a; /etc/fstab line 7)"));
    CHECK(contains(covered->remedy, "(umount /mnt)"));
}

TEST_CASE("a finding repeats no secret and steers no terminal") {
    for (const std::string_view source :
         {"//user:geheim@h/s", "https://h/s?sig=geheim", "//h/s?geheim"}) {
        CAPTURE(source);
        const auto finding = look_for({share_at(source, "/mnt/a\033[31m\n")}, {})[0].finding;
        REQUIRE(finding);
        CHECK_FALSE(contains(finding->message, "geheim"));
        CHECK_FALSE(contains(finding->remedy, "geheim"));
        CHECK_FALSE(contains(finding->message, "\033"));
        CHECK_FALSE(contains(finding->message, "\n"));
    }
}
