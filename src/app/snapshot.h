#pragma once

#include "core/snapshot.h"
#include "sys/root.h"

#include <string>
#include <vector>

namespace azfiles {

/// Looks at the machine below `root`: at all of it that bears on the mounts that
/// are seen at `mountpoints`, or on all mounts where there are none. Questions to
/// the kernel are asked only where the machine is this one (`is_this_machine`).
/// Bounded in time, also where servers are away.
Snapshot take_snapshot(const Root& root, bool is_this_machine,
                       const std::vector<std::string>& mountpoints);

}  // namespace azfiles
