#pragma once

#include "core/explain.h"

/// The pages, a file for each part, each sorted by id.
namespace azfiles::pages {

std::span<const ExplainPage> of_channels();
std::span<const ExplainPage> of_connections();
std::span<const ExplainPage> of_devices();
std::span<const ExplainPage> of_machines();
std::span<const ExplainPage> of_logons();
std::span<const ExplainPage> of_networks();
std::span<const ExplainPage> of_credentials();
std::span<const ExplainPage> of_promises();
std::span<const ExplainPage> of_servers();
std::span<const ExplainPage> of_lint();
std::span<const ExplainPage> of_topics();
std::span<const ExplainPage> of_witness();

/// For a static_assert beside each table.
constexpr bool are_sorted(std::span<const ExplainPage> pages) {
    for (std::size_t i = 1; i < pages.size(); ++i)
        if (pages[i - 1].id >= pages[i].id)
            return false;
    return true;
}

}  // namespace azfiles::pages
