#include "core/check_text.h"

#include "base/quote.h"
#include "base/wrap.h"
#include "core/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace azfiles {
namespace {

// "warning  port 445   …"
constexpr std::size_t mark_width = 9;
constexpr std::size_t topic_width = 10;
constexpr std::size_t text_column = mark_width + topic_width;

Verdict colour_of(CheckMark mark) {
    switch (mark) {
        case CheckMark::passed:
        case CheckMark::note:
            break;
        case CheckMark::warning:
            return Verdict::degraded;
        case CheckMark::error:
            return Verdict::failed;
        case CheckMark::unknown:
            return Verdict::unknown;
    }
    return Verdict::as_asked;
}

std::string sentence(std::string_view foreign) {
    return with_stop(printable(redacted(foreign)));
}

std::string indented(std::string_view text) {
    return fmt::format("{:{}}{}\n", "", text_column, wrapped(text, text_column, text_column));
}

}  // namespace

std::string to_text(const CheckItem& item, Colour colour) {
    const auto mark = mark_of(item);
    const auto word = to_string(mark);
    auto text = coloured(word, colour_of(mark), colour);
    text += std::string(mark_width - word.size(), ' ');
    text += fmt::format("{:<{}}{}\n", item.topic, topic_width,
                        wrapped(printable(redacted(item.said)), text_column, text_column));
    for (const auto& finding : item.findings) {
        text += indented(sentence(finding.message));
        if (!finding.remedy.empty())
            text += indented(sentence(finding.remedy));
    }
    return text;
}

std::string check_summary(const std::vector<CheckItem>& items) {
    const auto counted = [&items](CheckMark mark) {
        return std::ranges::count(items, mark, mark_of);
    };
    const auto several = [](std::ptrdiff_t count, std::string_view what) {
        return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
    };
    switch (verdict_of(items)) {
        case Verdict::as_asked:
            return "Nothing was found that stands in the way.";
        case Verdict::degraded:
            return fmt::format("It works, and not as it should: {}.",
                               several(counted(CheckMark::warning), "warning"));
        case Verdict::unknown:
            return "Not all could be looked at, and nothing was found that makes a mount fail.";
        case Verdict::failed:
            return fmt::format("A mount would fail: {}.",
                               several(counted(CheckMark::error), "error"));
    }
    return {};
}

}  // namespace azfiles
