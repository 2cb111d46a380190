#pragma once

#include "core/kernel.h"
#include "core/kernel_release.h"

#include <span>

namespace azfiles {

/// Reads a file of support.d; the format stands at the head of the shipped
/// files. A row that can't be used costs itself only: it is left out and named
/// in `problems`, with file and line. An error is a file that is no text or
/// over the limits.
Result<SupportData> parse_support_data(std::string_view text, std::string_view file_name);

/// Files in the order of their weight, the heaviest last: its row for the same
/// (id, version, environment), and its advisory of the same id, take the place
/// of earlier ones. Problems of all of them are kept.
SupportData merge_support_data(std::span<const SupportData> files);

/// The row's minimum, taken apart; nothing if it is none that can be compared
/// with. Azure Linux may be listed by its four numbers alone.
std::optional<KernelRelease> minimum_release(const SupportRow& row);

}  // namespace azfiles
