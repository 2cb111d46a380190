#include "priv/trusted_file.h"

#include "base/quote.h"
#include "base/unique_fd.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace azfiles {
namespace {

Error refused(const std::string& path, std::string_view why, std::string_view remedy) {
    return make_error(ErrorKind::system, "credentials file {}: {}", quote(path), why)
        .advise(remedy)
        .named("credentials-unreadable");
}

Result<Secret> read_all(int fd, const std::string& path) {
    SecretBuffer bytes(credentials_limit + 1);
    std::size_t size = 0;
    while (size < bytes.size()) {
        const auto got = ::read(fd, bytes.data() + size, bytes.size() - size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return refused(path, errno_text(errno), "Check the file.");
        if (got == 0)
            break;
        size += static_cast<std::size_t>(got);
    }
    if (size > credentials_limit)
        return refused(path, "it is larger than any credentials file", "Name the right file.");
    bytes.resize(size);  // shrinks: nothing moves
    return Secret{std::move(bytes)};
}

}  // namespace

Result<TrustedFile> read_trusted_file(const std::string& path) {
    // Not blocking, so that a FIFO can't hold up a boot.
    const UniqueFd fd{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
    if (!fd) {
        const int errnum = errno;
        return refused(path, errno_text(errnum),
                       errnum == ENOENT
                           ? "Create it with the lines username= and password=, mode 0600."
                           : "Make it readable for the user who mounts.");
    }
    struct stat seen {};
    if (::fstat(fd.get(), &seen) != 0)
        return refused(path, errno_text(errno), "Check the file.");
    if (!S_ISREG(seen.st_mode))
        return refused(path, "it is not a regular file", "Name a file.");
    if ((seen.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        return refused(path,
                       fmt::format("others may write it (mode {:04o})", seen.st_mode & 07777U),
                       "Take that away: chmod 0600.")
            .named("credentials-unsafe");
    auto contents = read_all(fd.get(), path);
    if (!contents)
        return std::move(contents).error();
    return TrustedFile{*std::move(contents), (seen.st_mode & (S_IRGRP | S_IROTH)) != 0};
}

}  // namespace azfiles
