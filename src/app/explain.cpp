// azfiles explain: the page about a finding, or what an error number can mean.

#include "app/command.h"
#include "app/output.h"
#include "base/error.h"
#include "base/quote.h"
#include "core/explain_text.h"
#include "core/finding.h"

namespace azfiles {
namespace {

Json severity_of(std::string_view id) {
    const auto* finding = find_finding(id);
    return finding == nullptr ? Json(nullptr) : Json(to_string(finding->severity));
}

void add_page(Json& json, const ExplainPage& page) {
    json["id"] = page.id;
    json["severity"] = severity_of(page.id);
    json["title"] = page.title;
    json["meaning"] = page.meaning;
    json["recognised"] = page.recognised;
    json["remedy"] = page.remedy;
    json["cost"] = page.cost;
    json["commands"] = Json::array();
    for (const auto& command : page.commands)
        json["commands"].push_back(
            {{"what", command.what.empty() ? Json(nullptr) : Json(command.what)},
             {"shell", command.shell == Shell::sh ? "sh" : "powershell"},
             {"line", command.line}});
}

void add_list(Json& json) {
    json["pages"] = Json::array();
    for (const auto* page : explain_pages())
        json["pages"].push_back(
            {{"id", page->id}, {"severity", severity_of(page->id)}, {"title", page->title}});
}

void add_errno(Json& json, int errnum) {
    json["errno"] = errnum;
    json["name"] = errno_name(errnum);
    json["text"] = errno_text(errnum);
    json["causes"] = Json::array();
    for (const auto& cause : explain_errno(errnum))
        json["causes"].push_back({{"id", cause.id}, {"title", cause.title}, {"if_so", cause.tell}});
}

Error not_known(std::string_view word) {
    std::string advice = "azfiles explain without a word lists all of them.";
    if (const auto near = nearest_pages(word); !near.empty()) {
        constexpr std::size_t room = 55;  // of a line of 80, with what stands before
        std::string ids;
        for (const auto id : near)
            if (ids.empty() || ids.size() + id.size() < room)
                ids += fmt::format("{}{}", ids.empty() ? "" : ", ", id);
        advice = fmt::format("Near to it: {}.", ids);
    }
    return make_error(ErrorKind::usage, "{} is no finding, topic or error number", quote(word))
        .advise(advice);
}

}  // namespace

Result<CheckCode> run_explain(const CommandLine& line, const Root&) {
    if (line.words.size() > 1)
        return make_error(ErrorKind::usage, "{} is one argument too many", quote(line.words[1]));
    std::function<void(Json&)> add = add_list;
    std::function<std::string()> text = list_of_pages;
    if (!line.words.empty()) {
        const auto& word = line.words.front();
        if (const auto* page = find_page(word)) {
            add = [page](Json& json) { add_page(json, *page); };
            text = [page] { return to_text(*page); };
        } else if (const auto errnum = errno_in(word)) {
            add = [errnum](Json& json) { add_errno(json, *errnum); };
            text = [errnum] { return errno_page(*errnum); };
        } else {
            return not_known(word);
        }
    }
    // A page is about no machine.
    if (auto said = answer(line, JsonHead{}, add, text); !said)
        return std::move(said).error();
    return CheckCode::as_asked;
}

}  // namespace azfiles
