#pragma once

#include "core/facts.h"
#include "core/finding.h"
#include "core/request.h"

#include <optional>
#include <string>
#include <vector>

namespace azfiles {

/// Everything that will be done, as data: -f prints it, tests compare it, and
/// priv/ carries it out without deciding anything more. Never a secret: those
/// travel as Secret.
struct MountPlan {
    std::string source;  ///< //host/share[/dir]
    std::string target;
    std::vector<std::string> addresses;  ///< in the order they are tried; numeric
    /// For the kernel's SMB client. They stay in two parts until the system
    /// call: joined to a string, a comma in a value would become another option.
    std::vector<Option> options;
    std::vector<Option> vfs;  ///< ro, nosuid …
    /// Channels that the options above ask for; 1 where none are asked for.
    int channels = 1;
    bool channels_by_user = false;
    std::optional<std::string> username;  ///< the user's word, else the storage account's name
    bool user_is_given = false;           ///< the credentials then have no say in it

    bool operator==(const MountPlan&) const = default;
};

/// `findings` are preflight's: a kernel that is too old for multichannel or has
/// a known fault gets one channel, unless the user wrote how many.
MountPlan make_plan(const Request& request, const Facts& facts,
                    const std::vector<Finding>& findings);

/// The addresses that may answer first, otherwise in the resolver's order.
/// Probes order addresses and never veto one: another security context may
/// block this process and not the kernel.
std::vector<std::string> in_order_of_promise(const std::vector<ServerAddress>& addresses);

/// The plan as `mount.azfiles -f` shows it: lines for a person.
std::string to_string(const MountPlan& plan);

}  // namespace azfiles
