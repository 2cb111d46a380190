#include "core/mount_unit.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace azfiles;

namespace {

std::string shown(const UnitValue& value) {
    return value.text + (value.has_specifier ? "%" : "");
}

/// "what|where|type|options", with a "%" behind what holds a specifier.
std::string in_one_line(const MountUnit& unit) {
    return fmt::format("{}|{}|{}|{}", shown(unit.what), shown(unit.where), shown(unit.type),
                       shown(unit.options));
}

}  // namespace

TEST_CASE("a unit as people write it is read") {
    const auto unit = read_mount_unit(
        "# /etc/systemd/system/mnt-share.mount\n"
        "[Unit]\n"
        "Description=Azure Files share\n"
        "Requires=network-online.target\n"
        "After=network-online.target\n"
        "\n"
        "[Mount]\n"
        "What=//acct.file.core.windows.net/share\n"
        "Where=/mnt/share\n"
        "Type=azfiles\n"
        "Options=nofail,_netdev,\\\n"
        "   credentials=/etc/smbcredentials/acct.cred\n"
        "TimeoutSec=30\n"
        "\n"
        "[Install]\n"
        "WantedBy=remote-fs.target\n");
    CHECK(in_one_line(unit) ==
          "//acct.file.core.windows.net/share|/mnt/share|azfiles|"
          "nofail,_netdev,    credentials=/etc/smbcredentials/acct.cred");
}

// The answers are those of systemd 252 (systemd --test --user prints them).
TEST_CASE("a unit's text is read as systemd reads it") {
    struct Row {
        std::string_view text;
        std::string_view want;
    };
    static constexpr Row rows[] = {
        {"", "|||"},
        {"What=//h/s\n", "|||"},
        {"[Mount]\nWhat=//h/s", "//h/s|||"},
        {"[Mount]\nWhat=//h/a\nWhat=//h/b\n", "//h/b|||"},
        {"[Mount]\nWhat=//h/a\nWhat=\n", "|||"},
        {"[Mount] \n What\t=\t//h/s \t\n", "//h/s|||"},
        {"[ Mount]\nWhat=//h/s\n", "|||"},
        {"[Mount]\nwhat=//h/s\nWhere=/m\n", "|/m||"},
        {"[Mount]\nWhat=//h/s\n[Install]\nWhat=//x/y\n[Mount]\nType=cifs\n", "//h/s||cifs|"},
        {"[Mount]\nWhat\n=x\nType=smb3\n", "||smb3|"},
        // Comments, also within a line that goes on.
        {"[Mount]\n#What=//h/a\n ;What=//h/b\nWhat=//h/c #x\n", "//h/c #x|||"},
        {"[Mount]\nOptions=a,\\\n; comment inside\n b\n", "|||a,  b"},
        {"[Mount]\n# comment \\\nType=cifs\n", "||cifs|"},
        // Lines that go on.
        {"[Mount]\nWhat=//h/s \\\n and more\\\nWhere=/m\n", "//h/s   and more Where=/m|||"},
        {"[Mount]\nWhat=//h/s\\\n\nType=cifs\n", "//h/s||cifs|"},
        {"[Mount]\nWhat=//h/s\\", "//h/s|||"},
        {"[Mount]\nWhat=//h/s\\\n\\\nz\nType\\\n=cifs\n", "//h/s  z||cifs|"},
        {"[Mount]\nType=x\\\\\nWhat=//h/s\n", "//h/s||x\\\\|"},
        {"[Mount]\nWhat=//h/s\\\n[Mount]\nType=cifs\n", "//h/s [Mount]||cifs|"},
        // Quotes and backslashes are characters.
        {"[Mount]\nWhat=\"//h/my share\"\nType='cifs'\n", "\"//h/my share\"||'cifs'|"},
        {"[Mount]\nWhat=\\\\h\\s\n", "\\\\h\\s|||"},
        // Specifiers.
        {"[Mount]\nWhat=//h/a%%20b\nType=%%%%\n", "//h/a%20b||%%|"},
        {"[Mount]\nWhat=//h/50%\n", "//h/50%|||"},
        {"[Mount]\nWhat=//%H/s\nOptions=uid=%U\n", "//%H/s%|||uid=%U%"},
        {"[Mount]\nWhat=//%H/s\nWhat=//h/s\n", "//h/s|||"},
        // Ends of lines, and a mark before the first.
        {"\xef\xbb\xbf[Mount]\r\nWhat=//h/s\r\nType=cifs\r\n", "//h/s||cifs|"},
        {"[Mount]\nWhat=//h/s\rType=cifs\r\rWhere=/m", "//h/s|/m|cifs|"},
        {"[Mount]\nWhat=//h/s\\\r\n x\r\nType=cifs\n", "//h/s  x||cifs|"},
        {std::string_view{"[Mount]\nWhat=//h/s\0Where=/m\n", 28}, "//h/s|/m||"},
        {"[Mount]\nType=\v cifs\f\n", "||\v cifs\f|"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.text);
        CHECK(in_one_line(read_mount_unit(row.text)) == row.want);
    }
}

TEST_CASE("a drop-in changes what it names and takes back what it empties") {
    const auto unit = read_mount_unit("[Mount]\nWhat=//h/s\nType=cifs\nOptions=ro\n");
    CHECK(in_one_line(read_mount_unit("[Mount]\nWhat=//h/t\nOptions=\n", unit)) == "//h/t||cifs|");
    CHECK(in_one_line(read_mount_unit("[Unit]\nAfter=x\n", unit)) == "//h/s||cifs|ro");
}

TEST_CASE("a path and a unit's name are made of each other as systemd-escape does") {
    struct Row {
        std::string_view path;
        std::string_view name;
    };
    static constexpr Row rows[] = {
        {"/", "-.mount"},
        {"/mnt/share", "mnt-share.mount"},
        {"/mnt/my share", "mnt-my\\x20share.mount"},
        {"/mnt/a-b", "mnt-a\\x2db.mount"},
        {"/.hidden/.x", "\\x2ehidden-.x.mount"},
        {"/a\\b", "a\\x5cb.mount"},
        {"/a:b_c.d", "a:b_c.d.mount"},
        {"/\xc3\xbc", "\\xc3\\xbc.mount"},
        {"/a/x.mount", "a-x.mount.mount"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.path);
        CHECK(unit_name_of(row.path, ".mount") == row.name);
        CHECK(path_of_unit(row.name) == row.path);
    }
    CHECK(unit_name_of("//a//./b/", ".automount") == "a-b.automount");
    for (const std::string_view path : {"", "relative", "/a/../b", ".."}) {
        CAPTURE(path);
        CHECK_FALSE(unit_name_of(path, ".mount"));
    }
}

TEST_CASE("a name that systemd makes of no path stands for none") {
    for (const std::string_view name :
         {"", ".mount", "a--b.mount", "-a.mount", "a-.mount", "a\\x2.mount", "a\\x00.mount",
          "a-..-b.mount", "a-.-b.mount", "\\x2e\\x2e.mount", "a\\y.mount", "a\\.mount",
          "a\\x41.mount", "a b.mount", "--.mount"}) {
        CAPTURE(name);
        CHECK_FALSE(path_of_unit(name));
    }
}

TEST_CASE("times are what systemd reads as times") {
    for (const std::string_view good :
         {"0", "90", " 90 ", "90s", "90 s", "1min30s", "1min 30s", "1.5h", ".5", "2h30", "5 5",
          "infinity", " infinity ", "1month", "1M", "3us", "3\xc2\xb5s", "2weeks", "1y"}) {
        CAPTURE(good);
        CHECK(is_time_span(good));
    }
    for (const std::string_view bad : {"", " ", "s", "-1", "60sek", "12.34.56", "1 min s", "1h-5",
                                       "infinity1", "never", "60,", "1h s"}) {
        CAPTURE(bad);
        CHECK_FALSE(is_time_span(bad));
    }
    CHECK(is_false("No"));
    CHECK(is_false("0"));
    CHECK_FALSE(is_false(""));
    CHECK_FALSE(is_false("yes"));
}
