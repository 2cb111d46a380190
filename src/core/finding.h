#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

enum class Severity { note, warning, error };

/// Something about a host, a server or a mount that a person should know.
struct Finding {
    std::string id;  ///< of finding_table; stable, part of the JSON interface
    Severity severity = Severity::note;
    std::string message;   ///< one sentence: what is wrong
    std::string remedy;    ///< one sentence: what to do; empty if nothing
    std::string evidence;  ///< what was seen, in the kernel's own words where it has any

    bool operator==(const Finding&) const = default;
};

/// A row of the table of all findings. `message` may hold one "{}", which
/// make_finding fills in. MOUNTPOINT and UNIT in a remedy are for a person to fill
/// in, unless who makes the finding knows them.
struct FindingSpec {
    std::string_view id;
    Severity severity;
    std::string_view message;
    std::string_view remedy;
};

/// Every finding that these programs can report, sorted by id. Man page,
/// `azfiles explain` and JSON schema are tested against it.
std::span<const FindingSpec> finding_table();

/// The table's row, or nullptr.
const FindingSpec* find_finding(std::string_view id);

/// A finding as its row says it. An id that the table lacks is a bug and throws.
Finding make_finding(std::string_view id, std::string_view evidence = {});

/// The same with the "{}" of the row's message filled in by `detail`.
Finding make_finding(std::string_view id, std::string_view detail, std::string_view evidence);

std::string_view to_string(Severity severity);

bool has_finding(const std::vector<Finding>& findings, std::string_view id);

}  // namespace azfiles
