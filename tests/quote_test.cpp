#include "base/quote.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace azfiles;

TEST_CASE("foreign text is shown without what could steer a terminal") {
    struct Row {
        std::string text;
        std::string expected;
    };
    const std::vector<Row> rows = {
        {"", ""},
        {"plain text", "plain text"},
        {"größe 日本 😀", "größe 日本 😀"},
        {"a\nb\tc\rd", R"(a\nb\tc\rd)"},
        {"\x1b[31m\x7f", R"(\x1b[31m\x7f)"},
        {std::string("a\0b", 3), R"(a\x00b)"},
        // C1 controls, no-break space, soft hyphen
        {"\xc2\x9b|\xc2\xa0|\xc2\xad", R"(\u{9b}|\u{a0}|\u{ad})"},
        // reordering, zero width, line separator, byte order mark, tags
        {"\xe2\x80\xae|\xe2\x80\x8b|\xe2\x80\xa8", R"(\u{202e}|\u{200b}|\u{2028})"},
        {"\xef\xbb\xbf|\xf3\xa0\x81\x81", R"(\u{feff}|\u{e0041})"},
        // not UTF-8: alone, cut short, overlong, surrogate, too large
        {"\xff\x80", R"(\xff\x80)"},
        {"\xc3", R"(\xc3)"},
        {"\xe2\x82", R"(\xe2\x82)"},
        {"\xc0\xaf", R"(\xc0\xaf)"},
        {"\xe0\x80\xaf", R"(\xe0\x80\xaf)"},
        {"\xed\xa0\x80", R"(\xed\xa0\x80)"},
        {"\xf4\x90\x80\x80", R"(\xf4\x90\x80\x80)"},
        {"\xf0\x9f\x98", R"(\xf0\x9f\x98)"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.expected);
        CHECK(printable(row.text) == row.expected);
        CHECK(quote(row.text) == "\"" + row.expected + "\"");
    }
}

TEST_CASE("within quotes a quote and a backslash are escaped") {
    CHECK(quote(R"(\\host\"x")") == R"("\\\\host\\\"x\"")");
    CHECK(printable(R"(\\host\"x")") == R"(\\host\"x")");
}

TEST_CASE("long text is cut, and says so") {
    CHECK(quote("abcdef", 6) == "\"abcdef\"");
    CHECK(quote("abcdef", 5) == "\"abcde…\"");
    CHECK(printable("abcdef", 0) == "…");
    CHECK(printable(std::string(5000, 'a')).size() == 4096 + std::string{"…"}.size());
}

TEST_CASE("a cut does not break a character in two") {
    CHECK(printable("größe", 3) == "gr…");
    CHECK(printable("gr\xff\xff", 3) == R"(gr\xff…)");
}
