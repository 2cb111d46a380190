#pragma once

#include "core/credential_check.h"
#include "sys/root.h"

#include <cstddef>
#include <optional>
#include <string>

namespace azfiles {

/// A credentials file is a few lines; more is some other file.
inline constexpr std::size_t credential_file_limit = std::size_t{64} << 10;

/// The file at `path`, absolute and below `root`, with the links on its way followed, and
/// the folders on that way. What can't be seen is nothing, with the reason. Only a
/// regular file is read, and its rights and text are of the same open file. Takes no
/// longer than a few seconds unless a file system dies in between.
CredentialFile look_at_credential_file(const Root& root, const std::string& path);

/// The rights to what stands at `path` below `root`, as far as they can be seen in time.
/// `absent`: it was seen that there is nothing.
struct SeenRights {
    std::optional<FileRights> rights;
    bool absent = false;
};
SeenRights credential_file_rights(const Root& root, const std::string& path);

}  // namespace azfiles
