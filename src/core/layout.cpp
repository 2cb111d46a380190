#include "core/layout.h"

#include <fmt/format.h>

namespace azfiles {

std::string coloured(std::string_view text, Verdict verdict, Colour colour) {
    if (colour == Colour::no)
        return std::string{text};
    const int code = verdict == Verdict::as_asked ? 32 : verdict == Verdict::failed ? 31 : 33;
    return fmt::format("\033[{}m{}\033[0m", code, text);
}

}  // namespace azfiles
