#pragma once

#include "core/debugdata.h"
#include "core/kernel.h"
#include "core/mountinfo.h"

#include <optional>
#include <string>
#include <vector>

namespace azfiles {

/// What a TCP connection attempt to the server's port showed.
enum class PortState {
    open,
    refused,      ///< ECONNREFUSED
    silent,       ///< no answer before the deadline
    unreachable,  ///< no route, or a router or the neighbour said so
};

struct ServerAddress {
    std::string address;  ///< numeric, IPv6 in its short form, scope kept: fe80::1%2
    std::optional<PortState> port_state;  ///< nothing: could not be asked (EPERM, EACCES)

    bool operator==(const ServerAddress&) const = default;
};

/// The network device through which a server is reached.
struct Nic {
    std::string name;
    std::string driver;            ///< empty where the device does not say
    std::optional<int> rx_queues;  ///< combined plus receive-only channels in use
    std::optional<bool> rss;       ///< receive work is spread over queues; nothing: can't be told

    bool operator==(const Nic&) const = default;
};

struct Witness;

/// What was seen of the host before anything was done. Each fact may be
/// unknown, and "could not be seen" is never "no".
struct Facts {
    std::optional<KernelJudgement> kernel;
    /// Empty with `resolve_error` set where the name has no address.
    std::vector<ServerAddress> addresses;
    std::string resolve_error;
    bool resolve_timed_out = false;
    std::optional<bool> cifs_available;  ///< registered, or a module of the running kernel
    std::optional<Nic> nic;              ///< towards the first address that may answer
    /// The caller's mount namespace; nothing where mountinfo could not be read.
    std::optional<std::vector<MountEntry>> mounts;
    /// Sessions that exist already; nothing where they could not be read.
    std::optional<DebugData> before;
};

/// What the kernel says of one mount, once it is made.
struct MountState {
    /// By CIFS_IOC_GET_TCON_INFO, as DebugData writes it: "0x672eb7f3". Nothing
    /// before 6.1, or where the ioctl was refused.
    std::optional<std::string> session_id;
    std::optional<std::string> tree_id;
    std::optional<DebugData> debugdata;  ///< nothing: not readable
    bool debugdata_missing = false;      ///< the file does not exist
    /// The second witnesses of all sessions, core/witness.h; null: none was asked.
    const std::vector<Witness>* witnesses = nullptr;
    /// The mount's line; nothing while the mount is not attached.
    std::optional<MountEntry> entry;
    /// The SMB client's lines since the mount began; nothing: not readable.
    std::optional<std::vector<std::string>> kernel_log;
};

}  // namespace azfiles
