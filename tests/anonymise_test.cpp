#include "core/anonymise.h"

#include <doctest/doctest.h>

#include <functional>

using namespace azfiles;

namespace {

Anonymiser with_names() {
    Anonymiser names{Anonymiser::Replace::names_and_addresses};
    names.learn_host("contoso.file.core.windows.net");
    names.learn_host("fs1.corp.example.com");
    names.learn_machine("web-01");
    names.learn_user("CORP\\alice");
    names.learn_user("session");
    return names;
}

}  // namespace

TEST_CASE("names are replaced as whole words, in any case, and suffixes stay") {
    struct Row {
        std::string_view text;
        std::string_view want;
    };
    static constexpr Row rows[] = {
        {"contoso.file.core.windows.net", "account1.file.core.windows.net"},
        {"CONTOSO.file.core.windows.net", "account1.file.core.windows.net"},
        {"contoso.privatelink.file.core.windows.net", "account1.privatelink.file.core.windows.net"},
        {"contoso-secondary.file.core.windows.net", "account1-secondary.file.core.windows.net"},
        {"/etc/smbcredentials/contoso.cred", "/etc/smbcredentials/account1.cred"},
        {"/mnt/contoso_data", "/mnt/account1_data"},
        {"contosodata", "contosodata"},
        {"mycontoso", "mycontoso"},
        {"contoso\xc3\xa9", "contoso\xc3\xa9"},
        {"//fs1.corp.example.com/share", "//host1.domain1.domain2.com/share"},
        {"\\\\FS1\\share", "\\\\host1\\share"},
        {"web-01", "machine1"},
        {"web-010", "web-010"},
        {"CORP\\alice", "domain1\\user1"},
        {"[alice]", "[user1]"},
        {"", ""},
    };
    auto names = with_names();
    for (const auto& row : rows) {
        CAPTURE(row.text);
        CHECK(names.replaced(row.text) == row.want);
    }
}

TEST_CASE("a name that is a word of the formats is replaced where a name must stand") {
    struct Row {
        std::string_view text;
        std::string_view want;
    };
    static constexpr Row rows[] = {
        {"Session Status: 1", "Session Status: 1"}, {"the session is down", "the session is down"},
        {"//session/share", "//user1/share"},       {"\\\\session\\share", "\\\\user1\\share"},
        {"Hostname: session ", "Hostname: user1 "}, {"session.example.net", "user1.example.net"},
        {"x.session.net", "x.session.net"},
    };
    Anonymiser names{Anonymiser::Replace::names_and_addresses};
    names.learn_user("session");
    for (const auto& row : rows) {
        CAPTURE(row.text);
        CHECK(names.replaced(row.text) == row.want);
    }
    CHECK(names.replaced_option("username", "session") == "user1");
    CHECK(names.replaced_option("max_channels", "session") == "session");
}

TEST_CASE("what is too short or a number counts where a name must stand only") {
    Anonymiser names{Anonymiser::Replace::names_and_addresses};
    for (const auto* name : {"a", "rw", "1000", "0x5", "10Gbps", "max_channels", "Session Status"})
        names.learn_user(name);
    const std::string_view text = "rw a 1000 0x5 10Gbps max_channels=4 Session Status: 1";
    CHECK(names.replaced(text) == text);
    CHECK(names.replaced_option("username", "1000") == "user1");
    CHECK(names.replaced_option("username", "a") == "user2");
    CHECK(names.replaced("//a/s") == "//user2/s");
}

TEST_CASE("addresses are found in any text") {
    struct Row {
        std::string_view text;
        std::string_view want;
    };
    static constexpr Row rows[] = {
        {"//10.7.0.5/share", "//10.0.0.1/share"},
        {"addr=10.7.0.5,soft", "addr=10.0.0.1,soft"},
        {"10.7.0.5:445", "10.0.0.1:445"},
        {"iface:10.7.0.5 rc=-13", "iface:10.0.0.1 rc=-13"},
        {"iface:fd07:0000:0000:0000:0000:0000:0000:0006 rc=-13",
         "iface:fd00:0000:0000:0000:0000:0000:0000:0001 rc=-13"},
        {"\\\\fd07::6\\share", "\\\\fd00::1\\share"},
        {"[fd07::6]:445", "[fd00::1]:445"},
        {"at 10.7.0.5.", "at 10.0.0.1."},
        {"at fd07::6: silent", "at fd00::1: silent"},
        {"10.7.0.5, 10.7.0.6", "10.0.0.1, 10.0.0.2"},
        {"v10.7.0.5", "v10.7.0.5"},
        {"1.10.7.0.5", "1.10.7.0.5"},
        {"12:34:56 vers=3.1.1 00:15:5d:01:02:03", "12:34:56 vers=3.1.1 00:15:5d:01:02:03"},
        {"fe80::1%eth0", "fe80::1%eth0"},
        {"a::b c", "2001:db8::1 c"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.text);
        Anonymiser names{Anonymiser::Replace::names_and_addresses};
        CHECK(names.replaced(row.text) == row.want);
    }
}

TEST_CASE("texts are learnt from") {
    struct Row {
        std::string_view text;
        std::string_view want;
    };
    static constexpr Row rows[] = {
        {"CIFS: Attempting to mount //contoso.file.core.windows.net/share",
         "CIFS: Attempting to mount //account1.file.core.windows.net/share"},
        {"CIFS: VFS: \\\\fs1 Send error", "CIFS: VFS: \\\\host1 Send error"},
        {"no address for contoso.z12.file.storage.azure.net",
         "no address for account1.z12.file.storage.azure.net"},
        {"Hostname: fs1.lan ", "Hostname: host1.lan "},
        {"Network name: 'cluster1' (y)", "Network name: 'host1' (y)"},
        {"Domain: CONTOSO Uses: 1", "Domain: domain1 Uses: 1"},
        {"/home/alice/share", "/home/user1/share"},
        {"user=alice;", "user=user1;"},
        {"//[fd07::6]/share //localhost/x \\\\ Send", "//[fd00::1]/share //localhost/x \\\\ Send"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.text);
        Anonymiser names{Anonymiser::Replace::names_and_addresses};
        names.learn_text(row.text);
        CHECK(names.replaced(row.text) == row.want);
    }
}

TEST_CASE("a user's value is taken apart, and never shows a password") {
    struct Row {
        std::string_view value;
        std::string_view want;
    };
    static constexpr Row rows[] = {
        {"alice", "user1"},
        {"alice%hunter2", "user1%[removed]"},
        {"CORP\\alice", "domain1\\user1"},
        {"CORP/alice", "domain1/user1"},
        {"AZURE\\contoso", "AZURE\\user1"},
        {"alice@corp.example.com", "user1@domain1.domain2.com"},
        {"root", "root"},
        {"", ""},
    };
    for (const auto& row : rows) {
        CAPTURE(row.value);
        Anonymiser names{Anonymiser::Replace::names_and_addresses};
        names.learn_option("username", row.value);
        CHECK(names.replaced_option("username", row.value) == row.want);
    }
    Anonymiser nothing{Anonymiser::Replace::nothing};
    nothing.learn_option("username", "alice%hunter2");
    CHECK(nothing.replaced_option("username", "alice%hunter2") == "alice%[removed]");
    CHECK(nothing.replaced("//contoso.file.core.windows.net 10.7.0.5") ==
          "//contoso.file.core.windows.net 10.7.0.5");
}

TEST_CASE("no name becomes one that is there already") {
    Anonymiser names{Anonymiser::Replace::names_and_addresses};
    names.learn_text("//contoso.file.core.windows.net/account1 //account2.file.core.windows.net/x");
    CHECK(names.replaced("//contoso.file.core.windows.net/account1") ==
          "//account3.file.core.windows.net/account1");
    CHECK(names.replaced("account2") == "account4");
    // The first name that is learnt says what it is of.
    names.learn_user("contoso");
    CHECK(names.replaced("contoso") == "account3");
}

TEST_CASE("options that hold names are learnt, numbers are none") {
    Anonymiser names{Anonymiser::Replace::names_and_addresses};
    names.learn_option("uid", "alice");
    names.learn_option("gid", "1000");
    names.learn_option("domain", "CORP");
    names.learn_option("domain", "WORKGROUP");
    CHECK(names.replaced("uid=alice,gid=1000,rsize=1000,domain=corp,WORKGROUP") ==
          "uid=user1,gid=1000,rsize=1000,domain=domain1,WORKGROUP");
    CHECK(names.replaced_option("gid", "1000") == "1000");
}
