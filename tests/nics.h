#pragma once

#include "core/facts.h"

#include <optional>
#include <string>
#include <utility>

namespace azfiles::test {

/// A device that stands on no other.
inline Nic nic(std::string name, std::string driver, std::optional<int> queues,
               std::optional<bool> rss, std::optional<int> most = std::nullopt) {
    Nic made;
    made.name = std::move(name);
    made.driver = std::move(driver);
    made.rx_queues = queues;
    made.rss = rss;
    made.most_queues = most;
    return made;
}

}  // namespace azfiles::test
