#include "core/placed_finding.h"

#include "base/quote.h"
#include "core/finding_text.h"
#include "core/redact.h"

#include <fmt/format.h>

namespace azfiles {

std::string place_of(const PlacedFinding& finding) {
    auto place = printable(redacted(finding.file));
    if (finding.line > 0)
        place += fmt::format(":{}", finding.line);
    if (finding.byte > 0)
        place += fmt::format(":{}", finding.byte);
    return place;
}

Verdict verdict_of(const std::vector<PlacedFinding>& findings) {
    auto verdict = Verdict::as_asked;
    for (const auto& [finding, file, line, byte, not_seen] : findings) {
        if (not_seen)
            verdict = worse(verdict, Verdict::unknown);
        else if (finding.severity != Severity::note)
            verdict = worse(
                verdict, finding.severity == Severity::error ? Verdict::failed : Verdict::degraded);
    }
    return verdict;
}

std::string to_text(const std::vector<PlacedFinding>& findings) {
    std::string out;
    std::string last;
    for (const auto& each : findings) {
        const auto place = place_of(each);
        if (place != last)
            out += fmt::format("{}\n", place);
        out += finding_text(each.finding);
        last = place;
    }
    return out;
}

}  // namespace azfiles
