#pragma once

#include "core/assess.h"

#include <optional>
#include <string>
#include <string_view>

namespace azfiles {

/// What mount.azfiles remembers of a mount in /run/azfiles/MOUNTID, so that
/// `azfiles` knows what was asked. Best effort and no secret. The kernel uses
/// mount ids again: a record counts only where source and device agree.
struct Record {
    std::string source;
    unsigned major = 0;
    unsigned minor = 0;
    int channels = 1;
    bool by_user = false;
    std::string profile;
    /// The kernel's line that told why channels are missing; empty: none did. It
    /// leaves the kernel log in time, and others may not read it there.
    std::string kernel_line;

    bool operator==(const Record&) const = default;
};

/// Lines "name=value", as parse_record() reads them.
std::string to_string(const Record& record);

/// Nothing where a field is missing or no number, or no mount has such channels.
std::optional<Record> parse_record(std::string_view text);

/// The record is one of this mount.
bool is_of(const Record& record, const MountEntry& entry);

/// What a mount asked for: by its record, else by what /proc/mounts shows.
Asked asked_of(const MountEntry& entry, const std::optional<Record>& record);

}  // namespace azfiles
