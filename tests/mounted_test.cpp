#include "core/mounted.h"

#include "support.h"

#include <doctest/doctest.h>

using namespace azfiles;
using test::contains;

namespace {

/// As 6.12 shows a mount with Azure's defaults.
constexpr std::string_view shown_options =
    "rw,vers=3.1.1,cache=strict,upcall_target=app,username=acct,uid=0,noforceuid,gid=0,noforcegid,"
    "addr=192.0.2.1,file_mode=0755,dir_mode=01200,seal,soft,nounix,serverino,mapposix,mfsymlinks,"
    "reparse=nfs,rsize=4194304,wsize=4194304,bsize=1048576,echo_interval=60,nosharesock,actimeo=30,"
    "closetimeo=1,multichannel,max_channels=4";

MountEntry entry() {
    MountEntry mount;
    mount.id = 42;
    mount.root = "/";
    mount.mountpoint = "/mnt/a";
    mount.mount_options = "rw,relatime";
    mount.type = "cifs";
    mount.source = "//acct.file.core.windows.net/share";
    mount.super_options = shown_options;
    return mount;
}

Request request(std::string_view options,
                std::string_view spec = "//acct.file.core.windows.net/share") {
    Arguments words;
    words.positional = {std::string{spec}, "/mnt/a"};
    words.options = options;
    auto made = make_request(words);
    REQUIRE(made);
    return *std::move(made);
}

std::string replaced(std::string_view from, std::string_view to) {
    std::string text{shown_options};
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

/// The difference to a mount; "-" where it is not this share's at all.
std::string difference(const MountEntry& mount, const Request& asked) {
    const auto there = find_mounted(asked, {mount}, "/mnt/a", 42);
    return there ? there->difference : "-";
}

}  // namespace

TEST_CASE("a mount agrees with a request whose options it shows") {
    for (const std::string_view options : {
             "",
             "rw",
             "ro,rw",
             "vers=3.1.1",
             "vers=3.11",
             "vers=3",
             "vers=default",
             "uid=0",
             "file_mode=0755",
             "file_mode=493",
             "file_mode=0x1ed",
             "dir_mode=640",
             "seal",
             "serverino",
             "mfsymlinks",
             "soft",
             "actimeo=30",
             "username=acct",
             "user=acct",
             "ip=192.0.2.1",
             "max_channels=4",
             "multichannel,max_channels=4",
             "nosharesock",
             "noforceuid",
             "cache=strict",
             // The kernel does not show these, so they can't be compared.
             "port=445",
             "sign",
             "sec=ntlmssp",
             "nosuid",
             "credentials=/f",
             "_netdev,nofail,x-y=z",
             "verify=strict",
             "never_heard_of=1",
         }) {
        CAPTURE(options);
        const auto there = find_mounted(request(options), {entry()}, "/mnt/a", 42);
        REQUIRE(there);
        CHECK(there->difference == "");
        CHECK(there->entry == entry());
    }
}

TEST_CASE("a mount differs from a request where it shows something else, and says what") {
    struct Row {
        std::string_view options;
        std::string_view difference;
    };
    static constexpr Row rows[] = {
        {"ro", "writable and not read-only"},
        {"rw,ro", "writable and not read-only"},
        {"vers=3.0", "vers is \"3.1.1\" and not \"3.0\""},
        {"vers=2.1", "vers is \"3.1.1\" and not \"2.1\""},
        {"uid=1000", "uid is \"0\" and not \"1000\""},
        // Octal here, decimal there: 0755 is not 755, and 01200 is 640.
        {"file_mode=755", "file_mode is \"0755\" and not \"755\""},
        {"file_mode=0640", "file_mode is \"0755\" and not \"0640\""},
        {"dir_mode=0640", "dir_mode is \"01200\" and not \"0640\""},
        {"dir_mode=1200", "dir_mode is \"01200\" and not \"1200\""},
        {"actimeo=1", "actimeo is \"30\" and not \"1\""},
        {"cache=none", "cache is \"strict\" and not \"none\""},
        {"username=other", "username is \"acct\" and not \"other\""},
        {"ip=192.0.2.2", "addr is \"192.0.2.1\" and not \"192.0.2.2\""},
        {"max_channels=2", "max_channels is 4 and not 2"},
        {"max_channels=1", "max_channels is 4 and not 1"},
        {"nomultichannel", "max_channels is 4 and not 1"},
        {"multichannel", "max_channels is 4 and not 2"},
        {"noserverino", "it has serverino and not noserverino"},
        {"forceuid", "it has noforceuid and not forceuid"},
        {"sharesock", "it has nosharesock and not sharesock"},
        {"nomfsymlinks", "it has mfsymlinks and not nomfsymlinks"},
        {"hard", "it has no hard"},
        {"multiuser", "it has no multiuser"},
        {"noperm", "it has no noperm"},
        {"vers=3.1.1,seal,actimeo=5", "actimeo is \"30\" and not \"5\""},
        {"actimeo=3\n0", R"(actimeo is "30" and not "3\n0")"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.options);
        CHECK(contains(difference(entry(), request(row.options)), row.difference));
    }
}

TEST_CASE("a mount without the encryption asked for is never the same") {
    auto mount = entry();
    mount.super_options = replaced(",seal", "");
    CHECK(difference(mount, request("seal")) == "it has no seal");
    CHECK(difference(mount, request("")) == "");
}

TEST_CASE("read-only is the mount point's or the superblock's") {
    auto mount = entry();
    mount.mount_options = "ro,relatime";
    CHECK(contains(difference(mount, request("")), "read-only and not writable"));
    CHECK(difference(mount, request("ro")) == "");
    mount.super_options = replaced("rw,", "ro,");
    CHECK(difference(mount, request("ro")) == "");
    mount.mount_options = "rw,relatime";
    CHECK(contains(difference(mount, request("")), "read-only and not writable"));
    CHECK(difference(mount, request("ro")) == "");
    // A word that only begins so.
    mount = entry();
    mount.mount_options = "rw,root";
    CHECK(difference(mount, request("")) == "");
}

TEST_CASE("a session that signs is of the same security") {
    auto mount = entry();
    mount.super_options = replaced("vers=3.1.1", "vers=3.1.1,sec=ntlmsspi");
    CHECK(difference(mount, request("sec=ntlmssp")) == "");
    CHECK(difference(mount, request("sec=ntlmsspi")) == "");
    CHECK(contains(difference(mount, request("sec=krb5")), "sec is \"ntlmsspi\""));
    mount.super_options = replaced("vers=3.1.1", "vers=3.1.1,sec=ntlmssp");
    CHECK(contains(difference(mount, request("sec=ntlmsspi")), "sec is \"ntlmssp\""));
}

TEST_CASE("a value is compared as it is, without the kernel's escapes") {
    auto mount = entry();
    mount.super_options = replaced("username=acct", R"(username=AZURE\134a\054b)");
    CHECK(difference(mount, request(R"(username="AZURE\a,b")")) == "");
    mount.super_options = replaced("addr=192.0.2.1", "addr=2001:db8::1");
    CHECK(difference(mount, request("ip=2001:DB8:0::1")) == "");
}

TEST_CASE("a mount that shows no max_channels has one channel") {
    auto mount = entry();
    mount.super_options = replaced(",multichannel,max_channels=4", "");
    CHECK(difference(mount, request("")) == "");
    CHECK(difference(mount, request("max_channels=1")) == "");
    CHECK(contains(difference(mount, request("max_channels=4")), "max_channels is 1 and not 4"));
}

TEST_CASE("only this share, on this directory, in this mount is mounted already") {
    struct Row {
        std::string_view what;
        void (*change)(MountEntry&);
        bool same;
    };
    static constexpr Row rows[] = {
        {"nothing", [](MountEntry&) {}, true},
        {"smb3", [](MountEntry& m) { m.type = "smb3"; }, true},
        {"host in capitals", [](MountEntry& m) { m.source = "//ACCT.file.core.windows.net/share"; },
         true},
        {"another share", [](MountEntry& m) { m.source = "//acct.file.core.windows.net/x"; },
         false},
        {"share in capitals",
         [](MountEntry& m) { m.source = "//acct.file.core.windows.net/Share"; }, false},
        {"a directory of it",
         [](MountEntry& m) { m.source = "//acct.file.core.windows.net/share/d"; }, false},
        {"another host", [](MountEntry& m) { m.source = "//b.file.core.windows.net/share"; },
         false},
        {"no share", [](MountEntry& m) { m.source = "/dev/sda1"; }, false},
        {"ext4", [](MountEntry& m) { m.type = "ext4"; }, false},
        {"nfs", [](MountEntry& m) { m.type = "nfs4"; }, false},
        {"another directory", [](MountEntry& m) { m.mountpoint = "/mnt"; }, false},
        {"another mount", [](MountEntry& m) { m.id = 43; }, false},
        {"a bind mount of a directory", [](MountEntry& m) { m.root = "/d"; }, false},
    };
    for (const auto& row : rows) {
        CAPTURE(row.what);
        auto mount = entry();
        row.change(mount);
        CHECK((difference(mount, request("")) == "") == row.same);
    }
    CHECK_FALSE(find_mounted(request(""), {}, "/mnt/a", 42).has_value());
    // Of two on the same directory, the one that is seen there.
    auto below = entry();
    below.id = 41;
    below.super_options = replaced("actimeo=30", "actimeo=1");
    const auto there = find_mounted(request("actimeo=30"), {below, entry()}, "/mnt/a", 42);
    REQUIRE(there);
    CHECK(there->difference == "");
}

TEST_CASE("another share on the directory is not covered, another file system may be") {
    auto mount = entry();
    mount.source = "//acct.file.core.windows.net/x";
    const auto there = find_mounted(request(""), {mount}, "/mnt/a", 42);
    REQUIRE(there);
    CHECK(there->difference == "it is \"//acct.file.core.windows.net/x\"");
    mount.type = "tmpfs";
    CHECK_FALSE(find_mounted(request(""), {mount}, "/mnt/a", 42));
}

TEST_CASE("the mount of a directory below the share has that directory as its root, or none") {
    const auto asked = request("", "//acct.file.core.windows.net/share/d/e");
    auto mount = entry();
    mount.source = "//acct.file.core.windows.net/share/d/e";
    CHECK(difference(mount, asked) == "");
    mount.root = "/d/e";
    CHECK(difference(mount, asked) == "");
    mount.root = "/d";
    CHECK(difference(mount, asked) == "it is a bind mount of a directory of it");
    mount.root = "/d/e/f";
    CHECK(difference(mount, asked) == "it is a bind mount of a directory of it");
}
