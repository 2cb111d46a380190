#include "core/explain_text.h"

#include "base/error.h"
#include "base/wrap.h"
#include "core/finding.h"

#include <fmt/format.h>

namespace azfiles {
namespace {

constexpr std::size_t label_end = 14;  // as in what azfiles status says

std::string section(std::string_view label, std::string_view text) {
    return fmt::format("  {:<12}{}\n", label, wrapped(text, label_end, label_end));
}

std::string kind_of(const ExplainPage& page) {
    const auto* finding = find_finding(page.id);
    return finding == nullptr ? "topic" : std::string{to_string(finding->severity)};
}

/// The places where a command may be broken: before its options, but not within
/// quotes. The first part is the command's own name and words.
std::vector<std::string_view> parts_of(std::string_view line) {
    std::vector<std::string_view> parts;
    bool quotes = false;
    std::size_t begin = 0;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '"')
            quotes = !quotes;
        if (!quotes && line.substr(at).starts_with(" -") && at > begin) {
            parts.push_back(line.substr(begin, at - begin));
            begin = at + 1;
        }
    }
    parts.push_back(line.substr(begin));
    return parts;
}

}  // namespace

std::string to_text(const ExplainCommand& command, std::size_t indent) {
    const std::string_view end = command.shell == Shell::sh ? " \\" : " `";
    const std::string start(indent, ' ');
    std::string out = start;
    std::size_t column = indent;
    bool first = true;
    for (const auto part : parts_of(command.line)) {
        if (!first && column + 1 + part.size() + end.size() > screen_width) {
            out += fmt::format("{}\n{}    ", end, start);
            column = indent + 4;
            first = true;
        }
        out += fmt::format("{}{}", first ? "" : " ", part);
        column += part.size() + (first ? 0 : 1);
        first = false;
    }
    return out + "\n";
}

std::string heading_of(const ExplainCommand& command) {
    return fmt::format("{}{}", command.what, command.what.ends_with('?') ? "" : ":");
}

std::string to_text(const ExplainPage& page) {
    std::string out = fmt::format("{} ({})\n", page.id, kind_of(page));
    out += fmt::format("  {}\n\n", page.title);
    out += section("meaning", page.meaning);
    out += section("recognised", page.recognised);
    out += section("to do", page.remedy);
    out += section("cost", page.cost);
    for (const auto& command : page.commands) {
        if (!command.what.empty())
            out += fmt::format("\n  {}\n", wrapped(heading_of(command), 2, 2));
        out += to_text(command, 4);
    }
    return out;
}

std::string list_of_pages() {
    constexpr std::size_t title_column = 27;
    std::string out;
    for (const auto* page : explain_pages()) {
        const bool fits = page->id.size() + 4 <= title_column;
        out += fmt::format("  {}", page->id);
        if (!fits)
            out += '\n';
        out.append(fits ? title_column - 2 - page->id.size() : title_column, ' ');
        out += wrapped(page->title, title_column, title_column) + "\n";
    }
    return out +
           "\nazfiles explain ID shows one of them, azfiles explain ERRNO what an error "
           "number\ncan mean at a mount.\n";
}

std::string errno_page(int errnum) {
    std::string out =
        fmt::format("{} (error {}): {}\n", errno_name(errnum), errnum, errno_text(errnum));
    const auto causes = explain_errno(errnum);
    if (causes.empty())
        return out + "\n" +
               wrapped(
                   "At a mount it tells no cause of its own. Read the kernel log: dmesg | grep "
                   "-i cifs.",
                   0, 0) +
               "\n";
    out += "\nAt a mount it can mean, the likeliest first:\n";
    for (const auto& cause : causes)
        out += fmt::format("\n  {}\n    {}.\n    {}\n", cause.id, wrapped(cause.title, 4, 4),
                           wrapped(fmt::format("If so, {}.", cause.tell), 4, 4));
    return out + "\nazfiles explain ID tells what to do about each of them.\n";
}

}  // namespace azfiles
