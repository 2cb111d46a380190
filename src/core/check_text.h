#pragma once

#include "core/check.h"
#include "core/status_text.h"

#include <string>
#include <vector>

namespace azfiles {

/// A line for what was seen, and two for each finding: what is wrong, what to do. At
/// most 80 columns where words allow.
std::string to_text(const CheckItem& item, Colour colour);

/// What all items come to, in one sentence.
std::string check_summary(const std::vector<CheckItem>& items);

}  // namespace azfiles
