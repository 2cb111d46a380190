#include "base/wrap.h"

#include "base/text.h"

namespace azfiles {

std::string wrapped(std::string_view text, std::size_t column, std::size_t indent) {
    std::string out;
    bool first = true;
    for (const auto word : words(text)) {
        if (!first && column + 1 + word.size() > screen_width) {
            out += '\n';
            out.append(indent, ' ');
            column = indent;
        } else if (!first) {
            out += ' ';
            ++column;
        }
        out += word;
        column += word.size();
        first = false;
    }
    return out;
}

std::string with_stop(std::string_view sentence) {
    std::string text{sentence};
    constexpr std::string_view ends = ".?!";
    if (!text.empty() && ends.find(text.back()) == std::string_view::npos)
        text += '.';
    return text;
}

}  // namespace azfiles
