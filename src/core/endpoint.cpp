#include "core/endpoint.h"

#include "base/text.h"

#include <algorithm>
#include <array>

namespace azfiles {
namespace {

/// Public cloud, China, US government, Germany (closed 2021, names remain),
/// then the DNS zones, which carry a z<number> label before it.
constexpr std::array<std::string_view, 4> suffixes = {
    "file.core.windows.net",
    "file.core.chinacloudapi.cn",
    "file.core.usgovcloudapi.net",
    "file.core.cloudapi.de",
};
constexpr std::string_view zone_suffix = "file.storage.azure.net";

bool is_zone(std::string_view label) {
    return consume(label, "z") && to_number<unsigned>(label).has_value();
}

}  // namespace

bool is_azure_files_host(std::string_view host) {
    const std::string name = lower(host);
    auto [account, rest] = cut(name, '.');
    if (account.empty())
        return false;
    consume(rest, "privatelink.");
    if (std::ranges::find(suffixes, rest) != suffixes.end())
        return true;
    const auto [zone, suffix] = cut(rest, '.');
    return is_zone(zone) && suffix == zone_suffix;
}

std::string account_of(std::string_view host) {
    if (!is_azure_files_host(host))
        return {};
    std::string account = lower(cut(host, '.').first);
    constexpr std::string_view secondary = "-secondary";
    if (account.ends_with(secondary))
        account.resize(account.size() - secondary.size());
    return account;
}

}  // namespace azfiles
