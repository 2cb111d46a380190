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

/// The mount that is seen at `mountpoint`: of several the one that none of the
/// others lies on. Null where there is none.
const MountEntry* visible_mount(const std::vector<MountEntry>& mounts,
                                const std::string& mountpoint) {
    const MountEntry* top = nullptr;
    for (const auto& entry : mounts) {
        const bool covered = std::ranges::any_of(mounts, [&entry](const MountEntry& other) {
            return other.parent == entry.id && other.mountpoint == entry.mountpoint;
        });
        if (entry.mountpoint == mountpoint && !covered)
            top = &entry;
    }
    return top;
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
