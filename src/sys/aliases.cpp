#include "sys/aliases.h"

#include "base/deadline.h"
#include "core/name_chain.h"

#include <ares.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <optional>

namespace azfiles {
namespace {

struct Free {
    void operator()(ares_channeldata* channel) const noexcept { ::ares_destroy(channel); }
};
using Resolver = std::unique_ptr<ares_channeldata, Free>;

struct Answer {
    std::optional<int> status;
    std::vector<Alias> aliases;
};

Error resolver_error(int status) {
    auto error = make_error(ErrorKind::system, "the name servers: {}", ::ares_strerror(status));
    error.errnum = status == ARES_ETIMEOUT ? ETIMEDOUT : EIO;
    return error;
}

Result<Resolver> make_resolver(std::chrono::milliseconds deadline) {
    ares_options options{};
    options.flags = ARES_FLAG_NOSEARCH;
    options.timeout = static_cast<int>(deadline.count() / 2);
    options.tries = 2;
    char only_dns[] = "b";
    options.lookups = only_dns;
    ares_channel channel = nullptr;
    const int status = ::ares_init_options(
        &channel, &options,
        ARES_OPT_FLAGS | ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES | ARES_OPT_LOOKUPS);
    if (status != ARES_SUCCESS)
        return resolver_error(status);
    return Resolver{channel};
}

void take_answer(void* context, int status, int, ares_addrinfo* found) {
    auto& answer = *static_cast<Answer*>(context);
    answer.status = status;
    if (found == nullptr)
        return;
    for (const auto* alias = found->cnames; alias != nullptr; alias = alias->next)
        if (alias->alias != nullptr && alias->name != nullptr)
            answer.aliases.push_back({alias->alias, alias->name});
    ::ares_freeaddrinfo(found);
}

/// Lets the resolver work on its sockets once.
void turn(ares_channel channel, const Deadline& deadline) {
    std::array<ares_socket_t, ARES_GETSOCK_MAXNUM> sockets{};
    const auto wanted =
        static_cast<unsigned>(::ares_getsock(channel, sockets.data(), ARES_GETSOCK_MAXNUM));
    std::array<pollfd, ARES_GETSOCK_MAXNUM> fds{};
    nfds_t count = 0;
    for (std::size_t i = 0; i < sockets.size(); ++i) {
        const bool reads = ARES_GETSOCK_READABLE(wanted, i);
        const bool writes = ARES_GETSOCK_WRITABLE(wanted, i);
        if (reads || writes)
            fds[count++] = {sockets[i],
                            static_cast<short>((reads ? POLLIN : 0) | (writes ? POLLOUT : 0)), 0};
    }
    constexpr int longest_ms = 100;  // the resolver has times of its own to look after
    ::poll(fds.data(), count, std::min(deadline.remaining_ms(), longest_ms));
    for (nfds_t i = 0; i < count; ++i) {
        const auto seen = static_cast<unsigned>(fds[i].revents);
        const bool reads = (seen & (POLLIN | POLLERR | POLLHUP)) != 0;
        ::ares_process_fd(channel, reads ? fds[i].fd : ARES_SOCKET_BAD,
                          (seen & POLLOUT) != 0 ? fds[i].fd : ARES_SOCKET_BAD);
    }
    ::ares_process_fd(channel, ARES_SOCKET_BAD, ARES_SOCKET_BAD);
}

}  // namespace

Result<std::vector<std::string>> aliases_of(const std::string& host,
                                            std::chrono::milliseconds deadline) {
    const Deadline end{deadline};
    auto resolver = make_resolver(deadline);
    if (!resolver)
        return std::move(resolver).error();
    // Before the resolver: whose end calls back.
    Answer answer;
    ares_addrinfo_hints hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_flags = ARES_AI_CANONNAME;
    ::ares_getaddrinfo(resolver->get(), host.c_str(), nullptr, &hints, take_answer, &answer);
    while (!answer.status && !end.over())
        turn(resolver->get(), end);
    if (!answer.status) {
        ::ares_cancel(resolver->get());
        return resolver_error(ARES_ETIMEOUT);
    }
    if (*answer.status != ARES_SUCCESS)
        return resolver_error(*answer.status);
    return chain_from(host, answer.aliases);
}

}  // namespace azfiles
