#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

namespace azfiles {

/// A directory of an SMB share: //host/name[/directory].
struct Share {
    std::string host;       ///< a name, or a numeric address without brackets
    std::string name;       ///< of the share, case as given
    std::string directory;  ///< below the share, "a/b"; empty for its root

    bool operator==(const Share&) const = default;
};

/// Reads //host/share[/dir], \\host\share[\dir], and https://host/share and
/// smb://host/share as portals show them. A URL with a query, a fragment, a
/// user or a port is refused without being repeated: a query may be a token.
/// Nothing that climbs ("..") and no control character passes.
Result<Share> parse_share(std::string_view spec);

/// //host/share[/dir]: what the kernel is given and /proc/mounts shows.
std::string to_string(const Share& share);

/// The UNC of the share as DebugData shows it: \\host\share.
std::string unc_of(const Share& share);

/// A source as it may be shown: //host/share[/dir] for every spelling of one. What is
/// no share, and may hold a token or a password, is not repeated.
std::string shown_source(std::string_view spec);

/// Same host (without case, as the kernel compares), same share and directory.
bool same_share(const Share& left, const Share& right);

}  // namespace azfiles
