#pragma once

#include "core/facts.h"
#include "core/finding.h"
#include "core/request.h"

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
    int errnum = 0;                     ///< EOWNERDEAD: the kernel killed who was mounting
    std::string option;                 ///< its name, in phase option
    std::vector<std::string> messages;  ///< the kernel's own, of this mount ("fs log")
    bool timed_out = false;             ///< given up by us
    std::string address;                ///< that was tried

    bool operator==(const MountFailure&) const = default;
};

/// All that a cause is told from. "Could not be seen" is nothing, and never "no".
struct FailureEvidence {
    MountFailure failure;
    Request request;
    std::vector<ServerAddress> addresses;  ///< of the host, as seen before the mount
    FailureFacts after;
    /// The SMB client's lines since the mount began; nothing: not readable.
    std::optional<std::vector<std::string>> kernel_log;
};

/// Another address may do better: ECONNREFUSED, EHOSTUNREACH, EINPROGRESS,
/// ENETUNREACH, ETIMEDOUT, or given up. Any other failure would repeat itself.
bool is_worth_another_address(const MountFailure& failure);

/// errnum is the kernel's answer, and not a number that stands for something else.
bool is_errno_of_kernel(const MountFailure& failure);

/// The cause, or, where the evidence fits several, all of them in order of
/// likelihood. One that nothing was seen of says how it is told from others.
/// Never empty.
std::vector<Finding> causes_of_failure(const FailureEvidence& evidence);

/// The words of the kernel that say most about the failure, for a person; empty
/// if it said nothing, or nothing that may be repeated.
std::string kernel_words(const FailureEvidence& evidence);

}  // namespace azfiles
