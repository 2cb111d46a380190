#include "core/bundle_select.h"

#include "base/text.h"
#include "core/mountinfo.h"
#include "support.h"

#include <doctest/doctest.h>

using namespace azfiles;
using test::contains;

namespace {

constexpr std::string_view mountinfo =
    "22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/mapper/acme-root rw\n"
    "23 22 0:5 / /proc rw - proc proc rw\n"
    "30 22 0:40 / /mnt rw - tmpfs secret-name rw,size=1g\n"
    "40 30 0:26 / /mnt/a rw,relatime shared:40 - cifs //10.7.0.1/share rw,max_channels=4\n"
    "41 40 0:27 / /mnt/a rw - tmpfs over rw\n"
    "42 40 0:28 / /mnt/a/below rw - tmpfs below rw\n"
    "43 30 0:29 / /mnt/ab rw - tmpfs beside rw\n"
    "44 22 0:30 / /auto rw - autofs /etc/auto.smb rw,fd=5\n"
    "45 22 0:31 / /srv rw - nfs4 nas:/export rw,addr=10.7.0.9\n"
    "46 22 0:32 / /promised\\040here rw - nfs4 nas:/other rw\n"
    "not a line\n";

}  // namespace

TEST_CASE("of mountinfo the shares stay, and where something covers them") {
    const auto kept = mounts_of_shares(
        mountinfo, "//h/s /promised\\040here cifs rw 0 0\n/dev/sda /srv ext4 rw 0 0\n");
    CHECK(kept ==
          "22 1 254:1 / / rw - ext4 none rw\n"
          "30 22 0:40 / /mnt rw - tmpfs none rw\n"
          "40 30 0:26 / /mnt/a rw,relatime shared:40 - cifs //10.7.0.1/share rw,max_channels=4\n"
          "41 40 0:27 / /mnt/a rw - tmpfs none rw\n"
          "42 40 0:28 / /mnt/a/below rw - tmpfs none rw\n"
          "44 22 0:30 / /auto rw - autofs /etc/auto.smb rw,fd=5\n"
          "46 22 0:32 / /promised\\040here rw - nfs4 none rw\n");
    CHECK(parse_mountinfo(kept).size() == 7);
    CHECK(mounts_of_shares("", "").empty());
    CHECK(mounts_of_shares("22 1 254:1 / / rw - ext4 /dev/vda1 rw\n", "").empty());
}

TEST_CASE("of fstab the shares stay, without passwords and what may be one's tail") {
    struct Row {
        std::string_view line;
        std::string_view want;
    };
    static constexpr Row rows[] = {
        {"//h/s /mnt cifs credentials=/c,seal 0 0", "//h/s /mnt cifs credentials=/c,seal 0 0"},
        {"//h/s\t/mnt  azfiles", "//h/s /mnt azfiles"},
        {"//h/s /mnt smb3 password=hunter2,vers=3.1.1 0 0",
         "//h/s /mnt smb3 password=[removed],vers=3.1.1 0 0"},
        {"//h/s /mnt cifs Pass=hun,ter2,seal,ter=3,uid=0 0 0",
         "//h/s /mnt cifs Pass=[removed],seal,uid=0 0 0"},
        {"//h/s /mnt cifs pass=hun ter2 0 0", "//h/s /mnt cifs pass=[removed]"},
        {"//h/s /mnt cifs rw 0 0 # a comment", "//h/s /mnt cifs rw 0 0"},
        {"#//h/s /mnt cifs password=hunter2 0 0", ""},
        {"/dev/sda1 / ext4 rw 0 1", ""},
        {"//h/s /mnt", ""},
        {"", ""},
    };
    for (const auto& row : rows) {
        CAPTURE(row.line);
        const auto want = row.want.empty() ? std::string{} : std::string{row.want} + "\n";
        CHECK(shares_of_fstab(row.line) == want);
    }
    CHECK(shares_of_fstab("a b cifs c\n# d\ne f smb3 g") == "a b cifs c\ne f smb3 g\n");
}

TEST_CASE("of the modules those of the client stay, without addresses") {
    CHECK(modules_of_client("cifs 1200128 2 - Live 0xffffffffc0a00000 (E)\n"
                            "vendor_secret 4096 0 - Live 0xffffffffc0b00000\n"
                            "sha512_ssse3 53248 1 cifs, Live 0x0000000000000000\n"
                            "cifs_md4 16384 1 cifs, Live 0x0\n"
                            "ksmbd 1 0 - Live 0x0\n") ==
          "cifs 1200128 2 - Live\nsha512_ssse3 53248 1 cifs, Live\ncifs_md4 16384 1 cifs, Live\n");
}

TEST_CASE("of the kernel's version the builder goes") {
    CHECK(
        without_builder("Linux version 6.1.0-18-amd64 (alice@desk) (gcc-12 12.2) #1 SMP 2024\n") ==
        "Linux version 6.1.0-18-amd64 (gcc-12 12.2) #1 SMP 2024\n");
    for (const std::string_view text : {"", "Linux version 6.1", "a) b (c"})
        CHECK(without_builder(text) == text);
}

TEST_CASE("comments go, and lines keep their numbers") {
    CHECK(without_comments("# of acme\n[kernel]\n  # more\nid = x # stays\n") ==
          "\n[kernel]\n\nid = x # stays\n");
}

TEST_CASE("an escaped field is read back as it was") {
    for (const std::string_view text : {"", "plain", "two words", "a\tb\nc\\d", "\\040", "a,b=c"}) {
        CAPTURE(text);
        const auto escaped = escape_octal(text, ",=");
        CHECK(unescape_octal(escaped) == text);
        CHECK(escaped.find_first_of(" \t\n,=") == std::string::npos);
    }
    CHECK(escape_octal("a,b=c d") == "a,b=c\\040d");
}
