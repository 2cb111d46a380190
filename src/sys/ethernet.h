#pragma once

#include "core/notes.h"
#include "sys/root.h"

#include <optional>
#include <vector>

namespace azfiles {

/// The network devices of the machine below `root` by /sys/class/net, sorted by name;
/// of the network namespace in which that sysfs was mounted. `leads_there` is left to
/// who knows the routes. Nothing where the folder can't be listed.
std::optional<std::vector<Ethernet>> ethernet_devices(const Root& root);

}  // namespace azfiles
