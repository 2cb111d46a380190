#pragma once

#include "base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// The files of a machine, or some of them, by their path: "proc/fs/cifs/DebugData".
using Files = std::map<std::string, std::string>;

struct TarMember {
    std::string name;
    std::string text;

    bool operator==(const TarMember&) const = default;
};

inline constexpr std::size_t tar_name_limit = 100;
inline constexpr std::size_t tar_member_limit = 4096;

/// What a member takes in an archive, in bytes, its header included.
std::size_t tar_size_of(std::size_t text_size);
/// What an archive takes besides its members.
inline constexpr std::size_t tar_end_size = 1024;

/// A ustar archive (POSIX.1-1988) of ordinary files, not compressed. `seconds` since
/// 1970 is when all of them were last changed. A name of more than tar_name_limit
/// bytes is a bug and throws.
std::string write_tar(const std::vector<TarMember>& members, std::uint64_t seconds);

/// The ordinary files of an archive in the format of ustar, as every tar(1) writes
/// it. Folders, links and devices are left out, and so are the records of pax and
/// GNU; "./" in front of a name is taken away.
///
/// An error, for such an archive is none of a machine's files: a header that is
/// damaged, a member that is not whole, no end, a name twice, a name that is
/// absolute or climbs (".."), more than tar_member_limit members.
Result<Files> read_tar(std::string_view archive);

}  // namespace azfiles
