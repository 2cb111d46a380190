#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace azfiles {

/// A name and the one that it stands for: a CNAME record.
struct Alias {
    std::string name;
    std::string stands_for;

    bool operator==(const Alias&) const = default;
};

/// As many steps are followed: resolvers stop earlier.
inline constexpr std::size_t alias_limit = 16;

/// The names that `host` stands for, one after the other, without `host` itself. The
/// records may come in any order; names are compared without case and final dot. A
/// circle ends where it closes.
std::vector<std::string> chain_from(std::string_view host, const std::vector<Alias>& aliases);

}  // namespace azfiles
