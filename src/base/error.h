#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace azfiles {

/// What went wrong, as far as a caller may act on it. app/exit_code.h turns it
/// into the exit status that mount(8) expects.
enum class ErrorKind {
    usage,   ///< the request itself is wrong, or a name in it does not resolve
    denied,  ///< the caller may not do this
    system,  ///< the system lacks something that this program needs
    failed,  ///< the mount was attempted and did not succeed
};

/// One sentence says what is wrong, one what to do.
struct Error {
    ErrorKind kind = ErrorKind::failed;
    std::string message;  ///< one line for a person; foreign text in it is quoted
    std::string remedy;   ///< what to do; may be empty
    int errnum = 0;       ///< 0 unless the kernel reported the failure
    std::string id = {};  ///< a stable name of this fault, for programs; may be empty

    /// Says what was being done, outermost first: "reading fstab: open: …".
    [[nodiscard]] Error during(std::string_view doing) && {
        message = fmt::format("{}: {}", doing, message);
        return std::move(*this);
    }

    [[nodiscard]] Error advise(std::string_view what_to_do) && {
        remedy = what_to_do;
        return std::move(*this);
    }

    [[nodiscard]] Error named(std::string_view name) && {
        id = name;
        return std::move(*this);
    }
};

template <class... Args>
[[nodiscard]] Error make_error(ErrorKind kind, fmt::format_string<Args...> text, Args&&... args) {
    return Error{kind, fmt::format(text, std::forward<Args>(args)...), {}, 0};
}

/// Takes errno by value: formatting may allocate, and allocating may change it.
/// `operand` is quoted.
[[nodiscard]] Error system_error(int errnum, std::string_view call, std::string_view operand);

/// The C library's words for an error number, in no locale: "Permission denied".
[[nodiscard]] std::string errno_text(int errnum);

/// "EACCES"; empty for a number that is no errno.
[[nodiscard]] std::string_view errno_name(int errnum);

/// The number of "EACCES"; nothing for what is no name of an errno.
[[nodiscard]] std::optional<int> errno_of_name(std::string_view name);

}  // namespace azfiles
