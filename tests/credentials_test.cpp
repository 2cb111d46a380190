#include "core/credentials.h"

#include "support.h"

#include <doctest/doctest.h>

using namespace azfiles;
using test::contains;
using namespace std::string_literals;

namespace {

/// The keys of tests/field/cases.md.
const std::string key1 =
    "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+Pw==";
const std::string key2 =
    "//79/Pv6+fj39vX08/Lx8O/u7ezr6uno5+bl5OPi4eDf3t3c29rZ2NfW1dTT0tHQz87NzMvKycjHxsXEw8LBwA==";

constexpr bool storage_key = true;
constexpr bool any_password = false;

Result<Credentials> read(const std::string& text, bool kind = storage_key) {
    return parse_credentials(text, "/etc/a.cred", kind);
}

/// A text with what it must be refused for.
struct Refused {
    std::string text;
    std::string_view complaint;
    std::string_view id;  ///< of the finding
};

void check_refused(const Refused& row, bool kind) {
    CAPTURE(row.text);
    const auto credentials = read(row.text, kind);
    REQUIRE_FALSE(credentials);
    const auto& error = credentials.error();
    CHECK(error.kind == ErrorKind::system);
    CHECK(error.id == row.id);
    CHECK(contains(error.message, row.complaint));
    CHECK(error.message.starts_with("\"/etc/a.cred\" "));
    CHECK_FALSE(error.remedy.empty());
    for (const std::string_view part : {"AAECAwQF", "79/Pv6", "hunter2", "Pw=="}) {
        CHECK_FALSE(contains(error.message, part));
        CHECK_FALSE(contains(error.remedy, part));
    }
}

}  // namespace

TEST_CASE("both keys of the field come out byte for byte") {
    for (const auto& key : {key1, key2}) {
        REQUIRE(key.size() == 88);
        for (const auto kind : {storage_key, any_password}) {
            const auto credentials = read("username=acct\npassword=" + key + "\n", kind);
            REQUIRE(credentials);
            CHECK(credentials->username == "acct");
            CHECK((credentials->password.reveal() == key));
            CHECK(credentials->password2.empty());
            CHECK_FALSE(credentials->domain.has_value());
        }
    }
}

TEST_CASE("a file is read as mount.cifs reads it") {
    const auto password = "password=" + key1;
    struct Row {
        std::string text;
        std::optional<std::string> username;
        std::optional<std::string> domain;
        std::string second;
    };
    const Row rows[] = {
        {"username=acct\n" + password + "\n", "acct", {}, ""},
        {"username=acct\n" + password, "acct", {}, ""},
        {password + "\nusername=acct\n", "acct", {}, ""},
        {"\n\n# comment\n\nusername=acct\nnonsense\n" + password + "\n\n", "acct", {}, ""},
        {"USERNAME=acct\nPASSWORD=" + key1 + "\n", "acct", {}, ""},
        {"user=acct\npass=" + key1 + "\n", "acct", {}, ""},
        {"userid=acct\npassphrase=" + key1 + "\n", "acct", {}, ""},
        {" \tusername=acct\n\t " + password + "\n", "acct", {}, ""},
        {"username =acct\npassword =" + key1 + "\n", "acct", {}, ""},
        {"username=AZURE\\acct\n" + password + "\n", "AZURE\\acct", {}, ""},
        {"username=a=b\n" + password + "\n", "a=b", {}, ""},
        {"domain=D\n" + password + "\n", {}, "D", ""},
        {"dom=D\n" + password + "\n", {}, "D", ""},
        // An Azure host names its account: the user may be missing.
        {password + "\n", {}, {}, ""},
        {password + "\npassword2=" + key2 + "\n", {}, {}, key2},
        {password + "\npass2=" + key2 + "\n", {}, {}, key2},
        {"Pass2=" + key2 + "\n" + password + "\n", {}, {}, key2},
        {"password2nd=" + key2 + "\n" + password + "\n", {}, {}, key2},
        {"workgroup=W\ncomment=password\n" + password + "\n", {}, {}, ""},
        {"=\n==\n" + password + "\n", {}, {}, ""},
        {"username=" + std::string(255, 'u') + "\n" + password, std::string(255, 'u'), {}, ""},
    };
    for (const auto& row : rows) {
        CAPTURE(row.text);
        const auto credentials = read(row.text);
        REQUIRE(credentials);
        CHECK(credentials->username == row.username);
        CHECK(credentials->domain == row.domain);
        CHECK((credentials->password.reveal() == key1));
        CHECK((credentials->password2.reveal() == row.second));
    }
}

TEST_CASE("a password that is no storage key is kept byte for byte") {
    for (const auto& password :
         {"x"s, "be,fore"s, "a=b=c"s, "=="s, " lead"s, "trail  "s, "\"quoted\""s,
          "$some;st&uf)f !#"s, "tab\there"s, "größe"s, "a\\040b"s, "#"s, std::string(512, 'p')}) {
        CAPTURE(password);
        const auto credentials = read("user=u\npassword=" + password + "\n", any_password);
        REQUIRE(credentials);
        CHECK(credentials->password.reveal() == password);
    }
}

TEST_CASE("what is missing or there twice is said with its line") {
    const auto password = "password=" + key1 + "\n";
    const Refused rows[] = {
        {"", "is empty", "credentials-incomplete"},
        {" ", "is empty", "credentials-incomplete"},
        {"\n\n", "is empty", "credentials-incomplete"},
        {" \t\r\n \n", "is empty", "credentials-incomplete"},
        {"username=acct\n", "has no line password=", "credentials-incomplete"},
        {"# nothing\n", "has no line password=", "credentials-incomplete"},
        {"password2=" + key1 + "\n", "has no line password=", "credentials-incomplete"},
        {"password\n", "has no line password=", "credentials-incomplete"},
        {key1 + "\n", "has no line password=", "credentials-incomplete"},
        {"username=acct\npassword=\n", "line 2 has an empty password", "credentials-incomplete"},
        {password + "password2=\n", "line 2 has an empty password2", "credentials-incomplete"},
        {"username=\n" + password, "line 1 has an empty username", "credentials-incomplete"},
        {"domain=\n" + password, "line 1 has an empty domain", "credentials-incomplete"},
        {password + password, "line 2 is a second line password=", "credentials-twice"},
        {password + "\npass=" + key2 + "\n",
         "line 3 is a second line password=", "credentials-twice"},
        {password + "pass2=" + key2 + "\npassword2=" + key2,
         "line 3 is a second line password2=", "credentials-twice"},
        {"user=a\nusername=a\n" + password,
         "line 2 is a second line username=", "credentials-twice"},
        {"dom=a\ndomain=a\n" + password, "line 2 is a second line domain=", "credentials-twice"},
        {"username=" + std::string(256, 'u') + "\n" + password, "line 1 has a username of 256",
         "credentials-name"},
        {"domain=" + std::string(256, 'd') + "\n" + password, "line 1 has a domain of 256",
         "credentials-name"},
        {"username= acct\n" + password, "line 1 has a blank or a quote round the username",
         "credentials-name"},
        {"username=acct \n" + password, "line 1 has a blank or a quote round the username",
         "credentials-name"},
        {"username=\"acct\"\n" + password, "line 1 has a blank or a quote round the username",
         "credentials-name"},
        {"domain='D'\n" + password, "line 1 has a blank or a quote round the domain",
         "credentials-name"},
    };
    for (const auto& row : rows)
        for (const auto kind : {storage_key, any_password})
            check_refused(row, kind);
}

TEST_CASE("bytes that no editor shows are named by line and byte") {
    const auto key_line = "password=" + key1;
    const Refused rows[] = {
        {"username=acct\r\n" + key_line + "\r\n", "line 1 ends with a carriage return (byte 14)",
         "credentials-bytes"},
        {"username=acct\n" + key_line + "\r\n", "line 2 ends with a carriage return (byte 98)",
         "credentials-bytes"},
        {"username=acct\n" + key_line + "\r", "line 2 ends with a carriage return (byte 98)",
         "credentials-bytes"},
        {"\r\n" + key_line + "\n", "line 1 ends with a carriage return (byte 1)",
         "credentials-bytes"},
        {"\xef\xbb\xbfusername=acct\n" + key_line, "line 1 begins with a byte-order mark",
         "credentials-bytes"},
        {"\xef\xbb\xbf" + key_line, "line 1 begins with a byte-order mark", "credentials-bytes"},
        {"username=acct\n\xef\xbb\xbf" + key_line, "line 2 has an invisible character at byte 1",
         "credentials-bytes"},
        {"username=acct\xc2\xa0\n" + key_line, "line 1 has an invisible character at byte 14",
         "credentials-bytes"},
        {"username=acct\n" + key_line + "\xc2\xa0\n",
         "line 2 has an invisible character at byte 98", "credentials-bytes"},
        {"username=acct\n" + key_line + "\xe2\x80\x8b\n",
         "line 2 has an invisible character at byte 98", "credentials-bytes"},
        {"username=acct\n" + key_line + "\xe2\x81\xa0\n",
         "line 2 has an invisible character at byte 98", "credentials-bytes"},
        {"\xe2\x80\x8busername=acct\n" + key_line, "line 1 has an invisible character at byte 1",
         "credentials-bytes"},
        {"username=ac\xe2\x80\x8d"
         "ct\n" +
             key_line,
         "line 1 has an invisible character at byte 12", "credentials-bytes"},
        {"password=\xe2\x80\x8e" + key1, "line 1 has an invisible character at byte 10",
         "credentials-bytes"},
        {"username=acct\0\n"s + key_line, "line 1 has a control character at byte 14",
         "credentials-bytes"},
        {"password=" + key1.substr(0, 10) + "\0"s + key1.substr(11),
         "line 1 has a control character at byte 20", "credentials-bytes"},
        {"username=a\x1b[31m\n" + key_line, "line 1 has a control character at byte 11",
         "credentials-bytes"},
        {"username=a\x7f\n" + key_line, "line 1 has a control character at byte 11",
         "credentials-bytes"},
        {"username=a\rb\n" + key_line, "line 1 has a control character at byte 11",
         "credentials-bytes"},
        // UTF-16, as an editor on Windows writes it.
        {"\xff\xfeu\0s\0e\0r\0"s, "line 1 has a control character at byte 4", "credentials-bytes"},
    };
    for (const auto& row : rows)
        for (const auto kind : {storage_key, any_password})
            check_refused(row, kind);
}

TEST_CASE("a password that can't be a storage key is refused with the reason") {
    const Refused rows[] = {
        {"password= " + key1, "line 1 has a blank before the key", "credentials-key"},
        {"password=\t" + key1, "line 1 has a blank before the key", "credentials-key"},
        {"password=" + key1 + "  ", "line 1 has a blank after the key", "credentials-key"},
        {"password=" + key1 + "\t", "line 1 has a blank after the key", "credentials-key"},
        {"password=\"" + key1 + "\"", "line 1 has a quote before the key", "credentials-key"},
        {"password='" + key1 + "'", "line 1 has a quote before the key", "credentials-key"},
        {"password=" + key1 + "\"", "no storage account key has, at byte 89 of the value",
         "credentials-key"},
        {"password=hunter2", "line 1 has a key of 7 characters", "credentials-key"},
        {"password=be,hunter2", "no storage account key has, at byte 3 of the value",
         "credentials-key"},
        {"password=" + key1.substr(0, 44), "line 1 has a key of 44 characters", "credentials-key"},
        {"password=" + key1.substr(0, 87), "line 1 has a key of 87 characters", "credentials-key"},
        {"password=" + key1 + "=", "line 1 has a key of 89 characters", "credentials-key"},
        {"password=" + key1 + key1, "line 1 has a key of 176 characters", "credentials-key"},
        {"password=password=" + key1, "line 1 has a key of 97 characters", "credentials-key"},
        {"password=" + key1.substr(0, 86) + "AA", "whose end is not that", "credentials-key"},
        {"password=" + key1.substr(0, 86) + "A=", "whose end is not that", "credentials-key"},
        {"password==" + key1.substr(1), "whose end is not that", "credentials-key"},
        {"password=" + key1.substr(0, 40) + "=" + key1.substr(41), "whose end is not that",
         "credentials-key"},
        {"password=" + key1.substr(0, 40) + " " + key1.substr(41), "at byte 41 of the value",
         "credentials-key"},
        {"password=" + key1.substr(0, 40) + "\\" + key1.substr(41), "at byte 41 of the value",
         "credentials-key"},
        // The alphabet of other tokens.
        {"password=" + key1.substr(0, 40) + "-" + key1.substr(41), "at byte 41 of the value",
         "credentials-key"},
        {"password=" + key1.substr(0, 40) + "_" + key1.substr(41), "at byte 41 of the value",
         "credentials-key"},
        {"password=" + key1.substr(0, 40) + "\xc3\xa4" + key1.substr(42), "at byte 41",
         "credentials-key"},
        {"password=" + key1 + "\npassword2=hunter2", "line 2 has a key of 7 characters",
         "credentials-key"},
    };
    for (const auto& row : rows)
        check_refused(row, storage_key);
}

TEST_CASE("the kernel's limit of 512 bytes is told before the kernel is asked") {
    CHECK(read("password=" + std::string(512, 'x'), any_password));
    const auto credentials = read("password=" + std::string(513, 'x'), any_password);
    REQUIRE_FALSE(credentials);
    CHECK(contains(credentials.error().message, "line 1 has a password of 513 bytes"));
    CHECK_FALSE(contains(credentials.error().message, "xxx"));
}

TEST_CASE("a long file is read to its end") {
    std::string text;
    for (int i = 0; i < 5'000; ++i)
        text += "# a line that says nothing\n";
    const auto credentials = read(text + "password=" + key2);
    REQUIRE(credentials);
    CHECK((credentials->password.reveal() == key2));
    const auto none = read(text + std::string(10'000, 'x') + "\npassword=" + key2 + "\r");
    REQUIRE_FALSE(none);
    CHECK(contains(none.error().message, "line 5002 ends with a carriage return"));
}

TEST_CASE("the file's name is quoted") {
    const auto credentials = parse_credentials("", "a\n\x1b[31m\".cred", storage_key);
    REQUIRE_FALSE(credentials);
    CHECK(contains(credentials.error().message, R"("a\n\x1b[31m\".cred" is empty)"));
}
