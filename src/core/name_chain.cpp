#include "core/name_chain.h"

#include "base/text.h"

#include <algorithm>

namespace azfiles {
namespace {

std::string plain(std::string_view name) {
    if (name.ends_with('.'))
        name.remove_suffix(1);
    return lower(name);
}

}  // namespace

std::vector<std::string> chain_from(std::string_view host, const std::vector<Alias>& aliases) {
    std::vector<std::string> chain;
    auto at = plain(host);
    while (chain.size() < alias_limit) {
        const auto next =
            std::ranges::find(aliases, at, [](const Alias& alias) { return plain(alias.name); });
        if (next == aliases.end())
            break;
        at = plain(next->stands_for);
        if (at.empty() || at == plain(host) || std::ranges::find(chain, at) != chain.end())
            break;
        chain.push_back(at);
    }
    return chain;
}

}  // namespace azfiles
