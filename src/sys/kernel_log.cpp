#include "sys/kernel_log.h"

#include "base/text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace azfiles {
namespace {

// The kernel writes records of up to 2 KiB of text, each byte of it as \xNN at
// worst, and then its key=value lines. A buffer too small is EINVAL.
constexpr std::size_t record_size = 16384;

std::string unescape(std::string_view text) {
    std::string plain;
    while (!text.empty()) {
        const auto code = text.starts_with("\\x") && text.size() >= 4
                              ? to_number<unsigned char>(text.substr(2, 2), 16)
                              : std::nullopt;
        plain += code ? static_cast<char>(*code) : text.front();
        text.remove_prefix(code ? 4 : 1);
    }
    return plain;
}

bool is_of_smb_client(std::string_view text) {
    if (text.starts_with("ksmbd"))
        return false;  // the server, of the same words
    // The second row begins the report of a fault of the kernel itself, whose lines
    // behind it tell whether the client was at work.
    static constexpr std::array<std::string_view, 11> marks = {"CIFS",
                                                               "cifs",
                                                               "smb2",
                                                               "smb3",
                                                               "BUG:",
                                                               "kernel BUG at",
                                                               "Oops",
                                                               "general protection fault",
                                                               "divide error",
                                                               "Unable to handle kernel",
                                                               "blocked for more than"};
    return std::ranges::any_of(
        marks, [text](std::string_view mark) { return text.find(mark) != std::string_view::npos; });
}

/// /dev/kmsg from its first record (SEEK_SET) or from behind its last (SEEK_END).
UniqueFd records_from(int whence) {
    UniqueFd records{::open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)};
    // In containers it may be anything.
    struct stat seen {};
    if (!records || ::fstat(records.get(), &seen) != 0 || !S_ISCHR(seen.st_mode) ||
        ::lseek(records.get(), 0, whence) < 0)
        return UniqueFd{};
    return records;
}

}  // namespace

std::optional<std::string> smb_client_line(std::string_view record) {
    const auto [prefix, rest] = cut(record, ';');
    // Facility times 8 plus severity; facility 0 is the kernel's, which it gives
    // to no program.
    const auto priority = to_number<unsigned>(cut(prefix, ',').first);
    if (!priority || *priority >= 8)
        return std::nullopt;
    auto text = unescape(cut(rest, '\n').first);
    if (!is_of_smb_client(text))
        return std::nullopt;
    return text;
}

KernelLog KernelLog::open() {
    return KernelLog{records_from(SEEK_END)};
}

KernelLog KernelLog::whole() {
    return KernelLog{records_from(SEEK_SET)};
}

void KernelLog::keep(std::string line) {
    lines_.push_back(std::move(line));
    if (lines_.size() > line_limit)
        lines_.pop_front();
}

std::optional<std::vector<std::string>> KernelLog::lines() {
    if (!records_)
        return std::nullopt;
    std::array<char, record_size> record;
    for (std::size_t count = 0; count < record_limit; ++count) {
        const auto got = ::read(records_.get(), record.data(), record.size());
        // EPIPE: records were overwritten; the next read gives the oldest there is.
        if (got < 0 && (errno == EINTR || errno == EPIPE))
            continue;
        if (got <= 0)
            break;
        if (auto line = smb_client_line({record.data(), static_cast<std::size_t>(got)}))
            keep(*std::move(line));
    }
    return std::vector<std::string>{lines_.begin(), lines_.end()};
}

}  // namespace azfiles
