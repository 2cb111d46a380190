#include "core/fstab.h"

#include <doctest/doctest.h>

using namespace azfiles;

namespace {

FstabEntry one(std::string_view text) {
    const auto fstab = parse_fstab(text);
    REQUIRE(fstab.problems.empty());
    REQUIRE(fstab.entries.size() == 1);
    return fstab.entries.front();
}

}  // namespace

TEST_CASE("an entry has its six fields and its line") {
    const auto entry =
        one("# <file system> <mount point> <type> <options> <dump> <pass>\n\n"
            "//acct.file.core.windows.net/share\t/mnt/share  azfiles\tnofail,_netdev 1 2\n");
    CHECK(entry.source == "//acct.file.core.windows.net/share");
    CHECK(entry.mountpoint == "/mnt/share");
    CHECK(entry.type == "azfiles");
    CHECK(entry.options == "nofail,_netdev");
    CHECK(entry.freq == 1);
    CHECK(entry.passno == 2);
    CHECK(entry.line == 3);
}

TEST_CASE("what may be left out at the end of a line is nothing and zero") {
    struct Row {
        std::string_view line;
        std::string_view options;
        int freq;
        int passno;
    };
    static constexpr Row rows[] = {
        {"//h/s /m cifs", "", 0, 0},
        {"//h/s /m cifs ro", "ro", 0, 0},
        {"//h/s /m cifs ro 1", "ro", 1, 0},
        {"//h/s /m cifs ro 1 2", "ro", 1, 2},
        {"//h/s /m cifs ro -1 2 3 x", "ro", -1, 2},
        {"//h/s /m cifs ro 0 0 # a comment", "ro", 0, 0},
        {" \t//h/s /m cifs ro \t", "ro", 0, 0},
        {"//h/s /m cifs ro\r\n", "ro", 0, 0},
        {"//h/s /m cifs ro\r", "ro", 0, 0},
    };
    for (const auto& row : rows) {
        CAPTURE(row.line);
        const auto entry = one(row.line);
        CHECK(entry.options == row.options);
        CHECK(entry.freq == row.freq);
        CHECK(entry.passno == row.passno);
        CHECK(entry.line == 1);
    }
}

TEST_CASE("octal escapes are undone in every field that is text") {
    const auto entry = one(R"(//h/my\040share /mnt/a\011b\134c\043d ci\146s a\054b=\303\274)");
    CHECK(entry.source == "//h/my share");
    CHECK(entry.mountpoint == "/mnt/a\tb\\c#d");
    CHECK(entry.type == "cifs");
    CHECK(entry.options == "a,b=\xc3\xbc");
    // What is no escape stays, and one backslash is not two.
    CHECK(one(R"(\\host\share /m cifs)").source == R"(\\host\share)");
    CHECK(one(R"(//h/a\08\4\ /m cifs)").source == R"(//h/a\08\4\)");
    CHECK(one(R"(//h/\134040 /m cifs)").source == R"(//h/\040)");
    CHECK(one(R"(//h/s /mnt/a\012b cifs)").mountpoint == "/mnt/a\nb");
}

TEST_CASE("a line that cannot be read is named and hides no other") {
    struct Row {
        std::string line;
        FstabFault fault;
    };
    const Row rows[] = {
        {"//h/s", FstabFault::no_mountpoint},
        {"//h/s /m", FstabFault::no_type},
        {"//h/s\t/m \t", FstabFault::no_type},
        {"//h/s /m cifs ro x", FstabFault::bad_number},
        {"//h/s /m cifs ro # a comment", FstabFault::bad_number},
        {"//h/s /m cifs ro 0 0x", FstabFault::bad_number},
        {"//h/s /m cifs ro 0 1,5", FstabFault::bad_number},
        {"//h/s /m cifs ro 4294967296", FstabFault::bad_number},
        {"//h/s /m cifs ro +1", FstabFault::bad_number},
        {"//h/s /m cifs ro, password=x y", FstabFault::bad_number},
        {R"(//h/a\000b /m cifs)", FstabFault::bad_escape},
        {R"(//h/s /m\400 cifs)", FstabFault::bad_escape},
        {R"(//h/s /m cifs a\777)", FstabFault::bad_escape},
        {std::string{"//h/s /m\0 cifs", 14}, FstabFault::nul},
        {"//h/s /m cifs " + std::string(fstab_line_limit, 'a'), FstabFault::too_long},
    };
    for (const auto& row : rows) {
        CAPTURE(row.line);
        const auto fstab = parse_fstab("//h/first /a cifs\n" + row.line + "\n//h/last /b cifs");
        REQUIRE(fstab.problems.size() == 1);
        CHECK(fstab.problems[0].line == 2);
        CHECK(fstab.problems[0].fault == row.fault);
        CHECK(fstab.problems[0].source.starts_with("//h/"));
        REQUIRE(fstab.entries.size() == 2);
        CHECK(fstab.entries[0].line == 1);
        CHECK(fstab.entries[1].line == 3);
        CHECK_FALSE(to_string(row.fault).empty());
    }
}

TEST_CASE("whose business a bad line is stays known") {
    const auto fstab = parse_fstab("//h/s /m cifs defaults # comment\nUUID=x / ext4 a b\n//h/s\n");
    REQUIRE(fstab.problems.size() == 3);
    CHECK(fstab.problems[0].type == "cifs");
    CHECK(fstab.problems[1].source == "UUID=x");
    CHECK(fstab.problems[1].type == "ext4");
    CHECK(fstab.problems[2].source == "//h/s");
    CHECK(fstab.problems[2].type.empty());
}

TEST_CASE("the longest line is an entry, and a comment may be longer") {
    const std::string start = "//h/s /m cifs ";
    const auto line = start + std::string(fstab_line_limit - start.size(), 'a');
    CHECK(one(line + "\n").options.size() == fstab_line_limit - start.size());
    CHECK(parse_fstab(line + "a\n").entries.empty());
    CHECK(parse_fstab("# " + line + line) == Fstab{});
}

TEST_CASE("nothing in, nothing out") {
    for (const std::string_view text : {"", "\n", "\n\n# x\n", " \t \n", "\r\n", "#\r\n  #x"})
        CHECK(parse_fstab(text) == Fstab{});
}
