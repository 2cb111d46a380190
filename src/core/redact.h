#pragma once

#include <string>
#include <string_view>

namespace azfiles {

/// `text` with everything that looks like a storage account key replaced by
/// "[key removed]": a run of 80 or more characters of base64. A key put where an
/// option belongs is repeated by the kernel in its messages; it must not be by us.
std::string redacted(std::string_view text);

}  // namespace azfiles
