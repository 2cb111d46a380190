#include "core/share.h"

#include "support.h"

#include <doctest/doctest.h>

using namespace azfiles;
using test::contains;
using namespace std::string_literals;
using namespace std::string_view_literals;

TEST_CASE("parse_share reads every spelling that users have") {
    struct Row {
        std::string_view spec;
        Share want;
    };
    const Row rows[] = {
        {"//acct.file.core.windows.net/share", {"acct.file.core.windows.net", "share", ""}},
        {"//h/s/dir", {"h", "s", "dir"}},
        {"//h/s/a/b/c", {"h", "s", "a/b/c"}},
        {"//h/s/", {"h", "s", ""}},
        {"//h/s/dir/", {"h", "s", "dir"}},
        {R"(\\h\s)", {"h", "s", ""}},
        {R"(\\h\s\a\b)", {"h", "s", "a/b"}},
        {R"(\\h\s\)", {"h", "s", ""}},
        {R"(\\h/s\a/b)", {"h", "s", "a/b"}},
        {"https://acct.file.core.windows.net/share", {"acct.file.core.windows.net", "share", ""}},
        {"https://h/s/", {"h", "s", ""}},
        {"HTTPS://h/s/d", {"h", "s", "d"}},
        {"smb://h/s", {"h", "s", ""}},
        {"Smb://h/s/d/", {"h", "s", "d"}},
        {"https://h/my%20share/a%2Bb", {"h", "my share", "a+b"}},
        {"https://h/s/%c3%a4", {"h", "s", "ä"}},
        // Decoded once: what is left is a name like any other.
        {"https://h/s/%252e%252e", {"h", "s", "%2e%2e"}},
        {"//192.0.2.1/s", {"192.0.2.1", "s", ""}},
        {"//2001:db8::1/s", {"2001:db8::1", "s", ""}},
        {"//[2001:db8::1]/s/d", {"2001:db8::1", "s", "d"}},
        {R"(\\[2001:db8::1]\s)", {"2001:db8::1", "s", ""}},
        {"//fe80::1%2/s", {"fe80::1%2", "s", ""}},
        {"https://[2001:db8::1]/s", {"2001:db8::1", "s", ""}},
        // As written: only the plain forms know no percent sign.
        {"//h/100%", {"h", "100%", ""}},
        {"//h/s/%2e%2e", {"h", "s", "%2e%2e"}},
        {"//h/IPC$", {"h", "IPC$", ""}},
        {"//h/my share/a b", {"h", "my share", "a b"}},
        // An escape of fstab is mount's to undo; by itself it is no name.
        {"//h/a,b/c=d", {"h", "a,b", "c=d"}},
        {"//h/größe/日本", {"h", "größe", "日本"}},
        {"//h/s/.hidden/..x/x..", {"h", "s", ".hidden/..x/x.."}},
        {"//H.Example/Share", {"H.Example", "Share", ""}},
        {"//my_host-1/s", {"my_host-1", "s", ""}},
    };
    for (const auto& row : rows) {
        CAPTURE(row.spec);
        const auto share = parse_share(row.spec);
        REQUIRE(share);
        CHECK(share->host == row.want.host);
        CHECK(share->name == row.want.name);
        CHECK(share->directory == row.want.directory);
    }
}

TEST_CASE("parse_share refuses what is no share, and says which part is wrong") {
    struct Row {
        std::string_view spec;
        std::string_view complaint;
    };
    const Row rows[] = {
        {"", "does not begin with //"},
        {"/", "does not begin with //"},
        {"/h/s", "does not begin with //"},
        {"h/s", "does not begin with //"},
        {" //h/s", "does not begin with //"},
        {"h:/s", "does not begin with //"},
        {"http://h/s", "does not begin with //"},
        {"cifs://h/s", "does not begin with //"},
        {"https:/h/s", "does not begin with //"},
        {R"(\/h/s)", "does not begin with //"},
        {"//", "not a host name"},
        {"///", "not a host name"},
        {"///s", "not a host name"},
        {R"(\\\s)", "not a host name"},
        {"https:///s", "not a host name"},
        {"//-h/s", "not a host name"},
        {"//.h/s", "not a host name"},
        {"//h h/s", "not a host name"},
        {"//h:445/s", "not a host name"},
        {"//h\n/s", "not a host name"},
        {"//größe/s", "not a host name"},
        {R"(//h\s)", "not a host name"},
        {"//[]/s", "not a host name"},
        {"//[h]/s", "not a host name"},
        {"//[::1/s", "not a host name"},
        {"//::1]/s", "not a host name"},
        {"//[[::1]]/s", "not a host name"},
        {"//2001:db8::g/s", "not a host name"},
        {"//h", "names no share"},
        {"//h/", "names no share"},
        {"//h//", "names no share"},
        {"//h//dir", "names no share"},
        {R"(\\h)", "names no share"},
        {R"(\\h\)", "names no share"},
        {"https://h", "names no share"},
        {"smb://h/", "names no share"},
        {"//h/.", "not a share name"},
        {"//h/..", "not a share name"},
        {"//h/ ", "not a share name"},
        {"//h/.. ", "not a share name"},
        {"//h/...", "not a share name"},
        {"//h/a:b", "not a share name"},
        {"//h/a|b", "not a share name"},
        {R"(//h/a\b)", "not a share name"},
        {R"(//h/my\040share)", "not a share name"},
        {"//h/s//", "not a directory"},
        {"//h/s//d", "not a directory"},
        {"//h/s/d//", "not a directory"},
        {"//h/s/d//e", "not a directory"},
        {"//h/s/..", "not a directory"},
        {"//h/s/.", "not a directory"},
        {"//h/s/a/../b", "not a directory"},
        {"//h/s/a/../../b", "not a directory"},
        {"//h/s/a/..", "not a directory"},
        {R"(//h/s/a\..\..\b)", "not a directory"},
        {R"(\\h\s\..\x)", "not a directory"},
        {"//h/s/.. /x", "not a directory"},
        {"//h/s/a/. ./x", "not a directory"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.spec);
        const auto share = parse_share(row.spec);
        REQUIRE_FALSE(share);
        CHECK(share.error().kind == ErrorKind::usage);
        CHECK(contains(share.error().message, row.complaint));
        CHECK_FALSE(share.error().remedy.empty());
    }
}

TEST_CASE("no escape of a URL climbs or smuggles a control character") {
    for (const std::string_view spec : {
             "https://h/s/%2e%2e",    "https://h/s/%2E%2E/x",   "https://h/s/.%2e",
             "https://h/%2e%2e/s",    "https://h/s/a%2f..%2fb", "https://h/s/a%2F..",
             "https://h/s/%5c..%5cx", "https://h/s%5c..%5cx",   "smb://h/s/a%5Cb",
             "https://h/s/%00",       "https://h/s%00x/y",      "https://h/s/%0a",
             "https://h/s/%7f",       "https://h/s/%c2%9b",     "https://h/s/%2e%2e%20",
             "https://h/s%2f%2f",     "https://%2f/s",          "https://h/s/%",
             "https://h/s/%2",        "https://h/s/%zz",        "https://h/s/%+1",
             "https://h/s/% 1",       "https://h/s/%-1",
         }) {
        CAPTURE(spec);
        const auto share = parse_share(spec);
        REQUIRE_FALSE(share);
        CHECK(share.error().kind == ErrorKind::usage);
    }
}

TEST_CASE("no control character is part of a share") {
    for (const auto& spec : {
             "//h/s\0x"s,
             "//h/s/d\0"s,
             "//h/s\n"s,
             "//h/s\r"s,
             "//h/s/\td"s,
             "//h/s/a\x1b[31m"s,
             "//h/s/\x7f"s,
             "//h\0/s"s,
             "//h/s\xc2\x80"s,
             "//h/s/\xc2\x9b"s,
             "//h/s/a\xc2\x9f/b"s,
             "\\\\h\\s\\\x01"s,
         }) {
        CAPTURE(spec);
        CHECK_FALSE(parse_share(spec));
    }
    // The first characters behind that range are letters and signs.
    CHECK(parse_share("//h/10\xc2\xa3"));
}

TEST_CASE("a token or password in a share is never repeated") {
    for (const std::string_view spec : {
             "https://h/s?sig=hunter2",
             "https://h/s/d?sv=1&sig=hunter2",
             "https://h/s#hunter2",
             "https://h?sig=hunter2",
             "https://user:hunter2@h/s",
             "smb://hunter2@h/s",
             "smb://user:hunter2@h",
             "http://h/s?sig=hunter2",
             "http://user:hunter2@h/s",
             "https:/h/s?sig=hunter2",
             "h/s?sig=hunter2",
             "//user:hunter2@h/s",
             "//hunter2@h/s",
             R"(\\user:hunter2@h\s)",
             "//h/s?sig=hunter2",
             "//h/s/d?sig=hunter2",
             "https://h/s%3fsig=hunter2",
             "https://h/s%3Fsig%3Dhunter2",
             "https://user:hunter2%40h/s",
             "https://h/s/%zz?sig=hunter2",
             "https://h/a/%zzhunter2",
             "https://h:445/s?sig=hunter2",
             "//h/s&sig=hunter2/..",
             "//h/:sig=hunter2",
             R"(\\h\s?sig=hunter2)",
         }) {
        CAPTURE(spec);
        const auto share = parse_share(spec);
        REQUIRE_FALSE(share);
        CHECK(share.error().kind == ErrorKind::usage);
        CHECK_FALSE(contains(share.error().message, "hunter2"));
        CHECK_FALSE(contains(share.error().remedy, "hunter2"));
        CHECK_FALSE(share.error().remedy.empty());
    }
}

TEST_CASE("where a token may be, not even a word of ours stands in quotes") {
    for (const std::string_view spec : {"@/'/sig%3d-/-", "//h/s?sig=hunter2"}) {
        CAPTURE(spec);
        const auto share = parse_share(spec);
        REQUIRE_FALSE(share);
        CHECK_FALSE(contains(share.error().message, "\""));
    }
}

TEST_CASE("a refused share fits into a message, whatever it is made of") {
    for (const std::string& part : {std::string(600, '\0'), std::string(600, '\xff')}) {
        const auto share = parse_share(R"(\\z\)" + part);
        REQUIRE_FALSE(share);
        CHECK(share.error().message.size() < 4096);
    }
}

TEST_CASE("a host of digits and dots is a whole IPv4 address or none") {
    for (const std::string_view spec :
         {"//10.7.1/s", "//10/s", "//010.7.0.1/s", "//10.7.0.256/s", "//10.7.0.1.2/s",
          "//10.7..1/s", "//10.7.0.1./s", "//4294967297/s"}) {
        CAPTURE(spec);
        CHECK_FALSE(parse_share(spec));
    }
    CHECK(parse_share("//0.0.0.0/s"));
    CHECK(parse_share("//255.255.255.255/s"));
}

TEST_CASE("a port in a URL is refused with the option to use") {
    for (const std::string_view spec :
         {"https://h:445/s", "smb://h:4450/s", "https://[2001:db8::1]:445/s", "https://h:/s"}) {
        CAPTURE(spec);
        const auto share = parse_share(spec);
        REQUIRE_FALSE(share);
        CHECK(contains(share.error().message, "a port"));
        CHECK(contains(share.error().remedy, "port="));
        CHECK_FALSE(contains(share.error().message, "445"));
    }
}

TEST_CASE("a refused share is quoted, short and on one line") {
    const auto cases = {"//h/a\nb\x1b[31m"s,
                        "//h/s/\xe2\x80\xae/.."s,
                        "nonsense\r\n"s,
                        std::string(10'000, 'x'),
                        "//" + std::string(10'000, 'h') + "/s",
                        "//h/" + std::string(10'000, 's'),
                        "//h/s/" + std::string(10'000, 'd')};
    for (const auto& spec : cases) {
        CAPTURE(spec.substr(0, 40));
        const auto share = parse_share(spec);
        REQUIRE_FALSE(share);
        const auto& message = share.error().message;
        CHECK(message.size() < 2'000);
        CHECK(message.find_first_of("\r\n\x1b") == std::string::npos);
        CHECK_FALSE(contains(message, "\xe2\x80\xae"));
    }
}

TEST_CASE("names have the kernel's length and no more") {
    const auto host = [](std::size_t n) { return "//" + std::string(n, 'h') + "/s"; };
    const auto name = [](std::size_t n) { return "//h/" + std::string(n, 's'); };
    const auto directory = [](std::size_t n) { return "//h/s/" + std::string(n, 'd'); };
    CHECK(parse_share(host(255)));
    CHECK_FALSE(parse_share(host(256)));
    CHECK(parse_share(name(255)));
    CHECK_FALSE(parse_share(name(256)));
    CHECK(parse_share(directory(4000)));
    CHECK_FALSE(parse_share(directory(4001)));
}

TEST_CASE("a share is written as the kernel shows it, and reads back the same") {
    struct Row {
        std::string_view spec;
        std::string_view text;
        std::string_view unc;
    };
    const Row rows[] = {
        {R"(\\h\s)", "//h/s", R"(\\h\s)"},
        {"https://h/s/a/", "//h/s/a", R"(\\h\s)"},
        {"//[2001:db8::1]/s/a/b", "//2001:db8::1/s/a/b", R"(\\2001:db8::1\s)"},
        {"https://h/my%20share/%2541", "//h/my share/%41", R"(\\h\my share)"},
        {"//H/S", "//H/S", R"(\\H\S)"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.spec);
        const auto share = parse_share(row.spec);
        REQUIRE(share);
        CHECK(to_string(*share) == row.text);
        CHECK(unc_of(*share) == row.unc);
        const auto again = parse_share(to_string(*share));
        REQUIRE(again);
        CHECK(*again == *share);
    }
}

TEST_CASE("the host is compared without case, share and directory as written") {
    const Share share{"acct.file.core.windows.net", "share", "dir"};
    CHECK(same_share(share, share));
    CHECK(same_share(share, {"ACCT.File.core.windows.NET", "share", "dir"}));
    CHECK_FALSE(same_share(share, {"acct.file.core.windows.net", "Share", "dir"}));
    CHECK_FALSE(same_share(share, {"acct.file.core.windows.net", "share", "Dir"}));
    CHECK_FALSE(same_share(share, {"acct.file.core.windows.net", "share", ""}));
    CHECK_FALSE(same_share(share, {"acct2.file.core.windows.net", "share", "dir"}));
}
