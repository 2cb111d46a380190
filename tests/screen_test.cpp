#include "base/screen.h"

#include <doctest/doctest.h>

using namespace azfiles;

TEST_CASE("what fits is left as it is") {
    CHECK(fitted("", {}) == "");
    CHECK(fitted("one\n\nthree\n", {4, 5}) == "one\n\nthree\n");
    CHECK(fitted("without an end", {2, 14}) == "without an end\n");
}

TEST_CASE("lines are cut to the width, characters and colours whole") {
    struct Row {
        std::string_view line;
        int columns;
        std::string_view want;
    };
    static constexpr Row rows[] = {
        {"12345", 5, "12345"},
        {"123456", 5, "1234…"},
        {"é→é→é", 5, "é→é→é"},
        {"é→é→éx", 5, "é→é→…"},
        {"東京都", 6, "東京都"},  // two columns each
        {"東京都", 5, "東京…"},
        {"東京都", 4, "東…"},
        {"a東京", 4, "a東…"},
        {"⚡⚡", 3, "⚡…"},
        {"\033[32mgood\033[0m", 4, "\033[32mgood\033[0m"},
        {"\033[32mgood\033[0m bye", 4, "\033[32mgoo…\033[0m"},
        {"\033[32mgood\033[0m bye", 6, "\033[32mgood\033[0m …\033[0m"},
        {"12", 1, "…"},
        {"12", 0, "…"},
        {"\xff\xff\xff", 5, "\xff\xff…"},  // what is no UTF-8 takes two at most
        {"\033[", 1, "\033["},
    };
    for (const auto& row : rows) {
        CAPTURE(row.columns);
        CHECK(fitted(row.line, {24, row.columns}) == std::string{row.want} + "\n");
    }
}

TEST_CASE("lines that do not fit are counted") {
    CHECK(fitted("1\n2\n3\n4\n", {5, 80}) == "1\n2\n3\n4\n");
    CHECK(fitted("1\n2\n3\n4\n", {4, 80}) == "1\n2\n… 2 more lines\n");
    CHECK(fitted("1\n2\n3\n4\n", {2, 80}) == "… 4 more lines\n");
    CHECK(fitted("1\n2\n3\n4\n", {0, 80}) == "… 4 more lines\n");
    CHECK(fitted("1\n2\n3\n4\n", {3, 5}) == "1\n… 3 …\n");
}
