#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

enum class Shell { sh, powershell };

/// A command that shows or changes something. What stands in capitals is for the
/// reader to fill in: RG (resource group), ACCOUNT, SHARE …
struct ExplainCommand {
    std::string_view what;  ///< "show the setting"
    std::string_view line;
    Shell shell = Shell::sh;
};

/// What `azfiles explain` has to say about a finding, or about a topic that is none.
struct ExplainPage {
    std::string_view id;
    std::string_view title;  ///< a line of up to 53 characters, without a full stop
    std::string_view meaning;
    std::string_view recognised;
    std::string_view remedy;
    std::string_view cost;  ///< of leaving it, and of the remedy
    std::span<const ExplainCommand> commands;
};

/// All pages, sorted by id: one for every finding, and those of topics.
std::vector<const ExplainPage*> explain_pages();

/// The page, or nullptr.
const ExplainPage* find_page(std::string_view id);

/// Ids that `word` may have meant, the nearest first; at most three.
std::vector<std::string_view> nearest_pages(std::string_view word);

/// The errno in "13", "-13", "EACCES", "error(13)", "rc = -13"; nothing for other
/// text, and for a number that is no errno.
std::optional<int> errno_in(std::string_view word);

/// One thing that an errno can mean at a mount.
struct ErrnoCause {
    std::string_view id;
    std::string_view title;  ///< of its page
    std::string_view tell;   ///< how it is told from the others
};

/// The likeliest first; empty where the errno tells nothing.
std::vector<ErrnoCause> explain_errno(int errnum);

}  // namespace azfiles
