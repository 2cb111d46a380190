#include "core/status.h"

#include "base/quote.h"
#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace azfiles {
namespace {

bool same_superblock(const MountEntry& left, const MountEntry& right) {
    return left.major == right.major && left.minor == right.minor;
}

bool has_mountpoint(const MountGroup& group, const std::string& mountpoint) {
    return std::ranges::find(group.entries, mountpoint, &MountEntry::mountpoint) !=
           group.entries.end();
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

Selection select_mounts(std::vector<MountGroup> groups,
                        const std::vector<std::string>& mountpoints) {
    if (mountpoints.empty())
        return {std::move(groups), {}};
    Selection selection;
    for (const auto& mountpoint : mountpoints)
        if (std::ranges::none_of(groups,
                                 [&](const auto& g) { return has_mountpoint(g, mountpoint); }))
            selection.unknown.push_back(mountpoint);
    for (auto& group : groups)
        if (std::ranges::any_of(mountpoints,
                                [&](const auto& m) { return has_mountpoint(group, m); }))
            selection.groups.push_back(std::move(group));
    return selection;
}

std::vector<Finding> findings_of(const MountStatus& mount) {
    auto findings = mount.assessment.findings;
    const bool several = mount.assessment.channels.active.value_or(1) > 1;
    for (const auto& nic : mount.nics)
        if (several && nic.rx_queues == 1)
            findings.push_back(make_finding("single-queue-nic", printable(nic.name), ""));
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
