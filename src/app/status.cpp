// azfiles status: every cifs mount of a machine, and why it has the channels it has.

#include "core/status.h"
#include "app/command.h"
#include "app/host_facts.h"
#include "app/output.h"
#include "base/child.h"
#include "base/quote.h"
#include "core/record.h"
#include "core/status_text.h"
#include "sys/nic.h"
#include "sys/tcon_info.h"

#include <unistd.h>

#include <array>
#include <climits>

namespace azfiles {
namespace {

constexpr std::chrono::milliseconds ioctl_deadline{1000};

std::optional<Record> record_of(const Root& root, const MountEntry& entry) {
    const auto text = root.read(fmt::format("run/azfiles/{}", entry.id).c_str());
    return text ? parse_record(*text) : std::nullopt;
}

/// Of any of the mount points that share the session.
std::optional<Record> record_of(const Root& root, const MountGroup& group) {
    for (const auto& entry : group.entries)
        if (auto record = record_of(root, entry); record && is_of(*record, entry))
            return record;
    return std::nullopt;
}

/// Of the state, what is of one mount; DebugData stays, which is large with many.
void look_at(const MountGroup& group, bool is_this_machine, MountState& state) {
    state.entry = group.entries.front();
    state.session_id.reset();
    state.tree_id.reset();
    state.kernel_log.reset();
    if (!is_this_machine)
        return;
    for (const auto& entry : group.entries) {
        const auto info = tcon_info_of(entry.mountpoint.c_str(), entry.id, ioctl_deadline);
        if (info) {
            state.session_id = info->session_id;
            state.tree_id = info->tree_id;
        }
        // A server that does not answer will not do so at another mount point.
        if (info || info.error().errnum == errnum_timed_out)
            return;
    }
}

MountStatus status_of(const MountGroup& group, const Root& root, bool is_this_machine,
                      MountState& state) {
    MountStatus status;
    status.group = group;
    const auto record = record_of(root, group);
    status.asked = asked_of(group.entries.front(), record);
    look_at(group, is_this_machine, state);
    if (record && !record->kernel_line.empty())
        state.kernel_log = {record->kernel_line};
    const auto share = parse_share(group.entries.front().source);
    if (share)
        status.assessment = assess(status.asked, *share, state, nullptr);
    else
        status.assessment.findings.push_back(
            make_finding("session-not-found", share.error().message));
    const auto address = address_of(group);
    if (is_this_machine && !address.empty())
        if (auto nic = nic_towards(root, address))
            status.nics.push_back(*std::move(nic));
    return status;
}

/// Empty where it is gone: a relative path then is taken from "/".
std::string working_directory() {
    std::array<char, PATH_MAX> path;
    return ::getcwd(path.data(), path.size()) == nullptr ? std::string{} : std::string{path.data()};
}

StatusReport gather(const CommandLine& line, const Root& root) {
    StatusReport report;
    report.kernel = judge_host_kernel(root);
    const auto mounts = mounts_of(root);
    if (!mounts) {
        report.mounts_unreadable = true;
        return report;
    }
    std::vector<std::string> mountpoints;
    for (const auto& word : line.words)
        mountpoints.push_back(
            as_mountpoint(word, line.is_this_machine() ? working_directory() : ""));
    auto selection = select_mounts(*mounts, mountpoints);
    report.not_cifs = std::move(selection.unknown);
    // One reading for all: it is one consistent picture, and large with many mounts.
    auto reading = selection.groups.empty() ? DebugDataReading{} : debugdata_of(root);
    MountState state;
    state.debugdata = std::move(reading.data);
    state.debugdata_missing = reading.missing;
    for (const auto& group : selection.groups)
        report.mounts.push_back(status_of(group, root, line.is_this_machine(), state));
    return report;
}

}  // namespace

Result<CheckCode> run_status(const CommandLine& line, const Root& root) {
    const auto report = gather(line, root);
    Status printed = ok;
    if (line.json) {
        auto json = to_json(head_of(line, root));
        add_status(json, report);
        printed = print_out(to_text(json));
    } else {
        printed = print_out(to_text(report, line.colour ? Colour::yes : Colour::no));
    }
    if (!printed)
        return std::move(printed).error();
    return is_incomplete(report) ? CheckCode::unknown : CheckCode::as_asked;
}

}  // namespace azfiles
