#pragma once

#include <string>
#include <string_view>

namespace azfiles {

/// `text` with everything that looks like a storage account key or token replaced
/// by "[key removed]": a run of 80 or more characters of base64, and what stands
/// behind "sig=". A key put where an option belongs is repeated by the kernel in its
/// messages; it must not be by us.
std::string redacted(std::string_view text);

/// The same, and without what stands behind "password=" and any other name that
/// begins with "pass", up to a comma or blank, and before the "@" of a URL: for what
/// leaves the machine.
std::string without_secrets(std::string_view text);

}  // namespace azfiles
