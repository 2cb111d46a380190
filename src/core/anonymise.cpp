#include "core/anonymise.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace azfiles {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Bytes of UTF-8 are of words too.
bool is_of_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) ||
           static_cast<unsigned char>(c) >= 0x80;
}

bool is_of_address(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == ':' || c == '.';
}

/// A word begins or ends before `at`.
bool is_boundary(std::string_view text, std::size_t at) {
    return at == 0 || at == text.size() || !is_of_word(text[at - 1]) || !is_of_word(text[at]);
}

std::string_view prefix_of(NameOf kind) {
    switch (kind) {
        case NameOf::account:
            return "account";
        case NameOf::host:
            return "host";
        case NameOf::domain:
            return "domain";
        case NameOf::machine:
            return "machine";
        case NameOf::user:
            return "user";
    }
    return "name";
}

bool must_be_name(std::string_view text, std::size_t at, std::size_t length) {
    const auto before = text.substr(0, at);
    for (const std::string_view mark : {"//", "\\\\", "Hostname: ", "Network name: "})
        if (before.ends_with(mark))
            return true;
    const auto end = at + length;
    const bool is_dotted = end + 1 < text.size() && text[end] == '.' && is_of_word(text[end + 1]);
    return is_dotted && !before.ends_with('.');
}

}  // namespace

std::string Anonymiser::other_of(Name& name) {
    while (name.other.empty() || taken_.contains(name.other))
        name.other = fmt::format("{}{}", prefix_of(name.kind), ++counts_[name.kind]);
    return name.other;
}

Anonymiser::Piece Anonymiser::name_at(std::string_view text, std::size_t at) {
    if (!begins_name_[static_cast<unsigned char>(text[at])])
        return {};
    for (const auto length : lengths_) {
        if (length > text.size() - at || !is_boundary(text, at + length))
            continue;
        const auto found = names_.find(lower(text.substr(at, length)));
        if (found == names_.end())
            continue;
        if (!found->second.is_plain || must_be_name(text, at, length))
            return {length, other_of(found->second)};
    }
    return {};
}

Anonymiser::Piece Anonymiser::address_at(std::string_view text, std::size_t at) {
    if (!is_of_address(text[at]) || (at > 0 && (is_of_word(text[at - 1]) || text[at - 1] == '.')))
        return {};
    auto run = text.substr(at);
    run = run.substr(
        0, static_cast<std::size_t>(std::ranges::find_if_not(run, is_of_address) - run.begin()));
    const auto trimmed_run = run.substr(0, run.find_last_not_of(".:") + 1);
    // Behind an IPv4 address there may be a port.
    for (const auto candidate : {trimmed_run, cut(run, ':').first}) {
        if (candidate.size() < 2 || !is_boundary(text, at + candidate.size()) ||
            !address_groups(candidate))
            continue;
        return {candidate.size(), addresses_.replaced(candidate)};
    }
    return {};
}

std::string Anonymiser::replaced(std::string_view text) {
    if (what_ == Replace::nothing)
        return std::string{text};
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        Piece piece;
        if (is_boundary(text, at))
            piece = address_at(text, at);
        if (is_boundary(text, at) && piece.length == 0)
            piece = name_at(text, at);
        out += piece.length == 0 ? std::string_view{&text[at], 1} : std::string_view{piece.other};
        at += std::max<std::size_t>(piece.length, 1);
    }
    return out;
}

std::string Anonymiser::replaced_user(std::string_view user) {
    std::string out;
    while (!user.empty() && user.front() != '@') {
        const auto part =
            user.substr(0, std::min(user.find_first_of(not_in_names), user.find('@')));
        const auto found = names_.find(lower(part));
        out += found == names_.end() ? replaced(part) : other_of(found->second);
        user.remove_prefix(part.size());
        if (!user.empty() && user.front() != '@') {
            out += user.front();
            user.remove_prefix(1);
        }
    }
    return out + replaced(user);
}

}  // namespace azfiles
