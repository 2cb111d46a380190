#pragma once

#include <optional>
#include <string>

namespace azfiles {

/// Who may do what with a file, as stat(2) tells it.
struct FileRights {
    unsigned mode = 0;  ///< the lower twelve bits of st_mode
    unsigned uid = 0;
    unsigned gid = 0;
    bool is_file = false;    ///< regular
    bool is_folder = false;  ///< neither: a device, a socket, a FIFO

    bool operator==(const FileRights&) const = default;
};

}  // namespace azfiles
