#include "sys/nic_decode.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace azfiles {
namespace {

// linux/netlink.h, linux/rtnetlink.h and linux/ethtool_netlink.h. The kernel's
// binary interface: numbers never change.
constexpr std::uint16_t type_mask = 0x3fff;  // NLA_TYPE_MASK
constexpr std::size_t header_size = 4;       // struct nlattr: u16 length, u16 type
constexpr std::uint16_t rta_oif = 4;
constexpr std::uint16_t channels_rx_count = 6;
constexpr std::uint16_t channels_combined_count = 9;
constexpr std::uint16_t rss_table = 4;

// Devices have at most some thousand; what is above is no queue count.
constexpr std::uint32_t queue_limit = 65'536;

template <class T>
std::optional<T> number(std::optional<std::string_view> bytes) {
    T value{};
    if (!bytes || bytes->size() != sizeof value)
        return std::nullopt;
    std::memcpy(&value, bytes->data(), sizeof value);
    return value;
}

}  // namespace

std::optional<std::string_view> attribute(std::string_view attributes, std::uint16_t type) {
    while (attributes.size() >= header_size) {
        const auto length = *number<std::uint16_t>(attributes.substr(0, 2));
        const auto its_type = *number<std::uint16_t>(attributes.substr(2, 2));
        if (length < header_size || length > attributes.size())
            return std::nullopt;
        if ((its_type & type_mask) == type)
            return attributes.substr(header_size, length - header_size);
        const std::size_t padded = (std::size_t{length} + 3) & ~std::size_t{3};
        attributes.remove_prefix(std::min(padded, attributes.size()));
    }
    return std::nullopt;
}

std::optional<int> route_device(std::string_view attributes) {
    const auto index = number<std::int32_t>(attribute(attributes, rta_oif));
    return index && *index > 0 ? index : std::nullopt;
}

std::optional<int> receive_queues(std::string_view attributes) {
    // A pair of maximum and count is left out where the maximum is 0.
    const auto combined = number<std::uint32_t>(attribute(attributes, channels_combined_count));
    const auto receive = number<std::uint32_t>(attribute(attributes, channels_rx_count));
    if (!combined && !receive)
        return std::nullopt;
    const auto bounded = [](std::optional<std::uint32_t> count) {
        return std::min(count.value_or(0), queue_limit);
    };
    return static_cast<int>(bounded(combined) + bounded(receive));
}

int distinct_queues(std::string_view table) {
    std::vector<std::uint32_t> queues;
    for (; table.size() >= sizeof(std::uint32_t); table.remove_prefix(sizeof(std::uint32_t)))
        queues.push_back(*number<std::uint32_t>(table.substr(0, sizeof(std::uint32_t))));
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
