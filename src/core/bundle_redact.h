#pragma once

#include "core/anonymise.h"
#include "core/snapshot.h"
#include "core/tar.h"

#include <string>
#include <string_view>

namespace azfiles {

/// Learns the names in a machine's file, whose path says how it is to be read.
void learn_file(Anonymiser& names, std::string_view path, std::string_view text);

/// The file with names and addresses replaced, of the same meaning; in any case
/// without secrets. Files that hold no names, such as os-release, stay as they are.
std::string redacted_file(Anonymiser& names, std::string_view path, std::string_view text);

/// The same of what a machine answered.
void learn_answers(Anonymiser& names, const Answers& answers);
Answers redacted_answers(Anonymiser& names, const Answers& answers);

/// The same of what is promised. Names of units are made anew from the mount points:
/// in systemd's spelling no name or key would be recognised. For that reason sentences
/// about units lose what they are about.
void learn_expected(Anonymiser& names, const Expected& expected);
Expected redacted_expected(Anonymiser& names, const Expected& expected);

}  // namespace azfiles
