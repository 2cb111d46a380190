#include "base/error.h"
#include "base/text.h"
#include "base/wrap.h"
#include "core/explain_text.h"
#include "core/failure_rules.h"
#include "core/finding.h"

#include <fmt/format.h>

namespace azfiles {
namespace {

constexpr std::string_view head =
    R"(azfiles-findings(7)

# NAME

azfiles-findings - what the findings of mount.azfiles and azfiles mean

# DESCRIPTION

Each thing that *mount.azfiles*(8) and *azfiles*(8) find has an id. This page
tells of each what it means, how it is recognised, what to do, and what that
costs. *azfiles explain* _ID_ shows the same in a terminal; *azfiles explain*
_ERRNO_ tells what an error number can mean at a mount. Nothing is looked up on
the network.

What stands in capitals in a command is to be filled in: RG is the resource
group, ACCOUNT the storage account, SHARE the share. After a change at the
storage account, unmount the share, wait 60 seconds and mount it again.

)";

constexpr std::string_view tail = R"(# SEE ALSO

*mount.azfiles*(8), *azfiles*(8), *mount*(8), *mount.cifs*(8)
)";

/// Text as scdoc takes it literally, but for the places where it is broken.
std::string literal(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (std::string_view{"*_\\<#[|"}.find(c) != std::string_view::npos)
            out += '\\';
        out += c;
    }
    return out;
}

std::string paragraph(std::string_view text) {
    auto lines = wrapped(text, 0, 0);
    // At the start of a line it would begin a list.
    for (auto at = lines.find("\n-"); at != std::string::npos; at = lines.find("\n-", at))
        lines.insert(at + 1, 1, '\\');
    return lines + "\n\n";
}

/// A literal block stands that far from the edge of a screen.
constexpr std::size_t man_indent = 11;

/// A command as a literal block takes it: without its indent, which the block has
/// by itself, and with each backslash doubled.
std::string shifted(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        auto [line, rest] = cut(text, '\n');
        line.remove_prefix(man_indent);
        for (const char c : line)
            out.append(c == '\\' ? 2 : 1, c);
        out += '\n';
        text = rest;
    }
    return out;
}

std::string commands_of(const ExplainPage& page) {
    std::string out;
    bool open = false;
    for (const auto& command : page.commands) {
        if (!command.what.empty()) {
            out += open ? "```\n\n" : "";
            out += fmt::format("{}\n\n```\n", literal(heading_of(command)));
            open = true;
        }
        out += shifted(to_text(command, man_indent));
    }
    return out + (open ? "```\n\n" : "");
}

std::string section_of(const ExplainPage& page) {
    const auto* finding = find_finding(page.id);
    std::string out =
        fmt::format("## {}{}\n\n", page.id,
                    finding == nullptr ? "" : fmt::format(" ({})", to_string(finding->severity)));
    out += paragraph(literal(page.meaning));
    out += paragraph("*Recognised*: " + literal(page.recognised));
    out += paragraph("*To do*: " + literal(page.remedy));
    out += paragraph("*Cost*: " + literal(page.cost));
    return out + commands_of(page);
}

std::string errnos() {
    std::string out =
        "# ERROR NUMBERS\n\nWhat an error number can mean at a mount, the likeliest "
        "first.\n\n";
    for (const int errnum : telling_errnos()) {
        std::string ids;
        for (const auto id : causes_of_errno(errnum))
            ids += fmt::format("{}{}", ids.empty() ? "" : ", ", id);
        out += fmt::format("*{} ({})*\n", errno_name(errnum), errnum);
        ids = wrapped(ids, 8, 0);
        for (std::string_view left = ids; !left.empty();) {
            const auto [line, rest] = cut(left, '\n');
            out += fmt::format("\t{}\n", line);
            left = rest;
        }
        out += '\n';
    }
    return out;
}

}  // namespace

std::string findings_man_page() {
    std::string findings = "# FINDINGS\n\n";
    std::string topics = "# TOPICS\n\n";
    for (const auto* page : explain_pages())
        (find_finding(page->id) == nullptr ? topics : findings) += section_of(*page);
    return fmt::format("{}{}{}{}{}", head, findings, topics, errnos(), tail);
}

}  // namespace azfiles
