#pragma once

#include "core/facts.h"
#include "core/finding.h"
#include "core/match.h"

#include <optional>
#include <string_view>
#include <vector>

namespace azfiles {

/// In the order of badness that several mounts are summed up by: failed,
/// unknown, degraded, ok (as asked).
enum class Verdict { as_asked, degraded, unknown, failed };

std::string_view to_string(Verdict verdict);
Verdict worse(Verdict left, Verdict right);

/// How many channels a mount asked for; nothing where that is not known.
struct Asked {
    std::optional<int> channels;
    std::optional<bool> by_user;  ///< false: by the profile; nothing: not known who

    bool operator==(const Asked&) const = default;
};

struct ChannelCounts {
    std::optional<int> limit;   ///< max_channels of the mount's line; the session's limit
    std::optional<int> listed;  ///< channels the session lists, the primary included
    std::optional<int> active;  ///< those that carry traffic

    bool operator==(const ChannelCounts&) const = default;
};

/// The truth about one mount, as far as the kernel shows it.
struct Assessment {
    Verdict verdict = Verdict::unknown;
    ChannelCounts channels;
    std::optional<Server> server;  ///< without its sessions
    std::optional<Session> session;
    std::vector<Finding> findings;  ///< the cause first
    bool settled = false;           ///< the kernel opens no more channels by itself now
    bool final = false;             ///< waiting longer can't change the verdict

    bool operator==(const Assessment&) const = default;
};

/// Counts the channels and finds the cause where some are missing. Evidence of
/// dialect, capability and interfaces comes before what /proc/mounts shows:
/// 5.10 removes max_channels there when the server has no multichannel.
Assessment assess(const Asked& asked, const Share& share, const MountState& state,
                  const DebugData* before);

}  // namespace azfiles
