#include "priv/new_file.h"

#include "base/unique_fd.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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

/// The folder that whoever looked has seen: a link that has taken its place, or that of a
/// folder above, is ELOOP.
Result<UniqueFd> open_folder(const std::string& path) {
    open_how how{};
    how.flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
    how.resolve = RESOLVE_NO_SYMLINKS;
    UniqueFd fd{static_cast<int>(::syscall(SYS_openat2, AT_FDCWD, path.c_str(), &how, sizeof how))};
    if (!fd)
        return system_error(errno, "open", path);
    return fd;
}

/// A file system or a kernel without O_TMPFILE.
bool lacks_unnamed_files(int errnum) {
    return errnum == EOPNOTSUPP || errnum == EISDIR || errnum == ENOENT || errnum == EINVAL;
}

/// For those: under a name of its own until it is whole, which a signal may leave there.
Status write_named(const UniqueFd& folder, const std::string& name, const Secret& contents,
                   FileOwner owner) {
    const auto own = fmt::format("{}.{}.tmp", name, ::getpid());
    const UniqueFd fd{::openat(folder.get(), own.c_str(),
                               O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY,
                               0600)};
    if (!fd)
        return system_error(errno, "create", own);
    auto done = fill(fd, contents, owner, own);
    if (done &&
        ::renameat2(folder.get(), own.c_str(), folder.get(), name.c_str(), RENAME_NOREPLACE) != 0)
        done = system_error(errno, "create", name);
    if (!done && ::unlinkat(folder.get(), own.c_str(), 0) != 0 && errno != ENOENT)
        return system_error(errno, "remove", own);
    return done;
}

}  // namespace

Status write_new_file(const std::string& path, const Secret& contents, FileOwner owner) {
    const auto slash = path.rfind('/');
    const auto folder_path =
        slash == std::string::npos ? std::string{"."} : path.substr(0, slash + 1);
    const auto name = path.substr(slash + 1);  // npos + 1 is 0
    const auto folder = open_folder(folder_path);
    if (!folder)
        return folder.error();
    const UniqueFd fd{::openat(folder->get(), ".", O_WRONLY | O_TMPFILE | O_CLOEXEC, 0600)};
    if (!fd && !lacks_unnamed_files(errno))
        return system_error(errno, "create", path);
    if (!fd)
        return write_named(*folder, name, contents, owner);
    if (auto done = fill(fd, contents, owner, path); !done)
        return done;
    const auto open_one = fmt::format("/proc/self/fd/{}", fd.get());
    if (::linkat(AT_FDCWD, open_one.c_str(), folder->get(), name.c_str(), AT_SYMLINK_FOLLOW) != 0)
        return system_error(errno, "create", path);
    return ok;
}

}  // namespace azfiles
