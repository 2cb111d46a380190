#pragma once

#include "base/result.h"
#include "base/unique_fd.h"
#include "core/file_rights.h"
#include "sys/memory_files.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace azfiles {

/// The host's files, read-only, below one directory: "/" for the installed
/// program, a fixture tree for a test; or in memory. Everything this project
/// reads of /proc, /sys and /etc comes through here, so a test describes a whole
/// host as a folder of small files.
///
/// No option or environment variable of mount.azfiles chooses the directory:
/// with the set-user-ID bit that would let its caller forge the evidence.
///
/// Paths may begin with "/" or not; either way they, and the symbolic links on
/// their way, stay below the root. Links that the kernel makes up (the
/// /proc/PID/exe, cwd, root and fd of proc(5)) are not followed; /proc/self,
/// /proc/net and /proc/mounts are ordinary links and are.
///
/// Nothing here has a deadline: files that may block belong in run_in_child().
class Root {
public:
    static constexpr std::size_t file_limit = std::size_t{1} << 20;
    static constexpr std::size_t list_limit = 1024;

    static Result<Root> open(const char* directory);

    /// A machine in memory, as sys/memory_files describes it.
    static Root from_files(std::map<std::string, std::string> files) {
        return Root{MemoryFiles{std::move(files)}};
    }

    /// The contents of the file at `path`. Longer than `limit` bytes is EFBIG: no
    /// file read here is large, unless someone made it so.
    Result<std::string> read(const char* path, std::size_t limit = file_limit) const;

    /// The same file, open for reading and not read; never blocks on a FIFO.
    /// EOPNOTSUPP for a machine in memory.
    Result<UniqueFd> open_file(const char* path) const;

    /// Who may do what with what stands at `path`, links followed. It is not opened.
    /// EOPNOTSUPP for a machine in memory.
    Result<FileRights> rights(const char* path) const;

    /// Whether there is something at `path`, of any type. ENOENT and ENOTDIR on
    /// the way are "no"; a folder that may not be searched is an error, since it
    /// hides the answer.
    Result<bool> exists(const char* path) const;

    /// The names in `directory`, sorted by bytes, without "." and "..". More than
    /// `limit` of them is EFBIG.
    Result<std::vector<std::string>> list(const char* directory,
                                          std::size_t limit = list_limit) const;

    /// Where the symbolic link at `path` points, as it is written there. At most
    /// PATH_MAX bytes. EINVAL where `path` is no link.
    Result<std::string> link_target(const char* path) const;

private:
    explicit Root(UniqueFd directory) : directory_{std::move(directory)} {}
    explicit Root(MemoryFiles files) : memory_{std::move(files)} {}

    UniqueFd directory_;
    std::optional<MemoryFiles> memory_;  ///< then there is no directory
};

/// Of an open file.
Result<FileRights> rights_of(const UniqueFd& fd, const char* path);

}  // namespace azfiles
