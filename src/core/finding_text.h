#pragma once

#include "core/finding.h"

#include <string>
#include <string_view>

namespace azfiles {

/// "  to do       …": a label and its sentences, broken between words to fit the width.
/// `foreign` is made safe to show, keys taken out.
std::string labelled(std::string_view label, std::string_view foreign);

/// A finding with its id, and below it what was seen and what to do.
std::string finding_text(const Finding& finding);

}  // namespace azfiles
