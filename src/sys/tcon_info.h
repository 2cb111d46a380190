#pragma once

#include "base/result.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace azfiles {

/// Names a mount's session and tree as /proc/fs/cifs/DebugData does.
struct TconInfo {
    std::string session_id;  ///< "0x672eb7f3"
    std::string tree_id;     ///< "0x5"

    bool operator==(const TconInfo&) const = default;
};

/// Asks the SMB client which session and tree carry the mount that `directory`
/// is on (CIFS_IOC_GET_TCON_INFO). The descriptor may be O_PATH, and of a mount
/// that is attached nowhere: "." of it is opened, and nothing else is done to
/// the share, since anything more may block for as long as the server is silent.
/// All of it in a child, for the same reason.
///
/// errnum: ENOTTY before Linux 6.1 or for another file system; EACCES; ENOENT for
/// a multiuser mount without a session of this user; and those of run_in_child().
Result<TconInfo> tcon_info_at(int directory, std::chrono::milliseconds deadline);

/// The same of a mount point, as long as it shows the mount with the id
/// `expected_mount_id` (field 1 of mountinfo). Neither mounts what an automount
/// point waits for nor follows a symbolic link at its end.
///
/// ESTALE: it shows another mount: something was mounted over it, or it is gone.
/// EOPNOTSUPP: the kernel does not tell mount ids (before 5.8).
Result<TconInfo> tcon_info_of(const char* mountpoint, int expected_mount_id,
                              std::chrono::milliseconds deadline);

/// The kernel's answer: u32 tree, u64 session, packed, host order. Nothing
/// unless it is 12 bytes.
std::optional<TconInfo> decode_tcon_info(std::string_view bytes);

}  // namespace azfiles
