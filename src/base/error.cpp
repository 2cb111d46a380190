#include "base/error.h"

#include "base/quote.h"

#include <cstring>

namespace azfiles {

Error system_error(int errnum, std::string_view call, std::string_view operand) {
    auto text = fmt::format("{} {}: {}", call, quote(operand), errno_text(errnum));
    return Error{ErrorKind::system, std::move(text), {}, errnum};
}

std::string errno_text(int errnum) {
    // strerrordesc_np (glibc 2.32) is not translated and needs no buffer.
    if (const char* text = ::strerrordesc_np(errnum))
        return text;
    return fmt::format("error {}", errnum);
}

}  // namespace azfiles
