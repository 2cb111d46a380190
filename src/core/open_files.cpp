#include "core/open_files.h"

#include "base/text.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace azfiles {
namespace {

/// Which columns the text has, as its head says: "# <tree id> <ses id> …
/// <filename> <mid>". The name is the only one that may hold a blank.
struct Columns {
    std::size_t before_name = 6;  ///< tree, file id, flags, count, pid, uid
    std::size_t after_name = 0;
    bool has_session = false;
};

Columns columns_of(std::string_view head) {
    std::size_t count = 0;
    std::size_t name = 0;
    bool has_session = false;
    for (auto at = head.find('<'); at != std::string_view::npos; at = head.find('<', at + 1)) {
        const auto rest = head.substr(at);
        if (rest.starts_with("<filename>"))
            name = count;
        has_session = has_session || rest.starts_with("<ses id>");
        ++count;
    }
    return {name, count - name - 1, has_session};
}

/// Takes the next word off the front of `text`.
std::string_view take_word(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const auto word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    return word;
}

/// The name in a line, empty where the line is of another tree or no line.
std::string_view name_in(std::string_view line, const Columns& columns, std::string_view session_id,
                         std::string_view tree_id) {
    if (take_word(line) != tree_id)
        return {};
    if (columns.has_session && take_word(line) != session_id)
        return {};
    for (std::size_t i = columns.has_session ? 2 : 1; i < columns.before_name; ++i)
        take_word(line);
    for (std::size_t i = 0; i < columns.after_name; ++i)
        line = line.substr(0, std::min(line.find_last_of(' '), line.size()));
    return trimmed(line);
}

}  // namespace

std::optional<OpenHandles> most_opened(std::string_view text, std::string_view session_id,
                                       std::string_view tree_id) {
    Columns columns;
    std::unordered_map<std::string_view, int> counts;
    for (const auto line : words(text, "\n")) {
        if (line.starts_with('#')) {
            if (line.find("<filename>") != std::string_view::npos)
                columns = columns_of(line);
            continue;
        }
        if (const auto name = name_in(line, columns, session_id, tree_id); !name.empty())
            ++counts[name];
    }
    OpenHandles most;
    for (const auto& [name, count] : counts)
        if (count > most.count || (count == most.count && name < most.name))
            most = {std::string{name}, count};
    return most.count > 0 ? std::optional{std::move(most)} : std::nullopt;
}

}  // namespace azfiles
