#pragma once

#include "core/options.h"
#include "core/share.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// What is to be mounted at boot.
struct BootMount {
    Share share;
    std::string directory;  ///< absolute
    std::string type = "azfiles";
    std::vector<Option> options;  ///< of the mount; those of boot are added where they lack
};

/// The mount of a share as it should be: with credentials= of its account or host below
/// /etc/azfiles, which need not exist.
BootMount boot_mount(const Share& share, std::string_view directory);

/// The line of fstab, without its end: escaped, with _netdev, nofail, an automount and a
/// bounded time unless `mount` speaks of them.
std::string fstab_line_of(const BootMount& mount);

/// A mount and an automount unit with the same meaning.
struct UnitPair {
    std::string mount_name;
    std::string mount_text;
    std::string automount_name;
    std::string automount_text;
};
UnitPair units_of(const BootMount& mount);

/// Why an option is there; empty where nothing is to be said.
std::string_view reason_of(std::string_view option);

/// All of that for a person: the line, the reasons, the units.
std::string boot_mount_text(const BootMount& mount);

/// A path that begins with "/", has no "..", control character or other byte that a unit
/// can't hold: fit for `directory`.
bool is_boot_directory(std::string_view path);

}  // namespace azfiles
