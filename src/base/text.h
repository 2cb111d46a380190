#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace azfiles {

/// Cuts at the first `separator`: "a=b=c" is {"a", "b=c"}; without one,
/// everything is in the first half.
constexpr std::pair<std::string_view, std::string_view> cut(std::string_view text, char separator) {
    const auto at = text.find(separator);
    if (at == std::string_view::npos)
        return {text, {}};
    return {text.substr(0, at), text.substr(at + 1)};
}

/// Removes `prefix` from the front of `text` if it is there.
constexpr bool consume(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix))
        return false;
    text.remove_prefix(prefix.size());
    return true;
}

inline constexpr std::string_view blanks = " \t\r\n\f\v";

/// Without blanks, tabs and line ends at either end, or without what `removed` holds.
constexpr std::string_view trimmed(std::string_view text, std::string_view removed = blanks) {
    const auto first = text.find_first_not_of(removed);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(removed) - first + 1);
}

/// The words of `text`, separated by any run of `separators`; none is empty.
std::vector<std::string_view> words(std::string_view text, std::string_view separators = blanks);

/// The whole of `text` as a number, or nothing: no sign for unsigned types, no
/// blanks, no trailing characters, no locale, no overflow.
template <std::integral T>
std::optional<T> to_number(std::string_view text, int base = 10) {
    T value{};
    const auto* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value, base);
    if (error != std::errc{} || stop != end)
        return std::nullopt;
    return value;
}

/// ASCII only, as host names and the kernel's strcasecmp are.
std::string lower(std::string_view text);
bool same_ignoring_case(std::string_view left, std::string_view right);

/// Letters to insert, remove or replace to make one word of the other.
std::size_t edit_distance(std::string_view left, std::string_view right);

/// A sentence as it goes on behind a colon: "The server" becomes "the server"; what
/// begins with a name or an abbreviation stays: "TCP port", "NTLM".
std::string continued(std::string_view sentence);

/// Undoes the octal escapes \ooo of /proc/mounts and fstab: "my\040share".
std::string unescape_octal(std::string_view text);

}  // namespace azfiles
