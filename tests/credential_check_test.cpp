#include "core/credential_check.h"

#include "core/credential_fix.h"
#include "core/credentials.h"
#include "support.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace azfiles;
using test::contains;
using namespace std::string_literals;

namespace {

/// The keys of tests/field/cases.md.
const std::string key1 =
    "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+Pw==";
const std::string key2 =
    "//79/Pv6+fj39vX08/Lx8O/u7ezr6uno5+bl5OPi4eDf3t3c29rZ2NfW1dTT0tHQz87NzMvKycjHxsXEw8LBwA==";
const std::string user = "username=acct\n";
const std::string password = "password=" + key1 + "\n";

std::vector<PlacedFinding> check(const std::string& text, KeyExpected expected = KeyExpected::yes) {
    return check_credential_text(text, "/etc/a.cred", expected);
}

bool has(const std::vector<PlacedFinding>& all, std::string_view id, std::size_t line,
         std::size_t byte) {
    return std::ranges::any_of(all, [&](const PlacedFinding& each) {
        return each.finding.id == id && each.line == line && each.byte == byte;
    });
}

std::string shown(const std::vector<PlacedFinding>& all) {
    return to_text(all);
}

FileRights file_of(unsigned mode, unsigned uid = 0) {
    return {mode, uid, 0, true, false};
}

FileRights folder_of(unsigned mode, unsigned uid = 0) {
    return {mode, uid, 0, false, true};
}

CredentialFile good_file() {
    CredentialFile file;
    file.path = "/etc/azfiles/a.cred";
    file.rights = file_of(0600);
    file.folders = {{"/", folder_of(0755)}, {"/etc", folder_of(0755)}};
    file.text = Secret{user + password};
    return file;
}

}  // namespace

TEST_CASE("a file as it should be has no finding") {
    for (const auto expected : {KeyExpected::yes, KeyExpected::unknown})
        for (const auto& text :
             {user + password, password + user, user + "# a comment\n\n" + password,
              user + password + "password2=" + key2 + "\n", user + "pass=" + key2})
            CHECK(check(text, expected).empty());
    CHECK(check_credentials(good_file(), KeyExpected::yes).empty());
    CHECK(check("user=u\npassword=be,fore\n", KeyExpected::unknown).empty());
}

TEST_CASE("each fault of a credentials file is named by line and byte") {
    struct Row {
        std::string text;
        std::string_view id;
        std::size_t line;
        std::size_t byte;
    };
    const Row rows[] = {
        // Case 6: carriage return, byte-order mark, what has no width.
        {user + "password=" + key1 + "\r\n", "credentials-bytes", 2, 98},
        {"username=acct\r\n" + password, "credentials-bytes", 1, 14},
        {"\xef\xbb\xbf" + user + password, "credentials-bytes", 1, 1},
        {user + "password=" + key1 + "\xc2\xa0\n", "credentials-bytes", 2, 98},
        {user + "password=" + key1 + "\xe2\x80\x8b\n", "credentials-bytes", 2, 98},
        {user + "password=AAEC\x07" + key1.substr(4) + "\n", "credentials-bytes", 2, 14},
        // Case 9: missing, doubled.
        {password, "credentials-incomplete", 0, 0},
        {user, "credentials-incomplete", 0, 0},
        {"", "credentials-incomplete", 0, 0},
        {user + password + password, "credentials-twice", 3, 0},
        {user + user + password, "credentials-twice", 2, 0},
        {user + "password=\n", "credentials-incomplete", 2, 0},
        // Cases 1 and 5, and half a key.
        {user + "password=be,fore\n", "credentials-key", 2, 12},
        {user + "password=$some;st&uf)f !#\n", "credentials-key", 2, 10},
        {user + "password=" + key1.substr(0, 87) + "\n", "credentials-key", 2, 0},
        {user + "password= " + key1 + "\n", "credentials-key", 2, 10},
        {user + "password=" + key1 + " \n", "credentials-key", 2, 98},
        {user + "password=\"" + key1 + "\"\n", "credentials-key", 2, 10},
        {"username= acct\n" + password, "credentials-name", 1, 0},
        {user + key1 + "\n", "credentials-line", 2, 0},
        {user + password + "pasword2=" + key2 + "\n", "credentials-line", 3, 0},
    };
    for (const auto& row : rows) {
        CAPTURE(row.text);
        const auto all = check(row.text);
        CHECK(has(all, row.id, row.line, row.byte));
        CHECK_FALSE(contains(shown(all), key1.substr(0, 12)));
        CHECK_FALSE(contains(shown(all), key2.substr(0, 12)));
    }
}

TEST_CASE("all faults are listed and not the first alone") {
    const auto all =
        check("\xef\xbb\xbfusername=acct\r\npassword=" + key1 + "\r\npassword=" + key1);
    CHECK(has(all, "credentials-bytes", 1, 1));
    CHECK(has(all, "credentials-bytes", 1, 17));
    CHECK(has(all, "credentials-bytes", 2, 98));
    CHECK(has(all, "credentials-twice", 3, 0));
    CHECK(all.size() == 4);  // the key itself is whole
}

TEST_CASE("what looks like a key is judged as one where nobody knows, as a warning") {
    for (const auto& value :
         {key1.substr(0, 87), key1 + "x", key1.substr(0, 44), "\"" + key1 + "\"", " " + key1,
          key1.substr(0, 40) + "-" + key1.substr(41)}) {
        CAPTURE(value);
        const auto all = check(user + "password=" + value + "\n", KeyExpected::unknown);
        REQUIRE(all.size() == 1);
        CHECK(all[0].finding.id == "credentials-key");
        CHECK(all[0].finding.severity == Severity::warning);
        CHECK(verdict_of(all) == Verdict::degraded);
    }
    for (const auto& value : {"hunter2"s, "be,fore"s, "a b"s, std::string(200, 'x')})
        CHECK(check(user + "password=" + value + "\n", KeyExpected::unknown).empty());
    CHECK(check(user + "password= hunter2\n", KeyExpected::unknown).size() == 1);
}

TEST_CASE("the check finds an error exactly where parse_credentials does") {
    const std::string pieces[] = {
        user,           password,      "password=\n",   "password2=" + key2 + "\n", "\r\n",
        "\xef\xbb\xbf", "domain=\n",   "username= x\n", "password=short\n",         key1,
        "\n",           "\xe2\x80\x8b"};
    int refused = 0;
    for (const auto& a : pieces)
        for (const auto& b : pieces)
            for (const auto& c : pieces)
                for (const auto expected : {KeyExpected::yes, KeyExpected::unknown}) {
                    const auto text = a + b + c;
                    CAPTURE(text);
                    const bool key = expected == KeyExpected::yes;
                    const bool parses = static_cast<bool>(parse_credentials(text, "f", key));
                    CHECK((verdict_of(check(text, expected)) != Verdict::failed) == parses);
                    refused += parses ? 0 : 1;
                }
    CHECK(refused > 1000);
}

TEST_CASE("who may read, write or replace the file is said") {
    struct Row {
        FileRights rights;
        std::string_view id;
        Verdict verdict;
    };
    const Row rows[] = {
        {file_of(0644), "credentials-readable", Verdict::degraded},
        {file_of(0640), "credentials-readable", Verdict::degraded},
        {file_of(0620), "credentials-unsafe", Verdict::failed},
        {file_of(0666), "credentials-unsafe", Verdict::failed},
        {file_of(0600, 1000), "credentials-unsafe", Verdict::degraded},
        {folder_of(0700), "credentials-unreadable", Verdict::failed},
    };
    for (const auto& row : rows) {
        CAPTURE(row.id);
        const auto all = check_credential_rights(row.rights, "/etc/a.cred", 0);
        REQUIRE(all.size() == 1);
        CHECK(all[0].finding.id == row.id);
        CHECK(verdict_of(all) == row.verdict);
    }
    CHECK(check_credential_rights(file_of(0400), "f", 0).empty());
    CHECK(check_credential_rights(file_of(0600, 1000), "f", 1000).empty());

    const CredentialFile::Folder folders[] = {
        {"/srv", folder_of(0777)}, {"/srv", folder_of(0775)}, {"/home/u", folder_of(0755, 1000)}};
    for (const auto& folder : folders) {
        auto file = good_file();
        file.folders.push_back(folder);
        const auto all = check_credentials(file, KeyExpected::yes);
        REQUIRE(all.size() == 1);
        CHECK(all[0].finding.id == "credentials-unsafe");
        CHECK(contains(all[0].finding.message, folder.path));
    }
    auto file = good_file();
    file.folders.push_back({"/tmp", folder_of(01777)});
    file.folders.push_back({"/hidden", std::nullopt});
    CHECK(check_credentials(file, KeyExpected::yes).empty());
}

TEST_CASE("a key in the path is said and not shown") {
    for (const auto& name : {"/etc/smbcredentials/" + key1 + ".cred", "/etc/x/" + key2,
                             "/etc/" + key1.substr(0, 86)}) {
        CAPTURE(name);
        CHECK(names_a_key(name));
        auto file = good_file();
        file.path = name;
        file.text = Secret{"x"};
        const auto all = check_credentials(file, KeyExpected::yes);
        CHECK(has(all, "credentials-path", 0, 0));
        CHECK_FALSE(contains(shown(all), key1.substr(0, 12)));
        CHECK_FALSE(contains(shown(all), key2.substr(0, 12)));
        for (const auto& each : all)
            CHECK_FALSE(contains(each.file, key1.substr(0, 12)));
    }
    std::string deep;
    for (int i = 0; i < 12; ++i)
        deep += "/somefolder";
    CHECK_FALSE(names_a_key(deep));
    CHECK_FALSE(names_a_key("/etc/smbcredentials/acct.cred"));
}

TEST_CASE("could not be seen is not the same as absent") {
    CredentialFile file;
    file.path = "/etc/a.cred";
    file.why = "Permission denied";
    const auto hidden = check_credentials(file, KeyExpected::yes);
    CHECK(verdict_of(hidden) == Verdict::unknown);
    CHECK(contains(shown(hidden), "Permission denied"));
    file.unusable = true;
    CHECK(verdict_of(check_credentials(file, KeyExpected::yes)) == Verdict::failed);
    file.unusable = false;
    file.absent = true;
    CHECK(verdict_of(check_credentials(file, KeyExpected::yes)) == Verdict::failed);
}

TEST_CASE("a fix puts right what needs no person, and says so by line") {
    struct Row {
        std::string text;
        std::string fixed;
        std::size_t changes;
    };
    const auto good = user + password;
    const Row rows[] = {
        {good, good, 0},
        {"username=acct\r\npassword=" + key1 + "\r\n", good, 2},
        {"\xef\xbb\xbf" + good, good, 1},
        {user + "password=" + key1 + "\xe2\x80\x8b\n", good, 1},
        {user + "password= \"" + key1 + "\" \n", good, 1},
        {"username='acct'\n" + password, good, 1},
        {"username = acct\n" + password, "username =acct\n" + password, 1},
        {good + password, good, 1},
        {good + "password2=\n", good, 1},
        {good + "password2=" + key2, good + "password2=" + key2, 0},
        {user + "password=" + key1 + "\npassword=" + key2 + "\n",
         user + "password=" + key1 + "\npassword=" + key2 + "\n", 0},
        {"# \xe2\x80\x8b comment\n" + good, "#  comment\n" + good, 1},
        // A control character within an invisible one.
        {"username=a\xe2\x07\x80\x8b"s + "cct\n" + password, good, 1},
    };
    for (const auto& row : rows) {
        CAPTURE(row.text);
        const auto fix = fixed_credentials(row.text, KeyExpected::yes);
        CHECK((fix.text.reveal() == row.fixed));
        CHECK(fix.changes.size() == row.changes);
        CHECK(fixed_credentials(fix.text.reveal(), KeyExpected::yes).changes.empty());
        for (const auto& change : fix.changes)
            CHECK_FALSE(contains(change.what, "AAEC"));
    }
    // Quotes may belong to the password of another server.
    CHECK(fixed_credentials(user + "password=\"a b\"\n", KeyExpected::unknown).changes.empty());
}
