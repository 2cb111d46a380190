#include "core/flow.h"

#include "base/quote.h"
#include "core/mounted.h"
#include "core/preflight.h"
#include "core/watch.h"

namespace azfiles {
namespace {

Report failed(Report report, Error error) {
    if (!error.id.empty())
        report.cause = Finding{error.id, Severity::error, error.message, error.remedy, {}};
    report.error = std::move(error);
    return report;
}

Report failed(Report report, ErrorKind kind, std::vector<Finding> causes) {
    report.error = Error{kind, causes.front().message, causes.front().remedy, 0};
    report.cause = std::move(causes.front());
    report.other_causes.assign(std::make_move_iterator(causes.begin() + 1),
                               std::make_move_iterator(causes.end()));
    return report;
}

Report failed(Report report, const Request& request, const MountFailure& failure,
              const Facts& facts, Host& host) {
    const FailureEvidence evidence{failure, request, facts.addresses,
                                   host.look_after_failure(request), host.kernel_log()};
    report.kernel_words = kernel_words(evidence);
    report = failed(std::move(report), ErrorKind::failed, causes_of_failure(evidence));
    report.error->errnum = is_errno_of_kernel(failure) ? failure.errnum : 0;
    return report;
}

/// `mount -a` twice mounts once; anything else on the same directory would hide
/// a mount that somebody relies on.
Report mounted_already(Report report, const MountedAlready& there) {
    if (!there.difference.empty())
        return failed(std::move(report),
                      make_error(ErrorKind::failed,
                                 "there is a mount on {} already, and it is not as asked: {}",
                                 quote(there.entry.mountpoint), there.difference)
                          .advise("Unmount it first."));
    report.mounted_already = true;
    return report;
}

/// What stands in the way before anything was tried.
std::optional<Report> obstacle(const Request& request, const Facts& facts,
                               const Credentials& credentials, const Report& report) {
    if (facts.addresses.empty()) {
        auto cause = make_finding("dns-failed", quote(request.share.host), facts.resolve_error);
        return failed(report, ErrorKind::usage, {std::move(cause)});
    }
    if (auto refused = refusals(request, report.findings); !refused.empty())
        return failed(report, ErrorKind::failed, std::move(refused));
    if (needs_password(request) && !report.plan->username && !credentials.username)
        return failed(report, make_error(ErrorKind::usage, "no user is given")
                                  .advise("Write username=NAME into the credentials file.")
                                  .named("credentials-incomplete"));
    return std::nullopt;
}

std::optional<MountFailure> create(const MountPlan& plan, const Credentials& credentials,
                                   Host& host) {
    std::optional<MountFailure> failure;
    for (const auto& address : plan.addresses) {
        failure = host.create(plan, credentials, address);
        if (!failure || !is_worth_another_address(*failure))
            break;
    }
    return failure;
}

/// The kernel's line about a channel that it could not open, where that is the cause.
std::string refusal_line(const Assessment& seen) {
    if (seen.findings.empty())
        return {};
    const auto& cause = seen.findings.front();
    const bool by_log = cause.id == "channel-refused" || cause.id == "interface-unreachable";
    return by_log ? cause.evidence : std::string{};
}

Report refused_by_strict(Report report, Host& host) {
    auto causes = report.assessment->findings;
    if (causes.empty())
        causes.push_back(make_finding("cause-not-seen"));
    report = failed(std::move(report), ErrorKind::failed, std::move(causes));
    if (auto undone = host.discard(); !undone) {
        report.error = std::move(undone).error().during("undoing the mount");
        report.error->kind = ErrorKind::failed;
        report.mounted = true;
    }
    return report;
}

}  // namespace

Report run(const Request& request, Host& host) {
    Report report;

    const auto target = host.pin(request.target);
    if (!target)
        return failed(std::move(report), target.error());
    const auto mounts = host.mounts();
    if (mounts)
        if (const auto there = find_mounted(request, *mounts, target->path, target->mount_id))
            return mounted_already(std::move(report), *there);
    const auto credentials = host.credentials(request);
    if (!credentials)
        return failed(std::move(report), credentials.error());

    const auto facts = host.look(request);
    report.findings = preflight(request, facts);
    report.plan = make_plan(request, facts, report.findings);
    if (auto stopped = obstacle(request, facts, *credentials, report))
        return std::move(*stopped);
    if (request.fake)
        return report;

    if (const auto failure = create(*report.plan, *credentials, host))
        return failed(std::move(report), request, *failure, facts, host);

    const DebugData* before = facts.before ? &*facts.before : nullptr;
    if (request.verify == Strictness::strict) {
        report.assessment = watch(request, *report.plan, before, host);
        if (report.assessment->verdict != Verdict::as_asked)
            return refused_by_strict(std::move(report), host);
    }

    if (const auto failure = host.attach())
        return failed(std::move(report), request, *failure, facts, host);
    report.mounted = true;
    host.record(*report.plan, request.profile, "");

    if (request.verify == Strictness::warn) {
        report.assessment = watch(request, *report.plan, before, host);
        if (const auto line = refusal_line(*report.assessment); !line.empty())
            host.record(*report.plan, request.profile, line);
    }
    return report;
}

}  // namespace azfiles
