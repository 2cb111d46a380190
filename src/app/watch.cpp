#include "app/watch.h"

#include "app/redraw.h"
#include "app/status.h"
#include "core/rates.h"
#include "core/status_text.h"
#include "sys/sock_diag.h"

#include <unistd.h>

namespace azfiles {
namespace {

constexpr std::chrono::seconds pause{1};

std::chrono::microseconds steady_time() {
    return std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now().time_since_epoch());
}

/// What went over the connections since the sample `before`, which is replaced.
std::string traffic_text(std::optional<TrafficSample>& before) {
    const auto at = steady_time();
    auto connections = tcp_connections();
    if (!connections) {
        const auto& error = connections.error();
        return fmt::format("Traffic can't be shown: {}.\n{}{}", error.message, error.remedy,
                           error.remedy.empty() ? "" : "\n");
    }
    TrafficSample now{at, *std::move(connections)};
    auto text = to_text(rates_between(before.value_or(now), now));
    before = std::move(now);
    return text;
}

}  // namespace

Result<CheckCode> watch_status(const CommandLine& line, const Root& root) {
    if (line.json || !line.is_this_machine())
        return make_error(ErrorKind::usage, "--watch goes with neither --json nor --root");
    std::optional<TrafficSample> before;
    const auto draw = [&before, &line, &root] {
        // Traffic first: it changes, and the rest may be longer than the screen.
        const auto traffic = traffic_text(before);
        const auto report = look_at_mounts(line, root);
        return traffic + "\n" + to_text(report, line.colour ? Colour::yes : Colour::no);
    };
    if (auto shown = keep_showing(STDOUT_FILENO, draw, pause); !shown)
        return std::move(shown).error();
    return CheckCode::as_asked;
}

}  // namespace azfiles
