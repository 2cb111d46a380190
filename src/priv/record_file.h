#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

namespace azfiles {

inline constexpr const char* record_folder = "/run/azfiles";

/// Writes `text` to /run/azfiles/MOUNTID, readable by everyone, whole or not at
/// all. The folder is made where it is missing. No link is followed.
Status write_record(int mount_id, std::string_view text);

}  // namespace azfiles
