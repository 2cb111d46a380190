#pragma once

#include "core/expected.h"
#include "core/mountinfo.h"
#include "sys/root.h"

#include <cstddef>
#include <string>
#include <vector>

namespace azfiles {

/// Mount units that are read of one machine, and links to them.
inline constexpr std::size_t unit_file_limit = 4096;

/// The mount and automount units below `root` and what is started at boot, in
/// systemd's order of folders: etc, run, usr/local/lib, usr/lib and, where it is not
/// merged with that, lib. What generators make of fstab is left out. A folder that
/// does not exist has none; what is there and can't be seen, or is too much, is in
/// `unread`.
UnitFiles unit_files(const Root& root);

/// Of a kind where a look neither blocks nor sets something off.
bool is_local(const MountEntry& entry);

/// `path`, absolute and below `root`, with the symbolic links on its way followed.
/// Only directories of local file systems are looked into: `path` itself comes back
/// where it leads into another, and where its links do not end.
std::string with_links_followed(const Root& root, const std::string& path,
                                const std::vector<MountEntry>& mounts);

}  // namespace azfiles
