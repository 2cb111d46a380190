#pragma once

#include "base/unique_fd.h"

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace azfiles {

/// What the kernel's SMB client wrote to the kernel log from a moment on.
class KernelLog {
public:
    /// As many lines are kept, the newest.
    static constexpr std::size_t line_limit = 512;
    /// As many records are read by one call of lines().
    static constexpr std::size_t record_limit = 100'000;

    /// From now on. Where the log may not be read, lines() is nothing.
    static KernelLog open();

    /// The same with all lines that the kernel still has.
    static KernelLog whole();

    /// Takes a descriptor that gives one record of /dev/kmsg a read, and does not
    /// block.
    explicit KernelLog(UniqueFd records) : records_{std::move(records)} {}

    /// All lines since open(), oldest first, those of earlier calls included.
    /// Never waits. Lines that the kernel overwrote before they were read are
    /// missing; it rate-limits some of its messages too.
    std::optional<std::vector<std::string>> lines();

private:
    void keep(std::string line);

    UniqueFd records_;
    std::deque<std::string> lines_;
};

/// The text of one record of /dev/kmsg ("6,1204,7210655,-;CIFS: …\n KEY=value\n")
/// with its \xNN undone, as dmesg shows it; nothing where it is neither of the
/// kernel's SMB client nor the head of a report of a fault in the kernel. What
/// programs write to the log is not of the kernel.
std::optional<std::string> smb_client_line(std::string_view record);

}  // namespace azfiles
