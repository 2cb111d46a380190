// An fstab line as its words, before anything is made of it.

#include "base/quote.h"
#include "base/text.h"
#include "core/fstab.h"
#include "core/lint_entry.h"
#include "core/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace azfiles::linting {
namespace {

constexpr std::size_t type_field = 2;
constexpr std::size_t options_field = 3;
constexpr std::size_t freq_field = 4;

using Fields = std::span<const std::string_view>;

bool is_share_type(std::string_view field) {
    return field != "auto" && is_share(field, "//");
}

bool looks_like_share(std::string_view source) {
    return source.starts_with("//") || source.starts_with(R"(\\)") ||
           source.starts_with("https://") || source.starts_with("smb://");
}

/// Where the type of a share stands; nothing where there is none.
std::optional<std::size_t> type_at(Fields fields) {
    for (std::size_t at = type_field; at < fields.size(); ++at)
        if (is_share_type(fields[at]))
            return at;
    return std::nullopt;
}

bool is_password(std::string_view option) {
    const auto* spec = find_option(option.substr(0, option.find('=')));
    return spec != nullptr && spec->name.starts_with("pass");
}

bool is_secretive(std::string_view field) {
    const auto options = words(field, ",");
    return std::ranges::any_of(options, [](std::string_view option) {
        const auto [name, value] = cut(option, '=');
        return is_password(option) ||
               (name.starts_with("user") && value.find('%') != std::string_view::npos);
    });
}

bool is_known(std::string_view option) {
    const auto name = option.substr(0, option.find('='));
    return name.starts_with("x-") || find_option(name) != nullptr || some_kernel_knows(name);
}

/// No piece of a password: a number of at most five digits.
bool is_short_number(std::string_view text) {
    return text.size() <= 5 && to_number<unsigned>(text).has_value();
}

/// An option that is known, its value only where that is a number: half a key may stand
/// behind any name.
std::string name_of(std::string_view part) {
    const auto [name, value] = cut(part, '=');
    if (value.empty() || is_short_number(value))
        return std::string{part};
    return fmt::format("{}=", name);
}

/// A word of the line as it may be shown: options that are known, and numbers. Anything
/// else may be the piece of a password that was cut.
std::string shown(std::string_view field, bool secretive) {
    std::string text;
    for (const auto part : words(field, ",")) {
        if (secretive || !(is_known(part) || is_short_number(part)))
            return "what is not shown";
        text += (text.empty() ? "" : ",") + name_of(part);
    }
    return quote(redacted(unescape_octal(text)), 128);
}

/// "the options end with "uid=0" and a comma, and then come "nofail"".
std::string as_split(Fields fields) {
    const bool secretive = std::ranges::any_of(fields.subspan(options_field), is_secretive);
    std::string text = "the options end with ";
    const auto options = fields[options_field];
    const auto body = options.substr(0, options.size() - (options.ends_with(',') ? 1 : 0));
    text += shown(body.substr(body.rfind(',') + 1), secretive);  // npos + 1 is 0
    if (options.ends_with(','))
        text += " and a comma";
    text += ", and then come";
    std::string_view join = " ";
    for (const auto field : fields.subspan(freq_field)) {
        text += fmt::format("{}{}", std::exchange(join, ", "), shown(field, secretive));
        if (text.size() > 400)
            return text + " …";
    }
    return text;
}

void say_password(Fields fields, Sink& sink) {
    if (fields.size() > options_field &&
        std::ranges::any_of(fields.subspan(options_field), is_secretive))
        sink.add("password-in-options");
}

}  // namespace

bool is_meant_for_us(std::string_view line) {
    const auto fields = words(line, " \t");
    if (fields.size() > type_field && is_share(fields[type_field], fields[0]))
        return true;
    if (fields.empty() || !looks_like_share(fields[0]))
        return false;
    if (fields.size() > type_field && meant_type(fields[type_field], fields[0]))
        return true;
    // "//host/my share /mnt cifs": a blank has moved the type. Another type that takes
    // such a source, as fuse.sshfs, is none of ours.
    return fields.size() <= type_field || type_at(fields).has_value() ||
           fields[type_field].find('/') != std::string_view::npos;
}

std::optional<std::string_view> meant_type(std::string_view type, std::string_view source) {
    constexpr std::size_t longest = 16;
    constexpr std::size_t far = 3;  // "azurefiles"
    constexpr std::array<std::string_view, 2> of_cifs = {"cifs", "smb3"};
    if (!looks_like_share(source) || is_share(type, source) || type.size() > longest)
        return std::nullopt;
    const auto written = lower(type);
    if (written.starts_with("az") && edit_distance(written, "azfiles") <= far)
        return "azfiles";
    // No more than a letter: nfs is two from cifs.
    for (const auto each : of_cifs)
        if (edit_distance(written, each) <= 1)
            return each;
    return std::nullopt;
}

bool lint_fields(std::string_view line, Sink& sink) {
    const auto fields = words(line, " \t");
    const auto type = type_at(fields);
    if (type && *type > type_field) {
        sink.add(
            "blank-in-name", "",
            fmt::format("the type {} is word {} of the line and not 3", fields[*type], *type + 1));
        say_password(fields, sink);
        return true;
    }
    const auto parsed = parse_fstab(line);
    if (parsed.problems.empty() &&
        (is_share(fields[type_field], fields[0]) || meant_type(fields[type_field], fields[0])))
        return false;
    if (parsed.problems.empty()) {
        sink.add("line-unreadable", "has something else than a type in third place");
        say_password(fields, sink);
        return true;
    }
    const auto fault = parsed.problems.front().fault;
    const bool is_cut = fault == FstabFault::bad_number && fields.size() > freq_field &&
                        !fields[freq_field].starts_with('#');
    if (is_cut && !to_number<int>(fields[freq_field]))
        sink.add("blank-in-options", "", as_split(fields));
    else if (fault == FstabFault::bad_escape)
        sink.add("escape-misplaced", "The line has an escape that is no character", "").remedy =
            "Write three octal digits behind the backslash: \\040 is a blank.";
    else
        sink.add("line-unreadable", to_string(fault));
    say_password(fields, sink);
    return true;
}

}  // namespace azfiles::linting
