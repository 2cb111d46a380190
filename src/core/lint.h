#pragma once

#include "core/expected.h"
#include "core/file_rights.h"
#include "core/option_names.h"
#include "core/placed_finding.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// What was seen of a file that credentials= names, or of a mount point.
struct SeenFile {
    std::string path;
    std::optional<FileRights> rights;  ///< nothing: could not be seen
    bool absent = false;               ///< it was seen that there is none
};

/// What lint knows of the machine.
struct LintMachine {
    /// Of the running kernel; nothing: it can't be asked.
    std::optional<KernelOptions> options;
    std::optional<bool> azure_vm;
    /// Files that were looked at. One that is not here is not spoken of.
    std::vector<SeenFile> files;
    std::vector<SeenFile> places;  ///< the same of mount points that nothing is mounted on
};

struct LintInput {
    struct File {
        std::string path;
        std::string text;
    };

    std::vector<File> fstabs;
    UnitFiles units;
    LintMachine machine;
};

/// A line of fstab or a unit that speaks of a share.
struct LintSubject {
    std::string file;
    std::size_t line = 0;  ///< 0: of a unit
    std::string title;     ///< "//host/share on /mnt/data", fit to be shown; may be empty
    std::vector<PlacedFinding> findings;
};

struct LintReport {
    std::vector<LintSubject> subjects;  ///< fstab's lines first
    std::vector<PlacedFinding> unseen;  ///< what could not be looked at
};

/// The faults of all lines and units of types azfiles, cifs and smb3, and of lines that
/// were meant to be one and fell apart. No finding holds a password, nor what may be the
/// piece of one.
LintReport lint(const LintInput& input);

/// The absolute paths that credentials= and cred= name there.
std::vector<std::string> credential_paths(const LintInput& input);

/// The mount points of shares in fstab, absolute, as mountinfo would have them.
std::vector<std::string> share_places(const LintInput& input);

std::vector<PlacedFinding> findings_of(const LintReport& report);

/// A line for each that is as it should be; the findings of the others.
std::string to_text(const LintReport& report);

}  // namespace azfiles
