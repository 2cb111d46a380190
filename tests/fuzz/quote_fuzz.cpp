#include "base/error.h"
#include "base/quote.h"

#include <cstdint>
#include <cstdlib>

using namespace azfiles;

namespace {

void require(bool holds) {
    if (!holds)
        std::abort();
}

/// The length of the character at the front of `text` by table 3-7 of the Unicode
/// standard (well-formed UTF-8), or 0: written apart from the decoder it tests.
std::size_t character_length(std::string_view text) {
    const auto at = [text](std::size_t i) -> unsigned {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const auto is_in = [at](std::size_t i, unsigned low, unsigned high) {
        return at(i) >= low && at(i) <= high;
    };
    const auto tail = [is_in](std::size_t i) { return is_in(i, 0x80, 0xbf); };
    if (at(0) < 0x80)
        return 1;
    if (is_in(0, 0xc2, 0xdf))
        return tail(1) ? 2 : 0;
    if (is_in(0, 0xe0, 0xef)) {
        const unsigned low = at(0) == 0xe0 ? 0xa0 : 0x80;
        const unsigned high = at(0) == 0xed ? 0x9f : 0xbf;
        return is_in(1, low, high) && tail(2) ? 3 : 0;
    }
    if (is_in(0, 0xf0, 0xf4)) {
        const unsigned low = at(0) == 0xf0 ? 0x90 : 0x80;
        const unsigned high = at(0) == 0xf4 ? 0x8f : 0xbf;
        return is_in(1, low, high) && tail(2) && tail(3) ? 4 : 0;
    }
    return 0;
}

void check_shown(std::string_view text) {
    while (!text.empty()) {
        const auto length = character_length(text);
        require(length > 0);
        const auto character = text.substr(0, length);
        const auto first = static_cast<unsigned char>(character[0]);
        require(first >= 0x20 && first != 0x7f);
        // U+0080 to U+009F, the marks that reorder text, the byte-order mark.
        require(!(first == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0));
        for (const std::string_view odd :
             {"\xe2\x80\x8b", "\xe2\x80\x8e", "\xe2\x80\x8f", "\xe2\x80\xa8", "\xe2\x80\xaa",
              "\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x81\xa9", "\xef\xbb\xbf"})
            require(character != odd);
        text.remove_prefix(length);
    }
}

/// A quoted text ends at its second quote that no backslash escapes, the last.
void check_quotes(std::string_view text) {
    require(text.size() >= 2 && text.front() == '"' && text.back() == '"');
    bool escaped = false;
    for (const char c : text.substr(1, text.size() - 2)) {
        require(escaped || c != '"');
        escaped = !escaped && c == '\\';
    }
    require(!escaped);
}

}  // namespace

/// Whatever comes in, what is shown is valid UTF-8 without control characters,
/// and a quoted text has no quote that would end it early. What was made safe
/// once stays as it is.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(bytes), size};
    const auto shown = printable(text);
    check_shown(shown);
    if (shown.size() < 4096)
        require(printable(shown) == shown);
    check_shown(printable(text, 5));

    // The operand of a failed call is quoted.
    const auto message = system_error(0, "x", text).message;
    check_shown(message);
    constexpr std::string_view before = "x ";
    constexpr std::string_view after = ": Success";
    require(message.starts_with(before) && message.ends_with(after));
    check_quotes(std::string_view{message}.substr(before.size(),
                                                  message.size() - before.size() - after.size()));
    return 0;
}
