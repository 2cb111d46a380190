#include "sys/negotiate_probe.h"

#include "base/unique_fd.h"
#include "sys/address.h"
#include "sys/probe.h"

#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

namespace azfiles {
namespace {

/// Waits for `events`, an error or the end; false at the deadline.
bool wait_for(const UniqueFd& fd, short events, const Deadline& deadline) {
    while (!deadline.over()) {
        pollfd one{fd.get(), events, 0};
        const int ready = ::poll(&one, 1, deadline.remaining_ms());
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return false;
    }
    return false;
}

ServerReply reply_of(ReplyKind kind) {
    ServerReply reply;
    reply.kind = kind;
    return reply;
}

ServerReply not_connected(int errnum) {
    const auto state = port_state_of(errnum);
    auto reply = reply_of(state ? ReplyKind::not_connected : ReplyKind::not_asked);
    reply.port_state = state;
    return reply;
}

/// A router's word that is not final is kept by the socket.
ServerReply no_connection_in_time(const UniqueFd& fd) {
    const int errnum = pending_error(fd);
    return not_connected(errnum == 0 ? ETIMEDOUT : errnum);
}

/// Nothing: connected.
std::optional<ServerReply> connect(const UniqueFd& fd, const SocketAddress& address,
                                   const Deadline& deadline) {
    if (::connect(fd.get(), address.get(), address.length) == 0)
        return std::nullopt;
    // EINTR: the connection goes on, as after EINPROGRESS (connect(2)).
    if (errno != EINPROGRESS && errno != EINTR)
        return not_connected(errno);
    if (!wait_for(fd, POLLOUT, deadline))
        return no_connection_in_time(fd);
    if (const int errnum = pending_error(fd); errnum != 0)
        return not_connected(errnum);
    return std::nullopt;
}

enum class Ended { full, closed, late };

Ended send_all(const UniqueFd& fd, ByteView bytes, const Deadline& deadline) {
    while (!bytes.empty()) {
        if (!wait_for(fd, POLLOUT, deadline))
            return Ended::late;
        const auto sent = ::send(fd.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR && errno != EAGAIN)
            return Ended::closed;
        bytes = bytes.subspan(static_cast<std::size_t>(std::max<ssize_t>(sent, 0)));
    }
    return Ended::full;
}

/// Fills `room`; `got` is how much of it was filled, whatever the end.
Ended read_all(const UniqueFd& fd, std::span<std::uint8_t> room, const Deadline& deadline,
               std::size_t& got) {
    got = 0;
    while (got < room.size()) {
        if (!wait_for(fd, POLLIN, deadline))
            return Ended::late;
        const auto here = ::recv(fd.get(), room.data() + got, room.size() - got, 0);
        if (here == 0 || (here < 0 && errno != EINTR && errno != EAGAIN))
            return Ended::closed;
        got += static_cast<std::size_t>(std::max<ssize_t>(here, 0));
    }
    return Ended::full;
}

ReplyKind kind_of(Ended ended, bool any_byte) {
    if (ended == Ended::late)
        return any_byte ? ReplyKind::slow : ReplyKind::silent;
    return any_byte ? ReplyKind::cut_short : ReplyKind::closed;
}

ServerReply read_answer(const UniqueFd& fd, const NegotiateOffer& offer, const Deadline& deadline) {
    std::array<std::uint8_t, frame_size> frame{};
    std::size_t got = 0;
    if (const auto ended = read_all(fd, frame, deadline, got); ended != Ended::full)
        return reply_of(kind_of(ended, got > 0));
    const auto size = message_size(frame);
    if (!size) {
        auto reply = reply_of(ReplyKind::garbage);
        reply.wrong = size.error().message;
        return reply;
    }
    Bytes message(*size);
    if (const auto ended = read_all(fd, message, deadline, got); ended != Ended::full)
        return reply_of(kind_of(ended, true));
    return reply_to(offer, message);
}

/// Random bytes; false where the kernel has none, which is before its first seconds
/// are over.
bool fill_randomly(std::span<std::uint8_t> room) {
    return ::getrandom(room.data(), room.size(), GRND_NONBLOCK) ==
           static_cast<ssize_t>(room.size());
}

ServerReply ask(const SocketAddress& address, const NegotiateOffer& offer,
                const Deadline& deadline) {
    Guid guid{};
    Salt salt{};
    if (!fill_randomly(guid) || !fill_randomly(salt))
        return reply_of(ReplyKind::not_asked);
    const UniqueFd fd{::socket(address.family(), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)};
    if (!fd)
        return not_connected(errno);
    if (auto failed = connect(fd, address, deadline))
        return *std::move(failed);
    const auto ended = send_all(fd, encode_negotiate(offer, guid, salt), deadline);
    // A server that closes after the answer may have made send() fail; what it has
    // said by then can still be read.
    if (ended == Ended::late)
        return reply_of(ReplyKind::silent);
    return read_answer(fd, offer, deadline);
}

}  // namespace

ServerProbe ask_server(const std::string& address, std::uint16_t port, std::string_view host,
                       const Deadline& deadline) {
    ServerProbe probe;
    const auto there = parse_address(address, port);
    while (auto offer = next_offer(probe.asked, host)) {
        OfferMade asked;
        asked.offer = *std::move(offer);
        const Deadline share{std::chrono::milliseconds{(deadline.remaining_ms() + 1) / 2}};
        if (there && !deadline.over())
            asked.reply = ask(*there, asked.offer, share);
        probe.asked.push_back(std::move(asked));
    }
    probe.offer = server_offer(probe.asked);
    return probe;
}

}  // namespace azfiles
