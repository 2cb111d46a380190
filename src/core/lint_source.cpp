// Source and mount point of an entry.

#include "base/quote.h"
#include "base/text.h"
#include "core/endpoint.h"
#include "core/lint_entry.h"
#include "core/redact.h"
#include "core/share.h"

#include <fmt/format.h>

namespace azfiles::linting {
namespace {

bool has_octal_blank(std::string_view text) {
    return text.find(R"(\040)") != std::string_view::npos;
}

void lint_escapes(const Entry& entry, Sink& sink) {
    const bool octal = has_octal_blank(entry.source) || has_octal_blank(entry.mountpoint);
    if (octal && entry.is_unit)
        sink.add("escape-misplaced", R"(A unit takes \040 as it stands, and not as a blank)")
            .remedy = "Write the blank itself: What= and Where= need no quotes.";
    else if (octal)
        sink.add("escape-misplaced", R"(\040 is escaped twice, so that no blank comes of it)")
            .remedy = R"(Write \040 for a blank, with one backslash.)";
    else if (entry.source.starts_with("//") && lower(entry.source).find("%20") != std::string::npos)
        sink.add("escape-misplaced", "%20 is a blank in a URL, and no blank here").remedy =
            entry.is_unit ? "Write the blank itself." : R"(Write \040 for a blank.)";
}

std::string without_fault(const Share& share, bool is_unit) {
    auto text = to_string(share);
    if (is_unit)
        return text;
    std::string escaped;
    for (const char c : text)
        escaped += c == ' ' ? R"(\040)" : std::string(1, c);
    return escaped;
}

}  // namespace

void lint_source(const Entry& entry, Sink& sink) {
    lint_escapes(entry, sink);
    if (entry.has_specifier)
        return;
    const auto share = parse_share(entry.source);
    if (!share) {
        auto& finding = sink.add("source-shape", "The source is no share");
        finding.remedy = "Write it as //host/share or //host/share/directory.";
        finding.evidence = redacted(share.error().message);
        return;
    }
    if (entry.source != to_string(*share)) {
        const bool is_url = !entry.source.starts_with("//") && !entry.source.starts_with(R"(\\)");
        auto& finding = sink.add("source-shape",
                                 is_url && !entry.is_azfiles()
                                     ? "mount.cifs does not take a URL for a share"
                                     : "The share is written in another form than mountinfo shows "
                                       "it in, so that mount -a may mount it twice");
        finding.remedy =
            fmt::format("Write {}", printable(redacted(without_fault(*share, entry.is_unit))));
        if (!is_url || entry.is_azfiles())
            finding.severity = Severity::warning;
    }
    if (lower(share->host).find(".privatelink.") != std::string::npos)
        sink.add("privatelink-name");
    if (!entry.is_azfiles() && is_azure_files_host(share->host))
        sink.add("azfiles-possible", entry.type.empty() ? "cifs" : entry.type);
}

}  // namespace azfiles::linting
