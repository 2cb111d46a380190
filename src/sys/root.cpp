#include "sys/root.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <memory>
#include <string_view>

namespace azfiles {
namespace {

// A path with ".." in it, as sysfs links have, is EAGAIN when anything on the
// machine is renamed or mounted meanwhile (openat2(2)).
constexpr int open_attempts = 128;

constexpr std::size_t read_size = std::size_t{64} << 10;

UniqueFd open_below(const UniqueFd& directory, const char* path, int flags) {
    // Symbolic links are resolved as if the root were "/". Without that, a
    // fixture's etc/mtab -> /proc/self/mounts would read the real host.
    open_how how{};
    how.flags = static_cast<std::uint64_t>(flags | O_CLOEXEC);
    how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
    long fd = -1;
    for (int attempt = 0; attempt < open_attempts; ++attempt) {
        fd = ::syscall(SYS_openat2, directory.get(), path, &how, sizeof how);
        if (fd >= 0 || (errno != EAGAIN && errno != EINTR))
            break;
    }
    return UniqueFd{static_cast<int>(fd)};
}

struct CloseDirectory {
    void operator()(DIR* stream) const noexcept { ::closedir(stream); }
};

}  // namespace

Result<Root> Root::open(const char* directory) {
    UniqueFd fd{::open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC)};
    if (!fd)
        return system_error(errno, "open", directory);
    return Root{std::move(fd)};
}

Result<std::string> Root::read(const char* path, std::size_t limit) const {
    if (memory_)
        return memory_->read(path, limit);
    const auto file = open_file(path);
    if (!file)
        return file.error();
    const auto& fd = *file;
    std::string contents;
    for (;;) {
        const auto before = contents.size();
        contents.resize(before + read_size);
        const auto got = ::read(fd.get(), contents.data() + before, read_size);
        const int errnum = errno;
        contents.resize(before + (got > 0 ? static_cast<std::size_t>(got) : 0));
        if (got < 0 && errnum == EINTR)
            continue;
        if (got < 0)
            return system_error(errnum, "read", path);
        if (got == 0)
            return contents;
        if (contents.size() > limit)
            return system_error(EFBIG, "read", path);
    }
}

Result<UniqueFd> Root::open_file(const char* path) const {
    if (memory_)
        return system_error(EOPNOTSUPP, "open", path);
    // O_NONBLOCK, for what looks like a file may be a FIFO without a writer.
    auto fd = open_below(directory_, path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (!fd)
        return system_error(errno, "open", path);
    return fd;
}

Result<FileRights> Root::rights(const char* path) const {
    if (memory_)
        return system_error(EOPNOTSUPP, "open", path);
    const auto fd = open_below(directory_, path, O_PATH);
    if (!fd)
        return system_error(errno, "open", path);
    return rights_of(fd, path);
}

Result<bool> Root::exists(const char* path) const {
    if (memory_)
        return memory_->exists(path);
    if (open_below(directory_, path, O_PATH))
        return true;
    if (errno == ENOENT || errno == ENOTDIR)
        return false;
    return system_error(errno, "look for", path);
}

Result<std::vector<std::string>> Root::list(const char* directory, std::size_t limit) const {
    if (memory_)
        return memory_->list(directory, limit);
    auto fd = open_below(directory_, directory, O_RDONLY | O_DIRECTORY);
    if (!fd)
        return system_error(errno, "open", directory);
    const std::unique_ptr<DIR, CloseDirectory> stream{::fdopendir(fd.get())};
    if (!stream)
        return system_error(errno, "open", directory);
    static_cast<void>(fd.release());  // the stream owns it now

    std::vector<std::string> names;
    for (;;) {
        errno = 0;
        const dirent* entry = ::readdir(stream.get());
        if (entry == nullptr && errno != 0)
            return system_error(errno, "list", directory);
        if (entry == nullptr)
            break;
        const std::string_view name{entry->d_name};
        if (name == "." || name == "..")
            continue;
        if (names.size() == limit)
            return system_error(EFBIG, "list", directory);
        names.emplace_back(name);
    }
    std::ranges::sort(names);
    return names;
}

Result<std::string> Root::link_target(const char* path) const {
    if (memory_)
        return memory_->no_link(path);
    const auto fd = open_below(directory_, path, O_PATH | O_NOFOLLOW);
    if (!fd)
        return system_error(errno, "open", path);
    std::string target(PATH_MAX, '\0');
    const auto got = ::readlinkat(fd.get(), "", target.data(), target.size());
    if (got < 0) {
        // The kernel says ENOENT for an empty name whose descriptor is no link.
        const int errnum = errno == ENOENT ? EINVAL : errno;
        return system_error(errnum, "read link", path);
    }
    target.resize(static_cast<std::size_t>(got));
    return target;
}

Result<FileRights> rights_of(const UniqueFd& fd, const char* path) {
    struct stat seen {};
    if (::fstat(fd.get(), &seen) != 0)
        return system_error(errno, "stat", path);
    return FileRights{seen.st_mode & 07777U, seen.st_uid, seen.st_gid, S_ISREG(seen.st_mode),
                      S_ISDIR(seen.st_mode)};
}

}  // namespace azfiles
