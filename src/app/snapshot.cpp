#include "app/snapshot.h"

#include "app/host_facts.h"
#include "app/machine.h"
#include "base/child.h"
#include "core/status.h"
#include "sys/debugdata_file.h"
#include "sys/ethernet.h"
#include "sys/host_facts.h"
#include "sys/kernel_log.h"
#include "sys/nic.h"
#include "sys/probe.h"
#include "sys/sock_diag.h"
#include "sys/tcon_info.h"
#include "sys/unit_files.h"

#include <fmt/format.h>

#include <cerrno>

namespace azfiles {
namespace {

constexpr std::chrono::milliseconds ioctl_deadline{1000};
// A server that is there answers within its round trip; a second SYN goes out after
// a second, should the first get lost.
constexpr std::chrono::milliseconds port_deadline{1300};

std::optional<Record> record_of(const Root& root, const MountEntry& entry) {
    const auto text = root.read(fmt::format("run/azfiles/{}", entry.id).c_str());
    return text ? parse_record(*text) : std::nullopt;
}

/// Asks at one mount point after the other which session carries the mount.
void ask_session(const MountGroup& group, Answers& answers) {
    for (const auto& entry : group.entries) {
        const auto info = tcon_info_of(entry.mountpoint.c_str(), entry.id, ioctl_deadline);
        if (info)
            answers.sessions[entry.id] = {info->session_id, info->tree_id};
        // A server that does not answer will not do so at another mount point.
        if (info || info.error().errnum == errnum_timed_out)
            return;
    }
}

/// What is heard of the servers right now, in this process's network namespace.
Witness ask_witness(const DebugData& data) {
    Witness witness;
    witness.net_namespace = own_net_namespace();
    auto connections = tcp_connections();
    if (connections)
        witness.connections = *std::move(connections);
    else
        witness.why = connections.error().message;
    const auto addresses = addresses_to_ask(data, witness, probe_limit);
    const auto states = probe_ports(addresses, smb_port, port_deadline);
    for (std::size_t i = 0; i < addresses.size(); ++i)
        if (states[i])
            witness.ports[addresses[i]] = *states[i];
    return witness;
}

}  // namespace

Answers ask_machine(const Root& root, const std::vector<MountGroup>& groups,
                    const DebugData* data) {
    Answers answers;
    answers.devices = ethernet_devices(root);
    answers.kernel_log = KernelLog::whole().lines();
    if (data != nullptr)
        answers.witnesses.push_back(ask_witness(*data));
    for (const auto& group : groups) {
        ask_session(group, answers);
        const auto address = address_of(group);
        if (address.empty() || answers.nics.contains(address))
            continue;
        if (auto nic = nic_towards(root, address))
            answers.nics[address] = *std::move(nic);
    }
    return answers;
}

Expected expected_of(const Root& root, const std::vector<MountEntry>& mounts) {
    const auto text = root.read("etc/fstab");
    auto expected = expected_shares(text ? parse_fstab(*text) : Fstab{}, unit_files(root));
    if (!text && text.error().errnum != ENOENT)
        expected.unknown.push_back("/etc/fstab could not be read");
    // Where links matter nothing is seen at the place as it is written.
    for (auto& share : expected.shares)
        if (visible_mount(mounts, share.place) == nullptr)
            share.place = with_links_followed(root, share.mountpoint, mounts);
    return expected;
}

Snapshot take_snapshot(const Root& root, bool is_this_machine,
                       const std::vector<std::string>& mountpoints) {
    Snapshot snapshot;
    snapshot.kernel = judge_host_kernel(root);
    snapshot.mounts = mounts_of(root);
    if (!snapshot.mounts)
        return snapshot;
    auto recording = is_this_machine ? std::nullopt : recording_of(root);
    snapshot.expected = recording && recording->expected ? *std::move(recording->expected)
                                                         : expected_of(root, *snapshot.mounts);
    const auto places = with_links_followed(mountpoints, snapshot.expected.shares);
    const auto groups = select_mounts(*snapshot.mounts, places).groups;
    if (groups.empty())
        return snapshot;
    for (const auto& group : groups)
        for (const auto& entry : group.entries)
            if (auto record = record_of(root, entry))
                snapshot.records[entry.id] = *std::move(record);
    // One reading for all: it is one consistent picture, and large with many mounts.
    auto reading = debugdata_of(root);
    snapshot.debugdata = std::move(reading.data);
    snapshot.debugdata_missing = reading.missing;
    snapshot.debugdata_killed = reading.killed;
    snapshot.azure_vm = is_azure_vm(root);
    if (auto text = read_open_files(root))
        snapshot.open_files = *std::move(text);
    if (is_this_machine) {
        const auto* data = snapshot.debugdata ? &*snapshot.debugdata : nullptr;
        snapshot.answers = ask_machine(root, groups, data);
    } else if (recording) {
        snapshot.debugdata_missing = reading.missing && !recording->debugdata_unreadable;
        snapshot.debugdata_killed = reading.killed || recording->debugdata_killed;
        snapshot.answers = std::move(recording->answers);
    }
    return snapshot;
}

}  // namespace azfiles
