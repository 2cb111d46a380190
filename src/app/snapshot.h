#pragma once

#include "core/snapshot.h"
#include "core/status.h"
#include "sys/root.h"

#include <string>
#include <vector>

namespace azfiles {

/// Looks at the machine below `root`: at all of it that bears on the mounts that
/// are seen at `mountpoints`, or on all mounts where there are none. Questions to
/// the kernel are asked only where the machine is this one (`is_this_machine`); of
/// another the answers are taken that were written down there, if they were.
/// Bounded in time, also where servers are away.
Snapshot take_snapshot(const Root& root, bool is_this_machine,
                       const std::vector<std::string>& mountpoints);

/// What fstab and systemd's units below `root` promise, each share with its place.
Expected expected_of(const Root& root, const std::vector<MountEntry>& mounts);

/// Asks this machine about its mounts, and about the servers that `data` (may be null)
/// shows.
Answers ask_machine(const Root& root, const std::vector<MountGroup>& groups, const DebugData* data);

}  // namespace azfiles
