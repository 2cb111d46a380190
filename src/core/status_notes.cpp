#include "core/status_notes.h"

#include "core/endpoint.h"
#include "core/nic_findings.h"
#include "core/notes.h"
#include "core/preflight.h"
#include "core/profile.h"

#include <algorithm>
#include <iterator>

namespace azfiles {
namespace {

bool is_at_azure_files(const MountStatus& mount) {
    const auto share = parse_share(mount.group.entries.front().source);
    return share && is_azure_files_host(share->host);
}

void add_kernel(std::vector<Finding>& findings, const MountStatus& mount, const Snapshot& seen,
                bool azure_files) {
    const auto active = mount.assessment.channels.active;
    if (!seen.kernel || !active || *active >= mount.asked.channels.value_or(0))
        return;
    for (auto& finding : kernel_findings_for(*seen.kernel, azure_files))
        findings.push_back(std::move(finding));
}

void add_nics(std::vector<Finding>& findings, const MountStatus& mount) {
    for (const auto& nic : mount.nics)
        std::ranges::move(
            nic_findings(nic, mount.assessment.channels.active.value_or(1), std::nullopt),
            std::back_inserter(findings));
}

/// "sign", or a sec= that ends in "i": krb5i, ntlmsspi.
bool asks_to_sign(const MountEntry& entry) {
    return option_value(entry, "sign") || option_value(entry, "sec").value_or("").ends_with('i');
}

std::optional<std::chrono::microseconds> shortest_round_trip(const MountStatus& mount,
                                                             const Snapshot& seen) {
    std::optional<std::chrono::microseconds> shortest;
    if (!mount.assessment.server)
        return shortest;
    const auto* witness = witness_of(seen.answers.witnesses, *mount.assessment.server);
    if (witness == nullptr || !witness->connections)
        return shortest;
    const auto address = address_of(mount.group);
    for (const auto& connection : *witness->connections)
        if (connection.remote == address && connection.rtt &&
            connection.state == TcpState::established)
            shortest = std::min(shortest.value_or(*connection.rtt), *connection.rtt);
    return shortest;
}

std::optional<OpenHandles> most_opened_of(const MountStatus& mount, const Snapshot& seen) {
    if (!seen.open_files)
        return std::nullopt;
    for (const auto& entry : mount.group.entries)
        if (const auto key = seen.answers.sessions.find(entry.id);
            key != seen.answers.sessions.end())
            return most_opened(*seen.open_files, key->second.session_id, key->second.tree_id);
    return std::nullopt;
}

NoteFacts facts_of(const MountStatus& mount, const Snapshot& seen, bool azure_files) {
    NoteFacts facts;
    facts.azure_files = azure_files;
    facts.session = mount.assessment.session;
    facts.signing_asked = asks_to_sign(mount.group.entries.front());
    facts.azure_vm = seen.azure_vm;
    facts.devices = seen.answers.devices;
    if (facts.devices)
        for (auto& device : *facts.devices)
            device.leads_there =
                std::ranges::find(mount.nics, device.name, &Nic::name) != mount.nics.end();
    facts.round_trip = shortest_round_trip(mount, seen);
    facts.most_opened = most_opened_of(mount, seen);
    return facts;
}

}  // namespace

std::vector<Finding> surroundings_of(const MountStatus& mount, const Snapshot& seen) {
    const bool azure_files = is_at_azure_files(mount);
    std::vector<Finding> findings;
    add_kernel(findings, mount, seen, azure_files);
    const auto limit = defaults_of(Profile::azure_files).channel_limit;
    if (azure_files && mount.asked.channels.value_or(0) > limit)
        findings.push_back(make_finding("over-limit"));
    add_nics(findings, mount);
    for (auto& note : notes_of(facts_of(mount, seen, azure_files)))
        findings.push_back(std::move(note));
    return findings;
}

}  // namespace azfiles
