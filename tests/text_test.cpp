#include "base/text.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

using namespace azfiles;
using Views = std::vector<std::string_view>;
using Halves = std::pair<std::string_view, std::string_view>;

TEST_CASE("cut divides at the first separator only") {
    CHECK(cut("a=b=c", '=') == Halves{"a", "b=c"});
    CHECK(cut("abc", '=') == Halves{"abc", ""});
    CHECK(cut("=", '=') == Halves{"", ""});
    CHECK(cut("", '=') == Halves{"", ""});
}

TEST_CASE("consume removes a prefix that is there and nothing else") {
    std::string_view text = "//host";
    CHECK(consume(text, "//"));
    CHECK(text == "host");
    CHECK_FALSE(consume(text, "hosts"));
    CHECK(text == "host");
    CHECK(consume(text, ""));
    CHECK(text == "host");
}

TEST_CASE("trimmed takes blanks from both ends") {
    CHECK(trimmed(" \t a b \r\n") == "a b");
    CHECK(trimmed("a") == "a");
    CHECK(trimmed(" \n") == "");
    CHECK(trimmed("") == "");
}

TEST_CASE("words are never empty") {
    CHECK(words("  a b\t\nc ") == Views{"a", "b", "c"});
    CHECK(words(",a,,b,", ",") == Views{"a", "b"});
    CHECK(words("a b", ",") == Views{"a b"});
    CHECK(words("").empty());
    CHECK(words(" \n ").empty());
}

TEST_CASE("a number is the whole of a text or nothing") {
    CHECK(to_number<int>("0") == 0);
    CHECK(to_number<int>("-5") == -5);
    CHECK(to_number<std::uint8_t>("255") == 255);
    CHECK(to_number<std::uint64_t>("18446744073709551615") == UINT64_MAX);
    CHECK(to_number<int>("1f", 16) == 0x1f);
    for (const auto* text :
         {"", " ", "1 ", " 1", "+1", "1x", "x", "2147483648", "0x10", "1.0", "-"}) {
        CAPTURE(text);
        CHECK_FALSE(to_number<int>(text));
    }
    CHECK_FALSE(to_number<unsigned>("-1"));
    CHECK_FALSE(to_number<std::uint8_t>("256"));
}

TEST_CASE("case is that of ASCII letters") {
    CHECK(lower("Host.EXAMPLE-1") == "host.example-1");
    CHECK(lower("ÄZ[") == "Äz[");
    CHECK(same_ignoring_case("NAS", "nas"));
    CHECK(same_ignoring_case("", ""));
    CHECK_FALSE(same_ignoring_case("nas", "nas1"));
    CHECK_FALSE(same_ignoring_case("Ä", "ä"));
    CHECK_FALSE(same_ignoring_case("[", "{"));
}

TEST_CASE("octal escapes are undone where they are whole and fit a byte") {
    struct Row {
        std::string text;
        std::string expected;
    };
    const std::vector<Row> rows = {
        {R"(my\040share)", "my share"},
        {R"(\011\012\054\134)", "\t\n,\\"},
        {R"(\134040)", R"(\040)"},  // once only
        {R"(\303\266)", "ö"},
        {R"(\377)", "\377"},
        {R"(\400\777)", R"(\400\777)"},
        {R"(\04)", R"(\04)"},
        {R"(\048\x20\)", R"(\048\x20\)"},
        {R"(\\040)", R"(\ )"},
        {"", ""},
        {R"(\000)", std::string(1, '\0')},
    };
    for (const auto& row : rows) {
        CAPTURE(row.text);
        CHECK(unescape_octal(row.text) == row.expected);
    }
}
