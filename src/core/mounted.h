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

/// The mount with id `mount_id`, the one the target belongs to, where it is a
/// mount of the SMB client on `mountpoint`: of this share, which may be as asked,
/// or of another, which a second mount would hide from who relies on it. Nothing
/// for another file system on the directory: that may be covered.
std::optional<MountedAlready> find_mounted(const Request& request,
                                           const std::vector<MountEntry>& mounts,
                                           const std::string& mountpoint, int mount_id);

}  // namespace azfiles
