#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace azfiles {

/// The width that text for a person is broken to.
inline constexpr std::size_t screen_width = 80;

/// The words of `text`, broken between words to fit screen_width, without a line
/// end behind the last. The first line begins at `column`, where something stands
/// already; every other one is indented by `indent`. A longer word stays whole.
/// Bytes are counted, so that text beyond ASCII is broken early.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t column, std::size_t indent);

/// A sentence with its full stop, which those of data files have and findings have not.
[[nodiscard]] std::string with_stop(std::string_view sentence);

}  // namespace azfiles
