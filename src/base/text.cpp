#include "base/text.h"

#include <algorithm>
#include <utility>

namespace azfiles {

std::vector<std::string_view> words(std::string_view text, std::string_view separators) {
    std::vector<std::string_view> found;
    for (;;) {
        const auto first = text.find_first_not_of(separators);
        if (first == std::string_view::npos)
            return found;
        text.remove_prefix(first);
        const auto length = std::min(text.find_first_of(separators), text.size());
        found.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
}

namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_octal(char c) {
    return c >= '0' && c <= '7';
}

}  // namespace

std::string lower(std::string_view text) {
    std::string copy{text};
    for (char& c : copy)
        c = lower(c);
    return copy;
}

bool same_ignoring_case(std::string_view left, std::string_view right) {
    return std::ranges::equal(left, right, [](char a, char b) { return lower(a) == lower(b); });
}

std::size_t edit_distance(std::string_view left, std::string_view right) {
    std::vector<std::size_t> row(right.size() + 1);
    for (std::size_t i = 0; i < row.size(); ++i)
        row[i] = i;
    for (std::size_t i = 0; i < left.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t k = 0; k < right.size(); ++k) {
            const auto replaced = diagonal + (left[i] == right[k] ? 0 : 1);
            diagonal = row[k + 1];
            row[k + 1] = std::min({replaced, row[k] + 1, row[k + 1] + 1});
        }
    }
    return row.back();
}

std::string continued(std::string_view sentence) {
    std::string text{sentence};
    const bool is_word = text.size() > 1 && (text[1] == ' ' || (text[1] >= 'a' && text[1] <= 'z'));
    if (is_word && text[0] >= 'A' && text[0] <= 'Z')
        text[0] = static_cast<char>(text[0] - 'A' + 'a');
    return text;
}

std::string unescape_octal(std::string_view text) {
    std::string plain;
    plain.reserve(text.size());
    while (!text.empty()) {
        // \400 and above would not fit a byte, and the kernel writes none.
        if (text[0] == '\\' && text.size() >= 4 && text[1] <= '3' && is_octal(text[1]) &&
            is_octal(text[2]) && is_octal(text[3])) {
            plain += static_cast<char>((text[1] - '0') * 64 + (text[2] - '0') * 8 + text[3] - '0');
            text.remove_prefix(4);
        } else {
            plain += text[0];
            text.remove_prefix(1);
        }
    }
    return plain;
}

}  // namespace azfiles
