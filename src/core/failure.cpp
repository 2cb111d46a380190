#include "core/failure.h"

#include "base/error.h"
#include "base/quote.h"
#include "base/text.h"
#include "core/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace azfiles {
namespace {

/// All that the kernel said, in two places.
struct Words {
    const std::vector<std::string>& of_this_mount;
    const std::vector<std::string>* log;  ///< null: not readable

    /// The first line that holds `part`, or an empty view.
    std::string_view line_with(std::string_view part) const {
        for (const auto* lines : {&of_this_mount, log})
            if (lines != nullptr)
                for (const auto& line : *lines)
                    if (line.find(part) != std::string::npos)
                        return line;
        return {};
    }
};

/// "e cifs: Unknown parameter 'x'" without the letter that says how grave it is.
std::string_view without_level(std::string_view line) {
    for (const std::string_view level : {"e ", "w ", "i "})
        if (consume(line, level))
            break;
    return trimmed(line);
}

/// Keys go first: quoting may cut one in two, and half a key is not told from a word.
std::string in_words(std::string_view line) {
    return line.empty() ? std::string{} : fmt::format(": {}", quote(redacted(without_level(line))));
}

using Findings = std::vector<Finding>;

/// Words about options. 5.13 and later put them into the mount's own log; 5.10
/// into the kernel log only.
constexpr std::array<std::string_view, 2> unknown_option = {"Unknown parameter",
                                                            "nknown mount option"};
constexpr std::array<std::string_view, 6> bad_value = {
    "Bad value for", "nvalid", "Unexpected value", "ontained comma", "needs to be", "can not",
};

Findings option_causes(const MountFailure& failure, const Words& words) {
    for (const auto part : unknown_option)
        if (const auto line = words.line_with(part); !line.empty())
            return {make_finding("option-unknown", in_words(line), line)};
    for (const auto part : bad_value)
        if (const auto line = words.line_with(part); !line.empty())
            return {make_finding("option-value", in_words(line), line)};
    if (failure.phase != MountPhase::option)
        return {};
    return {make_finding("option-value", fmt::format(": {}", quote(failure.option)), "")};
}

Findings denied(const Words& words) {
    if (const auto line = words.line_with("STATUS_LOGON_FAILURE"); !line.empty())
        return {make_finding("logon-failure", line)};
    if (const auto line = words.line_with("STATUS_ACCESS_DENIED"); !line.empty())
        return {make_finding("access-denied", line)};
    // Without the kernel's word on it both fit: the wrong key is the commoner.
    return {make_finding("logon-failure"), make_finding("access-denied")};
}

Findings not_found(const Share& share, const Words& words) {
    if (const auto line = words.line_with("BAD_NETWORK_NAME"); !line.empty())
        return {make_finding("share-not-found", line)};
    for (const std::string_view part : {"Failed alloc", "could not allocate crypto", "rc -2"})
        if (const auto line = words.line_with(part); !line.empty())
            return {make_finding("crypto-missing", line)};
    Findings findings;
    if (!share.directory.empty())
        findings.push_back(make_finding("directory-not-found"));
    // With the log at hand the share would have been named in it.
    if (words.log == nullptr || share.directory.empty())
        findings.push_back(make_finding("share-not-found"));
    if (words.log == nullptr)
        findings.push_back(make_finding("crypto-missing"));
    return findings;
}

Findings by_errno(const MountFailure& failure, const Share& share, const Words& words) {
    const auto where = failure.address.empty() ? quote(share.host) : printable(failure.address);
    switch (failure.errnum) {
        case EACCES:
            return denied(words);
        case ENOENT:
            return not_found(share, words);
        case ECONNREFUSED:
            return {make_finding("refused", where, "")};
        // A connect that ran into the socket's five-second send timeout says EINPROGRESS.
        case EINPROGRESS:
        case ETIMEDOUT:
            return {make_finding("port-445-blocked", where, "")};
        case EHOSTUNREACH:
        case ENETUNREACH:
            return {make_finding("unreachable", where, "")};
        case EHOSTDOWN:
        case EOPNOTSUPP:
            return {make_finding("smb-version-refused", words.line_with("CIFS"))};
        case ENODEV:
            return {make_finding("no-cifs-module")};
        case EPERM:
            return {make_finding("not-permitted")};
        default:
            break;
    }
    return {make_finding("mount-failed", fmt::format(" ({})", errno_text(failure.errnum)), "")};
}

}  // namespace

bool is_worth_another_address(const MountFailure& failure) {
    if (failure.phase != MountPhase::create)
        return false;
    constexpr std::array worth = {ECONNREFUSED, EHOSTUNREACH, EINPROGRESS, ENETUNREACH, ETIMEDOUT};
    return failure.timed_out || std::ranges::find(worth, failure.errnum) != worth.end();
}

Findings causes_of_failure(const MountFailure& failure, const Share& share,
                           const std::optional<std::vector<std::string>>& kernel_log) {
    const Words words{failure.messages, kernel_log ? &*kernel_log : nullptr};
    if (failure.timed_out)
        return {make_finding("mount-timeout")};
    if (failure.phase == MountPhase::open && failure.errnum == ENOSYS)
        return {
            make_finding("mount-failed", " (it has no fsopen: Linux 5.2 or later is needed)", "")};
    if (failure.phase == MountPhase::option || failure.errnum == EINVAL)
        if (auto findings = option_causes(failure, words); !findings.empty())
            return findings;
    return by_errno(failure, share, words);
}

std::string kernel_words(const MountFailure& failure,
                         const std::optional<std::vector<std::string>>& kernel_log) {
    if (!failure.messages.empty())
        return std::string{without_level(failure.messages.back())};
    if (!kernel_log)
        return {};
    // The last line only repeats errno: "cifs_mount failed w/return code = -13".
    for (auto line = kernel_log->rbegin(); line != kernel_log->rend(); ++line)
        if (line->find("w/return code") == std::string::npos &&
            line->find("Attempting to mount") == std::string::npos)
            return *line;
    return {};
}

}  // namespace azfiles
