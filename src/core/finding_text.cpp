#include "core/finding_text.h"

#include "base/quote.h"
#include "base/wrap.h"
#include "core/redact.h"

#include <fmt/format.h>

namespace azfiles {
namespace {

constexpr std::size_t label_end = 14;  // a label of 12 and two blanks

}  // namespace

std::string labelled(std::string_view label, std::string_view foreign) {
    return fmt::format("  {:<12}{}\n", label,
                       wrapped(printable(redacted(foreign)), label_end, label_end));
}

std::string finding_text(const Finding& finding) {
    auto out = labelled(to_string(finding.severity),
                        fmt::format("{} [{}]", with_stop(finding.message), finding.id));
    if (!finding.evidence.empty())
        out += labelled("seen", finding.evidence);
    if (!finding.remedy.empty())
        out += labelled("to do", finding.remedy);
    return out;
}

}  // namespace azfiles
