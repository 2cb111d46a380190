#include "priv/pin.h"

#include "base/quote.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>

namespace azfiles {
namespace {

Error cannot_mount_on(int errnum, const std::string& path) {
    const auto shown = quote(path);
    Error error{ErrorKind::usage, {}, {}, errnum};
    switch (errnum) {
        case ENOENT:
            error.message = fmt::format("there is no directory {}", shown);
            error.remedy = "Create it: mkdir -p.";
            break;
        case ENOTDIR:
            error.message = fmt::format("{} is not a directory", shown);
            error.remedy = "Name a directory to mount on.";
            break;
        case ELOOP:
            error.message = fmt::format("{} is or goes through a symbolic link", shown);
            error.remedy = "Name the directory that the link points to.";
            break;
        default:
            error.message = fmt::format("{} can't be mounted on: {}", shown, errno_text(errnum));
            break;
    }
    return error;
}

}  // namespace

int mount_id_of(int fd) {
    struct statx seen {};
    // Not synchronised with the server: a dead share would block it.
    if (::statx(fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_MNT_ID, &seen) != 0 ||
        (seen.stx_mask & STATX_MNT_ID) == 0)
        return 0;
    return static_cast<int>(seen.stx_mnt_id);
}

Result<PinnedDirectory> pin_directory(const std::string& path) {
    open_how how{};
    how.flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
    how.resolve = RESOLVE_NO_SYMLINKS;
    UniqueFd fd{static_cast<int>(::syscall(SYS_openat2, AT_FDCWD, path.c_str(), &how, sizeof how))};
    if (!fd)
        return cannot_mount_on(errno, path);

    // The kernel's own name for it, which is how mountinfo spells it too.
    std::array<char, PATH_MAX> name;
    const auto link = fmt::format("/proc/self/fd/{}", fd.get());
    const auto length = ::readlink(link.c_str(), name.data(), name.size());
    if (length < 0)
        return system_error(errno, "readlink", link).advise("Mount /proc.");
    if (static_cast<std::size_t>(length) == name.size())
        return cannot_mount_on(ENAMETOOLONG, path);

    PinnedDirectory pinned;
    pinned.path.assign(name.data(), static_cast<std::size_t>(length));
    pinned.mount_id = mount_id_of(fd.get());
    pinned.fd = std::move(fd);
    return pinned;
}

}  // namespace azfiles
