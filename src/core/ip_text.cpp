#include "core/ip_text.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace azfiles {
namespace {

using Groups = AddressGroups;
constexpr std::size_t group_count = std::tuple_size_v<Groups>;

/// The two groups that "192.0.2.1" stands for.
bool append_ipv4(std::string_view text, std::vector<std::uint16_t>& groups) {
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i) {
        const auto [octet, rest] = cut(text, '.');
        const auto number = to_number<std::uint8_t>(octet);
        if (!number || octet.size() > 3 || (i == 3) != (octet.size() == text.size()))
            return false;
        value = (value << 8) | *number;
        text = rest;
    }
    groups.push_back(static_cast<std::uint16_t>(value >> 16));
    groups.push_back(static_cast<std::uint16_t>(value & 0xffff));
    return true;
}

/// The groups of "2001:db8:1"; nothing where one is malformed. An empty text
/// has none.
std::optional<std::vector<std::uint16_t>> groups_of(std::string_view text, bool may_end_in_ipv4) {
    std::vector<std::uint16_t> groups;
    while (!text.empty()) {
        const auto [group, rest] = cut(text, ':');
        const bool last = group.size() == text.size();
        if (group.size() > 4 || group.empty() || group.find('.') != std::string_view::npos) {
            if (!last || !may_end_in_ipv4 || !append_ipv4(group, groups))
                return std::nullopt;
            return groups;
        }
        const auto number = to_number<std::uint16_t>(group, 16);
        if (!number || groups.size() == group_count || (!last && rest.empty()))
            return std::nullopt;
        groups.push_back(*number);
        text = rest;
    }
    return groups;
}

std::optional<Groups> parse_ipv6(std::string_view text) {
    const auto gap = text.find("::");
    const bool has_gap = gap != std::string_view::npos;
    const auto head = groups_of(text.substr(0, gap), !has_gap);
    const auto tail = groups_of(has_gap ? text.substr(gap + 2) : std::string_view{}, true);
    if (!head || !tail)
        return std::nullopt;
    const auto given = head->size() + tail->size();
    if (has_gap ? given >= group_count : given != group_count)
        return std::nullopt;
    Groups groups{};
    std::ranges::copy(*head, groups.begin());
    std::ranges::copy_backward(*tail, groups.end());
    return groups;
}

struct Run {
    std::size_t start = 0;
    std::size_t length = 0;
};

/// The longest run of two or more zero groups, the first of several.
Run zero_run(const Groups& groups) {
    Run best;
    Run run;
    for (std::size_t i = 0; i < group_count; ++i) {
        run = groups[i] != 0 ? Run{} : Run{run.length == 0 ? i : run.start, run.length + 1};
        if (run.length >= 2 && run.length > best.length)
            best = run;
    }
    return best;
}

std::string format_ipv6(const Groups& groups) {
    const auto run = zero_run(groups);
    const bool maps_ipv4 =
        run.start == 0 && (run.length == 6 || (run.length == 5 && groups[5] == 0xffff));
    std::string text;
    for (std::size_t i = 0; i < group_count; ++i) {
        if (run.length > 0 && i == run.start)
            text += "::";
        if (i >= run.start && i < run.start + run.length)
            continue;
        if (!text.empty() && text.back() != ':')
            text += ':';
        if (i == 6 && maps_ipv4)
            return text + fmt::format("{}.{}.{}.{}", groups[6] >> 8, groups[6] & 0xff,
                                      groups[7] >> 8, groups[7] & 0xff);
        text += fmt::format("{:x}", groups[i]);
    }
    return text;
}

}  // namespace

std::optional<AddressGroups> address_groups(std::string_view text) {
    if (text.find(':') != std::string_view::npos)
        return parse_ipv6(text.substr(0, text.find('%')));
    std::vector<std::uint16_t> groups;
    if (!append_ipv4(text, groups))
        return std::nullopt;
    return Groups{0, 0, 0, 0, 0, 0xffff, groups[0], groups[1]};
}

std::string short_address(std::string_view text) {
    const auto scope = text.substr(std::min(text.find('%'), text.size()));
    const auto groups = parse_ipv6(text.substr(0, text.size() - scope.size()));
    if (!groups)
        return std::string{text};
    return format_ipv6(*groups).append(scope);
}

}  // namespace azfiles
