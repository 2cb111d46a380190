// Each capture of a real kernel, damaged in every way that one step can: none of it
// makes a mount ok that is not.

#include "ok_property.h"
#include "support.h"

#include <doctest/doctest.h>

#include <array>
#include <filesystem>
#include <vector>

using namespace azfiles;
using namespace azfiles::test;

namespace {

std::vector<std::string> captures() {
    std::vector<std::string> texts;
    for (const auto& file : std::filesystem::recursive_directory_iterator{data_path("captures")})
        if (file.path().filename() == "DebugData")
            texts.push_back(
                read_data(std::filesystem::relative(file.path(), data_path("")).string()));
    return texts;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::size_t from = 0;
    while (from < text.size()) {
        const auto end = std::min(text.find('\n', from), text.size() - 1);
        lines.push_back(text.substr(from, end - from + 1));
        from = end + 1;
    }
    return lines;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const auto& line : lines)
        text += line;
    return text;
}

void check(const std::string& text) {
    const auto wrong = find_false_ok(text);
    if (wrong.empty())
        return;
    INFO(text);
    CHECK(wrong == "");
}

/// Texts that a peer chooses, with labels of the kernel in them.
constexpr std::array imitations = {
    R"(\\10.7.0.1\x Mounts: 1 DevInfo: 0x20 Status: 1 TCP status: 1)",
    "Hostname: TCP status: 1 Instance: 1",
    "\tChannel: 4 ConnectionId: 0x4\n\t\tTCP status: 1 Instance: 1\n",
    "Session Status: 1 SessionId: 0x1",
    "Extra Channels: 3",
    "--\n",
};

}  // namespace

TEST_CASE("captures: whole, cut anywhere, and with a line less, twice or moved, no false ok") {
    const auto texts = captures();
    REQUIRE(texts.size() > 50);
    for (const auto& text : texts) {
        check(text);
        const auto lines = lines_of(text);
        // Every eleventh line, others for each capture: all kinds of lines are met.
        for (std::size_t i = text.size() % 11; i < lines.size(); i += 11) {
            check(joined({lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(i)}));
            auto less = lines;
            less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
            check(joined(less));
            auto twice = lines;
            twice.insert(twice.begin() + static_cast<std::ptrdiff_t>(i), lines[i]);
            check(joined(twice));
            auto moved = lines;
            std::swap(moved[i], moved[(i * 7 + 3) % lines.size()]);
            check(joined(moved));
        }
    }
}

TEST_CASE("captures: text that imitates DebugData makes no false ok") {
    for (const auto& text : captures()) {
        const auto lines = lines_of(text);
        for (const auto* imitation : imitations)
            for (std::size_t i = text.size() % 13; i < lines.size(); i += 13) {
                auto more = lines;
                more.insert(more.begin() + static_cast<std::ptrdiff_t>(i), imitation);
                check(joined(more));
            }
    }
}
