#pragma once

#include "base/result.h"
#include "core/credentials.h"
#include "core/facts.h"
#include "core/failure.h"
#include "core/plan.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace azfiles {

/// The directory that is mounted on, held open from now on.
struct Target {
    std::string path;  ///< canonical
    int mount_id = 0;  ///< of the mount that it is on, or the root of

    bool operator==(const Target&) const = default;
};

/// The host, as far as the flow needs one. app/linux_host is the real one;
/// tests/fake_host.h answers from a script and records what it was told to do.
/// Each call is bounded in time.
class Host {
public:
    Host() = default;
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;
    virtual ~Host() = default;

    virtual Result<Target> pin(const std::string& directory) = 0;
    /// The mounts of this mount namespace; nothing where they can't be read.
    virtual std::optional<std::vector<MountEntry>> mounts() = 0;
    virtual Result<Credentials> credentials(const Request& request) = 0;
    virtual Facts look(const Request& request) = 0;

    /// Makes the mount, visible nowhere unless the kernel has no other way.
    virtual std::optional<MountFailure> create(const MountPlan& plan,
                                               const Credentials& credentials,
                                               const std::string& address) = 0;
    /// What the kernel says of the mount that create() made.
    virtual MountState inspect() = 0;
    /// Puts it onto the pinned directory.
    virtual std::optional<MountFailure> attach() = 0;
    /// Takes it away again.
    virtual Status discard() = 0;
    /// Leaves a note for `azfiles`; that it could not is no failure. `kernel_line`
    /// told why channels are missing; it may be empty.
    virtual void record(const MountPlan& plan, Profile profile, const std::string& kernel_line) = 0;
    /// What only a mount that failed is worth looking at.
    virtual FailureFacts look_after_failure(const Request& request) = 0;
    /// The SMB client's lines in the kernel log since the mount began.
    virtual std::optional<std::vector<std::string>> kernel_log() = 0;

    virtual std::chrono::milliseconds now() = 0;  ///< of a clock that never goes back
    virtual void pause(std::chrono::milliseconds time) = 0;
};

}  // namespace azfiles
