#pragma once

#include "core/debugdata.h"
#include "core/expected.h"
#include "core/facts.h"
#include "core/kernel.h"
#include "core/mountinfo.h"
#include "core/notes.h"
#include "core/record.h"
#include "core/witness.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace azfiles {

/// Session and tree of a mount, as DebugData writes them.
struct SessionKey {
    std::string session_id;  ///< "0x672eb7f3"
    std::string tree_id;     ///< "0x5"

    bool operator==(const SessionKey&) const = default;
};

/// What a machine tells only when it is asked, and no file of it holds.
struct Answers {
    /// CIFS_IOC_GET_TCON_INFO by mount id; absent: it was not told.
    std::map<int, SessionKey> sessions;
    std::map<std::string, Nic> nics;  ///< the device towards an address
    /// All network devices; nothing where they could not be listed.
    std::optional<std::vector<Ethernet>> devices;
    /// Of the network namespaces that could be looked into, the own one first.
    std::vector<Witness> witnesses;
    /// The SMB client's lines in the kernel log; nothing: not readable.
    std::optional<std::vector<std::string>> kernel_log;
};

/// What was seen of a machine at one time: all that the verdicts on its mounts are
/// made of, so that they can be made again elsewhere.
struct Snapshot {
    std::optional<std::vector<MountEntry>> mounts;  ///< nothing: not readable
    std::map<int, Record> records;                  ///< by mount id
    std::optional<DebugData> debugdata;             ///< nothing: not readable
    bool debugdata_missing = false;                 ///< the file does not exist
    bool debugdata_killed = false;                  ///< the kernel killed who read it
    std::optional<KernelJudgement> kernel;
    std::optional<bool> azure_vm;           ///< a virtual machine of Azure
    std::optional<std::string> open_files;  ///< /proc/fs/cifs/open_files; root alone may read it
    Expected expected;                      ///< what fstab and units promise; each with its `place`
    Answers answers;
};

}  // namespace azfiles
