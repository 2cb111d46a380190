#pragma once

#include "core/fstab.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// A file of systemd's that speaks of a mount.
struct UnitFile {
    std::string path;  ///< "/etc/systemd/system/mnt-share.mount"
    /// Of the unit: "mnt-share.mount", also where this is a drop-in for it.
    std::string name;
    std::optional<std::string> text;  ///< nothing: could not be read
    bool masked = false;              ///< a link to /dev/null, or empty
    /// It lies where it goes before what systemd makes of fstab, as /etc does and
    /// /usr/lib does not.
    bool before_fstab = false;
};

/// What systemd has to say of mounts, fstab and what is made of it left out.
struct UnitFiles {
    std::vector<UnitFile> units;     ///< of two with one name the first counts
    std::vector<UnitFile> drop_ins;  ///< in the order in which they are read
    /// Names that stand in a .wants or .requires folder: started at boot.
    std::vector<std::string> enabled;
    std::vector<std::string> unread;  ///< a sentence for each folder that could not be seen
};

/// A share that fstab or a unit promises.
struct ExpectedShare {
    std::string source;      ///< as written there, escapes undone
    std::string mountpoint;  ///< absolute, as written there
    /// The mount point with the links on its way followed, as mountinfo has it; the
    /// same as `mountpoint` until someone follows them.
    std::string place;
    std::string origin;      ///< "/etc/fstab line 7", "/etc/systemd/system/mnt-share.mount"
    std::string unit;        ///< as systemd calls it, "mnt-share.mount"; may be empty
    bool on_demand = false;  ///< mounted by an automount at the first access

    bool operator==(const ExpectedShare&) const = default;
};

/// What should be mounted now.
struct Expected {
    std::vector<ExpectedShare> shares;  ///< fstab's first
    /// A sentence for each thing that may be a promise and can't be read. While
    /// there are such, nobody can say that nothing else is expected.
    std::vector<std::string> unknown;

    bool operator==(const Expected&) const = default;
};

/// A file system of the kernel's SMB client, by its type and source in fstab or a
/// unit; without a type (or "auto") mount(8) takes "//" for cifs.
bool is_share(std::string_view type, std::string_view source);

/// The shares (types cifs, smb3 and azfiles) that fstab and units promise. nofail is
/// a promise, noauto and a masked unit are none. What a unit in /etc or /run says
/// goes before the fstab line of the same mount point, and drop-ins before both, as
/// in systemd.
Expected expected_shares(const Fstab& fstab, const UnitFiles& files);

}  // namespace azfiles
