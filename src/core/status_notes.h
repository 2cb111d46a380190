#pragma once

#include "core/finding.h"
#include "core/snapshot.h"
#include "core/status.h"

#include <vector>

namespace azfiles {

/// What bears on a mount beside its session: the kernel's table and known faults
/// where channels are missing, more channels asked for than Azure Files has, the
/// network device, costs and walls. No verdict depends on any of it.
std::vector<Finding> surroundings_of(const MountStatus& mount, const Snapshot& seen);

}  // namespace azfiles
