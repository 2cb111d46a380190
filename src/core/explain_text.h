#pragma once

#include "core/explain.h"

#include <string>

namespace azfiles {

/// For a person, at 80 columns.
std::string to_text(const ExplainPage& page);

/// Every id with its title.
std::string list_of_pages();

/// What an errno can mean at a mount.
std::string errno_page(int errnum);

/// A command on several lines where it is longer than one, each to be pasted
/// with the others.
std::string to_text(const ExplainCommand& command, std::size_t indent);

/// "show the switch:", "is it there?"
std::string heading_of(const ExplainCommand& command);

/// azfiles-findings(7) in the language of scdoc(5), from the same table.
std::string findings_man_page();

}  // namespace azfiles
