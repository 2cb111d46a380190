#include "core/mountinfo.h"

#include "base/text.h"
#include "core/options.h"

#include <algorithm>
#include <array>

namespace azfiles {
namespace {

/// The next field. A blank ends it, and two enclose an empty one: the source
/// of a mount may be "".
std::optional<std::string_view> next_field(std::optional<std::string_view>& rest) {
    if (!rest)
        return std::nullopt;
    const auto blank = rest->find(' ');
    const auto field = rest->substr(0, blank);
    if (blank == std::string_view::npos)
        rest.reset();
    else
        rest->remove_prefix(blank + 1);
    return field;
}

/// Any number of them, none on most lines, and then "-".
bool skip_optional_fields(std::optional<std::string_view>& rest) {
    while (const auto field = next_field(rest)) {
        if (field == "-")
            return true;
    }
    return false;
}

std::string text_of(const std::optional<std::string_view>& field) {
    return unescape_octal(field.value_or(""));
}

/// The numbers are those of the fields in proc(5).
std::optional<MountEntry> parse_line(std::string_view line) {
    std::optional<std::string_view> rest = line;
    const auto id = to_number<int>(next_field(rest).value_or(""));      // (1)
    const auto parent = to_number<int>(next_field(rest).value_or(""));  // (2)
    const auto [major_text, minor_text] = cut(next_field(rest).value_or(""), ':');
    const auto major = to_number<unsigned>(major_text);  // (3)
    const auto minor = to_number<unsigned>(minor_text);
    const auto root = next_field(rest);                                     // (4)
    const auto mountpoint = next_field(rest);                               // (5)
    const auto mount_options = next_field(rest);                            // (6)
    if (!id || !parent || !major || !minor || !skip_optional_fields(rest))  // (7), (8)
        return std::nullopt;
    const auto type = next_field(rest);           // (9)
    const auto source = next_field(rest);         // (10)
    const auto super_options = next_field(rest);  // (11)
    if (!super_options || type->empty() || mountpoint->empty())
        return std::nullopt;
    return MountEntry{*id,
                      *parent,
                      *major,
                      *minor,
                      text_of(root),
                      text_of(mountpoint),
                      text_of(mount_options),
                      text_of(type),
                      text_of(source),
                      std::string{*super_options}};
}

/// The kernel encloses these in quotes where the value holds a comma. In all
/// others a quote is a character like any other, one that a user may choose.
bool may_be_quoted(std::string_view name) {
    constexpr std::array names = {"context", "fscontext", "defcontext", "rootcontext"};
    return std::ranges::find(names, name) != names.end();
}

std::size_t length_of_option(std::string_view options) {
    const auto comma = std::min(options.find(','), options.size());
    const auto [name, value] = cut(options.substr(0, comma), '=');
    if (!may_be_quoted(name) || !value.starts_with('"'))
        return comma;
    const auto quote = options.find('"', name.size() + 2);
    if (quote == std::string_view::npos)
        return comma;
    const auto after = options.substr(quote + 1);
    return after.empty() || after.starts_with(',') ? quote + 1 : comma;
}

/// Its parent is not shown: the root of a mount namespace, of a chroot, or of a text
/// that lacks lines.
bool is_top(const std::vector<MountEntry>& mounts, const MountEntry& entry) {
    return entry.parent == entry.id ||
           std::ranges::find(mounts, entry.parent, &MountEntry::id) == mounts.end();
}

/// The mount at `mountpoint` on top of `current`, which is null at the start.
const MountEntry* mounted_on(const std::vector<MountEntry>& mounts, const MountEntry* current,
                             std::string_view mountpoint) {
    const MountEntry* top = nullptr;
    for (const auto& entry : mounts) {
        if (entry.mountpoint != mountpoint)
            continue;
        if (current != nullptr && entry.parent == current->id && &entry != current)
            return &entry;
        if (top == nullptr && is_top(mounts, entry))
            top = &entry;
    }
    return current == nullptr || current->mountpoint != mountpoint ? top : nullptr;
}

/// Over all mounts that are stacked there. Bounded by their number: ids may form a
/// ring in a text that was tampered with.
const MountEntry* climb(const std::vector<MountEntry>& mounts, const MountEntry* current,
                        std::string_view mountpoint) {
    for (std::size_t steps = 0; steps < mounts.size(); ++steps) {
        const auto* next = mounted_on(mounts, current, mountpoint);
        if (next == nullptr)
            break;
        current = next;
    }
    return current;
}

}  // namespace

const MountEntry* mount_at(const std::vector<MountEntry>& mounts, std::string_view path) {
    const auto* current = climb(mounts, nullptr, "/");
    std::string prefix;
    for (const auto part : words(path, "/")) {
        prefix += '/';
        prefix += part;
        current = climb(mounts, current, prefix);
    }
    return current;
}

const MountEntry* visible_mount(const std::vector<MountEntry>& mounts,
                                std::string_view mountpoint) {
    const auto* seen = mount_at(mounts, mountpoint);
    return seen != nullptr && seen->mountpoint == mountpoint ? seen : nullptr;
}

std::vector<MountEntry> parse_mountinfo(std::string_view text) {
    std::vector<MountEntry> entries;
    while (!text.empty()) {
        auto [line, rest] = cut(text, '\n');
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (auto entry = parse_line(line))
            entries.push_back(std::move(*entry));
        text = rest;
    }
    return entries;
}

std::vector<ShownOption> options_of(const MountEntry& entry) {
    std::vector<ShownOption> options;
    std::string_view rest = entry.super_options;
    while (!rest.empty()) {
        const auto length = length_of_option(rest);
        const auto [name, value] = cut(rest.substr(0, length), '=');
        if (length > 0)
            options.push_back({unescape_octal(name), unescape_octal(value)});
        rest.remove_prefix(std::min(length + 1, rest.size()));
    }
    return options;
}

std::optional<std::string> option_value(const MountEntry& entry, std::string_view name) {
    std::optional<std::string> found;
    for (auto& option : options_of(entry)) {
        if (option.name == name)
            found = std::move(option.value);
    }
    return found;
}

bool is_cifs(const MountEntry& entry) {
    return entry.type == "cifs" || entry.type == "smb3";
}

std::optional<int> channel_limit(const MountEntry& entry) {
    const auto limit = to_number<int>(option_value(entry, "max_channels").value_or(""));
    return limit && *limit >= 1 && *limit <= most_channels ? limit : std::nullopt;
}

}  // namespace azfiles
