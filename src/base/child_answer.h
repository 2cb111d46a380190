#pragma once

#include "base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace azfiles {

/// What pack_answer() adds to the answer's own text, in bytes.
inline constexpr std::size_t answer_overhead = 32;

/// An answer as it goes through the pipe from a child to its parent, which are
/// the same program.
std::string pack_answer(const Result<std::string>& answer);

/// Nothing unless `bytes` is one whole answer: a child that dies while it writes
/// must not pass for one that said less.
std::optional<Result<std::string>> unpack_answer(std::string_view bytes);

}  // namespace azfiles
