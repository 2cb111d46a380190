#pragma once

#include "core/assess.h"
#include "core/facts.h"
#include "core/finding.h"
#include "core/kernel.h"
#include "core/request.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// Something that was looked at before a mount, a line for a person to read.
struct CheckItem {
    std::string topic;  ///< "kernel", "name" …: what was looked at
    std::string said;   ///< what was seen, a phrase
    /// It could not be looked at, so that nobody may take it for good.
    bool unseen = false;
    std::vector<Finding> findings;

    bool operator==(const CheckItem&) const = default;
};

enum class CheckMark { passed, note, warning, error, unknown };

/// "ok", "note", "warning" …: words of the JSON interface.
std::string_view to_string(CheckMark mark);

/// The worst of an item's findings. What could not be looked at is unknown, unless
/// something wrong was seen all the same.
CheckMark mark_of(const CheckItem& item);

/// Of all items: an error is failed, what could not be seen unknown, a warning
/// degraded; notes don't count.
Verdict verdict_of(const std::vector<CheckItem>& items);

/// The way to one address of the server.
struct CheckedAddress {
    ServerAddress seen;
    std::optional<Nic> nic;
    std::string why_no_nic;  ///< where there is none: "No route to host"

    bool operator==(const CheckedAddress&) const = default;
};

/// What the name service said of the host.
struct NameFacts {
    std::vector<std::string> addresses;  ///< empty with `error` set where it has none
    std::string error;
    bool exists_not = false;  ///< the name service knows no such name, for certain
    /// The names that the host's stands for, in order (CNAME); nothing where no name
    /// server told.
    std::optional<std::vector<std::string>> aliases;
};

/// `remark`: why it can't be judged, or not by the distribution alone, a clause.
CheckItem check_kernel(const std::optional<KernelJudgement>& kernel, bool azure_files,
                       std::string_view remark);
CheckItem check_client(const ClientFacts& client, const Request* request);
/// `found`: mount.azfiles is where mount(8) looks for it.
CheckItem check_helper(std::optional<bool> found);

/// Addresses with their class, and whether they are the private endpoint's that the
/// host's chain of names, or expect=private, speaks of. With the addresses that mounts
/// of this host use now.
CheckItem check_name(const Request& request, const NameFacts& name,
                     const std::vector<std::string>& in_use);

/// Each address: its port, and the device towards it. One that answers is enough for a
/// mount, so that the others are warnings then.
CheckItem check_ways(const Request& request, const std::vector<CheckedAddress>& ways);

/// The devices towards the addresses, those that do not answer too.
CheckItem check_devices(const Request& request, const std::vector<CheckedAddress>& ways,
                        std::optional<int> cpus);

/// Connections to the server's addresses that a new mount would ride on. `data` is empty
/// while the SMB client is not loaded, and nothing where it could not be read.
CheckItem check_connections(const Request& request, const std::optional<DebugData>& data,
                            const std::vector<std::string>& addresses);

}  // namespace azfiles
