#include "core/verify.h"

#include "base/quote.h"
#include "base/text.h"
#include "base/wrap.h"
#include "core/redact.h"
#include "core/share.h"
#include "core/status_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace azfiles {
namespace {

constexpr std::size_t label_width = 10;  // "degraded" and two blanks

/// Why a mount has fewer channels than it should, where that stays so.
constexpr std::array<std::string_view, 8> lasting = {
    "dialect-too-old",     "fewer-than-wanted",    "guest-session",          "not-encrypted",
    "option-not-in-force", "server-no-interfaces", "server-no-multichannel", "shared-connection",
};

bool stays_degraded(const MountStatus& mount) {
    const auto& seen = mount.assessment;
    return seen.verdict == Verdict::degraded && seen.settled && !seen.findings.empty() &&
           std::ranges::find(lasting, seen.findings.front().id) != lasting.end();
}

/// "ok        /mnt/share: 4 of 4 channels", and what to do.
std::string entry(Verdict verdict, std::string_view name, const std::string& sentence,
                  const std::string& remedy, Colour colour) {
    const auto word = to_string(verdict);
    const auto shown = printable(name);
    auto out = coloured(word, verdict, colour);
    out += fmt::format("{:{}}{}: ", "", label_width - word.size(), shown);
    out += wrapped(printable(redacted(sentence)), label_width + shown.size() + 2, label_width);
    out += '\n';
    if (!remedy.empty())
        out += fmt::format("{:{}}{}\n", "", label_width,
                           wrapped(printable(redacted(remedy)), label_width, label_width));
    return out;
}

std::string entry(Verdict verdict, std::string_view name, const Finding& finding, Colour colour) {
    return entry(verdict, name, continued(finding.message), finding.remedy, colour);
}

std::string mount_entry(const MountStatus& mount, Colour colour) {
    const auto& places = mount.group.entries;
    auto name = places.front().mountpoint;
    if (places.size() > 1)
        name += fmt::format(" and {} more", places.size() - 1);
    auto sentence = channel_summary(mount);
    const auto& findings = mount.assessment.findings;
    const auto verdict = mount.assessment.verdict;
    if (verdict == Verdict::as_asked || findings.empty())
        return entry(verdict, name, sentence, "", colour);
    sentence += ": " + continued(findings.front().message);
    return entry(verdict, name, sentence, findings.front().remedy, colour);
}

std::string promise_entry(const PromiseState& state, Colour colour) {
    const auto& share = state.share;
    if (state.finding)
        return entry(Verdict::failed, share.mountpoint, *state.finding, colour);
    if (state.waiting)
        return entry(Verdict::as_asked, share.mountpoint,
                     "mounted at the first access, and not in use now", "", colour);
    return {};  // its mount has a line already
}

/// What hides it has a line, and who reads "ok" there too is misled.
bool is_hidden(const MountStatus& mount, const StatusReport& report) {
    return std::ranges::any_of(report.promises, [&mount](const PromiseState& state) {
        return state.finding && state.finding->id == "share-covered" &&
               state.share.place == mount.group.entries.front().mountpoint;
    });
}

}  // namespace

Verdict verdict_of(const StatusReport& report) {
    auto verdict = Verdict::as_asked;
    for (const auto& mount : report.mounts)
        verdict = worse(verdict, mount.assessment.verdict);
    if (report.mounts_unreadable || !report.not_cifs.empty() || !report.unknown_promises.empty())
        verdict = worse(verdict, Verdict::unknown);
    const bool missing = std::ranges::any_of(
        report.promises, [](const PromiseState& state) { return state.finding.has_value(); });
    return missing ? worse(verdict, Verdict::failed) : verdict;
}

bool is_final(const StatusReport& report) {
    if (verdict_of(report) != Verdict::degraded)
        return verdict_of(report) == Verdict::as_asked;
    return std::ranges::all_of(report.mounts, [](const MountStatus& mount) {
        return mount.assessment.verdict == Verdict::as_asked || stays_degraded(mount);
    });
}

std::string verify_text(const StatusReport& report, std::optional<std::chrono::milliseconds> waited,
                        Colour colour) {
    std::string out;
    if (report.mounts_unreadable)
        out += "unknown   the mounts of this machine cannot be read (/proc/self/mountinfo)\n";
    for (const auto& mount : report.mounts)
        if (!is_hidden(mount, report))
            out += mount_entry(mount, colour);
    for (const auto& state : report.promises)
        out += promise_entry(state, colour);
    for (const auto& mountpoint : report.not_cifs)
        out += entry(Verdict::unknown, mountpoint, make_finding("not-cifs"), colour);
    for (const auto& finding : report.unknown_promises)
        out += entry(Verdict::unknown, "fstab and units", finding, colour);
    if (out.empty())
        out += "ok        no share is mounted, and none should be\n";
    if (waited)
        out += fmt::format("{} after {:.1f} s\n", to_string(verdict_of(report)),
                           std::chrono::duration<double>{*waited}.count());
    return out;
}

}  // namespace azfiles
