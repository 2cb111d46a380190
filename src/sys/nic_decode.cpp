#include "sys/nic_decode.h"

#include "sys/netlink_attributes.h"

#include <algorithm>
#include <vector>

namespace azfiles {
namespace {

// linux/rtnetlink.h and linux/ethtool_netlink.h. The kernel's
// binary interface: numbers never change.
constexpr std::uint16_t rta_oif = 4;
constexpr std::uint16_t channels_rx_max = 2;
constexpr std::uint16_t channels_combined_max = 5;
constexpr std::uint16_t channels_rx_count = 6;
constexpr std::uint16_t channels_combined_count = 9;
constexpr std::uint16_t rss_table = 4;

// Devices have at most some thousand; what is above is no queue count.
constexpr std::uint32_t queue_limit = 65'536;

}  // namespace

std::optional<int> route_device(std::string_view attributes) {
    const auto index = attribute_number<std::int32_t>(attributes, rta_oif);
    return index && *index > 0 ? index : std::nullopt;
}

std::optional<ReceiveQueues> receive_queues(std::string_view attributes) {
    // A pair of maximum and count is left out where the maximum is 0.
    const auto count = [attributes](std::uint16_t type) {
        return static_cast<int>(
            std::min(attribute_number<std::uint32_t>(attributes, type).value_or(0), queue_limit));
    };
    if (!attribute_number<std::uint32_t>(attributes, channels_combined_count) &&
        !attribute_number<std::uint32_t>(attributes, channels_rx_count))
        return std::nullopt;
    ReceiveQueues queues;
    queues.in_use = count(channels_combined_count) + count(channels_rx_count);
    queues.combined = count(channels_combined_max) > 0;
    queues.most = queues.combined ? count(channels_combined_max) : count(channels_rx_max);
    return queues;
}

int distinct_queues(std::string_view table) {
    std::vector<std::uint32_t> queues;
    for (; table.size() >= sizeof(std::uint32_t); table.remove_prefix(sizeof(std::uint32_t)))
        queues.push_back(*number_in<std::uint32_t>(table.substr(0, sizeof(std::uint32_t))));
    std::ranges::sort(queues);
    return static_cast<int>(std::unique(queues.begin(), queues.end()) - queues.begin());
}

std::optional<int> distinct_rss_queues(std::string_view attributes) {
    const auto table = attribute(attributes, rss_table);
    if (!table || table->empty())
        return std::nullopt;
    return distinct_queues(*table);
}

std::optional<bool> spreads(const QueueEvidence& evidence) {
    const auto queues = evidence.in_use ? evidence.in_use : evidence.allocated;
    if (!queues)
        return std::nullopt;
    if (*queues <= 1)
        return false;
    if (evidence.in_table)
        return *evidence.in_table >= 2;
    // Allocated queues need not be in use.
    return evidence.in_use ? std::optional{true} : std::nullopt;
}

}  // namespace azfiles
