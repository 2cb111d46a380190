#include "core/report.h"

#include "base/quote.h"
#include "core/redact.h"

#include <algorithm>

namespace azfiles {
namespace {

/// Fit to be shown, with a full stop at its end. Keys go first: a text that was
/// cut may hold half of one, which is not told from a word.
std::string sentence(std::string_view text) {
    auto shown = printable(redacted(text));
    if (!shown.empty() && shown.back() != '.' && shown.back() != '?')
        shown += '.';
    return shown;
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

void add_failure(std::vector<std::string>& lines, const Request& request, const Report& report) {
    const auto& error = *report.error;
    auto what = fmt::format("{}: {}", to_string(request.share), error.message);
    if (error.errnum != 0)
        what += fmt::format(" (error {}, {})", error.errnum, errno_text(error.errnum));
    add(lines, what);
    const auto words = quoted(redacted(report.kernel_words));
    const bool is_repeated = redacted(error.message).find(words) != std::string::npos;
    if (!report.kernel_words.empty() && !is_repeated)
        add(lines, fmt::format("the kernel says: {}", words));
    for (const auto& other : report.other_causes)
        add(lines, fmt::format("or: {}", other.message));
    add(lines, error.remedy);
}

/// Kernel findings that took channels away, before the mount was tried.
void add_held_back(std::vector<std::string>& lines, const Request& request, const Report& report) {
    if (request.channels || report.plan->channels > 1 || defaults_of(request.profile).channels <= 1)
        return;
    for (const auto& finding : report.findings)
        if (finding.id == "kernel-too-old" || finding.id == "kernel-advisory") {
            add(lines, fmt::format("{}: mounted with one channel: {}", to_string(request.share),
                                   finding.message));
            add(lines, "To have more all the same, ask for them: max_channels=4.");
            return;
        }
}

void add_mounted(std::vector<std::string>& lines, const Request& request, const Report& report) {
    const auto& seen = report.assessment;
    if (request.verbose)
        add(lines,
            fmt::format("{} is mounted on {}{}", to_string(request.share), quoted(request.target),
                        seen ? ": " + channel_count(*report.plan, *seen) : ""));
    if (has_finding(report.findings, "over-limit")) {
        const auto at = std::ranges::find(report.findings, "over-limit", &Finding::id);
        add(lines, at->message);
        add(lines, at->remedy);
    }
    add_held_back(lines, request, report);
    if (!seen || seen->verdict == Verdict::as_asked || seen->findings.empty())
        return;
    const auto& cause = seen->findings.front();
    add(lines, fmt::format("{}: mounted with {}: {}", to_string(request.share),
                           channel_count(*report.plan, *seen), cause.message));
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
                               quoted(request.target)));
    return lines;
}

std::vector<std::string> spoken(const Error& error) {
    std::vector<std::string> lines;
    add(lines, error.message);
    add(lines, error.remedy);
    return lines;
}

}  // namespace azfiles
