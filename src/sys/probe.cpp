#include "sys/probe.h"

#include "base/deadline.h"
#include "sys/address.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace azfiles {
namespace {

/// One connection under way: waits for its answer while `fd` is valid.
struct Attempt {
    std::optional<PortState> state;
    UniqueFd fd;
};

Attempt begin(const std::string& text, std::uint16_t port) {
    const auto address = parse_address(text, port);
    if (!address)
        return {};
    UniqueFd fd{::socket(address->family(), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)};
    if (!fd)
        return {port_state_of(errno), {}};
    if (::connect(fd.get(), address->get(), address->length) == 0)
        return {PortState::open, {}};
    // EINTR: the connection goes on, as after EINPROGRESS (connect(2)).
    if (errno != EINPROGRESS && errno != EINTR)
        return {port_state_of(errno), {}};
    return {std::nullopt, std::move(fd)};
}

void finish(Attempt& attempt) {
    attempt.state = port_state_of(pending_error(attempt.fd));
    attempt.fd = UniqueFd{};
}

/// No answer came. A router's word that is not final is kept by the socket.
void give_up(Attempt& attempt) {
    const int errnum = pending_error(attempt.fd);
    attempt.state = errnum == 0 ? PortState::silent : port_state_of(errnum);
    attempt.fd = UniqueFd{};
}

void wait_for_answers(std::vector<Attempt>& attempts, const Deadline& deadline) {
    do {
        // poll(2) skips entries whose descriptor is negative: those that ended.
        std::vector<pollfd> waiting;
        for (const auto& attempt : attempts)
            waiting.push_back({attempt.fd.get(), POLLOUT, 0});
        if (std::ranges::none_of(waiting, [](const pollfd& one) { return one.fd >= 0; }))
            return;
        const int ready = ::poll(waiting.data(), waiting.size(), deadline.remaining_ms());
        if (ready < 0 && errno != EINTR) {
            attempts.clear();  // can't tell
            return;
        }
        for (std::size_t i = 0; ready > 0 && i < waiting.size(); ++i) {
            if (waiting[i].revents != 0)
                finish(attempts[i]);
        }
    } while (!deadline.over());
}

}  // namespace

int pending_error(const UniqueFd& fd) {
    int errnum = 0;
    socklen_t size = sizeof errnum;
    if (::getsockopt(fd.get(), SOL_SOCKET, SO_ERROR, &errnum, &size) != 0)
        return errno;
    return errnum;
}

std::optional<PortState> port_state_of(int errnum) {
    switch (errnum) {
        case 0:
            return PortState::open;
        case ECONNREFUSED:
        case ECONNRESET:
            return PortState::refused;
        case ETIMEDOUT:
            return PortState::silent;
        case EHOSTUNREACH:
        case ENETUNREACH:
        case EHOSTDOWN:
        case ENETDOWN:
        case ENONET:
        case EAFNOSUPPORT:  // IPv6 is off
        case EINVAL:        // a link-local address without its scope
            return PortState::unreachable;
        default:
            return std::nullopt;
    }
}

std::vector<std::optional<PortState>> probe_ports(const std::vector<std::string>& addresses,
                                                  std::uint16_t port,
                                                  std::chrono::milliseconds deadline) {
    const Deadline end{deadline};
    std::vector<Attempt> attempts;
    for (std::size_t i = 0; i < std::min(addresses.size(), probe_limit); ++i)
        attempts.push_back(begin(addresses[i], port));
    wait_for_answers(attempts, end);

    std::vector<std::optional<PortState>> states(addresses.size());
    for (std::size_t i = 0; i < attempts.size(); ++i) {
        if (attempts[i].fd)
            give_up(attempts[i]);
        states[i] = attempts[i].state;
    }
    return states;
}

}  // namespace azfiles
