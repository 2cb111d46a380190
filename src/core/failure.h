#pragma once

#include "core/facts.h"
#include "core/finding.h"
#include "core/share.h"

#include <optional>
#include <string>
#include <vector>

namespace azfiles {

/// Where on its way a mount failed.
enum class MountPhase {
    open,    ///< fsopen: the file system type or the privilege is missing
    option,  ///< the kernel refused an option
    create,  ///< connection, session or tree connect
    attach,  ///< the mount exists and could not be put onto the directory
};

/// A mount that the kernel refused. Holds no value of any option.
struct MountFailure {
    MountPhase phase = MountPhase::create;
    int errnum = 0;
    std::string option;                 ///< its name, in phase option
    std::vector<std::string> messages;  ///< the kernel's own, of this mount ("fs log")
    bool timed_out = false;             ///< given up by us
    std::string address;                ///< that was tried

    bool operator==(const MountFailure&) const = default;
};

/// Another address may do better: ECONNREFUSED, EHOSTUNREACH, EINPROGRESS,
/// ENETUNREACH, ETIMEDOUT, or given up. Any other failure would repeat itself.
bool is_worth_another_address(const MountFailure& failure);

/// The cause, or, where the evidence fits several, all of them in order of
/// likelihood. Never empty. `kernel_log`: the SMB client's lines since the
/// mount began; nothing where they are not readable.
std::vector<Finding> causes_of_failure(const MountFailure& failure, const Share& share,
                                       const std::optional<std::vector<std::string>>& kernel_log);

/// The words of the kernel that say most about the failure, for a person; empty
/// if it said nothing.
std::string kernel_words(const MountFailure& failure,
                         const std::optional<std::vector<std::string>>& kernel_log);

}  // namespace azfiles
