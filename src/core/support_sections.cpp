#include "core/support_sections.h"

#include "base/quote.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <span>

namespace azfiles {
namespace {

constexpr std::size_t most_bytes = 1 << 20;
constexpr std::size_t most_sections = 1000;

constexpr std::array<std::string_view, 2> default_keys = {"source", "date"};
constexpr std::array<std::string_view, 6> kernel_keys = {"id",      "version", "environment",
                                                         "minimum", "source",  "date"};
constexpr std::array<std::string_view, 12> advisory_keys = {
    "id",         "kernels", "from",     "before", "except", "only",
    "also-fixed", "symptom", "fixed-in", "source", "date",   "unsafe-for-multichannel"};

std::span<const std::string_view> keys_of(SectionKind kind) {
    switch (kind) {
        case SectionKind::defaults:
            return default_keys;
        case SectionKind::kernel:
            return kernel_keys;
        case SectionKind::advisory:
            return advisory_keys;
        case SectionKind::unknown:
            break;
    }
    return {};
}

bool is_control(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
}

/// What is wrong with a line of a section, or nothing.
std::string problem_of(const Section& section, const Field& field) {
    if (std::ranges::count(keys_of(section.kind), field.key) == 0)
        return fmt::format("unknown key {}", quote(field.key, 64));
    if (section.find(field.key) != nullptr)
        return fmt::format("{} is given twice", field.key);
    if (std::ranges::any_of(field.value, is_control))
        return fmt::format("{} holds a control character", field.key);
    return {};
}

void add_line(Section& section, std::string_view line, std::size_t number) {
    if (section.kind == SectionKind::unknown || !section.problem.empty())
        return;
    const auto [key, value] = cut(line, '=');
    const Field field{trimmed(key), trimmed(value)};
    if (key.size() == line.size())
        section.problem = fmt::format("{} is not \"key = value\"", quote(line, 64));
    else
        section.problem = problem_of(section, field);
    if (!section.problem.empty())
        section.line = number;
    section.fields.push_back(field);
}

Section start_section(std::string_view line, std::size_t number) {
    Section section;
    section.line = number;
    section.kind = line == "[kernel]"     ? SectionKind::kernel
                   : line == "[advisory]" ? SectionKind::advisory
                                          : SectionKind::unknown;
    if (section.kind == SectionKind::unknown)
        section.problem = fmt::format("unknown section {}", quote(line, 64));
    return section;
}

}  // namespace

const Field* Section::find(std::string_view key) const {
    const auto found = std::ranges::find(fields, key, &Field::key);
    return found == fields.end() ? nullptr : &*found;
}

Result<std::vector<Section>> split_sections(std::string_view text) {
    if (text.size() > most_bytes)
        return make_error(ErrorKind::failed, "larger than {} bytes", most_bytes);
    if (text.find('\0') != std::string_view::npos)
        return make_error(ErrorKind::failed, "not a text file: it holds a NUL byte");
    consume(text, "\xef\xbb\xbf");  // some editors begin a UTF-8 file so
    std::vector<Section> sections(1);
    for (std::size_t number = 1; !text.empty(); ++number) {
        const auto [first, rest] = cut(text, '\n');
        const auto line = trimmed(first);
        text = rest;
        if (line.empty() || line.front() == '#')
            continue;
        if (line.front() == '[')
            sections.push_back(start_section(line, number));
        else
            add_line(sections.back(), line, number);
        if (sections.size() > most_sections + 1)
            return make_error(ErrorKind::failed, "more than {} sections", most_sections);
    }
    return sections;
}

}  // namespace azfiles
