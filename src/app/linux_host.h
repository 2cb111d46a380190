#pragma once

#include "core/host.h"
#include "priv/mount_api.h"
#include "priv/pin.h"
#include "sys/kernel_log.h"
#include "sys/root.h"

#include <optional>
#include <string>

namespace azfiles {

/// The machine this runs on: sys/ looks, priv/ acts.
class LinuxHost final : public Host {
public:
    explicit LinuxHost(Root root) : root_{std::move(root)}, log_{KernelLog::open()} {}

    Result<Target> pin(const std::string& directory) override;
    std::optional<std::vector<MountEntry>> mounts() override;
    Result<Credentials> credentials(const Request& request) override;
    Facts look(const Request& request) override;
    std::optional<MountFailure> create(const MountPlan& plan, const Credentials& credentials,
                                       const std::string& address) override;
    MountState inspect() override;
    std::optional<MountFailure> attach() override;
    Status discard() override;
    void record(const MountPlan& plan, Profile profile, const std::string& kernel_line) override;
    FailureFacts look_after_failure(const Request& request) override;
    std::optional<std::vector<std::string>> kernel_log() override;
    std::chrono::milliseconds now() override;
    void pause(std::chrono::milliseconds time) override;

    /// Things that are no failure and that a person should know.
    [[nodiscard]] const std::vector<std::string>& remarks() const { return remarks_; }

private:
    std::optional<MountEntry> own_entry();

    Root root_;
    KernelLog log_;
    PinnedDirectory target_;
    std::optional<NewMount> mount_;
    std::vector<std::string> remarks_;
};

}  // namespace azfiles
