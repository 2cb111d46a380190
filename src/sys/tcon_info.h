#pragma once

#include "base/result.h"

#include <chrono>
#include <string>

namespace azfiles {

/// Names a mount's session and tree as /proc/fs/cifs/DebugData does.
struct TconInfo {
    std::string session_id;  ///< "0x672eb7f3"
    std::string tree_id;     ///< "0x5"

    bool operator==(const TconInfo&) const = default;
};

/// Asks the SMB client which session and tree carry the mount that the open
/// directory is on (CIFS_IOC_GET_TCON_INFO). The descriptor must have been
/// opened for reading; O_PATH is EBADF.
///
/// errnum: ENOTTY before Linux 6.1 or for another file system, EACCES, ENOENT
/// for a multiuser mount without a session of this user; and those of
/// run_in_child(), in which it is asked.
Result<TconInfo> tcon_info(int directory, std::chrono::milliseconds deadline);

/// The same of a mount point. Does nothing to the share but open its root and
/// the ioctl, since anything else may block for as long as the server is silent,
/// and all of it in a child.
///
/// ESTALE: what is visible at `mountpoint` is not the mount with the id
/// `expected_mount_id` (field 1 of mountinfo): something was mounted over it, or
/// it is gone. EOPNOTSUPP: the kernel does not tell mount ids (before 5.8).
/// ELOOP or ENOTDIR: a symbolic link, or not a directory.
Result<TconInfo> tcon_info_of(const char* mountpoint, int expected_mount_id,
                              std::chrono::milliseconds deadline);

}  // namespace azfiles
