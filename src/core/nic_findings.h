#pragma once

#include "core/facts.h"
#include "core/finding.h"

#include <optional>
#include <span>
#include <vector>

namespace azfiles {

/// The devices whose receive queues count for what goes through `nic`: its carriers, or
/// itself where it stands on none. Empty where that can't be told.
std::span<const Nic> devices_that_count(const Nic& nic);

/// What keeps `channels` channels from being received on several CPUs, a note each:
/// the Linux SMB client opens channels whatever this machine's devices are, so no verdict
/// depends on it. `cpus`: of this machine; nothing where not known. One channel needs
/// nothing.
std::vector<Finding> nic_findings(const Nic& nic, int channels, std::optional<int> cpus);

}  // namespace azfiles
