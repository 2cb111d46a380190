#include "core/explain.h"

#include "base/error.h"
#include "base/text.h"
#include "core/explain_pages.h"
#include "core/failure_rules.h"

#include <algorithm>
#include <array>

namespace azfiles {
namespace {

/// The smaller the nearer; nothing where they have little in common.
std::optional<std::size_t> nearness(std::string_view word, std::string_view id) {
    if (word.size() >= 3 && id.find(word) != std::string_view::npos)
        return 0;
    const auto apart = edit_distance(word, id);
    if (apart > std::max<std::size_t>(2, id.size() / 3))
        return std::nullopt;
    return apart;
}

}  // namespace

std::vector<const ExplainPage*> explain_pages() {
    std::vector<const ExplainPage*> all;
    for (const auto part :
         {pages::of_channels(), pages::of_connections(), pages::of_devices(), pages::of_machines(),
          pages::of_logons(), pages::of_networks(), pages::of_credentials(), pages::of_promises(),
          pages::of_servers(), pages::of_lint(), pages::of_topics(), pages::of_witness()})
        for (const auto& page : part)
            all.push_back(&page);
    std::ranges::sort(all, {}, &ExplainPage::id);
    return all;
}

const ExplainPage* find_page(std::string_view id) {
    const auto all = explain_pages();
    const auto at = std::ranges::lower_bound(all, id, {}, &ExplainPage::id);
    return at != all.end() && (*at)->id == id ? *at : nullptr;
}

std::vector<std::string_view> nearest_pages(std::string_view word) {
    constexpr std::size_t longest_word = 64;
    constexpr std::size_t most = 3;
    const auto plain = lower(word.substr(0, longest_word));
    std::vector<std::pair<std::size_t, std::string_view>> found;
    for (const auto* page : explain_pages())
        if (const auto apart = nearness(plain, page->id))
            found.emplace_back(*apart, page->id);
    std::ranges::sort(found);
    found.resize(std::min(found.size(), most));
    std::vector<std::string_view> ids;
    for (const auto& [apart, id] : found)
        ids.push_back(id);
    return ids;
}

std::optional<int> errno_in(std::string_view word) {
    const auto parts = words(word, " \t()=:-");
    if (parts.empty() || parts.size() > 2)
        return std::nullopt;
    if (parts.size() == 2) {
        constexpr std::array<std::string_view, 3> heads = {"error", "errno", "rc"};
        if (std::ranges::find(heads, lower(parts.front())) == heads.end())
            return std::nullopt;
    }
    if (const auto number = to_number<int>(parts.back()))
        return errno_name(*number).empty() ? std::nullopt : number;
    std::string name{parts.back()};
    for (char& c : name)
        if (c >= 'a' && c <= 'z')
            c = static_cast<char>(c - 'a' + 'A');
    return errno_of_name(name);
}

std::vector<ErrnoCause> explain_errno(int errnum) {
    std::vector<ErrnoCause> causes;
    for (const auto id : causes_of_errno(errnum))
        causes.push_back({id, find_page(id)->title, find_cause_rule(id)->tell});
    return causes;
}

}  // namespace azfiles
