#include "core/fstab.h"

#include "base/text.h"

#include <optional>
#include <span>
#include <variant>

namespace azfiles {
namespace {

constexpr std::string_view separators = " \t";

bool has_bad_escape(std::string_view field) {
    for (auto at = field.find('\\'); at != std::string_view::npos; at = field.find('\\', at + 1)) {
        const auto code = field.substr(at + 1, 3);
        if (code.size() < 3 || code.find_first_not_of("01234567") != std::string_view::npos)
            continue;
        if (code == "000" || code[0] >= '4')
            return true;
    }
    return false;
}

/// A field that may be left out at the end of a line.
std::optional<int> number_at(std::span<const std::string_view> fields, std::size_t index) {
    return index < fields.size() ? to_number<int>(fields[index]) : 0;
}

/// The numbers are those of the fields in fstab(5), from 0.
std::variant<FstabEntry, FstabFault> parse_fields(std::span<const std::string_view> fields) {
    if (fields.size() < 2)
        return FstabFault::no_mountpoint;
    if (fields.size() < 3)
        return FstabFault::no_type;
    const auto options = fields.size() > 3 ? fields[3] : std::string_view{};
    for (const auto field : {fields[0], fields[1], fields[2], options})
        if (has_bad_escape(field))
            return FstabFault::bad_escape;
    const auto freq = number_at(fields, 4);
    const auto passno = number_at(fields, 5);
    if (!freq || !passno)
        return FstabFault::bad_number;
    FstabEntry entry;
    entry.source = unescape_octal(fields[0]);
    entry.mountpoint = unescape_octal(fields[1]);
    entry.type = unescape_octal(fields[2]);
    entry.options = unescape_octal(options);
    entry.freq = *freq;
    entry.passno = *passno;
    return entry;
}

/// `line` is neither blank nor a comment.
std::variant<FstabEntry, FstabFault> parse_line(std::string_view line) {
    if (line.size() > fstab_line_limit)
        return FstabFault::too_long;
    if (line.find('\0') != std::string_view::npos)
        return FstabFault::nul;
    return parse_fields(words(line, separators));
}

FstabProblem problem_of(std::string_view line, std::size_t number, FstabFault fault) {
    const auto fields = words(line, separators);
    return {number, fault, std::string{fields.front()},
            fields.size() > 2 ? std::string{fields[2]} : std::string{}};
}

bool says_nothing(std::string_view line) {
    const auto first = line.find_first_not_of(separators);
    return first == std::string_view::npos || line[first] == '#';
}

}  // namespace

std::string_view to_string(FstabFault fault) {
    switch (fault) {
        case FstabFault::no_mountpoint:
            return "has no mount point";
        case FstabFault::no_type:
            return "has no type of file system";
        case FstabFault::bad_number:
            return "has something else than a number behind its options";
        case FstabFault::bad_escape:
            return "has an escape that is no character";
        case FstabFault::nul:
            return "has a NUL byte";
        case FstabFault::too_long:
            return "is too long";
    }
    return "cannot be read";
}

Fstab parse_fstab(std::string_view text) {
    Fstab fstab;
    for (std::size_t number = 1; !text.empty(); ++number) {
        auto [line, rest] = cut(text, '\n');
        text = rest;
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (says_nothing(line))
            continue;
        auto parsed = parse_line(line);
        if (const auto* fault = std::get_if<FstabFault>(&parsed)) {
            fstab.problems.push_back(problem_of(line, number, *fault));
            continue;
        }
        auto& entry = std::get<FstabEntry>(parsed);
        entry.line = number;
        fstab.entries.push_back(std::move(entry));
    }
    return fstab;
}

}  // namespace azfiles
