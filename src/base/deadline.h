#pragma once

#include <algorithm>
#include <chrono>

namespace azfiles {

/// A moment on the monotonic clock by which something must be over.
class Deadline {
public:
    /// Longer waits than this are cut to it, and negative ones are none.
    static constexpr std::chrono::milliseconds longest = std::chrono::hours{1};

    explicit Deadline(std::chrono::milliseconds from_now)
        : at_{Clock::now() + std::clamp(from_now, std::chrono::milliseconds{0}, longest)} {}

    [[nodiscard]] bool over() const { return Clock::now() >= at_; }

    /// For poll(2): rounded up, so that it never spins; 0 once the time is over.
    [[nodiscard]] int remaining_ms() const {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(at_ - Clock::now());
        return static_cast<int>(std::clamp(left, std::chrono::milliseconds{0}, longest).count());
    }

private:
    using Clock = std::chrono::steady_clock;

    Clock::time_point at_;
};

}  // namespace azfiles
