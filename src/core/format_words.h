#pragma once

#include <string_view>

namespace azfiles {

/// A word that DebugData, mountinfo, fstab, a record or the kernel log of the SMB
/// client is made of, in lower case: "session", "seal", "failed". Whoever replaces
/// names in these texts must leave it where it says what something is.
bool is_format_word(std::string_view word);

}  // namespace azfiles
