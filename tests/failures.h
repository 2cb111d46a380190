#pragma once

#include "core/failure.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles::test {

/// What the tests of failures say of a failed mount, a few words at a time.
class Failed {
public:
    /// At an Azure Files account by its key, from a machine of which all is known
    /// and nothing is odd, with a kernel log that can be read and says nothing.
    explicit Failed(int errnum) {
        evidence_.failure.errnum = errnum;
        evidence_.failure.address = "20.60.1.2";
        evidence_.request.share = {"contoso.file.core.windows.net", "share", ""};
        evidence_.request.profile = Profile::azure_files;
        evidence_.addresses = {{"20.60.1.2", PortState::open}};
        auto& client = evidence_.after.client;
        client.fips = false;
        client.gcm256 = Gcm256::offered;
        client.upcall_rule = true;
        client.upcall_program = true;
        client.cifs_available = true;
        client.modules_present = true;
        client.kernel_release = "6.8.0-1042-azure";
        evidence_.kernel_log.emplace();
    }

    Failed log(std::initializer_list<std::string_view> lines) && {
        evidence_.kernel_log.emplace(lines.begin(), lines.end());
        return std::move(*this);
    }
    Failed no_log() && {
        evidence_.kernel_log.reset();
        return std::move(*this);
    }
    /// Nothing of the machine could be seen, its kernel log neither.
    Failed unseen() && {
        evidence_.after = {};
        return std::move(*this).no_log();
    }
    Failed phase(MountPhase phase, std::string_view option = {},
                 std::initializer_list<std::string_view> messages = {}) && {
        evidence_.failure.phase = phase;
        evidence_.failure.option = option;
        evidence_.failure.messages.assign(messages.begin(), messages.end());
        return std::move(*this);
    }
    Failed given_up() && {
        evidence_.failure.timed_out = true;
        return std::move(*this);
    }
    Failed option(std::string_view name, std::string_view value) && {
        evidence_.request.cifs.push_back({std::string{name}, std::string{value}});
        return std::move(*this);
    }
    Failed krb5() && { return std::move(*this).option("sec", "krb5"); }
    Failed directory(std::string_view name) && {
        evidence_.request.share.directory = name;
        return std::move(*this);
    }
    /// Another server, at this address.
    Failed at(std::string_view host, std::string_view address,
              PortState state = PortState::open) && {
        evidence_.request.share.host = host;
        evidence_.failure.address = address;
        evidence_.addresses = {{std::string{address}, state}};
        return std::move(*this);
    }
    Failed at(std::string_view address, PortState state = PortState::open) && {
        const auto host = evidence_.request.share.host;
        return std::move(*this).at(host, address, state);
    }
    template <class Change>
    Failed client(Change change) && {
        change(evidence_.after.client);
        return std::move(*this);
    }
    template <class Change>
    Failed with(Change change) && {
        change(evidence_);
        return std::move(*this);
    }

    /// The ids of its causes, in order: "logon-failure access-denied".
    [[nodiscard]] std::string ids() const {
        std::string all;
        for (const auto& finding : causes_of_failure(evidence_))
            all += (all.empty() ? "" : " ") + finding.id;
        return all;
    }
    [[nodiscard]] std::vector<Finding> causes() const { return causes_of_failure(evidence_); }
    [[nodiscard]] std::string kernel_words() const { return azfiles::kernel_words(evidence_); }

private:
    FailureEvidence evidence_;
};

/// A row of a table of failures.
struct FailureRow {
    std::string_view what;
    Failed failed;
    std::string_view causes;
};

}  // namespace azfiles::test
