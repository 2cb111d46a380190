#include "core/debugdata_cursor.h"

#include "base/text.h"

#include <algorithm>
#include <limits>

namespace azfiles {
namespace {

constexpr auto npos = std::string_view::npos;
constexpr std::string_view decimal_digits = "0123456789";
// The kernel writes hexadecimal numbers in lower case, so that one that has
// lost the tab behind it ("0x11f01ffDISCONNECTED") can still be told apart.
constexpr std::string_view hex_digits = "0123456789abcdef";

bool is_word_character(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

std::size_t length_of(std::string_view text, std::string_view characters) {
    return std::min(text.find_first_not_of(characters), text.size());
}

bool starts_block(std::string_view text) {
    const auto digits = length_of(text, decimal_digits);
    return digits > 0 && text.substr(digits).starts_with(')');
}

/// Where the last "LABEL N" begins that a blank or the line's start precedes.
std::size_t last_count(std::string_view line, std::string_view label) {
    for (auto at = line.rfind(label); at != npos; at = line.rfind(label, at - 1)) {
        const auto value = line.find_first_not_of(blanks, at + label.size());
        const bool counts = value != npos && decimal_digits.find(line[value]) != npos;
        if (counts && (at == 0 || blanks.find(line[at - 1]) != npos))
            return at;
        if (at == 0)
            break;
    }
    return npos;
}

/// `whole` and `fraction` are the digits before and behind the point: 2.5.
std::optional<std::uint64_t> scaled(std::string_view whole, std::string_view fraction,
                                    std::uint64_t factor) {
    const auto units = to_number<std::uint64_t>(whole);
    if (!units || *units > std::numeric_limits<std::uint64_t>::max() / factor)
        return std::nullopt;
    std::uint64_t value = *units * factor;
    for (const char digit : fraction) {
        if (digit < '0' || digit > '9')
            return std::nullopt;
        factor /= 10;
        const auto part = static_cast<std::uint64_t>(digit - '0') * factor;
        if (value > std::numeric_limits<std::uint64_t>::max() - part)
            return std::nullopt;
        value += part;
    }
    return value;
}

std::optional<std::uint64_t> factor_of(std::string_view unit) {
    if (unit == "bps")
        return 1;
    if (unit == "Mbps")
        return 1'000'000;
    if (unit == "Gbps")
        return 1'000'000'000;
    return std::nullopt;
}

}  // namespace

bool DebugDataCursor::to_word() {
    at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size());
    return at_ < text_.size();
}

void DebugDataCursor::skip_word() {
    if (const auto digits = number_here(); !digits.empty())
        at_ += digits.size();
    else
        at_ = end_of_word();
}

std::size_t DebugDataCursor::end_of_word() {
    if (word_end_ <= at_)
        word_end_ = std::min(text_.find_first_of(blanks, at_), text_.size());
    return word_end_;
}

void DebugDataCursor::skip_line() {
    at_ += line_at(at_).size();
}

std::string_view DebugDataCursor::line_at(std::size_t at) const {
    const auto from = text_.substr(at);
    return from.substr(0, from.find('\n'));
}

bool DebugDataCursor::take(std::string_view phrase) {
    auto here = rest();
    if (here.empty() || here.front() != phrase.front())
        return false;  // what most calls find
    for (bool last = false; !last;) {
        const auto [expected, more] = cut(phrase, ' ');
        if (!consume(here, expected))
            return false;
        last = more.empty();
        if (!last) {
            const auto gap = here.find_first_not_of(blanks);
            if (gap == 0 || gap == npos)
                return false;
            here.remove_prefix(gap);
            phrase = more;
        }
    }
    if (is_word_character(phrase.back()) && !here.empty() && is_word_character(here.front()))
        return false;
    at_ = text_.size() - here.size();
    return true;
}

bool DebugDataCursor::take_end_mark() {
    if (!rest().starts_with("--"))
        return false;
    const auto after = text_.find_first_not_of(" \t\r", at_ + 2);
    const auto before = text_.substr(0, at_).find_last_not_of(" \t\r");
    const bool ends_line = after == npos || text_[after] == '\n';
    if (!ends_line || (before != npos && text_[before] != '\n'))
        return false;
    at_ += 2;
    return true;
}

std::optional<int> DebugDataCursor::take_block_number() {
    if (!starts_block(rest()))
        return std::nullopt;
    const auto digits = rest().substr(0, rest().find(')'));
    at_ += digits.size() + 1;
    // Too large a number heads a block all the same.
    return to_number<int>(digits).value_or(0);
}

std::string_view DebugDataCursor::number_here() {
    if (!to_word() || starts_block(rest()))
        return {};
    if (!rest().starts_with("0x"))
        return rest().substr(0, length_of(rest(), decimal_digits));
    const auto digits = length_of(rest().substr(2), hex_digits);
    return digits == 0 ? std::string_view{} : rest().substr(0, 2 + digits);
}

std::optional<std::uint64_t> DebugDataCursor::number() {
    auto digits = number_here();
    at_ += digits.size();
    const int base = consume(digits, "0x") ? 16 : 10;
    return to_number<std::uint64_t>(digits, base);
}

std::optional<int> DebugDataCursor::integer() {
    const auto value = number();
    if (!value || *value > static_cast<std::uint64_t>(std::numeric_limits<int>::max()))
        return std::nullopt;
    return static_cast<int>(*value);
}

std::string DebugDataCursor::hex() {
    const auto digits = number_here();
    if (!digits.starts_with("0x"))
        return {};
    at_ += digits.size();
    return std::string{digits};
}

std::string DebugDataCursor::word() {
    if (!to_word() || starts_block(rest()))
        return {};
    const auto here = rest().substr(0, end_of_word() - at_);
    if (here.ends_with(':') && !here.ends_with("::"))
        return {};
    const auto value = here.substr(0, here.find(')'));
    at_ += value.size();
    return std::string{value};
}

std::optional<std::uint64_t> DebugDataCursor::speed_bps() {
    const auto text = word();
    const std::string_view value{text};
    const auto [whole, fraction] =
        cut(value.substr(0, value.find_first_not_of("0123456789.")), '.');
    auto unit = value.substr(length_of(value, "0123456789."));
    if (unit.empty() && to_word() && take("bps"))
        unit = "bps";
    const auto factor = factor_of(unit);
    return factor ? scaled(whole, fraction, *factor) : std::nullopt;
}

std::string DebugDataCursor::unc() {
    if (!rest().starts_with(R"(\\)"))
        return {};
    const auto line = line_at(at_);
    auto end = last_count(line, "Mounts:");
    if (end != npos) {
        at_ += end;
        return std::string{trimmed(line.substr(0, end))};
    }
    // Mail programs break the line before "Mounts:", or within the name.
    const auto next_at = std::min(at_ + line.size() + 1, text_.size());
    const auto next = line_at(next_at);
    end = starts_block(trimmed(next)) ? npos : last_count(next, "Mounts:");
    if (end != npos) {
        at_ = next_at + end;
        const auto more = trimmed(next.substr(0, end));
        auto name = std::string{trimmed(line)};
        return more.empty() ? name : name.append(" ").append(more);
    }
    // "Uses:" in kernels up to 2.6.
    end = std::min(last_count(line, "Uses:"), line.size());
    at_ += end;
    return std::string{trimmed(line.substr(0, end))};
}

}  // namespace azfiles
