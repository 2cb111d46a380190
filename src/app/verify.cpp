// azfiles verify: what status says, as an exit status.

#include "core/verify.h"
#include "app/output.h"
#include "app/status.h"
#include "base/deadline.h"

#include <poll.h>

#include <algorithm>

namespace azfiles {
namespace {

constexpr std::chrono::milliseconds pause_between_looks{500};
// A final verdict must be seen so often: while a session reconnects, one look may
// catch it without what it had and will have again.
constexpr int looks_to_be_final = 3;

struct Waited {
    StatusReport report;
    std::chrono::milliseconds time{0};
    bool had_to = false;  ///< the first look was not enough
};

/// Looks until all is ok, nothing can change any more, or the time is over.
Waited wait_until_ok(const CommandLine& line, const Root& root) {
    const auto start = std::chrono::steady_clock::now();
    const Deadline end{line.wait};
    Waited waited;
    for (int final_looks = 0;;) {
        waited.report = look_at_mounts(line, root);
        waited.time = std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::steady_clock::now() - start);
        const bool is_ok = verdict_of(waited.report) == Verdict::as_asked;
        final_looks = is_final(waited.report) ? final_looks + 1 : 0;
        if (is_ok || final_looks == looks_to_be_final || end.over())
            return waited;
        waited.had_to = true;
        // An interrupted pause is a shorter one.
        static_cast<void>(
            ::poll(nullptr, 0,
                   std::min(end.remaining_ms(), static_cast<int>(pause_between_looks.count()))));
    }
}

}  // namespace

Result<CheckCode> run_verify(const CommandLine& line, const Root& root) {
    const auto waited = wait_until_ok(line, root);
    const auto code = check_code(verdict_of(waited.report));
    if (line.quiet)
        return code;
    const std::chrono::duration<double> seconds = waited.time;
    const auto add = [&waited, seconds](Json& json) {
        add_verify(json, waited.report, waited.had_to ? seconds.count() : 0.0);
    };
    const auto text = [&waited, &line] {
        return verify_text(waited.report, waited.had_to ? std::optional{waited.time} : std::nullopt,
                           line.colour ? Colour::yes : Colour::no);
    };
    if (auto said = answer(line, head_of(line, root), add, text); !said)
        return std::move(said).error();
    return code;
}

}  // namespace azfiles
