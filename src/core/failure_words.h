#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// What the kernel said about a mount: in the mount's own log (fsopen's), and in
/// the kernel log. Points into what it was made from.
class KernelWords {
public:
    KernelWords(const std::vector<std::string>& of_this_mount,
                const std::optional<std::vector<std::string>>& log)
        : of_this_mount_{of_this_mount}, log_{log ? &*log : nullptr} {}

    [[nodiscard]] bool log_is_readable() const { return log_ != nullptr; }

    /// The first line that holds one of `parts`, an empty view if none does.
    [[nodiscard]] std::string_view line_with(std::initializer_list<std::string_view> parts) const;
    [[nodiscard]] std::string_view line_with(std::string_view part) const {
        return line_with({part});
    }

    /// What the kernel says last: in the mount's own log; of what the server
    /// answered (STATUS_…); or else in a line that does not only repeat the errno or
    /// the share. Empty if nothing.
    [[nodiscard]] std::string_view last() const;

    /// See crash_line().
    [[nodiscard]] std::string_view crash() const;

private:
    const std::vector<std::string>& of_this_mount_;
    const std::vector<std::string>* log_;
};

/// The line in which the kernel reports a fault of its own ("BUG:", "Oops",
/// "general protection fault"), where a line behind it names a function of the
/// SMB client; an empty view otherwise.
std::string_view crash_line(const std::vector<std::string>& log);

/// The name of the option that the kernel says it does not know, an empty view
/// if it says no such thing.
std::string_view unknown_option(const KernelWords& words);

/// ": " and the line in quotes, without the letter that says how grave it is and
/// without what looks like a key; empty for an empty line.
std::string after_colon(std::string_view line);

}  // namespace azfiles
