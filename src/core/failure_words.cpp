#include "core/failure_words.h"

#include "base/quote.h"
#include "base/text.h"
#include "core/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace azfiles {
namespace {

using Parts = std::initializer_list<std::string_view>;

bool holds(std::string_view line, Parts parts) {
    return std::ranges::any_of(
        parts, [line](std::string_view part) { return line.find(part) != std::string_view::npos; });
}

/// "e cifs: Unknown parameter 'x'" without the letter that says how grave it is.
std::string_view without_level(std::string_view line) {
    for (const std::string_view level : {"e ", "w ", "i "})
        if (consume(line, level))
            break;
    return trimmed(line);
}

/// "RIP: 0010:smb2_negotiate+0x1c/0x90 [cifs]" and the lines of a call trace, and
/// not "Modules linked in: cifs".
bool names_client_function(std::string_view line) {
    return holds(line, {"+0x"}) && holds(line, {"cifs", "smb2", "SMB2", "smb3", "SMB3"});
}

}  // namespace

std::string_view KernelWords::line_with(Parts parts) const {
    for (const auto* lines : {&of_this_mount_, log_})
        if (lines != nullptr)
            for (const auto& line : *lines)
                if (holds(line, parts))
                    return line;
    return {};
}

std::string_view KernelWords::last() const {
    if (!of_this_mount_.empty())
        return without_level(of_this_mount_.back());
    if (log_ == nullptr)
        return {};
    // The server's own word, or else the last line that does not only repeat errno:
    // "cifs_mount failed w/return code = -13".
    for (auto line = log_->rbegin(); line != log_->rend(); ++line)
        if (holds(*line, {"STATUS_"}))
            return *line;
    for (auto line = log_->rbegin(); line != log_->rend(); ++line)
        if (!holds(*line, {"w/return code", "Attempting to mount", "callbacks suppressed"}))
            return *line;
    return {};
}

std::string_view KernelWords::crash() const {
    return log_ == nullptr ? std::string_view{} : crash_line(*log_);
}

std::string_view crash_line(const std::vector<std::string>& log) {
    const auto crash = std::ranges::find_if(log, [](std::string_view line) {
        return holds(line, {"BUG:", "kernel BUG at", "Oops", "general protection fault",
                            "divide error", "Unable to handle kernel"});
    });
    const bool is_of_client = std::any_of(crash, log.end(), names_client_function);
    return is_of_client ? std::string_view{*crash} : std::string_view{};
}

std::string_view unknown_option(const KernelWords& words) {
    // 5.13 and later say the first, in the mount's own log; 5.10 says the second, in
    // the kernel log only.
    for (const std::string_view start : {"Unknown parameter ", "nknown mount option "})
        if (auto line = words.line_with(start); !line.empty()) {
            line.remove_prefix(line.find(start) + start.size());
            line.remove_prefix(std::min(line.find_first_not_of("'\""), line.size()));
            return line.substr(0, line.find_first_of("'\"=\n"));
        }
    return {};
}

std::string after_colon(std::string_view line) {
    // Keys go first: quoting may cut one in two, and half a key is not told from a word.
    return line.empty() ? std::string{} : fmt::format(": {}", quote(redacted(without_level(line))));
}

}  // namespace azfiles
