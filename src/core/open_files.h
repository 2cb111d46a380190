#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace azfiles {

/// How many handles are open on files of one name.
struct OpenHandles {
    std::string name;  ///< the last part of the path, as the kernel shows it
    int count = 0;

    bool operator==(const OpenHandles&) const = default;
};

/// The name with the most handles in the text of /proc/fs/cifs/open_files (mode
/// 0400), among those of one tree of one session; both as DebugData writes them,
/// "0x672eb7f3". Each line is a handle at the server. Up to 6.2 the text has no
/// sessions, and the tree alone decides.
///
/// The kernel shows no folders, so that files of one name in two folders are
/// counted together: the count is an upper bound. Nothing where no handle is open.
std::optional<OpenHandles> most_opened(std::string_view text, std::string_view session_id,
                                       std::string_view tree_id);

}  // namespace azfiles
