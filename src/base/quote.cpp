#include "base/quote.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace azfiles {
namespace {

struct CodePoint {
    std::uint32_t value = 0;
    std::size_t length = 0;  ///< bytes; 0 where the text is not UTF-8
};

unsigned byte_at(std::string_view text, std::size_t at) {
    return static_cast<unsigned char>(text[at]);
}

/// The first character of `text`, which is not empty. Refuses overlong forms,
/// surrogates and values above U+10FFFF, as RFC 3629 does.
CodePoint decode(std::string_view text) {
    const unsigned lead = byte_at(text, 0);
    if (lead < 0x80)
        return {lead, 1};
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < length)
        return {};
    std::uint32_t value = lead & (0x7fU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        const unsigned next = byte_at(text, i);
        if ((next & 0xc0) != 0x80)
            return {};
        value = (value << 6) | (next & 0x3f);
    }
    constexpr std::array<std::uint32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
    if (value < least[length] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
        return {};
    return {value, length};
}

/// Characters that steer, hide or reorder what a person sees.
bool is_unsafe(std::uint32_t c) {
    return c < 0x20 || (c >= 0x7f && c <= 0x9f) || c == 0xad || c == 0x61c ||
           (c >= 0x180b && c <= 0x180f) || (c >= 0x200b && c <= 0x200f) ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xa0 ||
           c == 0x3000 || c == 0xfeff || (c >= 0xfff0 && c <= 0xfffb) || c >= 0xe0000;
}

std::string escape(std::uint32_t c) {
    if (c == '\n')
        return "\\n";
    if (c == '\t')
        return "\\t";
    if (c == '\r')
        return "\\r";
    return c < 0x80 ? fmt::format("\\x{:02x}", c) : fmt::format("\\u{{{:x}}}", c);
}

std::string escaped(std::string_view text, std::size_t limit, bool in_quotes) {
    std::string out;
    while (!text.empty()) {
        const auto [value, length] = decode(text);
        const auto size = std::max<std::size_t>(length, 1);
        if (size > limit)
            return out + "…";
        limit -= size;
        if (length == 0) {
            out += fmt::format("\\x{:02x}", byte_at(text, 0));
            text.remove_prefix(1);
            continue;
        }
        if (is_unsafe(value))
            out += escape(value);
        else if (in_quotes && (value == '"' || value == '\\'))
            out += fmt::format("\\{}", static_cast<char>(value));
        else
            out += text.substr(0, length);
        text.remove_prefix(length);
    }
    return out;
}

}  // namespace

std::string quote(std::string_view text, std::size_t limit) {
    return fmt::format("\"{}\"", escaped(text, limit, true));
}

std::string printable(std::string_view text, std::size_t limit) {
    return escaped(text, limit, false);
}

}  // namespace azfiles
