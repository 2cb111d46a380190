#pragma once

#include "core/facts.h"
#include "core/request.h"

#include <optional>
#include <string>
#include <vector>

namespace azfiles {

/// What stands on the target already.
struct MountedAlready {
    MountEntry entry;
    std::string difference;  ///< what is not as asked now; empty: the same mount
};

/// Nothing where the mount with id `mount_id`, the one the target belongs to,
/// is not a mount of this share on `mountpoint`, or is one of a part of it only
/// (a bind mount). Another file system on the
/// directory is no obstacle: a mount may cover it.
std::optional<MountedAlready> find_mounted(const Request& request,
                                           const std::vector<MountEntry>& mounts,
                                           const std::string& mountpoint, int mount_id);

}  // namespace azfiles
