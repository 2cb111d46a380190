#pragma once

#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// One line of /proc/PID/mountinfo, proc(5), with the octal escapes undone.
struct MountEntry {
    int id = 0;      ///< mount id, field 1
    int parent = 0;  ///< field 2
    unsigned major = 0;
    unsigned minor = 0;
    std::string root;  ///< the part of the file system that is mounted, "/" or a bind's
    std::string mountpoint;
    std::string mount_options;  ///< of this mount point: "rw,relatime"
    std::string type;           ///< "cifs", "smb3"
    std::string source;         ///< "//host/share/dir"
    /// Options of the superblock, still as the kernel escaped them (a comma
    /// within a value is \054); options_of() takes them apart.
    std::string super_options;

    bool operator==(const MountEntry&) const = default;
};

/// One option as the kernel shows it; without "=" the value is empty.
struct ShownOption {
    std::string name;
    std::string value;

    bool operator==(const ShownOption&) const = default;
};

/// The lines that can be read, in order. A line that can't is left out: one odd
/// mount must not hide the others.
std::vector<MountEntry> parse_mountinfo(std::string_view text);

/// The mount that `path` (absolute, without "." and "..") leads to, as a walk from
/// the root would find it: over mount points, whose topmost mount counts. What lies
/// below a mount that covers it is not found. Null where no mount is known.
const MountEntry* mount_at(const std::vector<MountEntry>& mounts, std::string_view path);

/// The mount that is seen at `mountpoint`; null where none is.
const MountEntry* visible_mount(const std::vector<MountEntry>& mounts, std::string_view mountpoint);

/// The superblock's options, split at commas, unescaped.
std::vector<ShownOption> options_of(const MountEntry& entry);

/// The value of the last option called `name`, or nothing.
std::optional<std::string> option_value(const MountEntry& entry, std::string_view name);

/// cifs or smb3: what the kernel's SMB client mounts.
bool is_cifs(const MountEntry& entry);

/// max_channels of the superblock's session (1 to 16); nothing where the kernel
/// shows none, which it does for a limit of one.
std::optional<int> channel_limit(const MountEntry& entry);

}  // namespace azfiles
