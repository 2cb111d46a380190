#include "core/redact.h"

namespace azfiles {
namespace {

// A key has 88. Fewer, so that one that was cut short is caught too; and a path
// of the host ("/") is rarely that long without a dot, a dash or a blank.
constexpr std::size_t shortest_key = 80;

bool is_base64(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
           c == '/' || c == '=';
}

}  // namespace

std::string redacted(std::string_view text) {
    std::string clean;
    while (!text.empty()) {
        std::size_t run = 0;
        while (run < text.size() && is_base64(text[run]))
            ++run;
        if (run >= shortest_key)
            clean += "[key removed]";
        else
            clean += text.substr(0, run);
        text.remove_prefix(run);
        if (!text.empty()) {
            clean += text.front();
            text.remove_prefix(1);
        }
    }
    return clean;
}

}  // namespace azfiles
