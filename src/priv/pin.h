#pragma once

#include "base/result.h"
#include "base/unique_fd.h"

#include <string>

namespace azfiles {

/// A directory to mount on, held by a descriptor: whatever happens to its path
/// afterwards, the mount lands there.
struct PinnedDirectory {
    UniqueFd fd;       ///< O_PATH
    std::string path;  ///< canonical, as the kernel shows it
    int mount_id = 0;  ///< of the mount that it is on, or the root of; 0 before Linux 5.8
};

/// Opens `path`, which may be relative, as the caller. No symbolic link is
/// followed: mount(8) has resolved them before it starts a helper, and who calls
/// the helper by hand shall name the directory itself. Asks nothing of the file
/// system the directory is on. Errors are of kind usage: missing, not a
/// directory, a symbolic link, not to be searched.
Result<PinnedDirectory> pin_directory(const std::string& path);

/// The id of the mount that an open descriptor is on; 0 where the kernel does
/// not say.
int mount_id_of(int fd);

}  // namespace azfiles
