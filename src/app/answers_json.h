#pragma once

#include "core/recording.h"

#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// A recording as azfiles/answers.json holds it, without secrets.
std::string answers_json(const Recording& recording);

/// The same within `limit` bytes: the log's oldest lines go first, then connections,
/// which are then unknown, then everything. What went is put into `cut`, a sentence
/// each.
struct BoundedAnswers {
    std::string text;
    std::vector<std::string> cut;
};
BoundedAnswers bounded_answers_json(Recording recording, std::size_t limit);

/// Reads what answers_json() wrote. What is missing or makes no sense is unknown. That
/// may turn no verdict into a better one: of connections that can't be read it is said
/// that they could not be seen, not that nobody asked.
Recording parse_answers_json(std::string_view text);

}  // namespace azfiles
