// What may happen to a text between a kernel and this program.

#include "core/debugdata.h"

#include "support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

using namespace azfiles;
using azfiles::test::data_path;
using azfiles::test::read_data;

namespace {

/// Every capture, and texts of the field that are as the kernel wrote them.
std::vector<std::string> whole_texts() {
    std::vector<std::string> names = {
        "field/debugdata/02-synology-one-share-5.1.21.rejoined.txt",
        "field/debugdata/05-multichannel-four-channels-six-ifaces-5.11.txt",
        "field/debugdata/08-samba-healthy-status0-5.17rc6.txt",
        "field/debugdata/15-three-leaked-servers-no-session-6.7rc.txt",
    };
    for (const auto& kernel : std::filesystem::directory_iterator{data_path("captures")}) {
        if (!kernel.is_directory())
            continue;
        for (const auto& scene : std::filesystem::directory_iterator{kernel})
            names.push_back("captures/" + kernel.path().filename().string() + "/" +
                            scene.path().filename().string() + "/DebugData");
    }
    std::ranges::sort(names);
    return names;
}

std::string replaced(std::string text, char what, std::string_view by) {
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, 1, by);
    return text;
}

std::string without_indentation(const std::string& text) {
    std::string flat;
    for (const char c : text) {
        if ((c != ' ' && c != '\t') || (!flat.empty() && flat.back() != '\n'))
            flat += c;
    }
    return flat;
}

std::string without_trailing_blanks(const std::string& text) {
    std::string trimmed;
    for (const char c : text) {
        if (c == '\n')
            trimmed.resize(trimmed.find_last_not_of(" \t") + 1);
        trimmed += c;
    }
    return trimmed;
}

/// As a later kernel may have them: between any two lines, and before the first.
std::string with_unknown_lines(const std::string& text) {
    const std::string unknown =
        "\tNew counter: 17 (fast) 0x5 Flags: none, Mode: 3\n\t4) Thing: 5 Endpoint: 192.0.2.7\n";
    return unknown + replaced(text, '\n', "\n" + unknown);
}

using SameSession = std::function<bool(Session, Session)>;

/// Whether every session of `part` is that of `full` at the same place.
bool begins(const DebugData& full, const DebugData& part, const SameSession& same) {
    for (std::size_t i = 0; i < part.servers.size(); ++i) {
        for (std::size_t j = 0; j < part.servers[i].sessions.size(); ++j) {
            if (i >= full.servers.size() || j >= full.servers[i].sessions.size() ||
                !same(full.servers[i].sessions[j], part.servers[i].sessions[j]))
                return false;
        }
    }
    return true;
}

/// "2) ConnectionId:" or "2) Address:", behind blanks and line ends.
bool begins_with_block(std::string_view text) {
    const auto digit = text.find_first_not_of(" \t\n");
    const auto heading = digit == std::string_view::npos ? text : text.substr(digit);
    return !heading.empty() && std::isdigit(static_cast<unsigned char>(heading[0])) != 0 &&
           (heading.find(") ConnectionId:") < 4 || heading.find(") Address:") < 4);
}

void check_cut(const std::string& text, const DebugData& full, std::size_t length) {
    const auto part = parse_debugdata(std::string_view{text}.substr(0, length));
    if (!part.complete || part == full)
        return;
    // Cut between blocks: what is left is what the kernel would have written
    // had the rest not been there, and no reader can tell.
    CAPTURE(length);
    CHECK(begins_with_block(std::string_view{text}.substr(length)));
    CHECK(begins(full, part, std::equal_to<>{}));
}

}  // namespace

TEST_CASE("a text cut short never claims to be complete with another reading") {
    const auto names = whole_texts();
    CHECK(names.size() == 79);
    for (const auto& name : names) {
        const auto text = read_data(name);
        if (name.find("5.1.21") != std::string::npos)
            continue;  // of a layout without end marks, see below
        CAPTURE(name);
        const auto full = parse_debugdata(text);
        CHECK(full.complete);
        for (std::size_t length = 0; length < text.size(); length += 97)
            check_cut(text, full, length);
    }
}

TEST_CASE("a text cut at any byte never claims to be complete with another reading") {
    for (const auto* name :
         {"captures/7.3.4/25-up-2s/DebugData", "captures/6.1.176/00-empty/DebugData",
          "field/debugdata/15-three-leaked-servers-no-session-6.7rc.txt"}) {
        CAPTURE(name);
        const auto text = read_data(name);
        const auto full = parse_debugdata(text);
        for (std::size_t length = 0; length < text.size(); ++length)
            check_cut(text, full, length);
    }
}

TEST_CASE("a text of the old layout cut at any byte may only lack what follows its MIDs") {
    const auto same = [](Session left, Session right) {
        left.mids = right.mids = 0;
        left.interfaces = right.interfaces = {};
        return left == right;
    };
    for (const std::string name : {"01-azure-five-sessions-one-reconnecting-5.2rc7.rejoined.txt",
                                   "04-win2019-four-sessions-no-header-5.4.0-28.txt"}) {
        CAPTURE(name);
        const auto text = read_data("field/debugdata/" + name);
        const auto full = parse_debugdata(text);
        for (std::size_t length = 0; length < text.size(); ++length) {
            CAPTURE(length);
            const auto part = parse_debugdata(std::string_view{text}.substr(0, length));
            CHECK((!part.complete || begins(full, part, same)));
        }
    }
}

TEST_CASE("the reading does not depend on blanks, tabs, line ends or unknown lines") {
    struct Row {
        std::string what;
        std::function<std::string(const std::string&)> damage;
    };
    const std::vector<Row> rows = {
        {"CRLF", [](const auto& text) { return replaced(text, '\n', "\r\n"); }},
        {"blanks for tabs", [](const auto& text) { return replaced(text, '\t', "        "); }},
        {"tabs lost", [](const auto& text) { return replaced(text, '\t', ""); }},
        {"no indentation", without_indentation},
        {"no trailing blanks", without_trailing_blanks},
        {"empty lines", [](const auto& text) { return replaced(text, '\n', "\n\n"); }},
        {"unknown lines", with_unknown_lines},
    };
    for (const auto& name : whole_texts()) {
        CAPTURE(name);
        const auto text = read_data(name);
        const auto expected = parse_debugdata(text);
        for (const auto& row : rows) {
            CAPTURE(row.what);
            CHECK(parse_debugdata(row.damage(text)) == expected);
        }
    }
}

TEST_CASE("two texts in one are read and are not one complete text") {
    const auto names = whole_texts();
    for (std::size_t i = 0; i + 1 < names.size(); ++i) {
        CAPTURE(names[i]);
        const auto first = read_data(names[i]);
        const auto second = read_data(names[i + 1]);
        const auto both = parse_debugdata(first + second);
        CHECK_FALSE(both.complete);
        CHECK(both.servers.size() ==
              parse_debugdata(first).servers.size() + parse_debugdata(second).servers.size());
        (void)parse_debugdata(second.substr(second.size() / 2) + first);
    }
}

TEST_CASE("a channel whose heading line was lost is still a channel") {
    auto text = read_data("captures/7.3.4/01-good-4/DebugData");
    const auto at = text.find("\t\tChannel: 3");
    REQUIRE(at != std::string::npos);
    text.erase(at, text.find('\n', at) + 1 - at);
    const auto data = parse_debugdata(text);
    REQUIRE(data.servers.size() == 1);
    const auto& session = data.servers[0].sessions.at(0);
    CHECK(session.channels.size() == 4);
    CHECK(session.channels[2].number == 3);
    CHECK(session.channels[2].connection_id.empty());
    CHECK(active_channels(session) == 4);
    CHECK(session.shares.size() == 2);
}
