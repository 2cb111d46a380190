#pragma once

#include "base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

enum class SectionKind { defaults, kernel, advisory, unknown };

/// A line "key = value".
struct Field {
    std::string_view key;
    std::string_view value;
};

/// A [section] of a file of support.d and its lines, whose meaning is not yet
/// looked at. It points into the text it was read from.
struct Section {
    SectionKind kind = SectionKind::defaults;
    std::size_t line = 1;       ///< of the "[section]", or of its problem
    std::vector<Field> fields;  ///< each key once, and one that the section may hold
    std::string problem;        ///< the first one; empty if there is none

    /// The field, or nullptr.
    [[nodiscard]] const Field* find(std::string_view key) const;
};

/// The first is what stands before any [section]. An error is a text over the
/// limits (1 MiB, 1000 sections) or with a NUL byte in it.
Result<std::vector<Section>> split_sections(std::string_view text);

}  // namespace azfiles
