#include "core/redact.h"

#include "base/text.h"

#include <algorithm>

namespace azfiles {
namespace {

// A key has 88. Fewer, so that one that was cut short is caught too; and a path
// of the host ("/") is rarely that long without a dot, a dash or a blank.
constexpr std::size_t shortest_key = 80;

// The signature of a token is a hash of 32 bytes: 43 characters and their padding,
// more where they are escaped for a URL.
constexpr std::size_t shortest_signature = 16;

constexpr std::string_view removed = "[key removed]";

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_base64(char c) {
    return is_letter_or_digit(c) || c == '+' || c == '/' || c == '=';
}

bool is_of_signature(char c) {
    return is_base64(c) || c == '%' || c == '-' || c == '_';
}

bool ends_value(char c) {
    return c == ',' || blanks.find(c) != std::string_view::npos;
}

std::size_t length_while(std::string_view text, bool (*holds)(char)) {
    const auto end = std::ranges::find_if_not(text, holds);
    return static_cast<std::size_t>(end - text.begin());
}

/// `before` ends in "NAME=", in any case, where NAME is a whole word.
bool follows(std::string_view before, std::string_view name_and_sign) {
    if (before.size() < name_and_sign.size() ||
        !same_ignoring_case(before.substr(before.size() - name_and_sign.size()), name_and_sign))
        return false;
    before.remove_suffix(name_and_sign.size());
    return before.empty() || !is_letter_or_digit(before.back());
}

std::string without_signatures(std::string_view text) {
    std::string clean;
    for (std::size_t at = 0; at < text.size();) {
        const auto length = at > 0 && text[at - 1] == '=' && follows(text.substr(0, at), "sig=")
                                ? length_while(text.substr(at), is_of_signature)
                                : 0;
        if (length >= shortest_signature) {
            clean += removed;
            at += length;
            continue;
        }
        clean += text[at];
        ++at;
    }
    return clean;
}

/// The value of a password that `text` begins with: up to a comma or a blank, or
/// between double quotes.
std::size_t length_of_value(std::string_view text) {
    if (text.starts_with('"'))
        if (const auto quote = text.find('"', 1); quote != std::string_view::npos)
            return quote + 1;
    return length_while(text, [](char c) { return !ends_value(c); });
}

/// How long the "password2=" is that `text` begins with; 0 where it does not.
std::size_t length_of_password_name(std::string_view text) {
    constexpr std::string_view begins = "pass";
    if (text.size() < begins.size() || !same_ignoring_case(text.substr(0, begins.size()), begins))
        return 0;
    const auto name = length_while(text, [](char c) { return is_letter_or_digit(c) || c == '_'; });
    return name < text.size() && text[name] == '=' ? name + 1 : 0;
}

/// How long the "USER:PASSWORD" is that stands before an "@" where `text` begins a
/// URL's host; 0 where none does.
std::size_t length_of_credentials(std::string_view text) {
    const auto length = length_while(
        text, [](char c) { return c != '/' && c != '@' && blanks.find(c) == blanks.npos; });
    const bool has_password = text.substr(0, length).find(':') != std::string_view::npos;
    return has_password && text.substr(length).starts_with('@') ? length : 0;
}

/// What `text` begins with that must not be shown: how long it is, and how much of it
/// may stay.
struct Hidden {
    std::size_t length = 0;
    std::size_t shown = 0;
};

Hidden hidden_at(std::string_view before, std::string_view text) {
    if (before.ends_with("//"))
        return {length_of_credentials(text), 0};
    if (!before.empty() && is_letter_or_digit(before.back()))
        return {};
    const auto name = length_of_password_name(text);
    const auto value = name == 0 ? 0 : length_of_value(text.substr(name));
    return value == 0 ? Hidden{} : Hidden{name + value, name};
}

}  // namespace

std::string redacted(std::string_view text) {
    std::string clean;
    while (!text.empty()) {
        const auto run = length_while(text, is_base64);
        if (run >= shortest_key)
            clean += removed;
        else
            clean += text.substr(0, run);
        text.remove_prefix(run);
        if (!text.empty()) {
            clean += text.front();
            text.remove_prefix(1);
        }
    }
    return without_signatures(clean);
}

std::string without_secrets(std::string_view text) {
    const auto whole = redacted(text);
    std::string_view rest = whole;
    std::string clean;
    while (!rest.empty()) {
        const auto hidden = hidden_at(clean, rest);
        if (hidden.length == 0) {
            clean += rest.front();
            rest.remove_prefix(1);
            continue;
        }
        clean += rest.substr(0, hidden.shown);
        clean += "[removed]";
        rest.remove_prefix(hidden.length);
    }
    return clean;
}

}  // namespace azfiles
