#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// One line of fstab(5), with the octal escapes undone.
struct FstabEntry {
    std::string source;      ///< "//host/share/dir"; as written, not checked
    std::string mountpoint;  ///< as written: "none", relative, with slashes at its end
    std::string type;
    /// With the escapes undone before it is split, as mount(8) does: \054 is a
    /// comma like any other. Empty where the line ends before it.
    std::string options;
    int freq = 0;
    int passno = 0;
    std::size_t line = 0;  ///< from 1

    bool operator==(const FstabEntry&) const = default;
};

/// Why a line is no entry.
enum class FstabFault {
    no_mountpoint,  ///< the line ends before it
    no_type,        ///< the line ends before it
    bad_number,     ///< freq or passno is no number that an int holds
    bad_escape,     ///< \000, or \400 and above, which are no character
    nul,            ///< a NUL byte
    too_long,       ///< fstab_line_limit
};

/// "has no type of file system": what a sentence about the line ends in.
std::string_view to_string(FstabFault fault);

struct FstabProblem {
    std::size_t line = 0;  ///< from 1
    FstabFault fault{};
    /// The first and the third field as far as there are such, to tell whose
    /// business the line is. Not for a message: with a line that fell apart, a
    /// password may stand anywhere.
    std::string source;
    std::string type;

    bool operator==(const FstabProblem&) const = default;
};

struct Fstab {
    std::vector<FstabEntry> entries;
    std::vector<FstabProblem> problems;  ///< in the order of lines

    bool operator==(const Fstab&) const = default;
};

/// The longest line that is an entry, without its end. systemd reads fstab with
/// glibc's getmntent(3), which forgets what comes behind; libmount does not.
inline constexpr std::size_t fstab_line_limit = 4094;

/// Reads fstab as libmount does (checked against it), for it decides which entry
/// belongs to whom: one that mount(8) would read in another way must not be read
/// here. A line that can't be read costs itself only. On purpose stricter:
///
/// - \000 and \400 to \777 are refused. libmount cuts the field there, or takes
///   the number modulo 256, and a person sees another name than it does.
/// - freq and passno are plain numbers: no "+", no overflow.
/// - A line with a NUL byte is refused. libmount does so too, but takes what
///   stands before the NUL in a last line without an end.
/// - fstab_line_limit.
///
/// What stands behind passno is ignored, as it is there: "0 0 # a comment".
Fstab parse_fstab(std::string_view text);

}  // namespace azfiles
