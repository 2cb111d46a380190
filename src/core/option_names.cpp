#include "core/option_names.h"

#include "base/text.h"
#include "core/options.h"

#include <algorithm>
#include <array>

namespace azfiles {
namespace {

/// Of smb3_fs_parameters in fs/smb/client/fs_context.c, 5.11 to 7.1, with what the parser
/// before it took.
constexpr auto of_kernels = std::to_array<std::string_view>({
    "acdirmax",
    "acl",
    "acregmax",
    "actimeo",
    "addr",
    "backupgid",
    "backupuid",
    "brl",
    "bsize",
    "cache",
    "case",
    "cifsacl",
    "closetimeo",
    "compress",
    "cred",
    "credentials",
    "cruid",
    "dfs",
    "dir_mode",
    "dirmode",
    "dom",
    "domain",
    "domainauto",
    "dynperm",
    "echo_interval",
    "esize",
    "exec",
    "file_mode",
    "forcegid",
    "forcemand",
    "forcemandatorylock",
    "forceuid",
    "fsc",
    "gid",
    "guest",
    "handlecache",
    "handletimeout",
    "hard",
    "idsfromsid",
    "ignore",
    "ignore_signature",
    "ignorecase",
    "intr",
    "iocharset",
    "ip",
    "lease",
    "linux",
    "locallease",
    "mapchars",
    "mapposix",
    "max_cached_dirs",
    "max_channels",
    "max_credits",
    "mfsymlinks",
    "min_enc_offload",
    "modefromsid",
    "multichannel",
    "multiuser",
    "nativesocket",
    "nbsessinit",
    "netbiosname",
    "noac",
    "noacl",
    "noautotune",
    "noblocksend",
    "nobrl",
    "nocase",
    "nocifsacl",
    "nodelete",
    "nodfs",
    "nodynperm",
    "noforcegid",
    "noforceuid",
    "nohandlecache",
    "nohard",
    "nointr",
    "nolease",
    "nolinux",
    "nomapchars",
    "nomapposix",
    "nomultichannel",
    "nonativesocket",
    "nonbsessinit",
    "noperm",
    "nopersistenthandles",
    "noposix",
    "noposixpaths",
    "noresilienthandles",
    "norwpidforward",
    "noserverino",
    "nosetuids",
    "nosfu",
    "nosharesock",
    "nosoft",
    "nosparse",
    "nostrictsync",
    "nounicode",
    "nounix",
    "nouser_xattr",
    "nowitness",
    "pass",
    "pass2",
    "password",
    "password2",
    "perm",
    "persistenthandles",
    "port",
    "posix",
    "posixpaths",
    "prefixpath",
    "prepath",
    "rasize",
    "rdma",
    "reparse",
    "resilienthandles",
    "retrans",
    "rootfs",
    "rsize",
    "rwpidforward",
    "seal",
    "sec",
    "serverino",
    "servern",
    "setuidfromacl",
    "setuids",
    "sfu",
    "sign",
    "signloosely",
    "sloppy",
    "snapshot",
    "soft",
    "source",
    "srcaddr",
    "strictsync",
    "symlink",
    "symlinkroot",
    "target",
    "tcpnodelay",
    "uid",
    "unc",
    "unicode",
    "unix",
    "upcall_target",
    "user",
    "user_xattr",
    "username",
    "ver",
    "vers",
    "wine",
    "witness",
    "workgroup",
    "wsize",
});
static_assert(std::ranges::adjacent_find(of_kernels, std::ranges::greater_equal{}) ==
                  of_kernels.end(),
              "the options of the kernel are not sorted, or there is one twice");

/// Keeps the nearest, and whether another is as near.
struct Nearest {
    std::string_view word;
    std::size_t apart;
    std::string name;
    bool is_only = true;

    void offer(std::string_view candidate) {
        const auto distance = edit_distance(word, candidate);
        if (distance > apart || candidate == name)
            return;
        is_only = distance < apart || name.empty();
        apart = distance;
        name = candidate;
    }
};

}  // namespace

KernelOptions::KernelOptions(std::string_view mount_params) {
    for (const auto line : words(mount_params, "\r\n")) {
        const auto [name, kind] = cut(line, ':');
        if (name.empty() || name.size() == line.size())
            continue;
        names_.emplace_back(name);
        if (trimmed(kind) == "noflag")
            names_.push_back("no" + std::string{name});
    }
    std::ranges::sort(names_);
}

bool KernelOptions::knows(std::string_view name) const {
    return std::ranges::binary_search(names_, name);
}

bool some_kernel_knows(std::string_view name) {
    return std::ranges::binary_search(of_kernels, name);
}

std::optional<std::string> nearest_option(std::string_view name, const KernelOptions* kernel) {
    constexpr std::size_t longest = 40;
    if (name.size() < 3 || name.size() > longest)
        return std::nullopt;
    const std::size_t most = name.size() < 6 ? 1 : 2;
    Nearest nearest{name, most + 1, {}};
    for (const auto& row : option_table())
        if (row.route != Route::refused)
            nearest.offer(row.name);
    if (kernel != nullptr)
        for (const auto& each : kernel->names())
            nearest.offer(each);
    else
        for (const auto each : of_kernels)
            nearest.offer(each);
    if (nearest.name.empty() || nearest.apart > most || !nearest.is_only)
        return std::nullopt;
    return nearest.name;
}

}  // namespace azfiles
