#include "core/status.h"

#include "base/quote.h"
#include "base/text.h"
#include "core/status_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace azfiles {
namespace {

bool same_superblock(const MountEntry& left, const MountEntry& right) {
    return left.major == right.major && left.minor == right.minor;
}

/// Of any of the mount points that share the session.
const Record* record_of(const std::map<int, Record>& records, const MountGroup& group) {
    for (const auto& entry : group.entries)
        if (const auto at = records.find(entry.id); at != records.end() && is_of(at->second, entry))
            return &at->second;
    return nullptr;
}

/// Of the state, what is of one mount; DebugData and the log stay, which are large.
void set_mount(MountState& state, const MountGroup& group, const Answers& answers,
               const Record* record) {
    state.entry = group.entries.front();
    state.session_id.reset();
    state.tree_id.reset();
    for (const auto& entry : group.entries)
        if (const auto at = answers.sessions.find(entry.id); at != answers.sessions.end()) {
            state.session_id = at->second.session_id;
            state.tree_id = at->second.tree_id;
            break;
        }
    state.recorded_line = record == nullptr ? std::string{} : record->kernel_line;
}

/// More channels are wanted than the mount asks for.
void want_more(MountStatus& status, int wanted) {
    auto& seen = status.assessment;
    const auto limit = seen.channels.limit;
    status.asked = {wanted, true};
    if (!seen.channels.active || *seen.channels.active >= wanted)
        return;
    auto finding = make_finding("fewer-than-wanted", fmt::format("{}", wanted),
                                limit ? fmt::format("max_channels={}", *limit) : "no max_channels");
    if (seen.verdict == Verdict::as_asked) {
        seen.verdict = Verdict::degraded;
        seen.findings.insert(seen.findings.begin(), std::move(finding));
    } else {
        seen.findings.push_back(std::move(finding));
    }
}

MountStatus judge_mount(MountGroup group, const Snapshot& seen, MountState& state,
                        std::optional<int> wanted) {
    MountStatus status;
    const auto* record = record_of(seen.records, group);
    const auto& entry = group.entries.front();
    status.asked = asked_of(entry, record == nullptr ? std::nullopt : std::optional{*record});
    const bool asked_enough = wanted && status.asked.channels.value_or(1) >= *wanted;
    if (asked_enough)
        status.asked = {wanted, true};
    set_mount(state, group, seen.answers, record);
    if (const auto share = parse_share(entry.source))
        status.assessment = assess(status.asked, *share, state, nullptr);
    else
        status.assessment.findings.push_back(
            make_finding("session-not-found", share.error().message));
    if (wanted && !asked_enough)
        want_more(status, *wanted);
    if (const auto nic = seen.answers.nics.find(address_of(group)); nic != seen.answers.nics.end())
        status.nics.push_back(nic->second);
    status.group = std::move(group);
    status.surroundings = surroundings_of(status, seen);
    return status;
}

/// What became of the promises that bear on `places`, or of all where that is empty.
void add_promises(StatusReport& report, const Snapshot& snapshot,
                  const std::vector<std::string>& places) {
    report.promises = look_for(snapshot.expected.shares, *snapshot.mounts);
    if (!places.empty()) {
        std::erase_if(report.promises, [&places](const PromiseState& state) {
            return std::ranges::find(places, state.share.place) == places.end();
        });
        // What is promised is a share, also while something else, or nothing, is there.
        std::erase_if(report.not_cifs, [&report](const std::string& mountpoint) {
            return std::ranges::any_of(report.promises, [&mountpoint](const PromiseState& state) {
                return state.share.place == mountpoint;
            });
        });
    }
    // One that is named and known for what it is has no need of what is not known.
    if (places.empty() || !report.not_cifs.empty())
        for (const auto& sentence : snapshot.expected.unknown)
            report.unknown_promises.push_back(
                make_finding("promise-unreadable", fmt::format(": {}", printable(sentence)), ""));
}

}  // namespace

std::vector<MountGroup> group_mounts(const std::vector<MountEntry>& mounts) {
    std::vector<MountGroup> groups;
    for (const auto& entry : mounts) {
        if (!is_cifs(entry))
            continue;
        const auto group = std::ranges::find_if(groups, [&entry](const MountGroup& known) {
            return same_superblock(known.entries.front(), entry);
        });
        if (group == groups.end())
            groups.push_back({{entry}});
        else
            group->entries.push_back(entry);
    }
    return groups;
}

std::string as_mountpoint(std::string_view path, std::string_view directory) {
    std::string whole;
    for (const auto part : {path.starts_with('/') ? std::string_view{} : directory, path})
        for (const auto name : words(part, "/"))
            if (name != ".")
                whole += fmt::format("/{}", name);
    return whole.empty() ? "/" : whole;
}

Selection select_mounts(const std::vector<MountEntry>& mounts,
                        const std::vector<std::string>& mountpoints) {
    Selection selection;
    selection.groups = group_mounts(mounts);
    if (mountpoints.empty())
        return selection;
    std::vector<int> wanted;
    for (const auto& mountpoint : mountpoints) {
        const auto* seen = visible_mount(mounts, mountpoint);
        if (seen != nullptr && is_cifs(*seen))
            wanted.push_back(seen->id);
        else
            selection.unknown.push_back(mountpoint);
    }
    std::erase_if(selection.groups, [&wanted](const MountGroup& group) {
        return std::ranges::none_of(group.entries, [&wanted](const MountEntry& entry) {
            return std::ranges::find(wanted, entry.id) != wanted.end();
        });
    });
    return selection;
}

namespace {

/// Where the connections of a server lead, and who saw them.
struct Ways {
    std::set<std::string> addresses;  ///< its own, and those that it advertised for channels
    const Witness* witness = nullptr;
};

void set_connections(ServerStatus& server, const Ways& ways) {
    if (ways.witness == nullptr)
        return;
    server.why_no_connections = ways.witness->why;
    if (!ways.witness->connections)
        return;
    server.connections.emplace();
    std::ranges::copy_if(
        *ways.witness->connections, std::back_inserter(*server.connections),
        [&ways](const std::string& remote) { return ways.addresses.contains(remote); },
        &Connection::remote);
}

std::vector<ServerStatus> servers_of(const std::vector<MountStatus>& mounts,
                                     const std::vector<Witness>& witnesses) {
    std::vector<ServerStatus> servers;
    std::vector<Ways> ways;
    std::map<std::string, std::size_t> index;
    std::set<std::pair<std::string, std::string>> sessions;
    for (const auto& mount : mounts) {
        const auto address = address_of(mount.group);
        if (address.empty())
            continue;
        const auto [at, is_new] = index.try_emplace(address, servers.size());
        if (is_new) {
            servers.push_back({address, {}, 0, {}, {}, {}});
            ways.push_back({{address}, nullptr});
        }
        auto& server = servers[at->second];
        ++server.mounts;
        const auto& seen = mount.assessment;
        if (seen.server)
            server.net_namespace = seen.server->net_namespace;
        if (!seen.session || !sessions.insert({address, seen.session->id}).second)
            continue;
        server.channels = server.channels.value_or(0) + seen.channels.active.value_or(0);
        auto& way = ways[at->second];
        for (const auto& interface : seen.session->interfaces)
            way.addresses.insert(interface.address);
        if (way.witness == nullptr && seen.server)
            way.witness = witness_of(witnesses, *seen.server);
    }
    for (std::size_t i = 0; i < servers.size(); ++i)
        set_connections(servers[i], ways[i]);
    return servers;
}

}  // namespace

std::vector<std::string> with_links_followed(const std::vector<std::string>& mountpoints,
                                             const std::vector<ExpectedShare>& shares) {
    auto places = mountpoints;
    for (auto& place : places)
        if (const auto at = std::ranges::find(shares, place, &ExpectedShare::mountpoint);
            at != shares.end())
            place = at->place;
    return places;
}

StatusReport judge(Snapshot snapshot, const std::vector<std::string>& mountpoints,
                   std::optional<int> wanted) {
    StatusReport report;
    report.kernel = snapshot.kernel;
    if (!snapshot.mounts) {
        report.mounts_unreadable = true;
        return report;
    }
    const auto places = with_links_followed(mountpoints, snapshot.expected.shares);
    auto selection = select_mounts(*snapshot.mounts, places);
    report.not_cifs = std::move(selection.unknown);
    add_promises(report, snapshot, places);
    MountState state;
    state.witnesses = &snapshot.answers.witnesses;
    state.kernel_log = snapshot.answers.kernel_log;
    state.debugdata = std::move(snapshot.debugdata);
    state.debugdata_missing = snapshot.debugdata_missing;
    state.debugdata_killed = snapshot.debugdata_killed;
    for (auto& group : selection.groups)
        report.mounts.push_back(judge_mount(std::move(group), snapshot, state, wanted));
    report.servers = servers_of(report.mounts, snapshot.answers.witnesses);
    return report;
}

std::vector<PromiseState> missing_of(const StatusReport& report) {
    std::vector<PromiseState> missing;
    std::ranges::copy_if(report.promises, std::back_inserter(missing),
                         [](const PromiseState& state) { return state.finding.has_value(); });
    return missing;
}

std::vector<Finding> findings_of(const MountStatus& mount) {
    auto findings = mount.assessment.findings;
    findings.insert(findings.end(), mount.surroundings.begin(), mount.surroundings.end());
    return findings;
}

std::string address_of(const MountGroup& group) {
    return option_value(group.entries.front(), "addr").value_or("");
}

bool is_incomplete(const StatusReport& report) {
    return report.mounts_unreadable || !report.not_cifs.empty() ||
           std::ranges::any_of(report.mounts, [](const MountStatus& mount) {
               return mount.assessment.verdict == Verdict::unknown;
           });
}

}  // namespace azfiles
