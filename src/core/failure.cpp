#include "core/failure.h"

#include "base/error.h"
#include "core/failure_judges.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace azfiles {
namespace {

struct Cause {
    std::string_view id;
    std::string_view tell;
    Judgement judgement;
};
using Causes = std::vector<Cause>;

void add(Causes& causes, const Seen& seen, std::string_view id) {
    const auto* rule = find_cause_rule(id);
    auto judgement = rule->judge(seen);
    if (judgement.fit != Fit::no)
        causes.push_back({id, rule->tell, std::move(judgement)});
}

/// All that fits, in the table's order.
Causes fitting(const Seen& seen) {
    const auto& failure = seen.evidence.failure;
    Causes causes;
    if (failure.timed_out)
        add(causes, seen, "mount-timeout");
    else if (failure.phase == MountPhase::attach ||
             (failure.phase == MountPhase::open && failure.errnum == EACCES)) {
        if (failure.errnum == EACCES || failure.errnum == EPERM)
            add(causes, seen, "not-permitted");
    } else {
        const int errnum = failure.phase == MountPhase::option ? EINVAL : failure.errnum;
        for (const auto id : causes_of_errno(errnum))
            add(causes, seen, id);
    }
    if (failure.phase == MountPhase::create)
        for (const auto id : causes_of_any_errno())
            add(causes, seen, id);
    return causes;
}

/// The best first; what is merely possible goes where something was seen.
void keep_best(Causes& causes) {
    const auto fit = [](const Cause& cause) { return cause.judgement.fit; };
    std::ranges::stable_sort(causes, std::ranges::greater{}, fit);
    if (!causes.empty() && fit(causes.front()) == Fit::sure)
        std::erase_if(causes, [&fit](const Cause& cause) { return fit(cause) == Fit::possible; });
}

/// Of what is merely possible it is said how it shows.
Finding to_finding(Cause cause) {
    auto& judgement = cause.judgement;
    auto finding = make_finding(cause.id, judgement.detail, judgement.evidence);
    if (!judgement.remedy.empty())
        finding.remedy = std::move(judgement.remedy);
    if (judgement.fit == Fit::possible)
        finding.message += fmt::format("; if so, {}", cause.tell);
    return finding;
}

Finding no_known_cause(const MountFailure& failure) {
    if (failure.phase == MountPhase::open && failure.errnum == ENOSYS)
        return make_finding("mount-failed", " (it has no fsopen: Linux 5.2 or later is needed)",
                            "");
    return make_finding("mount-failed", fmt::format(" ({})", errno_text(failure.errnum)), "");
}

}  // namespace

bool is_worth_another_address(const MountFailure& failure) {
    if (failure.phase != MountPhase::create)
        return false;
    constexpr std::array worth = {ECONNREFUSED, EHOSTUNREACH, EINPROGRESS, ENETUNREACH, ETIMEDOUT};
    return failure.timed_out || std::ranges::find(worth, failure.errnum) != worth.end();
}

bool is_errno_of_kernel(const MountFailure& failure) {
    return !failure.timed_out && failure.errnum != EOWNERDEAD;
}

std::vector<Finding> causes_of_failure(const FailureEvidence& evidence) {
    auto causes = fitting(seen_of(evidence));
    if (causes.empty())
        return {no_known_cause(evidence.failure)};
    keep_best(causes);
    std::vector<Finding> findings;
    for (auto& cause : causes)
        findings.push_back(to_finding(std::move(cause)));
    return findings;
}

std::string kernel_words(const FailureEvidence& evidence) {
    const auto seen = seen_of(evidence);
    if (const auto crash = seen.words.crash(); !crash.empty())
        return std::string{crash};
    return judges::shows_piece_of_value(seen) ? std::string{} : std::string{seen.words.last()};
}

}  // namespace azfiles
