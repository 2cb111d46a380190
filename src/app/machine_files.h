#pragma once

#include "core/tar.h"
#include "sys/root.h"

#include <string>
#include <vector>

namespace azfiles {

/// The files of a machine that bear on its SMB mounts, as `azfiles status` would read
/// them: those of them that nobody else's business stands in are cut down to the lines
/// that count (core/bundle_select). Names and addresses are as they are.
struct MachineFiles {
    Files files;
    /// What is there and could not be read, and why: "proc/fs/cifs/Stats: Permission
    /// denied".
    std::vector<std::string> unread;
    bool debugdata_unreadable = false;
    bool debugdata_killed = false;  ///< the kernel killed who read it
};

MachineFiles collect_files(const Root& root);

}  // namespace azfiles
