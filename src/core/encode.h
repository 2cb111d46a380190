#pragma once

#include "base/secret.h"
#include "core/credentials.h"
#include "core/plan.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// One call of fsconfig(2), or one item of mount(2)'s data. The views point into
/// the plan, the credentials and the address it was made from, or at literals.
struct KernelOption {
    std::string_view name;
    std::optional<std::string_view> value;  ///< nothing: a flag

    bool operator==(const KernelOption&) const = default;
};

/// The attributes of a mount and its superblock, as the plan's vfs options say;
/// of several about one thing the last counts.
struct MountAttributes {
    enum class AccessTime { relatime, noatime, strictatime };

    bool read_only = false;
    bool nosuid = false;
    bool nodev = false;
    bool noexec = false;
    bool nodiratime = false;
    bool nosymfollow = false;
    bool synchronous = false;
    bool dirsync = false;
    bool lazytime = false;
    AccessTime access_time = AccessTime::relatime;

    bool operator==(const MountAttributes&) const = default;
};

MountAttributes mount_attributes(const std::vector<Option>& vfs);

/// What the SMB client is told, in order: the address, the plan's options, then
/// user, domain and passwords, so that an option it refuses is refused before it
/// holds a secret. A domain among the plan's options is the user's word, and the
/// credentials' is not sent. `source` is not among them.
std::vector<KernelOption> kernel_options(const MountPlan& plan, const Credentials& credentials,
                                         const std::string& address);

/// fsconfig(2) takes names and values of up to 255 bytes (fs/fsopen.c).
inline constexpr std::size_t fsconfig_limit = 255;

/// A value that only mount(2) can carry: longer than fsconfig takes.
bool needs_mount2(const MountPlan& plan, const std::vector<KernelOption>& options);

/// A value with a comma, which cifs's old parser (up to 5.10) refuses through
/// fsconfig and takes, doubled, through mount(2).
bool has_comma(const std::vector<KernelOption>& options);

/// mount(2)'s data: "name=value,name,…" with each comma within an item doubled.
/// No item is empty, since the kernel stops at one. Holds the password.
Secret mount_data(const std::vector<KernelOption>& options);

}  // namespace azfiles
