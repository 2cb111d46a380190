#include "core/expected.h"

#include "support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace azfiles;
using test::contains;

namespace {

/// Units of a machine, by the folder that systemd has them in.
class Units {
public:
    /// A unit that counts more than fstab, as in /etc, or less, as in /usr/lib.
    Units& etc(const std::string& name, std::optional<std::string> text) {
        return add(files_.units, "/etc/systemd/system/" + name, name, std::move(text), true);
    }
    Units& usr(const std::string& name, std::optional<std::string> text) {
        return add(files_.units, "/usr/lib/systemd/system/" + name, name, std::move(text), false);
    }
    Units& drop_in(const std::string& name, std::optional<std::string> text) {
        return add(files_.drop_ins, "/etc/systemd/system/" + name + ".d/a.conf", name,
                   std::move(text), true);
    }
    Units& masked(const std::string& name) {
        etc(name, std::nullopt);
        files_.units.back().masked = true;
        return *this;
    }
    Units& enabled(const std::string& name) {
        files_.enabled.push_back(name);
        return *this;
    }
    Units& unread(const std::string& sentence) {
        files_.unread.push_back(sentence);
        return *this;
    }
    operator const UnitFiles&() const { return files_; }

private:
    Units& add(std::vector<UnitFile>& files, const std::string& path, const std::string& name,
               std::optional<std::string> text, bool before_fstab) {
        files.push_back({path, name, std::move(text), false, before_fstab});
        return *this;
    }

    UnitFiles files_;
};

std::string text_of(std::string_view what, std::string_view type = "cifs") {
    return fmt::format("[Mount]\nWhat={}\nWhere=/mnt/a\nType={}\n", what, type);
}

/// "//h/s on /mnt/a (/etc/fstab line 1)", a line each; "~" where it is on demand.
std::string promises(std::string_view fstab, const UnitFiles& units = {}) {
    std::string text;
    const auto expected = expected_shares(parse_fstab(fstab), units);
    for (const auto& share : expected.shares) {
        CHECK(share.place == share.mountpoint);
        text += fmt::format("{}{} on {} ({})\n", share.on_demand ? "~" : "", share.source,
                            share.mountpoint, share.origin);
    }
    for (const auto& sentence : expected.unknown)
        text += fmt::format("? {}\n", sentence);
    return text;
}

constexpr std::string_view of_etc = "//h/s on /mnt/a (/etc/systemd/system/mnt-a.mount)\n";

}  // namespace

TEST_CASE("fstab promises the shares that are mounted at boot") {
    CHECK(promises("") == "");
    CHECK(promises("# x\n"
                   "UUID=1 / ext4 defaults 0 1\n"
                   "//h/s /mnt/a cifs credentials=/etc/c,nofail,_netdev 0 0\n"
                   "//h/my\\040share /mnt/my\\040share azfiles\n"
                   "//h/t /mnt/t smb3 noauto\n"
                   "//h/u /mnt/u// cifs noauto,auto\n"
                   "//h/v /mnt/v cifs auto,noauto,ro\n"
                   "h:/x /mnt/n nfs\n"
                   "//h/w /mnt/w auto\n"
                   "tmpfs /mnt/t2 tmpfs\n") ==
          "//h/s on /mnt/a (/etc/fstab line 3)\n"
          "//h/my share on /mnt/my share (/etc/fstab line 4)\n"
          "//h/u on /mnt/u (/etc/fstab line 6)\n"
          "//h/w on /mnt/w (/etc/fstab line 9)\n");
}

TEST_CASE("an automount of fstab is a promise to mount on demand") {
    CHECK(promises("//h/s /mnt/a cifs x-systemd.automount,nofail\n"
                   "//h/t /mnt/t cifs noauto,x-systemd.automount\n"
                   "//h/u /mnt/u cifs comment=systemd.automount\n"
                   "//h/v /mnt/v cifs comment=x-systemd.automount\n"
                   "//h/w /mnt/w cifs x-systemd.automounted\n") ==
          "~//h/s on /mnt/a (/etc/fstab line 1)\n"
          "~//h/t on /mnt/t (/etc/fstab line 2)\n"
          "~//h/u on /mnt/u (/etc/fstab line 3)\n"
          "//h/v on /mnt/v (/etc/fstab line 4)\n"
          "//h/w on /mnt/w (/etc/fstab line 5)\n");
}

TEST_CASE("a word within quotes is no option of its own, and faulty options hide nothing") {
    CHECK(contains(promises("//h/s /mnt/a cifs context=\"a,noauto,b\"\n"), "on /mnt/a"));
    CHECK(contains(promises("//h/s /mnt/a cifs a,\\040,x=\"y\n"), "on /mnt/a"));
    CHECK(promises("//h/s /mnt/a cifs \\040,noauto\n") == "");
}

TEST_CASE("a line that may promise a share and cannot be read is unknown, others are not") {
    CHECK(promises("//h/s /mnt/a cifs defaults # mine\n") ==
          "? /etc/fstab line 1 has something else than a number behind its options\n");
    CHECK(promises("//h/s\n") == "? /etc/fstab line 1 has no mount point\n");
    CHECK(promises("//h/s mnt/a cifs\n") ==
          "? /etc/fstab line 1 has no absolute path for a mount point\n");
    CHECK(promises("garbage\nUUID=x / ext4 defaults x\nUUID=y none swap sw\n") == "");
}

TEST_CASE("a unit is a promise where it is enabled") {
    const auto unit = Units{}.etc("mnt-a.mount", text_of("//h/s"));
    CHECK(promises("", unit) == "");
    CHECK(promises("", Units{unit}.enabled("mnt-a.mount")) == of_etc);
    // Enabled and gone, or no name of a path: systemd starts nothing.
    CHECK(promises("", Units{}.enabled("mnt-b.mount").enabled("mnt-b.automount")) == "");
    CHECK(promises("", Units{}.etc("a--b.mount", text_of("//h/s")).enabled("a--b.mount")) == "");
    CHECK(
        promises("",
                 Units{}.etc("mnt-a.mount", text_of("/dev/sdb1", "ext4")).enabled("mnt-a.mount")) ==
        "");
    CHECK(promises("", Units{}.etc("mnt-a.mount", "").enabled("mnt-a.mount")) == "");
    CHECK(promises("", Units{}.etc("mnt-a.mount", text_of("//h/s", "")).enabled("mnt-a.mount")) ==
          of_etc);
}

TEST_CASE("of two files of one unit the first counts, and a mask hides both") {
    CHECK(promises("", Units{}
                           .etc("mnt-a.mount", text_of("//h/s"))
                           .usr("mnt-a.mount", text_of("//h/other"))
                           .enabled("mnt-a.mount")) == of_etc);
    CHECK(promises("", Units{}
                           .masked("mnt-a.mount")
                           .usr("mnt-a.mount", text_of("//h/s"))
                           .enabled("mnt-a.mount")) == "");
}

TEST_CASE("drop-ins change what a unit mounts") {
    const auto unit =
        Units{}.etc("mnt-a.mount", text_of("/dev/sdb1", "ext4")).enabled("mnt-a.mount");
    CHECK(promises("", Units{unit}.drop_in("mnt-a.mount", text_of("//h/s"))) == of_etc);
    CHECK(promises("", Units{unit}.drop_in("mnt-b.mount", text_of("//h/s"))) == "");
    CHECK(promises("//h/s /mnt/a cifs", Units{}.drop_in("mnt-a.mount", "[Mount]\nWhat=//h/t\n")) ==
          "//h/t on /mnt/a (/etc/fstab line 1)\n");
    CHECK(promises("//h/s /mnt/a cifs", Units{}.drop_in("mnt-a.mount", std::nullopt)) ==
          "//h/s on /mnt/a (/etc/fstab line 1)\n"
          "? /etc/systemd/system/mnt-a.mount.d/a.conf could not be read\n");
}

TEST_CASE("an automount unit makes a mount one on demand") {
    const auto unit = Units{}
                          .etc("mnt-a.mount", text_of("//h/s"))
                          .etc("mnt-a.automount", "[Automount]\nWhere=/mnt/a\n");
    const auto on_demand = "~" + std::string{of_etc};
    CHECK(promises("", unit) == "");
    CHECK(promises("", Units{unit}.enabled("mnt-a.automount")) == on_demand);
    CHECK(promises("", Units{unit}.enabled("mnt-a.automount").enabled("mnt-a.mount")) == on_demand);
    CHECK(promises("", Units{}
                           .etc("mnt-a.mount", text_of("//h/s"))
                           .masked("mnt-a.automount")
                           .enabled("mnt-a.automount")) == "");
    CHECK(promises("", Units{}
                           .etc("mnt-a.mount", text_of("//h/s"))
                           .masked("mnt-a.automount")
                           .enabled("mnt-a.automount")
                           .enabled("mnt-a.mount")) == of_etc);
    // fstab has the mount, and a unit of its own its automount.
    CHECK(promises("//h/s /mnt/a cifs noauto",
                   Units{}.etc("mnt-a.automount", "[Automount]\n").enabled("mnt-a.automount")) ==
          "~//h/s on /mnt/a (/etc/fstab line 1)\n");
}

TEST_CASE("units of /etc go before fstab, and fstab before those of /usr") {
    constexpr std::string_view fstab = "//h/fstab /mnt/a cifs nofail\n";
    CHECK(promises(fstab, Units{}.etc("mnt-a.mount", text_of("//h/s"))) == of_etc);
    CHECK(promises(fstab, Units{}.etc("mnt-a.mount", text_of("//h/s")).enabled("mnt-a.mount")) ==
          of_etc);
    CHECK(promises(fstab, Units{}.usr("mnt-a.mount", text_of("//h/s")).enabled("mnt-a.mount")) ==
          "//h/fstab on /mnt/a (/etc/fstab line 1)\n");
    CHECK(promises(fstab, Units{}.masked("mnt-a.mount")) == "");
    CHECK(promises("//h/fstab /mnt/a cifs x-systemd.automount",
                   Units{}.masked("mnt-a.automount")) == "");
    CHECK(promises("/dev/sdb1 /mnt/a ext4", Units{}.etc("mnt-a.mount", text_of("//h/s"))) ==
          of_etc);
    CHECK(promises(fstab, Units{}.etc("mnt-a.mount", text_of("/dev/sdb1", "ext4"))) == "");
}

TEST_CASE("what cannot be read is never nothing") {
    CHECK(promises("", Units{}.etc("mnt-a.mount", std::nullopt)) == "");
    CHECK(promises("", Units{}.etc("mnt-a.mount", std::nullopt).enabled("mnt-a.mount")) ==
          "? /etc/systemd/system/mnt-a.mount could not be read\n");
    CHECK(promises("", Units{}
                           .etc("mnt-a.mount", std::nullopt)
                           .etc("mnt-a.automount", "x")
                           .enabled("mnt-a.automount")
                           .enabled("mnt-a.mount")) ==
          "? /etc/systemd/system/mnt-a.mount could not be read\n");
    CHECK(promises("", Units{}.unread("/etc/systemd/system could not be listed")) ==
          "? /etc/systemd/system could not be listed\n");
    for (const std::string_view text :
         {"[Mount]\nWhat=//%H/s\nType=cifs\n", "[Mount]\nWhat=//h/s\nType=%i\n"}) {
        CAPTURE(text);
        CHECK(promises("", Units{}.etc("mnt-a.mount", std::string{text}).enabled("mnt-a.mount")) ==
              "? /etc/systemd/system/mnt-a.mount has a specifier (%) that only systemd can fill "
              "in\n");
    }
}

TEST_CASE("one promise that is made twice is one") {
    CHECK(promises("//h/s /mnt/a cifs\n//h/s /mnt/a/ cifs ro\n") ==
          "//h/s on /mnt/a (/etc/fstab line 1)\n");
    CHECK(promises("//h/s /mnt/a cifs\n//h/t /mnt/a cifs\n") ==
          "//h/s on /mnt/a (/etc/fstab line 1)\n"
          "//h/t on /mnt/a (/etc/fstab line 2)\n");
}

TEST_CASE("a unit whose Where= is not its name's path promises what its author wants") {
    CHECK(promises("", Units{}.etc("mnt-b.mount", text_of("//h/s")).enabled("mnt-b.mount")) ==
          "//h/s on /mnt/a (/etc/systemd/system/mnt-b.mount)\n");
    CHECK(promises("", Units{}
                           .etc("mnt-b.mount", "[Mount]\nWhat=//h/s\nWhere=mnt/a\nType=cifs\n")
                           .enabled("mnt-b.mount")) ==
          "//h/s on /mnt/b (/etc/systemd/system/mnt-b.mount)\n");
}

TEST_CASE("shares are known by type, and without one by their source") {
    struct Row {
        std::string_view type;
        std::string_view source;
        bool is_share;
    };
    static constexpr Row rows[] = {
        {"cifs", "x", true},       {"smb3", "//h/s", true},   {"azfiles", "//h/s", true},
        {"auto", "//h/s", true},   {"", "//h/s", true},       {"auto", "/dev/sda", false},
        {"nfs", "//h/s", false},   {"smbfs", "//h/s", false}, {"CIFS", "//h/s", false},
        {"aznfs", "//h/s", false}, {"", "", false},
    };
    for (const auto& row : rows) {
        CAPTURE(row.type);
        CAPTURE(row.source);
        CHECK(is_share(row.type, row.source) == row.is_share);
    }
}
