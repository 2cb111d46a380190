#include "priv/new_file.h"

#include "base/unique_fd.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string_view>

namespace azfiles {
namespace {

Status write_all(const UniqueFd& fd, std::string_view text, const std::string& path) {
    while (!text.empty()) {
        const auto done = ::write(fd.get(), text.data(), text.size());
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return system_error(done == 0 ? EIO : errno, "write", path);
        text.remove_prefix(static_cast<std::size_t>(done));
    }
    return ok;
}

/// Under a name of its own, until it is whole.
Status fill(const UniqueFd& fd, const Secret& contents, FileOwner owner, const std::string& path) {
    // Owner first: until then nothing is in it.
    if (::geteuid() == 0 && ::fchown(fd.get(), owner.uid, owner.gid) != 0)
        return system_error(errno, "chown", path);
    if (::fchmod(fd.get(), 0600) != 0)
        return system_error(errno, "chmod", path);
    if (auto written = write_all(fd, contents.reveal(), path); !written)
        return written;
    if (::fsync(fd.get()) != 0)
        return system_error(errno, "write", path);
    return ok;
}

}  // namespace

Status write_new_file(const std::string& path, const Secret& contents, FileOwner owner) {
    const auto own = fmt::format("{}.{}.tmp", path, ::getpid());
    const UniqueFd fd{
        ::open(own.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, 0600)};
    if (!fd)
        return system_error(errno, "create", own);
    auto done = fill(fd, contents, owner, own);
    if (done && ::renameat2(AT_FDCWD, own.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) != 0)
        done = system_error(errno, "create", path);
    if (!done && ::unlink(own.c_str()) != 0 && errno != ENOENT)
        return system_error(errno, "remove", own);
    return done;
}

}  // namespace azfiles
