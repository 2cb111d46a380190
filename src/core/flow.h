#pragma once

#include "core/assess.h"
#include "core/host.h"
#include "core/request.h"

#include <optional>
#include <string>
#include <vector>

namespace azfiles {

/// How a run of mount.azfiles ended, for app/ to put into words.
struct Report {
    std::optional<MountPlan> plan;
    std::vector<Finding> findings;         ///< of what was seen before; the kernel's among them
    std::optional<Error> error;            ///< why nothing is mounted
    std::optional<Finding> cause;          ///< of the error, where it has an id
    std::vector<Finding> other_causes;     ///< where the evidence fits several
    std::string kernel_words;              ///< what the kernel said to it
    std::optional<Assessment> assessment;  ///< nothing: not verified
    bool mounted = false;
    bool mounted_already = false;
};

/// The whole of a mount, in order: pin the target, look, judge and plan, create
/// the mount, verify it, attach it.
Report run(const Request& request, Host& host);

}  // namespace azfiles
