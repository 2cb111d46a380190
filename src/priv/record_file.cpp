#include "priv/record_file.h"

#include "base/unique_fd.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace azfiles {

Status write_record(int mount_id, std::string_view text) {
    if (::mkdir(record_folder, 0755) != 0 && errno != EEXIST)
        return system_error(errno, "mkdir", record_folder);
    const UniqueFd folder{::open(record_folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
    if (!folder)
        return system_error(errno, "open", record_folder);

    const auto name = fmt::format("{}", mount_id);
    const auto fresh = fmt::format("{}.new", mount_id);
    const UniqueFd file{::openat(folder.get(), fresh.c_str(),
                                 O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644)};
    if (!file)
        return system_error(errno, "open", fresh);
    // The caller's umask must not hide it from `azfiles` run by others.
    static_cast<void>(::fchmod(file.get(), 0644));
    // A record is shorter than a page: written at once or not.
    const auto written = ::write(file.get(), text.data(), text.size());
    if (written < 0 || static_cast<std::size_t>(written) != text.size()) {
        const int errnum = written < 0 ? errno : ENOSPC;
        static_cast<void>(::unlinkat(folder.get(), fresh.c_str(), 0));
        return system_error(errnum, "write", fresh);
    }
    if (::renameat(folder.get(), fresh.c_str(), folder.get(), name.c_str()) != 0)
        return system_error(errno, "rename", fresh);
    return ok;
}

}  // namespace azfiles
