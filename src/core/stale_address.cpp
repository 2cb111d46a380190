#include "core/stale_address.h"

#include "core/address_class.h"
#include "core/ip_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace azfiles {

std::optional<Finding> stale_address(std::string_view address_in_use,
                                     const std::vector<std::string>& addresses_now) {
    const auto in_use = address_groups(address_in_use);
    if (!in_use || addresses_now.empty())
        return std::nullopt;
    if (std::ranges::find(addresses_now, in_use, &address_groups) != addresses_now.end())
        return std::nullopt;
    std::string now;
    for (const auto& address : addresses_now)
        now += fmt::format("{}{}", now.empty() ? "" : ", ", with_class(address));
    const auto both =
        fmt::format("{} is in use, and the name has {}", with_class(address_in_use), now);
    return make_finding("stale-address", both, both);
}

}  // namespace azfiles
