#pragma once

#include "core/assess.h"

#include <string>
#include <string_view>

namespace azfiles {

enum class Colour { no, yes };

/// `text` in the colour of a verdict.
std::string coloured(std::string_view text, Verdict verdict, Colour colour);

}  // namespace azfiles
