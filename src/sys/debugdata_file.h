#pragma once

#include "base/result.h"
#include "sys/root.h"

#include <chrono>
#include <cstddef>
#include <string>

namespace azfiles {

inline constexpr std::size_t debugdata_limit = std::size_t{64} << 20;
inline constexpr std::chrono::milliseconds debugdata_deadline{2000};

/// The text of /proc/fs/cifs/DebugData, at most debugdata_limit bytes.
///
/// Read by a child, because reading it makes some kernels kill the reader
/// (before "smb: client: fix oops due to unset link speed", Linux 6.14).
///
/// errnum tells the failures apart: ENOENT the file does not exist (the cifs
/// module is not loaded); errnum_timed_out; errnum_child_died the kernel killed
/// the reader; any other, it is not readable.
Result<std::string> read_debugdata(const Root& root,
                                   std::chrono::milliseconds deadline = debugdata_deadline);

/// The text of /proc/fs/cifs/open_files (mode 0400), read in the same way and within
/// the same limits: before Linux 6.9 reading it may kill the reader too.
Result<std::string> read_open_files(const Root& root,
                                    std::chrono::milliseconds deadline = debugdata_deadline);

}  // namespace azfiles
