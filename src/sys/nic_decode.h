#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace azfiles {

/// RTA_OIF of an RTM_NEWROUTE: the index of the device.
std::optional<int> route_device(std::string_view attributes);

/// ETHTOOL_MSG_CHANNELS_GET_REPLY: channels that receive, combined and receive-only.
struct ReceiveQueues {
    int in_use = 0;
    int most = 0;  ///< that the device can have
    bool combined =
        false;  ///< they send too: "ethtool -L DEVICE combined N" sets them, else "rx N"

    bool operator==(const ReceiveQueues&) const = default;
};

/// Nothing where the device has neither kind.
std::optional<ReceiveQueues> receive_queues(std::string_view attributes);

/// How many different queues an indirection table (u32 each, host order) names.
int distinct_queues(std::string_view table);

/// The same of ETHTOOL_MSG_RSS_GET_REPLY; nothing where it has no table. Such an
/// answer proves nothing: virtio_net with one queue gives one.
std::optional<int> distinct_rss_queues(std::string_view attributes);

struct QueueEvidence {
    std::optional<int> in_use;     ///< channels, as the driver says
    std::optional<int> allocated;  ///< in sysfs: at least as many as are in use
    std::optional<int> in_table;   ///< distinct queues of the indirection table
};

/// Whether received packets are spread over queues: more than one queue, and a
/// table, where it can be seen, that names more than one.
std::optional<bool> spreads(const QueueEvidence& evidence);

}  // namespace azfiles
