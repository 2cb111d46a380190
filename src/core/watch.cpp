#include "core/watch.h"

namespace azfiles {
namespace {

// Three looks without change at 30 ms are the 0.1 s that a final verdict may add.
constexpr std::chrono::milliseconds first_pause{30};
constexpr std::chrono::milliseconds longest_pause{500};
constexpr int looks_without_change = 3;

}  // namespace

Assessment watch(const Request& request, const MountPlan& plan, const DebugData* before,
                 Host& host) {
    const Asked asked{plan.channels, plan.channels_by_user};
    const auto end = host.now() + request.verify_timeout;
    auto pause = first_pause;
    std::optional<ChannelCounts> last;
    for (int unchanged = 1;;) {
        auto seen = assess(asked, request.share, host.inspect(), before);
        unchanged = last == seen.channels ? unchanged + 1 : 1;
        last = seen.channels;
        const bool at_rest = seen.settled && unchanged >= looks_without_change;
        if (seen.final || at_rest || host.now() >= end)
            return seen;
        host.pause(pause);
        // What is being opened takes its time; what is at rest is soon known to be.
        if (!seen.settled)
            pause = std::min(pause * 2, longest_pause);
        else
            pause = first_pause;
    }
}

}  // namespace azfiles
