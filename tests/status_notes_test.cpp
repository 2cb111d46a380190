#include "core/status_notes.h"

#include "sessions.h"

#include <doctest/doctest.h>

using namespace azfiles;
using namespace azfiles::test;

namespace {

MountEntry azure_entry(const std::string& options = "rw,addr=10.7.1.2,max_channels=4") {
    MountEntry entry;
    entry.id = 40;
    entry.minor = 50;
    entry.mountpoint = "/mnt/share";
    entry.type = "cifs";
    entry.source = "//contoso.file.core.windows.net/share";
    entry.super_options = options;
    return entry;
}

Snapshot snapshot_with(Session session, const MountEntry& entry = azure_entry()) {
    Snapshot seen;
    seen.mounts = {entry};
    seen.debugdata = data_of(std::move(session));
    return seen;
}

/// Ids of what is said beside the session.
std::string said_of(const Snapshot& seen) {
    const auto report = judge(seen, {});
    std::string ids;
    for (const auto& finding : report.mounts.at(0).surroundings)
        ids += (ids.empty() ? "" : " ") + finding.id;
    return ids;
}

KernelJudgement too_old() {
    KernelJudgement kernel;
    kernel.verdict = KernelVerdict::too_old;
    kernel.reason = "it is too old";
    return kernel;
}

}  // namespace

TEST_CASE("a mount that is well has nothing beside it") {
    CHECK(said_of(snapshot_with(good_session(4))).empty());
}

TEST_CASE("the kernel is named where channels are missing, the table for Azure Files alone") {
    auto seen = snapshot_with(good_session(1));
    seen.kernel = too_old();
    CHECK(said_of(seen) == "kernel-too-old");
    seen.debugdata = data_of(good_session(4));
    CHECK(said_of(seen).empty());

    auto elsewhere = azure_entry();
    elsewhere.source = "//nas.example/share";
    auto session = good_session(1);
    session.shares[1].unc = R"(\\nas.example\share)";
    seen = snapshot_with(session, elsewhere);
    seen.kernel = too_old();
    CHECK(said_of(seen).empty());
    seen.kernel->advisories.emplace_back();
    seen.kernel->advisories.back().unsafe_for_multichannel = true;
    CHECK(said_of(seen) == "kernel-advisory");
}

TEST_CASE("more than four channels are over the limit at Azure Files") {
    CHECK(said_of(snapshot_with(good_session(8), azure_entry("addr=10.7.1.2,max_channels=8"))) ==
          "over-limit");
}

TEST_CASE("one receive queue for several channels, and devices that lead nowhere") {
    auto seen = snapshot_with(good_session(4));
    Nic nic;
    nic.name = "eth0";
    nic.rx_queues = 1;
    seen.answers.nics["10.7.1.2"] = nic;
    CHECK(said_of(seen) == "single-queue-nic");
    Ethernet there{"eth0", "hv_netvsc", "", true, true, false};
    Ethernet other{"eth1", "virtio_net", "", true, true, false};
    seen.answers.devices = {there, other};
    CHECK(said_of(seen) == "single-queue-nic second-nic-unused");
    seen.azure_vm = true;
    CHECK(said_of(seen) == "single-queue-nic no-accelerated-networking second-nic-unused");
}

TEST_CASE("the shortest round trip to the server's address counts") {
    auto seen = snapshot_with(good_session(2), azure_entry("addr=10.7.1.2,max_channels=2"));
    Connection far;
    far.remote = "10.7.1.2";
    far.rtt = std::chrono::milliseconds{30};
    far.last_received = std::chrono::milliseconds{0};
    Witness witness;
    witness.connections = {far, far};
    seen.answers.witnesses = {witness};
    CHECK(said_of(seen) == "server-far-away");
    seen.answers.witnesses[0].connections->at(1).rtt = std::chrono::milliseconds{2};
    CHECK(said_of(seen).empty());
}

TEST_CASE("signing that the options ask for, and encryption, have their price") {
    auto session = good_session(4);
    session.signed_ = true;
    CHECK(said_of(snapshot_with(session)) == "signing-cost");
    session.encrypted = true;
    CHECK(said_of(snapshot_with(session)) == "encryption-cost");
}

TEST_CASE("handles are counted for the mount's own session and tree") {
    auto session = good_session(4);
    session.shares[1].tid = "0x5";
    auto seen = snapshot_with(session);
    seen.answers.sessions[40] = {session.id, "0x5"};
    std::string text =
        "# Version:1\n# Format:\n"
        "# <tree id> <ses id> <persistent fid> <flags> <count> <pid> <uid> <filename>\n";
    for (int i = 0; i < 1900; ++i)
        text += "0x5 0x1001 0x" + std::to_string(i) + " 0x8000 1 100 0 hot.db\n";
    seen.open_files = text;
    CHECK(said_of(seen) == "handle-limit-near");
    seen.answers.sessions[40] = {session.id, "0x6"};
    CHECK(said_of(seen).empty());
}
