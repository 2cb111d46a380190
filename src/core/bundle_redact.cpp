#include "core/bundle_redact.h"

#include "base/text.h"
#include "core/bundle_select.h"
#include "core/mount_unit.h"
#include "core/redact.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace azfiles {
namespace {

using Texts = std::vector<std::string>;

/// A path that ends in "/" stands for all files in the folder.
struct FileKind {
    std::string_view path;
    void (*learn)(Anonymiser& names, std::string_view text);
    std::string (*replaced)(Anonymiser& names, std::string_view text);
};

void learn_text(Anonymiser& names, std::string_view text) {
    names.learn_text(text);
}

std::string replaced_text(Anonymiser& names, std::string_view text) {
    return names.replaced(text);
}

void learn_hostname(Anonymiser& names, std::string_view text) {
    names.learn_machine(text);
}

void learn_mountinfo(Anonymiser& names, std::string_view text) {
    for (const auto& entry : parse_mountinfo(text)) {
        names.learn_text(entry.source);
        names.learn_text(entry.mountpoint);
        for (const auto& option : options_of(entry))
            names.learn_option(option.name, option.value);
    }
}

std::string redacted_text(Anonymiser& names, std::string_view text) {
    return without_secrets(names.replaced(text));
}

/// An option's value, before it is escaped: a "=" that is written as \075 would hide
/// a password.
std::string redacted_value(Anonymiser& names, std::string_view name, std::string_view value) {
    return without_secrets(names.replaced_option(name, value));
}

std::string shown(Anonymiser& names, const ShownOption& option) {
    const auto value = redacted_value(names, option.name, option.value);
    // As the kernel escapes them (seq_show_option).
    constexpr std::string_view special = ",=";
    const auto name = escape_octal(option.name, special);
    return value.empty() ? name : fmt::format("{}={}", name, escape_octal(value, special));
}

std::string replaced_mountinfo(Anonymiser& names, std::string_view text) {
    std::string out;
    for (const auto& entry : parse_mountinfo(text)) {
        Texts options;
        for (const auto& option : options_of(entry))
            options.push_back(shown(names, option));
        out +=
            fmt::format("{} {} {}:{} {} {} {} - {} {} {}\n", entry.id, entry.parent, entry.major,
                        entry.minor, escape_octal(redacted_text(names, entry.root)),
                        escape_octal(redacted_text(names, entry.mountpoint)),
                        escape_octal(entry.mount_options), escape_octal(entry.type),
                        escape_octal(redacted_text(names, entry.source)), fmt::join(options, ","));
    }
    return out;
}

void learn_fstab(Anonymiser& names, std::string_view text) {
    for (const auto line : words(text, "\n")) {
        const auto fields = words(line);
        for (const auto field : fields)
            names.learn_text(unescape_octal(field));
        if (fields.size() > 3)
            for (const auto item : words(fields[3], ",")) {
                const auto [name, value] = cut(item, '=');
                names.learn_option(name, unescape_octal(value));
            }
    }
}

std::string replaced_item(Anonymiser& names, std::string_view item) {
    const auto [name, value] = cut(item, '=');
    if (name.size() == item.size())
        return names.replaced(item);
    const auto other = redacted_value(names, name, unescape_octal(value));
    return fmt::format("{}={}", name, escape_octal(other, ","));
}

std::string replaced_fstab(Anonymiser& names, std::string_view text) {
    std::string out;
    for (const auto line : words(text, "\n")) {
        Texts fields;
        for (const auto field : words(line))
            fields.push_back(escape_octal(redacted_text(names, unescape_octal(field))));
        if (fields.size() > 3) {
            Texts items;
            for (const auto item : words(words(line)[3], ","))
                items.push_back(replaced_item(names, item));
            fields[3] = fmt::format("{}", fmt::join(items, ","));
        }
        out += fmt::format("{}\n", fmt::join(fields, " "));
    }
    return out;
}

constexpr std::array kinds = {
    FileKind{"etc/hostname", learn_hostname, replaced_text},
    FileKind{"etc/fstab", learn_fstab, replaced_fstab},
    FileKind{"proc/fs/cifs/DebugData", learn_text, replaced_text},
    FileKind{"proc/fs/cifs/Stats", learn_text, replaced_text},
    FileKind{"proc/self/mountinfo", learn_mountinfo, replaced_mountinfo},
    FileKind{"proc/sys/kernel/hostname", learn_hostname, replaced_text},
    FileKind{"run/azfiles/", learn_text, replaced_text},
};

const FileKind* kind_of(std::string_view path) {
    const auto* kind = std::ranges::find_if(kinds, [path](const FileKind& candidate) {
        return path == candidate.path ||
               (candidate.path.ends_with('/') && path.starts_with(candidate.path));
    });
    return kind == kinds.end() ? nullptr : kind;
}

/// Text of which nothing is known but that it is the kernel's: what has dots may be
/// the name of a host.
void learn_log_line(Anonymiser& names, std::string_view line) {
    names.learn_text(line);
    for (auto word : words(line, " \t,;:'\"()[]=/\\")) {
        word = word.substr(0, word.find_last_not_of('.') + 1);
        const auto dot = word.rfind('.');
        const auto last = dot == std::string_view::npos ? std::string_view{} : word.substr(dot + 1);
        const bool is_file = last == "c" || last == "h" || last == "ko";
        const bool has_letters =
            std::ranges::all_of(lower(last), [](char c) { return c >= 'a' && c <= 'z'; });
        if (last.size() > 1 && has_letters && !is_file)
            names.learn_host(word);
    }
}

/// A place in fstab, or a sentence about one: "/etc/fstab line 7".
bool is_of_fstab(std::string_view text) {
    return text.starts_with("/etc/fstab");
}

Witness redacted_witness(Anonymiser& names, const Witness& witness) {
    auto other = witness;
    other.why = redacted_text(names, witness.why);
    other.ports.clear();
    for (const auto& [address, state] : witness.ports)
        other.ports[redacted_text(names, address)] = state;
    if (other.connections)
        for (auto& connection : *other.connections) {
            connection.local = redacted_text(names, connection.local);
            connection.remote = redacted_text(names, connection.remote);
        }
    return other;
}

}  // namespace

void learn_file(Anonymiser& names, std::string_view path, std::string_view text) {
    if (const auto* kind = kind_of(path); kind != nullptr)
        kind->learn(names, text);
}

std::string redacted_file(Anonymiser& names, std::string_view path, std::string_view text) {
    const auto* kind = kind_of(path);
    return without_secrets(kind == nullptr ? std::string{text} : kind->replaced(names, text));
}

void learn_answers(Anonymiser& names, const Answers& answers) {
    if (answers.kernel_log)
        for (const auto& line : *answers.kernel_log)
            learn_log_line(names, line);
}

Answers redacted_answers(Anonymiser& names, const Answers& answers) {
    auto other = answers;
    other.nics.clear();
    for (const auto& [address, nic] : answers.nics)
        other.nics[redacted_text(names, address)] = nic;
    for (auto& witness : other.witnesses)
        witness = redacted_witness(names, witness);
    if (other.kernel_log)
        for (auto& line : *other.kernel_log)
            line = redacted_text(names, line);
    return other;
}

void learn_expected(Anonymiser& names, const Expected& expected) {
    for (const auto& share : expected.shares)
        for (const auto* text : {&share.source, &share.mountpoint, &share.place})
            names.learn_text(*text);
}

Expected redacted_expected(Anonymiser& names, const Expected& expected) {
    Expected other;
    for (auto share : expected.shares) {
        for (auto* text : {&share.source, &share.mountpoint, &share.place})
            *text = redacted_text(names, *text);
        const auto dot = share.unit.rfind('.');
        const auto name = dot == std::string::npos
                              ? std::nullopt
                              : unit_name_of(share.mountpoint, share.unit.substr(dot));
        share.unit = name.value_or("");
        // Where a unit lies may be told, and its name is made of the mount point.
        if (!is_of_fstab(share.origin))
            share.origin =
                fmt::format("{}/{}", share.origin.substr(0, share.origin.rfind('/')), share.unit);
        other.shares.push_back(std::move(share));
    }
    for (const auto& sentence : expected.unknown)
        other.unknown.push_back(is_of_fstab(sentence)
                                    ? redacted_text(names, sentence)
                                    : "something of systemd's units could not be read");
    return other;
}

}  // namespace azfiles
