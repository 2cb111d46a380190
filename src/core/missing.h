#pragma once

#include "core/expected.h"
#include "core/finding.h"
#include "core/mountinfo.h"

#include <optional>
#include <string>
#include <vector>

namespace azfiles {

/// What became of a promised share.
struct PromiseState {
    ExpectedShare share;
    /// Nothing where it is mounted, or waits on its automount for the first access.
    std::optional<Finding> finding;
    bool waiting = false;  ///< on demand, and not in use now
};

/// Looks for each promised share at its place. Of several that are promised for one
/// place (two lines of fstab) one is enough.
std::vector<PromiseState> look_for(const std::vector<ExpectedShare>& shares,
                                   const std::vector<MountEntry>& mounts);

}  // namespace azfiles
