#include "core/option_values.h"

#include "base/text.h"
#include "support.h"

#include <doctest/doctest.h>

using namespace azfiles;
using test::contains;

namespace {

std::string id_of(std::string_view name, std::string_view value, IdNames names) {
    const auto finding = value_finding({std::string{name}, std::string{value}}, names);
    return finding ? finding->id : "";
}

}  // namespace

TEST_CASE("numbers are read as the kernel reads them") {
    CHECK(kernel_number("445") == 445);
    CHECK(kernel_number("0") == 0);
    CHECK(kernel_number("0777") == 0777);
    CHECK(kernel_number("0x1bd") == 445);
    CHECK(kernel_number("0X1BD") == 445);
    CHECK(kernel_number("+4") == 4);
    CHECK(kernel_number("4\n") == 4);
    CHECK(kernel_number("4294967295") == 4294967295);
    for (const auto* bad : {"", "-1", "4294967296", "4x", " 4", "4 ", "0x", "08", "+-4", "four"}) {
        CAPTURE(std::string_view{bad});
        CHECK_FALSE(kernel_number(bad));
    }
}

TEST_CASE("a value is wrong only where no kernel takes it") {
    struct Row {
        std::string_view option;
        std::string_view fine;     ///< blank between them
        std::string_view refused;  ///< blank between them
        std::string_view misread;  ///< blank between them
    };
    static constexpr Row rows[] = {
        {"port", "445 1 65535 0 0x1bd 0445", "-1 smb 4294967296", "65536 99999 4294967295"},
        {"rsize", "0 65536 4294967295", "-1 1m 64k", ""},
        {"wsize", "0 65536", "-1", ""},
        {"bsize", "16384 16777216", "0 16383 16777217 -1", ""},
        {"rasize", "1048576 33554432", "0 1048575 33554433", ""},
        {"actimeo", "0 1 30 86400 4294967295", "-1 1s", ""},
        {"acregmax", "0 30", "x", ""},
        {"closetimeo", "0 1", "x", ""},
        {"echo_interval", "1 60 600", "-1 x", "0 601"},
        {"max_channels", "1 4 16 0x4", "0 17 -1 four", ""},
        {"max_credits", "20 60000", "19 60001", ""},
        {"handletimeout", "0 960000", "960001", ""},
        {"file_mode", "0777 0644 0 493", "rwx u=rw -1", "777 1777"},
        {"dir_mode", "0755 00755 8888", "x", "755"},
        {"uid", "0 1000 4294967295 root a-b 1000x", "-1 4294967296 +x", ""},
        {"gid", "0 users", "-1", ""},
        {"sec", "krb5 krb5i ntlmssp ntlmsspi ntlmv2 none ntlm lanman", "krb5p KRB5 ntlmv1 x", ""},
        {"vers", "3.1.1 3.11 3 3.0 2.1 1.0 default", "4 3.1 1 3.1.1.1 smb3", ""},
        {"cache", "strict loose none ro singleclient", "off yes Strict", ""},
        // None of the table: whatever it is, the kernel says it.
        {"iocharset", "x", "", ""},
        {"snapshot", "@GMT-2026.01.01-00.00.00", "", ""},
    };
    for (const auto& row : rows) {
        CAPTURE(row.option);
        const auto each_is = [&row](std::string_view values, std::string_view id) {
            for (const auto value : words(values)) {
                CAPTURE(value);
                CHECK(id_of(row.option, value, IdNames::of_mount) == id);
            }
        };
        each_is(row.fine, "");
        each_is(row.refused, "option-value");
        each_is(row.misread, "value-misread");
    }
    CHECK(value_finding({"port", std::nullopt}, IdNames::of_mount));
    CHECK_FALSE(value_finding({"seal", std::nullopt}, IdNames::of_mount));
}

TEST_CASE("mount.cifs knows names where mount does not") {
    for (const auto* name : {"cruid", "backupuid", "backupgid"}) {
        CHECK(id_of(name, "backup", IdNames::of_mount) == "option-value");
        CHECK(id_of(name, "backup", IdNames::of_mount_cifs).empty());
        CHECK(id_of(name, "34", IdNames::of_mount).empty());
        CHECK(id_of(name, "-1", IdNames::of_mount_cifs) == "option-value");
    }
}

TEST_CASE("the option and what it takes are named, and not its value") {
    const auto finding = value_finding({"max_channels", "secret"}, IdNames::of_mount);
    REQUIRE(finding);
    CHECK(finding->message == "The kernel refuses an option's value: max_channels=");
    CHECK(finding->remedy == "Write a number from 1 to 16; Azure Files has four channels at most.");
    const auto mode = value_finding({"file_mode", "777"}, IdNames::of_mount);
    REQUIRE(mode);
    CHECK(contains(mode->message, "file_mode= without a leading 0 is a decimal number"));
    CHECK(contains(mode->remedy, "0755"));
    const auto cache = value_finding({"cache", "x"}, IdNames::of_mount);
    REQUIRE(cache);
    CHECK(cache->remedy == "Write one of: loose, none, ro, singleclient, strict.");
}

TEST_CASE("of several options of one name the last value counts") {
    const std::vector<Option> options = {
        {"sec", "krb5"}, {"seal", std::nullopt}, {"sec", "none"}, {"sec", std::nullopt}};
    CHECK(last_value(options, "sec") == "none");
    CHECK(last_value(options, "seal").empty());
    CHECK(last_value(options, "vers").empty());
}
