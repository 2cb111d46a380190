#pragma once

#include "core/assess.h"
#include "core/finding.h"

#include <cstddef>
#include <string>
#include <vector>

namespace azfiles {

/// A finding about a place in a file.
struct PlacedFinding {
    Finding finding;
    std::string file;      ///< as it may be shown: without a key that stands in its name
    std::size_t line = 0;  ///< from 1; 0: of the whole file
    std::size_t byte = 0;  ///< of the line, from 1; 0: of the whole line
    /// It only says that something could not be seen.
    bool not_seen = false;

    bool operator==(const PlacedFinding&) const = default;
};

/// "/etc/fstab:12", "/etc/azfiles/a.cred:2:97"; for a terminal.
std::string place_of(const PlacedFinding& finding);

/// The worst of them: an error is "failed", since what it is about would fail; a warning
/// "degraded"; what could not be seen "unknown".
Verdict verdict_of(const std::vector<PlacedFinding>& findings);

/// The findings with their places, of one place together; empty where there are none.
std::string to_text(const std::vector<PlacedFinding>& findings);

}  // namespace azfiles
