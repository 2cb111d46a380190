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
    std::string kind;              ///< "vlan", "bond" … (core/device_stack.h); empty of hardware
    std::optional<int> most_queues;  ///< that it can have
    bool combined = true;            ///< ethtool calls its queues "combined", else "rx"
    /// What carries its traffic, where that is not the device itself: the ports of a
    /// bond, the device below a vlan, the virtual function of hv_netvsc. Their queues
    /// count then, and not its own.
    std::vector<Nic> carriers;
    std::string unseen;  ///< why not all of them could be told; empty where they could

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
    std::optional<Nic> nic;  ///< towards the first address that may answer
    /// The caller's mount namespace; nothing where mountinfo could not be read.
    std::optional<std::vector<MountEntry>> mounts;
    /// Sessions that exist already; nothing where they could not be read.
    std::optional<DebugData> before;
};

/// How the SMB client stands to AES-256-GCM: parameters of the cifs module.
enum class Gcm256 {
    unknown_to_kernel,  ///< no such parameters: before Linux 5.10
    off,
    offered,  ///< after AES-128-GCM, so that a server that has that one takes it
    required,
};

/// What a machine brings with it for an SMB mount. Costs a few small files, and
/// so is looked at only where a mount has failed.
struct ClientFacts {
    std::optional<bool> fips;            ///< the kernel is in FIPS mode
    std::optional<Gcm256> gcm256;        ///< nothing too where the module is not loaded
    std::optional<bool> upcall_rule;     ///< request-key knows what to do for cifs.spnego
    std::optional<bool> upcall_program;  ///< what the rule names, or cifs.upcall, is there
    std::optional<bool> cifs_available;  ///< registered, or a module of the running kernel
    std::optional<bool> cifs_loaded;     ///< the SMB client is registered: loaded or built in
    /// Algorithms that cifs needs and this kernel has not, core/kernel_modules.h.
    std::optional<std::vector<std::string>> missing_crypto;
    std::optional<bool> modules_present;  ///< the running kernel has a folder in /lib/modules
    std::string kernel_release;           ///< `uname -r`; empty where not known

    bool operator==(const ClientFacts&) const = default;
};

/// What is looked at once a mount has failed.
struct FailureFacts {
    ClientFacts client;
    /// Of the host's name, where the mount was given another address by the user;
    /// nothing where nobody was asked, or nobody answered.
    std::optional<std::vector<std::string>> addresses_now;
};

/// What the kernel says of one mount, once it is made.
struct MountState {
    /// By CIFS_IOC_GET_TCON_INFO, as DebugData writes it: "0x672eb7f3". Nothing
    /// before 6.1, or where the ioctl was refused.
    std::optional<std::string> session_id;
    std::optional<std::string> tree_id;
    std::optional<DebugData> debugdata;  ///< nothing: not readable
    bool debugdata_missing = false;      ///< the file does not exist
    bool debugdata_killed = false;       ///< the kernel killed who read it
    /// The second witnesses of all sessions, core/witness.h; null: none was asked.
    const std::vector<Witness>* witnesses = nullptr;
    /// The mount's line; nothing while the mount is not attached.
    std::optional<MountEntry> entry;
    /// The SMB client's lines since the mount began; nothing: not readable.
    std::optional<std::vector<std::string>> kernel_log;
    /// The kernel's line about missing channels that the helper left in its record.
    std::string recorded_line;
};

}  // namespace azfiles
