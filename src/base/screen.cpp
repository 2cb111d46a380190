#include "base/screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace azfiles {
namespace {

/// The bytes of the colour or character at the front of `text`, never empty.
std::string_view first_of(std::string_view text) {
    if (text.starts_with("\033["))
        return text.substr(0, std::min(text.find('m'), text.size() - 1) + 1);
    std::size_t size = 1;
    while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xc0U) == 0x80)
        ++size;
    return text.substr(0, size);
}

/// Rather too many than too few, so that a line never breaks: two from U+1100 on,
/// where the wide characters begin, but for punctuation and arrows up to U+22FF.
int columns_of(std::string_view character) {
    if (character.front() == '\033')
        return 0;
    const bool is_narrow =
        character < "\xe1\x84\x80" || (character >= "\xe2\x80\x80" && character < "\xe2\x8c\x80");
    return is_narrow ? 1 : 2;
}

std::string cut_line(std::string_view line, int columns) {
    int used = 0;
    std::size_t end = 0;
    std::size_t kept = 0;  // where a cut leaves room for the sign of it
    while (end < line.size()) {
        const auto next = first_of(line.substr(end));
        used += columns_of(next);
        if (used > columns)
            break;
        end += next.size();
        if (used < columns)
            kept = end;
    }
    if (end == line.size())
        return std::string{line};
    const auto cut = line.substr(0, kept);
    return fmt::format("{}…{}", cut, cut.find('\033') == cut.npos ? "" : "\033[0m");
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

}  // namespace

std::string fitted(std::string_view text, ScreenSize screen) {
    const auto room = static_cast<std::size_t>(std::max(screen.rows - 1, 1));
    const int columns = std::max(screen.columns, 1);
    const auto lines = lines_of(text);
    const bool all_fit = lines.size() <= room;
    const auto shown = all_fit ? lines.size() : room - 1;
    std::string out;
    for (std::size_t i = 0; i < shown; ++i)
        out += cut_line(lines[i], columns) + "\n";
    if (!all_fit)
        out += cut_line(fmt::format("… {} more lines", lines.size() - shown), columns) + "\n";
    return out;
}

}  // namespace azfiles
