#pragma once

#include "core/assess.h"
#include "core/facts.h"
#include "core/kernel.h"
#include "core/missing.h"
#include "core/snapshot.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// Mount points of one superblock: bind mounts share their session.
struct MountGroup {
    std::vector<MountEntry> entries;  ///< never empty; in mountinfo's order
};

/// The cifs and smb3 mounts, one group a superblock, in mountinfo's order.
std::vector<MountGroup> group_mounts(const std::vector<MountEntry>& mounts);

/// `path` as mountinfo spells it, by its letters alone: absolute (`directory` is
/// the working directory), without empty parts and "."; asking the file system
/// could block on a dead share. "..", which may lead through links, stays.
std::string as_mountpoint(std::string_view path, std::string_view directory);

/// The groups whose mount is the one seen at one of `mountpoints`; all of them
/// where that is empty. A mount point where something else is seen, as where a
/// share is covered, is put into `unknown`.
struct Selection {
    std::vector<MountGroup> groups;
    std::vector<std::string> unknown;
};
Selection select_mounts(const std::vector<MountEntry>& mounts,
                        const std::vector<std::string>& mountpoints);

/// All that is known of one mount.
struct MountStatus {
    MountGroup group;
    Asked asked;
    Assessment assessment;
    std::vector<Nic> nics;
    std::vector<Finding> surroundings;  ///< core/status_notes.h; no verdict depends on them
};

/// What all mounts of one server address have together. Connections belong to the
/// address: mounts of one address can't be told apart by their sockets.
struct ServerStatus {
    std::string address;
    std::optional<std::uint64_t> net_namespace;
    int mounts = 0;
    std::optional<int> channels;  ///< active ones; mounts that share a session share its channels
    /// To the address and to those the server advertised; nothing: could not be seen.
    std::optional<std::vector<Connection>> connections;
    std::string why_no_connections;  ///< empty: nobody asked
};

/// What `azfiles status` says of a machine.
struct StatusReport {
    std::vector<MountStatus> mounts;
    std::vector<ServerStatus> servers;  ///< in the order of the mounts
    std::optional<KernelJudgement> kernel;
    /// Asked for, and neither the mount point of a share nor promised as one.
    std::vector<std::string> not_cifs;
    bool mounts_unreadable = false;
    std::vector<PromiseState> promises;  ///< of fstab and units, for what was asked for
    /// Why it can't be told what else is promised, where that matters: where all, or
    /// what is not known, was asked for.
    std::vector<Finding> unknown_promises;
};

/// `mountpoints` as mountinfo has them: those that are promised with links followed.
std::vector<std::string> with_links_followed(const std::vector<std::string>& mountpoints,
                                             const std::vector<ExpectedShare>& shares);

/// The verdicts on the mounts that are seen at `mountpoints`, or on all of them. With
/// `wanted`, each mount should have so many channels, whatever it asked for.
StatusReport judge(Snapshot snapshot, const std::vector<std::string>& mountpoints,
                   std::optional<int> wanted = std::nullopt);

/// The promised shares that are not there.
std::vector<PromiseState> missing_of(const StatusReport& report);

/// Every finding of a mount: the cause first, then its surroundings.
std::vector<Finding> findings_of(const MountStatus& mount);

/// The server's address as the mount shows it; empty where it shows none.
std::string address_of(const MountGroup& group);

/// The piece could not be said: a mount is unknown, or was asked for and is none.
bool is_incomplete(const StatusReport& report);

}  // namespace azfiles
