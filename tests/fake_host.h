#pragma once

#include "core/host.h"

#include <deque>

namespace azfiles::test {

/// A host that answers from a script and writes down what it was told to do.
class FakeHost : public Host {
public:
    Result<Target> target = Target{"/mnt/share", 30};
    std::optional<std::vector<MountEntry>> mount_table = std::vector<MountEntry>{};
    std::optional<Error> credentials_error;
    Facts facts;
    /// One a call of create(); the last is repeated.
    std::deque<std::optional<MountFailure>> creations = {std::nullopt};
    /// One a call of inspect(); the last is repeated.
    std::deque<MountState> states;
    std::optional<MountFailure> attach_failure;
    std::optional<Error> discard_error;
    std::optional<std::vector<std::string>> log;
    FailureFacts after_failure;

    std::string diary;  ///< "pin look create 10.7.1.2 attach record "
    MountPlan created;  ///< the plan of the last create()
    std::chrono::milliseconds clock{0};
    std::string recorded;  ///< the kernel's line of the last record()
    int looks = 0;         ///< calls of inspect()

    Result<Target> pin(const std::string&) override {
        diary += "pin ";
        return target;
    }
    std::optional<std::vector<MountEntry>> mounts() override { return mount_table; }
    Result<Credentials> credentials(const Request&) override {
        diary += "credentials ";
        if (credentials_error)
            return *credentials_error;
        Credentials credentials;
        credentials.password = Secret{"not a real key"};
        return credentials;
    }
    Facts look(const Request&) override {
        diary += "look ";
        return facts;
    }
    std::optional<MountFailure> create(const MountPlan& plan, const Credentials&,
                                       const std::string& address) override {
        diary += "create " + address + " ";
        created = plan;
        return next(creations);
    }
    MountState inspect() override {
        ++looks;
        return next(states);
    }
    std::optional<MountFailure> attach() override {
        diary += "attach ";
        return attach_failure;
    }
    Status discard() override {
        diary += "discard ";
        if (discard_error)
            return *discard_error;
        return ok;
    }
    void record(const MountPlan&, Profile, const std::string& line) override {
        diary += "record ";
        recorded = line;
    }
    FailureFacts look_after_failure(const Request&) override {
        diary += "look again ";
        return after_failure;
    }
    std::optional<std::vector<std::string>> kernel_log() override { return log; }
    std::chrono::milliseconds now() override { return clock; }
    void pause(std::chrono::milliseconds time) override { clock += time; }

private:
    template <class T>
    static T next(std::deque<T>& script) {
        if (script.empty())
            return T{};
        T answer = script.front();
        if (script.size() > 1)
            script.pop_front();
        return answer;
    }
};

}  // namespace azfiles::test
