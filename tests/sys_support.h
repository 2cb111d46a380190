#pragma once

#include "base/child.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "sys/address.h"

#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace azfiles::test {

/// Says which promise was not looked at here, where nobody can miss it.
/// AZFILES_MUST_RUN=1 makes it a failure.
inline void skip(std::string_view what, std::string_view why) {
    std::fprintf(stderr, "SKIP: %.*s: %.*s\n", static_cast<int>(what.size()), what.data(),
                 static_cast<int>(why.size()), why.data());
    if (const char* must = std::getenv("AZFILES_MUST_RUN"); must != nullptr && *must == '1')
        throw std::runtime_error{"skipped, but AZFILES_MUST_RUN=1"};
}

/// A folder of small files that is gone with the object.
class Tree {
public:
    Tree() {
        std::string pattern = std::filesystem::temp_directory_path() / "azfiles-test-XXXXXX";
        if (::mkdtemp(pattern.data()) == nullptr)
            throw std::runtime_error{"mkdtemp"};
        path_ = pattern;
    }
    Tree(const Tree&) = delete;
    Tree& operator=(const Tree&) = delete;
    ~Tree() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    Tree& file(std::string_view name, std::string_view text) {
        const auto path = path_ / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream{path, std::ios::binary} << text;
        return *this;
    }
    Tree& folder(std::string_view name) {
        std::filesystem::create_directories(path_ / name);
        return *this;
    }
    Tree& link(std::string_view name, std::string_view target) {
        const auto path = path_ / name;
        std::filesystem::create_directories(path.parent_path());
        std::filesystem::create_symlink(target, path);
        return *this;
    }
    [[nodiscard]] std::string path(std::string_view name = "") const { return path_ / name; }

private:
    std::filesystem::path path_;
};

/// The port that a TCP socket is bound to.
inline std::uint16_t port_of(const UniqueFd& socket) {
    sockaddr_storage bound{};
    socklen_t size = sizeof bound;
    ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&bound), &size);
    sockaddr_in v4{};
    std::memcpy(&v4, &bound, sizeof v4);  // sin_port and sin6_port are at the same place
    return ntohs(v4.sin_port);
}

/// A TCP socket bound to a free port of `address`; it listens if `backlog` is
/// not negative.
struct Listener {
    UniqueFd fd;
    std::uint16_t port = 0;
};

inline Listener listen_on(const std::string& address, int backlog) {
    const auto here = parse_address(address).value();
    Listener listener{UniqueFd{::socket(here.family(), SOCK_STREAM | SOCK_CLOEXEC, 0)}, 0};
    if (::bind(listener.fd.get(), here.get(), here.length) != 0)
        throw std::runtime_error{"bind " + address};
    if (backlog >= 0 && ::listen(listener.fd.get(), backlog) != 0)
        throw std::runtime_error{"listen " + address};
    listener.port = port_of(listener.fd);
    return listener;
}

/// Makes the caller, who has just been forked, root of its own network and mount
/// namespace, with "lo" up. As an ordinary user by way of a user namespace.
inline Status enter_own_namespaces() {
    const auto write_file = [](const char* path, const std::string& text) {
        const UniqueFd fd{::open(path, O_WRONLY | O_CLOEXEC)};
        return fd && ::write(fd.get(), text.data(), text.size()) > 0;
    };
    const auto uid = ::getuid();
    const auto gid = ::getgid();
    if (::geteuid() != 0) {
        if (::unshare(CLONE_NEWUSER) != 0)
            return system_error(errno, "unshare", "user namespace");
        write_file("/proc/self/setgroups", "deny");
        if (!write_file("/proc/self/uid_map", fmt::format("0 {} 1", uid)) ||
            !write_file("/proc/self/gid_map", fmt::format("0 {} 1", gid)))
            return system_error(errno, "write", "uid_map");
    }
    if (::unshare(CLONE_NEWNS | CLONE_NEWNET) != 0)
        return system_error(errno, "unshare", "network and mount namespace");
    if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
        return system_error(errno, "make private", "/");
    const UniqueFd socket{::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
    ifreq lo{};
    lo.ifr_name[0] = 'l';
    lo.ifr_name[1] = 'o';
    lo.ifr_flags = IFF_UP | IFF_RUNNING;
    if (::ioctl(socket.get(), SIOCSIFFLAGS, &lo) != 0)
        return system_error(errno, "set up", "lo");
    return ok;
}

/// Runs `task` there, in a child, and returns what it says; nothing, and loudly,
/// where namespaces can't be had. Checks belong outside: doctest does not see
/// those of another process.
inline std::optional<std::string> in_own_namespaces(std::string_view what,
                                                    const std::function<std::string()>& task) {
    static constexpr std::string_view no_namespaces = "no namespaces";
    const auto said = run_in_child(std::chrono::seconds{180}, [&task]() -> Result<std::string> {
        if (auto entered = enter_own_namespaces(); !entered)
            return std::move(entered).error().during(no_namespaces);
        return task();
    });
    if (said)
        return *said;
    if (!said.error().message.starts_with(no_namespaces))
        throw std::runtime_error{said.error().message};
    skip(what, said.error().message);
    return std::nullopt;
}

}  // namespace azfiles::test
