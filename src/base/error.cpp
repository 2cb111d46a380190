#include "base/error.h"

#include "base/quote.h"

#include <cerrno>
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

std::string_view errno_name(int errnum) {
    const char* name = errnum > 0 ? ::strerrorname_np(errnum) : nullptr;  // glibc 2.32
    return name == nullptr ? std::string_view{} : std::string_view{name};
}

std::optional<int> errno_of_name(std::string_view name) {
    constexpr int most = 4095;  // MAX_ERRNO of the kernel
    for (int errnum = 1; errnum <= most && !name.empty(); ++errnum)
        if (errno_name(errnum) == name)
            return errnum;
    // The C library has one name for each of these numbers.
    if (name == "EWOULDBLOCK")
        return EWOULDBLOCK;
    return name == "ENOTSUP" ? std::optional{ENOTSUP} : std::nullopt;
}

}  // namespace azfiles
