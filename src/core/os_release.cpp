#include "base/text.h"
#include "core/kernel.h"

namespace azfiles {
namespace {

/// The shell's reading of a value, as far as os-release(5) allows it: quotes of
/// both kinds, backslashes outside single quotes, and the end at a blank.
std::string unquoted(std::string_view text) {
    std::string plain;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote == 0 && (c == ' ' || c == '\t'))
            break;
        if (quote == 0 && (c == '"' || c == '\'')) {
            quote = c;
            continue;
        }
        if (quote != 0 && c == quote) {
            quote = 0;
            continue;
        }
        if (c == '\\' && quote != '\'' && i + 1 < text.size())
            ++i;
        plain += text[i];
    }
    return plain;
}

}  // namespace

OsRelease parse_os_release(std::string_view text) {
    OsRelease os;
    while (!text.empty()) {
        const auto [line, rest] = cut(text, '\n');
        text = rest;
        const auto [key, value] = cut(trimmed(line), '=');
        if (key == "ID")
            os.id = unquoted(value);
        if (key == "VERSION_ID")
            os.version_id = unquoted(value);
        if (key == "PRETTY_NAME")
            os.pretty_name = unquoted(value);
    }
    return os;
}

}  // namespace azfiles
