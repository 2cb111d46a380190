#pragma once

#include "base/result.h"
#include "base/secret.h"

#include <string>

namespace azfiles {

/// Who a new file is for.
struct FileOwner {
    unsigned uid = 0;
    unsigned gid = 0;
};

/// Makes the file `path` with `contents`, mode 0600, the owner's where this process is
/// root and the caller's where it is not. It is there as a whole or not at all, and never
/// over anything: EEXIST where something stands at `path`, a dangling link too. ELOOP where
/// a folder of `path` is a link. Ended by a signal it leaves nothing behind, but for file
/// systems without O_TMPFILE.
Status write_new_file(const std::string& path, const Secret& contents, FileOwner owner);

}  // namespace azfiles
