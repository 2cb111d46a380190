#include "core/report.h"

#include "base/quote.h"
#include "base/text.h"
#include "base/wrap.h"
#include "core/redact.h"

#include <algorithm>

namespace azfiles {
namespace {

/// Fit to be shown, with a full stop at its end. Keys go first: a text that was
/// cut may hold half of one, which is not told from a word.
std::string sentence(std::string_view text) {
    return with_stop(printable(redacted(text)));
}

void add(std::vector<std::string>& lines, std::string_view text) {
    if (!text.empty())
        lines.push_back(sentence(text));
}

std::string channel_count(const MountPlan& plan, const Assessment& seen) {
    if (!seen.channels.active)
        return "the number of channels is not known";
    return fmt::format("{} of {} channels", *seen.channels.active, plan.channels);
}

std::string about(const Request& request, std::string_view what) {
    return fmt::format("{}: {}", to_string(request.share), what);
}

void add_failure(std::vector<std::string>& lines, const Request& request, const Report& report) {
    const auto& error = *report.error;
    auto what = continued(error.message);
    // Mounting went well, and verify=strict wanted more.
    if (report.assessment && !report.mounted)
        what = fmt::format("not mounted, it would have {}: {}",
                           channel_count(*report.plan, *report.assessment), what);
    if (error.errnum != 0)
        what += fmt::format(" (error {}, {})", error.errnum, errno_text(error.errnum));
    add(lines, about(request, what));
    auto kernel = redacted(report.kernel_words);
    if (kernel.ends_with('.'))
        kernel.pop_back();
    const bool is_repeated = redacted(error.message).find(quote(kernel)) != std::string::npos;
    if (!kernel.empty() && !is_repeated)
        add(lines, fmt::format("the kernel says: {}", quote(kernel)));
    for (const auto& other : report.other_causes)
        add(lines, fmt::format("or: {}", continued(other.message)));
    add(lines, error.remedy);
}

/// Kernel findings that took channels away, before the mount was tried.
void add_held_back(std::vector<std::string>& lines, const Request& request, const Report& report) {
    if (request.channels || report.plan->channels > 1 || defaults_of(request.profile).channels <= 1)
        return;
    for (const auto& finding : report.findings)
        if (finding.id == "kernel-too-old" || finding.id == "kernel-advisory") {
            add(lines, about(request, "mounted with one channel: " + continued(finding.message)));
            add(lines, finding.remedy);
            return;
        }
}

void add_over_limit(std::vector<std::string>& lines, const Request& request, const Report& report) {
    const auto at = std::ranges::find(report.findings, "over-limit", &Finding::id);
    if (at == report.findings.end())
        return;
    add(lines, about(request, continued(at->message)));
    add(lines, at->remedy);
}

void add_mounted(std::vector<std::string>& lines, const Request& request, const Report& report) {
    const auto& seen = report.assessment;
    const bool degraded = seen && seen->verdict != Verdict::as_asked && !seen->findings.empty();
    if (request.verbose && !degraded)
        add(lines,
            fmt::format("{} is mounted on {}{}", to_string(request.share), quote(request.target),
                        seen ? ": " + channel_count(*report.plan, *seen) : ""));
    add_over_limit(lines, request, report);
    add_held_back(lines, request, report);
    if (!degraded)
        return;
    const auto& cause = seen->findings.front();
    add(lines, about(request, fmt::format("mounted with {}: {}", channel_count(*report.plan, *seen),
                                          continued(cause.message))));
    add(lines, cause.remedy);
}

}  // namespace

std::vector<std::string> spoken(const Request& request, const Report& report) {
    std::vector<std::string> lines;
    if (report.error)
        add_failure(lines, request, report);
    else if (report.mounted)
        add_mounted(lines, request, report);
    else if (report.mounted_already && request.verbose)
        add(lines, fmt::format("{} is mounted on {} already", to_string(request.share),
                               quote(request.target)));
    return lines;
}

std::vector<std::string> spoken(const Error& error) {
    std::vector<std::string> lines;
    add(lines, error.message);
    add(lines, error.remedy);
    return lines;
}

}  // namespace azfiles
