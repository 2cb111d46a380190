#pragma once

#include "app/command.h"
#include "app/json.h"

#include <functional>
#include <string>
#include <string_view>

namespace azfiles {

/// Writes to standard output, without what looks like a key, and checks that it arrived: a full
/// disk or a pipe that nobody reads any more must not pass for an answer.
Status print_out(std::string_view text);

/// RFC 3339, in UTC; nothing where the clock can't be read.
std::optional<std::string> time_now();

/// The head of a JSON output about the machine below `root`.
JsonHead head_of(const CommandLine& line, const Root& root);
JsonHead head_of(std::optional<std::string> time, const Root& root);

/// Prints what a command has to say: below `head` with --json, else as text.
Status answer(const CommandLine& line, const JsonHead& head, const std::function<void(Json&)>& add,
              const std::function<std::string()>& text);

}  // namespace azfiles
