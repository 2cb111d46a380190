#pragma once

#include <string>
#include <string_view>

namespace azfiles {

// What of a machine's files is of its shares, and nobody else's business.

/// The lines of mountinfo of types cifs, smb3 and autofs, and of the mounts at, above
/// and below the mount points of shares, those that fstab promises included: what is
/// seen at a mount point depends on them. Of the others only ids, device, mount point
/// and type are kept.
std::string mounts_of_shares(std::string_view mountinfo, std::string_view fstab);

/// The lines of fstab of types cifs, smb3 and azfiles, without passwords. Behind a
/// password with a comma, what may be its tail goes too.
std::string shares_of_fstab(std::string_view fstab);

/// The lines of /proc/modules of the SMB client, of what it needs and of the modules
/// that show sockets, without addresses.
std::string modules_of_client(std::string_view modules);

/// /proc/version without who built the kernel, which of a kernel built by hand is a
/// user at a machine.
std::string without_builder(std::string_view version);

/// A file of support.d without its comments, which may speak of anything.
std::string without_comments(std::string_view text);

/// A field of mountinfo or fstab with blanks, line ends and backslashes as \ooo, and
/// the characters of `more` too.
std::string escape_octal(std::string_view text, std::string_view more = {});

}  // namespace azfiles
