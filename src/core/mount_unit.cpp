#include "core/mount_unit.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace azfiles {
namespace {

constexpr std::string_view comment_signs = "#;";
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

std::string_view stripped(std::string_view text) {
    return trimmed(text, " \t\r\n");
}

/// A line ends at a run of LF, CR and NUL, each once, and a NUL ends the run.
std::string_view next_line(std::string_view& text) {
    constexpr std::string_view ends{"\n\r\0", 3};
    const auto end = std::min(text.find_first_of(ends), text.size());
    const auto line = text.substr(0, end);
    text.remove_prefix(end);
    std::string seen;
    while (!text.empty() && ends.find(text[0]) != std::string_view::npos &&
           seen.find(text[0]) == std::string::npos && !seen.ends_with('\0')) {
        seen += text[0];
        text.remove_prefix(1);
    }
    return line;
}

/// Backslashes in pairs stand for themselves.
bool goes_on(std::string_view line) {
    bool escaped = false;
    for (const char c : line)
        escaped = !escaped && c == '\\';
    return escaped;
}

/// The next line with those that it goes on in; the backslash becomes a blank.
/// Nothing at the end.
std::optional<std::string> next_joined_line(std::string_view& text) {
    std::string joined;
    while (!text.empty()) {
        const auto line = next_line(text);
        if (const auto start = stripped(line);
            !start.empty() && comment_signs.find(start[0]) != std::string_view::npos)
            continue;
        joined += line;
        if (!goes_on(line))
            return joined;
        joined.back() = ' ';
    }
    if (joined.empty())
        return std::nullopt;
    return joined;
}

UnitValue value_of(std::string_view text) {
    UnitValue value;
    while (!text.empty()) {
        const bool at_end = text.size() == 1;
        if (text[0] == '%' && !at_end) {
            value.has_specifier = value.has_specifier || text[1] != '%';
            text.remove_prefix(1);
            if (text[0] != '%')
                value.text += '%';
        }
        value.text += text[0];
        text.remove_prefix(1);
    }
    return value;
}

UnitValue* find_setting(MountUnit& unit, std::string_view name) {
    if (name == "What")
        return &unit.what;
    if (name == "Where")
        return &unit.where;
    if (name == "Type")
        return &unit.type;
    if (name == "TimeoutSec")
        return &unit.timeout;
    return name == "Options" ? &unit.options : nullptr;
}

/// Calls `set` with name and value of each assignment in `section`.
template <class Set>
void read_settings(std::string_view text, std::string_view section, const Set& set) {
    bool is_inside = false;
    consume(text, byte_order_mark);
    while (const auto joined = next_joined_line(text)) {
        const auto line = stripped(*joined);
        if (line.starts_with('[')) {
            is_inside = line == section;
            continue;
        }
        const auto [name, value] = cut(line, '=');
        if (is_inside && name.size() < line.size())
            set(stripped(name), stripped(value));
    }
}

bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ':' ||
           c == '_' || c == '.';
}

/// One character of an escaped path; nothing where it is none.
std::optional<char> next_character(std::string_view& name) {
    if (!consume(name, "\\x")) {
        const char c = name[0];
        name.remove_prefix(1);
        if (c == '\\')
            return std::nullopt;
        return c == '-' ? '/' : c;
    }
    const auto code = to_number<unsigned>(name.substr(0, 2), 16);
    if (name.size() < 2 || !code || *code == 0)
        return std::nullopt;
    name.remove_prefix(2);
    return static_cast<char>(*code);
}

constexpr std::string_view number_starts = "0123456789.+";

/// "1", "1.5", ".5", as systemd's parse_time takes it off the front.
bool take_number(std::string_view& text) {
    constexpr std::string_view digits = "0123456789";
    consume(text, "+");
    const auto whole = std::min(text.find_first_not_of(digits), text.size());
    auto rest = text.substr(whole);
    const bool has_point = consume(rest, ".");
    if (has_point)
        rest.remove_prefix(std::min(rest.find_first_not_of(digits), rest.size()));
    text = rest;
    return whole > 0 || has_point;
}

/// Without one a number is of seconds.
bool is_time_unit(std::string_view name) {
    constexpr auto known = std::to_array<std::string_view>(
        {"",       "seconds", "second", "sec",  "s",  "minutes",   "minute",   "min",
         "months", "month",   "M",      "msec", "ms", "m",         "hours",    "hour",
         "hr",     "h",       "days",   "day",  "d",  "weeks",     "week",     "w",
         "years",  "year",    "y",      "usec", "us", "\xc2\xb5s", "\xce\xbcs"});
    return std::ranges::find(known, name) != known.end();
}

}  // namespace

MountUnit read_mount_unit(std::string_view text, MountUnit base) {
    read_settings(text, "[Mount]", [&base](std::string_view name, std::string_view value) {
        if (auto* setting = find_setting(base, name))
            *setting = value_of(value);
    });
    read_settings(text, "[Unit]", [&base](std::string_view name, std::string_view value) {
        if (name == "DefaultDependencies")
            base.default_dependencies = value_of(value);
        else if (name == "After")
            base.after = value.empty() ? "" : fmt::format("{} {}", base.after, value);
    });
    return base;
}

AutomountUnit read_automount_unit(std::string_view text) {
    AutomountUnit unit;
    read_settings(text, "[Automount]", [&unit](std::string_view name, std::string_view value) {
        if (name == "Where")
            unit.where = value_of(value);
        else if (name == "TimeoutIdleSec")
            unit.idle_timeout = value_of(value);
    });
    return unit;
}

bool is_time_span(std::string_view text) {
    text = trimmed(text);
    if (text == "infinity")
        return true;
    const bool has_number = !text.empty();
    while (!text.empty()) {
        if (!take_number(text))
            return false;
        const auto unit = text.substr(0, text.find_first_of(number_starts));
        // Two numbers in a row need a blank: "12.34.56" is none.
        if (!is_time_unit(trimmed(unit)) || (unit.empty() && !text.empty()))
            return false;
        text.remove_prefix(unit.size());
    }
    return has_number;
}

bool is_false(std::string_view text) {
    constexpr std::array<std::string_view, 6> words = {"0", "no", "n", "false", "f", "off"};
    return std::ranges::find(words, lower(text)) != words.end();
}

std::optional<std::string> unit_name_of(std::string_view path, std::string_view suffix) {
    if (!path.starts_with('/'))
        return std::nullopt;
    std::string name;
    for (const auto part : words(path, "/")) {
        if (part == "..")
            return std::nullopt;
        if (part == ".")
            continue;
        if (!name.empty())
            name += '-';
        for (std::size_t i = 0; i < part.size(); ++i) {
            const bool is_hidden = name.empty() && part[i] == '.';
            if (is_plain(part[i]) && !is_hidden)
                name += part[i];
            else
                name += fmt::format("\\x{:02x}", static_cast<unsigned char>(part[i]));
        }
    }
    return fmt::format("{}{}", name.empty() ? "-" : name, suffix);
}

std::optional<std::string> path_of_unit(std::string_view name) {
    const auto stem = name.substr(0, name.rfind('.'));
    if (stem == "-")
        return "/";
    name = stem;
    std::string path = "/";
    while (!name.empty()) {
        const auto c = next_character(name);
        if (!c)
            return std::nullopt;
        path += *c;
    }
    if (unit_name_of(path, "") != stem)
        return std::nullopt;
    return path;
}

}  // namespace azfiles
