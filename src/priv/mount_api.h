#pragma once

#include "base/result.h"
#include "base/unique_fd.h"
#include "core/encode.h"
#include "core/failure.h"
#include "core/plan.h"
#include "priv/pin.h"

#include <chrono>
#include <variant>

namespace azfiles {

/// A mount that was made.
struct NewMount {
    UniqueFd root;          ///< O_PATH on its root; a mount that is not attached ends with it
    bool attached = false;  ///< made by mount(2), which knows no other way
};

/// How long the kernel may take to connect to one address, negotiate, log on and
/// open channels. 21.8 s were seen with one of two server interfaces silent
/// (6.12); a silent address alone ends by itself after 5.4 s.
inline constexpr std::chrono::seconds create_deadline{60};

/// Makes the mount at one address, visible nowhere, by fsopen, fsconfig and
/// fsmount. By mount(2) on `target` only where a value has a comma and this
/// kernel's SMB client still has its old parser, or is longer than fsconfig
/// takes. Connecting happens in a child, which is killed at the deadline.
std::variant<NewMount, MountFailure> create_mount(const MountPlan& plan,
                                                  const Credentials& credentials,
                                                  const std::string& address,
                                                  const PinnedDirectory& target);

/// Puts the mount onto the directory; nothing if it stands there already.
std::optional<MountFailure> attach_mount(NewMount& mount, const PinnedDirectory& target);

/// Takes the mount away, wherever it is.
Status discard_mount(NewMount mount);

}  // namespace azfiles
