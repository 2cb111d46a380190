#include "core/support_data.h"

#include "support.h"

#include <doctest/doctest.h>

#include <array>

using namespace azfiles;
using test::contains;

namespace {

constexpr std::string_view good_row = R"(
[kernel]
id          = rocky
version     = 9.7
environment = vm
minimum     = 5.14.0-611.5.1.el9_7
source      = our own tests
date        = 2026-02-01
)";

constexpr std::string_view good_advisory = R"(
[advisory]
id       = ours
kernels  = mainline 6.13
from     = 6.13
before   = 6.14
except   = el azure
symptom  = Reading DebugData oopses.
fixed-in = 6.14
source   = our own tests
date     = 2026-02-01
)";

SupportData parsed(std::string_view text) {
    auto data = parse_support_data(text, "local.kernels");
    REQUIRE(data);
    return *std::move(data);
}

/// `text` with its first `from` turned into `to`.
std::string with(std::string_view text, std::string_view from, std::string_view to) {
    std::string changed{text};
    const auto at = changed.find(from);
    REQUIRE(at != std::string::npos);
    return changed.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("the shipped table is what Microsoft's page says") {
    const auto data = parsed(test::read_data("../data/support.d/azure-files.kernels"));
    CHECK(data.problems.empty());
    CHECK(data.date == "2026-07-13");
    CHECK(data.advisories.empty());
    struct Row {
        std::string_view id;
        std::string_view version;
        Environment environment;
        std::string_view minimum;
    };
    static constexpr Row rows[] = {
        {"ubuntu", "24.04", Environment::aks, "6.8.0-1042-azure"},
        {"ubuntu", "24.04", Environment::vm, "6.14.0-1017-azure"},
        {"ubuntu", "22.04", Environment::vm, "6.8.0-1044-azure"},
        {"azurelinux", "3.0", Environment::vm, "6.6.106.1"},
        {"azurelinux", "3.0", Environment::aks, "6.6.106.1"},
        {"rhel", "9.7", Environment::vm, "5.14.0-611.5.1.el9_7"},
        {"rhel", "10.1", Environment::vm, "6.12.0-124.8.1.el10_1"},
    };
    REQUIRE(data.rows.size() == std::size(rows));
    for (std::size_t i = 0; i < std::size(rows); ++i) {
        CAPTURE(i);
        CHECK(data.rows[i].os_id == rows[i].id);
        CHECK(data.rows[i].version_id == rows[i].version);
        CHECK((data.rows[i].environment == rows[i].environment));
        CHECK(data.rows[i].minimum == rows[i].minimum);
        CHECK(data.rows[i].date == "2026-07-13");
        CHECK(contains(data.rows[i].source, "https://"));
    }
}

TEST_CASE("the shipped advisories can be read") {
    const auto data = parsed(test::read_data("../data/support.d/linux.advisories"));
    CHECK(data.problems.empty());
    CHECK(data.rows.empty());
    CHECK(data.date.empty());
    REQUIRE(data.advisories.size() == 5);
    const auto& mainline = data.advisories.front();
    CHECK(mainline.id == "mainline-before-5.19");
    CHECK(mainline.kernels == "mainline before 5.19");
    CHECK(mainline.from.empty());
    CHECK(mainline.before == "5.19");
    CHECK(mainline.fixed_in == "5.19");
    CHECK(mainline.unsafe_for_multichannel);
    CHECK_FALSE(mainline.symptom.empty());
    CHECK_FALSE(mainline.source.empty());
    CHECK_FALSE(mainline.date.empty());
}

TEST_CASE("a row or an advisory that can't be used is named, and costs only itself") {
    struct Row {
        std::string_view base;
        std::string_view from;
        std::string_view to;
        std::string_view complaint;
    };
    static constexpr Row rows[] = {
        {good_row, "id          = rocky\n", "", "local.kernels:2: id \"\" is not an ID"},
        {good_row, "rocky", "Rocky Linux", "id \"Rocky Linux\" is not an ID"},
        {good_row, "version     = 9.7\n", "", "version \"\" is not a VERSION_ID"},
        {good_row, "9.7", "9 7", "version \"9 7\" is not a VERSION_ID"},
        {good_row, "vm", "VM", "environment is neither aks nor vm"},
        {good_row, "= vm", "=", "environment is neither aks nor vm"},
        {good_row, ".el9_7", "", "minimum \"5.14.0-611.5.1\" is no release"},
        {good_row, "el9_7", "el9_7.x86_64+rt", "is no release"},
        {good_row, "5.14.0-611.5.1.el9_7", "6.6.106.1", "minimum \"6.6.106.1\" is no release"},
        {good_row, "5.14.0-611.5.1.el9_7", "6.17.0-061700-generic", "is no release"},
        {good_row, "5.14.0-611.5.1.el9_7", "5.14.0-611\x1b[31m", "minimum holds a control"},
        {good_row, "source      = our own tests\n", "", "source is missing"},
        {good_row, "2026-02-01", "1.2.2026", "date \"1.2.2026\" is not YYYY-MM-DD"},
        {good_row, "2026-02-01", "2026-13-01", "is not YYYY-MM-DD"},
        {good_row, "2026-02-01", "2026-02-32", "is not YYYY-MM-DD"},
        {good_row, "version ", "verison ", "local.kernels:4: unknown key \"verison\""},
        {good_row, "id          = rocky", "id = rocky\nid = rhel", "local.kernels:4: id is given"},
        {good_row, "vm", "vm\nnonsense", "local.kernels:6: \"nonsense\" is not \"key = value\""},
        {good_row, "[kernel]", "[kernels]", "unknown section \"[kernels]\""},
        {good_advisory, "id       = ours\n", "", "id \"\" is not a name"},
        {good_advisory, "mainline 6.13", "", "kernels or symptom is missing"},
        {good_advisory, "from     = 6.13\nbefore   = 6.14\n", "", "both missing"},
        {good_advisory, "= 6.14\nexcept", "= six\nexcept", "not a version such as 5.19"},
        {good_advisory, "= 6.14\nexcept", "= 6.14-\nexcept", "not a version such as 5.19"},
        {good_advisory, "fixed-in", "also-fixed = 6.12\nfixed-in", "also-fixed \"6.12\""},
        {good_advisory, "fixed-in", "unsafe-for-multichannel = maybe\nfixed-in", "neither yes"},
        {good_advisory, "2026-02-01", "soon", "date \"soon\" is not"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.to);
        CAPTURE(row.complaint);
        const auto bad = with(row.base, row.from, row.to);
        const auto data = parsed(bad + with(good_row, "rocky", "almalinux") +
                                 with(good_advisory, "ours", "other"));
        REQUIRE(data.problems.size() == 1);
        CAPTURE(data.problems[0]);
        CHECK(contains(data.problems[0], row.complaint));
        CHECK_FALSE(contains(data.problems[0], "\x1b"));
        REQUIRE(data.rows.size() == 1);
        CHECK(data.rows[0].os_id == "almalinux");
        REQUIRE(data.advisories.size() == 1);
        CHECK(data.advisories[0].id == "other");
    }
}

TEST_CASE("what stands before the first section goes for all rows that don't say otherwise") {
    const auto data = parsed(
        "source = a page\ndate = 2026-01-15\n"
        "[kernel]\nid = ubuntu\nversion = 26.04\nenvironment = vm\n"
        "minimum = 7.0.0-1001-azure\n" +
        std::string{good_row});
    CHECK(data.problems.empty());
    REQUIRE(data.rows.size() == 2);
    CHECK(data.rows[0].source == "a page");
    CHECK(data.rows[0].date == "2026-01-15");
    CHECK(data.rows[1].source == "our own tests");
    CHECK(data.date == "2026-02-01");

    const auto stray = parsed("id = ubuntu\n" + std::string{good_row});
    REQUIRE(stray.problems.size() == 1);
    CHECK(contains(stray.problems[0], "local.kernels:1: unknown key \"id\""));
    CHECK(stray.rows.size() == 1);
}

TEST_CASE("comments, blank lines, line ends of Windows and a byte order mark are no rows") {
    std::string text = "\xef\xbb\xbf# a comment\n  \t\n";
    for (const char c : good_row)
        text += c == '\n' ? "\r\n" : std::string{c};
    const auto data = parsed(text + "   # indented\n");
    CHECK(data.problems.empty());
    CHECK(data == parsed(good_row));
    CHECK(parsed("") == SupportData{});
}

TEST_CASE("a release without VERSION_ID can be listed by an empty version") {
    const auto data = parsed(with(good_row, "9.7", ""));
    CHECK(data.problems.empty());
    REQUIRE(data.rows.size() == 1);
    CHECK(data.rows[0].version_id.empty());
}

TEST_CASE("the later row for the same release and environment beats the earlier one") {
    const auto twice =
        parsed(std::string{good_row} + with(good_row, "611.5.1", "620.1.1") +
               with(with(good_row, "vm", "aks"), "611.5.1", "630.1.1") +
               std::string{good_advisory} + with(good_advisory, "6.14\nexcept", "6.15\nexcept"));
    REQUIRE(twice.rows.size() == 2);
    CHECK(twice.rows[0].minimum == "5.14.0-620.1.1.el9_7");
    CHECK(twice.rows[1].minimum == "5.14.0-630.1.1.el9_7");
    REQUIRE(twice.advisories.size() == 1);
    CHECK(twice.advisories[0].before == "6.15");

    const std::array files = {
        parsed(good_row), parsed(with(good_row, "vm", "pc")),
        parsed(with(with(good_row, "611.5.1", "700.1.1"), "2026-02-01", "2026-01-01")),
        parsed(good_advisory)};
    const auto merged = merge_support_data(files);
    REQUIRE(merged.rows.size() == 1);
    CHECK(merged.rows[0].minimum == "5.14.0-700.1.1.el9_7");
    CHECK(merged.date == "2026-01-01");
    CHECK(merged.advisories.size() == 1);
    REQUIRE(merged.problems.size() == 1);
    CHECK(contains(merged.problems[0], "environment"));
    CHECK(merge_support_data({}) == SupportData{});
}

TEST_CASE("a file that is no text or has no end is an error that names it") {
    struct Row {
        std::string text;
        std::string_view complaint;
    };
    const Row rows[] = {
        {std::string{"[kernel]\0", 9}, "NUL byte"},
        {std::string((1 << 20) + 1, '#'), "larger than 1048576 bytes"},
        {[] {
             std::string text;
             for (int i = 0; i < 1001; ++i)
                 text += "[kernel]\n";
             return text;
         }(),
         "more than 1000 sections"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.complaint);
        const auto data = parse_support_data(row.text, "bad\nname");
        REQUIRE_FALSE(data);
        CHECK(contains(data.error().message, "bad\\nname: "));
        CHECK(contains(data.error().message, row.complaint));
    }
}

TEST_CASE("only Azure Linux may be listed by its numbers alone") {
    SupportRow row{"azurelinux", "3.0", Environment::vm, "6.6.106.1", "", ""};
    const auto minimum = minimum_release(row);
    REQUIRE(minimum);
    CHECK((minimum->form == ReleaseForm::azure_linux));
    CHECK(minimum->dist == "azl3");
    row.minimum = "6.6.106.1-1.azl3";
    CHECK(minimum_release(row).has_value());
    row.minimum = "6.6.106";
    CHECK_FALSE(minimum_release(row).has_value());
    row.minimum = "6.6.106.1";
    row.os_id = "debian";
    CHECK_FALSE(minimum_release(row).has_value());
    row.minimum = "5.10.0-33-cloud-amd64";
    CHECK(minimum_release(row).has_value());
}
