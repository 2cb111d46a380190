#pragma once

#include <string>
#include <string_view>

namespace azfiles {

/// Foreign text (argv, files, kernel, server, DNS) as it may be shown on a
/// terminal or in a log: in double quotes, with control characters, bytes that
/// are not UTF-8 and characters that reorder or hide text written as escapes
/// (\n, \x1b, \u{202e}). Longer than `limit` bytes is cut and ends in "…".
///
/// Ours and not fmt's {:?}, which came with fmt 9; the floor is 8.1.
[[nodiscard]] std::string quote(std::string_view text, std::size_t limit = 512);

/// The same without the quotes, for text that fills a column or a line of its own.
[[nodiscard]] std::string printable(std::string_view text, std::size_t limit = 4096);

}  // namespace azfiles
