#pragma once

#include "base/result.h"
#include "base/secret.h"

#include <string>

namespace azfiles {

/// A credentials file is a few lines; more is some other file.
inline constexpr std::size_t credentials_limit = 64 * 1024;

/// The contents of a file that holds a secret, and whether other users may read
/// it, both of the same open descriptor.
struct TrustedFile {
    Secret contents;
    bool readable_by_others = false;
};

/// Reads `path`, which may be relative, as the caller. Refused, with an Error of
/// kind system that never shows what is in it: missing, not readable, not a
/// regular file, writable by others than its owner, larger than
/// credentials_limit. Symbolic links are followed: the checks are of the file.
Result<TrustedFile> read_trusted_file(const std::string& path);

}  // namespace azfiles
