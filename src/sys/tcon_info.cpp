#include "sys/tcon_info.h"

#include "base/child.h"
#include "base/quote.h"
#include "base/unique_fd.h"

#include <fcntl.h>
#include <linux/ioctl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

namespace azfiles {
namespace {

constexpr std::size_t tree_size = sizeof(std::uint32_t);
constexpr std::size_t info_size = tree_size + sizeof(std::uint64_t);
using Info = std::array<char, info_size>;

// fs/smb/client/cifs_ioctl.h, which is not exported: struct smb_mnt_tcon_info.
constexpr unsigned long get_tcon_info = _IOR(0xCF, 12, Info);

/// In the child. O_NONBLOCK and O_NOCTTY for what is not what it should be.
Result<std::string> ask(int directory, const char* name) {
    const UniqueFd root{::openat(
        directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)};
    if (!root)
        return system_error(errno, "open", name);
    Info info{};
    if (::ioctl(root.get(), get_tcon_info, info.data()) != 0)
        return system_error(errno, "ask the SMB client for the session of", name);
    return std::string{info.data(), info.size()};
}

/// In the child.
Result<std::string> ask_if_it_is(const char* mountpoint, int expected_mount_id) {
    // O_PATH without O_DIRECTORY, or an automount would be set off. What "."
    // of the descriptor opens afterwards is what was looked at here.
    const UniqueFd place{::open(mountpoint, O_PATH | O_CLOEXEC | O_NOFOLLOW)};
    if (!place)
        return system_error(errno, "open", mountpoint);
    struct statx seen {};
    if (::statx(place.get(), "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC | AT_NO_AUTOMOUNT, STATX_MNT_ID,
                &seen) != 0)
        return system_error(errno, "look at", mountpoint);
    if ((seen.stx_mask & STATX_MNT_ID) == 0)
        return system_error(EOPNOTSUPP, "get the mount id of", mountpoint);
    if (seen.stx_mnt_id != static_cast<std::uint64_t>(expected_mount_id)) {
        auto error = make_error(ErrorKind::system, "{} shows another mount than expected",
                                quote(mountpoint));
        error.errnum = ESTALE;
        return error;
    }
    return ask(place.get(), mountpoint);
}

Result<TconInfo> decoded(Result<std::string> answer) {
    if (!answer)
        return std::move(answer).error();
    if (auto info = decode_tcon_info(*answer))
        return *std::move(info);
    return system_error(EPROTO, "read", "session of the mount");
}

}  // namespace

std::optional<TconInfo> decode_tcon_info(std::string_view bytes) {
    if (bytes.size() != info_size)
        return std::nullopt;
    std::uint32_t tree = 0;
    std::uint64_t session = 0;
    std::memcpy(&tree, bytes.data(), sizeof tree);
    std::memcpy(&session, bytes.data() + tree_size, sizeof session);
    return TconInfo{fmt::format("0x{:x}", session), fmt::format("0x{:x}", tree)};
}

Result<TconInfo> tcon_info_at(int directory, std::chrono::milliseconds deadline) {
    return decoded(run_in_child(
        deadline, [directory] { return ask(directory, "the mount"); }, info_size));
}

Result<TconInfo> tcon_info_of(const char* mountpoint, int expected_mount_id,
                              std::chrono::milliseconds deadline) {
    return decoded(run_in_child(
        deadline,
        [mountpoint, expected_mount_id] { return ask_if_it_is(mountpoint, expected_mount_id); },
        info_size));
}

}  // namespace azfiles
