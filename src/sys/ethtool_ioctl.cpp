#include "sys/ethtool_ioctl.h"

#include "base/unique_fd.h"

#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <vector>

namespace azfiles {
namespace {

Status ask(const std::string& device, void* request) {
    ifreq question{};
    if (device.size() >= sizeof question.ifr_name)
        return system_error(ENODEV, "find", device);
    std::memcpy(question.ifr_name, device.data(), device.size());
    question.ifr_data = static_cast<char*>(request);
    const UniqueFd socket{::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
    if (!socket)
        return system_error(errno, "open socket for", device);
    if (::ioctl(socket.get(), SIOCETHTOOL, &question) != 0)
        return system_error(errno, "ask driver of", device);
    return ok;
}

}  // namespace

Result<std::string> driver_by_ioctl(const std::string& device) {
    ethtool_drvinfo info{};
    info.cmd = ETHTOOL_GDRVINFO;
    if (auto asked = ask(device, &info); !asked)
        return std::move(asked).error();
    return std::string{info.driver, ::strnlen(info.driver, sizeof info.driver)};
}

Result<std::string> indirection_by_ioctl(const std::string& device) {
    constexpr std::size_t header_words = sizeof(ethtool_rxfh_indir) / sizeof(std::uint32_t);
    // With a size of 0 the kernel tells the size and nothing else.
    std::vector<std::uint32_t> words{ETHTOOL_GRXFHINDIR, 0};
    static_assert(header_words == 2);
    if (auto asked = ask(device, words.data()); !asked)
        return std::move(asked).error();
    const std::size_t size = words[1];
    if (size > indirection_limit)
        return system_error(EFBIG, "read indirection table of", device);
    words.assign(header_words + size, 0);
    words[0] = ETHTOOL_GRXFHINDIR;
    words[1] = static_cast<std::uint32_t>(size);
    if (size == 0)
        return std::string{};
    if (auto asked = ask(device, words.data()); !asked)
        return std::move(asked).error();
    return std::string{reinterpret_cast<const char*>(words.data() + header_words),
                       size * sizeof(std::uint32_t)};
}

}  // namespace azfiles
