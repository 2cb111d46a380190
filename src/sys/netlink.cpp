#include "sys/netlink.h"

#include "base/deadline.h"

#include <linux/inet_diag.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netlink/attr.h>
#include <netlink/errno.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>
#include <netlink/socket.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>

namespace azfiles {
namespace {

// Both *_HEADER attributes are number 1, and hold ETHTOOL_A_HEADER_DEV_INDEX.
constexpr int ethtool_header = 1;
constexpr int ethtool_header_device_index = 1;
constexpr std::uint8_t ethtool_version = 1;

// Some hundred bytes a socket: more than a machine has ports.
constexpr std::size_t dump_limit = std::size_t{64} << 20;

struct Free {
    void operator()(nl_sock* socket) const noexcept { ::nl_socket_free(socket); }
    void operator()(nl_msg* message) const noexcept { ::nlmsg_free(message); }
    void operator()(unsigned char* bytes) const noexcept { std::free(bytes); }
};
using Socket = std::unique_ptr<nl_sock, Free>;
using Message = std::unique_ptr<nl_msg, Free>;

/// libnl has numbers of its own, which can't always be turned back.
Error netlink_error(int code) {
    auto error = make_error(ErrorKind::system, "netlink: {}", ::nl_geterror(code));
    error.errnum = EIO;
    return error;
}

Result<Socket> connect_to(int protocol) {
    Socket socket{::nl_socket_alloc()};
    if (!socket)
        return system_error(ENOMEM, "open", "netlink socket");
    ::nl_socket_disable_auto_ack(socket.get());
    if (const int code = ::nl_connect(socket.get(), protocol); code < 0)
        return netlink_error(code);
    const timeval timeout{netlink_timeout.count(), 0};
    if (::setsockopt(::nl_socket_get_fd(socket.get()), SOL_SOCKET, SO_RCVTIMEO, &timeout,
                     sizeof timeout) != 0)
        return system_error(errno, "set timeout", "netlink socket");
    return socket;
}

struct Datagram {
    std::unique_ptr<unsigned char, Free> bytes;
    int size = 0;
};

/// The next that the kernel sent.
Result<Datagram> receive(nl_sock* socket, const Deadline& deadline) {
    while (!deadline.over()) {
        pollfd ready{::nl_socket_get_fd(socket), POLLIN, 0};
        if (::poll(&ready, 1, deadline.remaining_ms()) <= 0)
            continue;
        sockaddr_nl from{};
        unsigned char* raw = nullptr;
        const int size = ::nl_recv(socket, &from, &raw, nullptr);
        Datagram datagram{std::unique_ptr<unsigned char, Free>{raw}, size};
        if (size == 0 || size == -NLE_AGAIN)
            break;
        if (size < 0)
            return netlink_error(size);
        if (from.nl_pid == 0)
            return datagram;
    }
    return system_error(ETIMEDOUT, "ask", "kernel by netlink");
}

/// The messages of one datagram that answer the question with this number.
std::vector<const nlmsghdr*> answers_in(const Datagram& datagram, std::uint32_t sequence) {
    std::vector<const nlmsghdr*> answers;
    int left = datagram.size;
    for (auto* header = reinterpret_cast<nlmsghdr*>(datagram.bytes.get()); ::nlmsg_ok(header, left);
         header = ::nlmsg_next(header, &left))
        if (header->nlmsg_seq == sequence)
            answers.push_back(header);
    return answers;
}

std::string_view payload_of(const nlmsghdr* header) {
    return {static_cast<const char*>(::nlmsg_data(header)),
            static_cast<std::size_t>(::nlmsg_datalen(header))};
}

/// The number at the front of NLMSG_ERROR and NLMSG_DONE, negative for an error.
std::optional<int> code_of(const nlmsghdr* header) {
    int code = 0;
    const auto data = payload_of(header);
    if (data.size() < sizeof code)
        return std::nullopt;
    std::memcpy(&code, data.data(), sizeof code);
    return code;
}

Error refusal(std::optional<int> code) {
    return system_error(code.value_or(0) < 0 ? -*code : EPROTO, "ask", "kernel by netlink");
}

/// What follows the netlink header of the kernel's answer.
Result<std::string> ask(nl_sock* socket, nl_msg* question) {
    if (const int code = ::nl_send_auto(socket, question); code < 0)
        return netlink_error(code);
    const Deadline deadline{netlink_timeout};
    for (;;) {
        const auto datagram = receive(socket, deadline);
        if (!datagram)
            return datagram.error();
        const auto answers = answers_in(*datagram, ::nlmsg_hdr(question)->nlmsg_seq);
        if (answers.empty())
            continue;
        if (answers.front()->nlmsg_type == NLMSG_ERROR)
            return refusal(code_of(answers.front()));
        return std::string{payload_of(answers.front())};
    }
}

/// The same of a question that has any number of answers.
Result<std::vector<std::string>> ask_all(nl_sock* socket, nl_msg* question) {
    if (const int code = ::nl_send_auto(socket, question); code < 0)
        return netlink_error(code);
    const Deadline deadline{netlink_timeout};
    std::vector<std::string> payloads;
    std::size_t total = 0;
    for (;;) {
        const auto datagram = receive(socket, deadline);
        if (!datagram)
            return datagram.error();
        for (const auto* answer : answers_in(*datagram, ::nlmsg_hdr(question)->nlmsg_seq)) {
            const auto code = code_of(answer);
            // The kernel's error may stand in the end's place.
            const bool is_end = answer->nlmsg_type == NLMSG_DONE && code.value_or(0) >= 0;
            if (answer->nlmsg_type < NLMSG_MIN_TYPE && !is_end)
                return refusal(code);
            if ((answer->nlmsg_flags & NLM_F_DUMP_INTR) != 0)
                return system_error(EAGAIN, "read", "a list that the kernel was changing");
            if (is_end)
                return payloads;
            payloads.emplace_back(payload_of(answer));
            total += payloads.back().size();
        }
        if (total > dump_limit)
            return system_error(EFBIG, "read", "netlink answer");
    }
}

/// Without the fixed header that precedes the attributes.
Result<std::string> attributes_of(Result<std::string> answer, std::size_t header_size) {
    if (!answer)
        return answer;
    const auto aligned = static_cast<std::size_t>(NLMSG_ALIGN(header_size));
    if (answer->size() < aligned)
        return system_error(EPROTO, "read", "netlink answer");
    answer->erase(0, aligned);
    return answer;
}

/// Null where there is no memory for it.
template <class Header>
Message question_of(int type, int flags, Header header) {
    Message question{::nlmsg_alloc_simple(type, flags)};
    if (question && ::nlmsg_append(question.get(), &header, sizeof header, NLMSG_ALIGNTO) != 0)
        question.reset();
    return question;
}

Error no_memory() {
    return system_error(ENOMEM, "ask", "kernel by netlink");
}

bool put_destination(nl_msg* message, const SocketAddress& to) {
    rtmsg header{};
    header.rtm_family = static_cast<unsigned char>(to.family());
    sockaddr_in v4{};
    sockaddr_in6 v6{};
    std::memcpy(&v4, &to.storage, sizeof v4);
    std::memcpy(&v6, &to.storage, sizeof v6);
    const bool is_v4 = to.family() == AF_INET;
    const void* address = is_v4 ? static_cast<const void*>(&v4.sin_addr) : &v6.sin6_addr;
    const int size = is_v4 ? int{sizeof v4.sin_addr} : int{sizeof v6.sin6_addr};
    header.rtm_dst_len = static_cast<unsigned char>(size * 8);
    return ::nlmsg_append(message, &header, sizeof header, NLMSG_ALIGNTO) == 0 &&
           ::nla_put(message, RTA_DST, size, address) == 0 &&
           (is_v4 || v6.sin6_scope_id == 0 ||
            ::nla_put_u32(message, RTA_OIF, v6.sin6_scope_id) == 0);
}

bool put_device(nl_msg* message, int index) {
    // NLA_F_NESTED: libnl before 3.5 leaves it out, and the kernel insists.
    nlattr* header = ::nla_nest_start(message, ethtool_header | NLA_F_NESTED);
    if (header == nullptr ||
        ::nla_put_u32(message, ethtool_header_device_index, static_cast<std::uint32_t>(index)) != 0)
        return false;
    return ::nla_nest_end(message, header) == 0;
}

}  // namespace

Result<std::string> route_attributes(const SocketAddress& to) {
    auto socket = connect_to(NETLINK_ROUTE);
    if (!socket)
        return std::move(socket).error();
    const Message question{::nlmsg_alloc_simple(RTM_GETROUTE, NLM_F_REQUEST)};
    if (!question || !put_destination(question.get(), to))
        return no_memory();
    return attributes_of(ask(socket->get(), question.get()), sizeof(rtmsg));
}

Result<std::string> link_message(int index) {
    auto socket = connect_to(NETLINK_ROUTE);
    if (!socket)
        return std::move(socket).error();
    ifinfomsg request{};
    request.ifi_index = index;
    const auto question = question_of(RTM_GETLINK, NLM_F_REQUEST, request);
    if (!question)
        return no_memory();
    return ask(socket->get(), question.get());
}

Result<std::vector<std::string>> link_messages() {
    auto socket = connect_to(NETLINK_ROUTE);
    if (!socket)
        return std::move(socket).error();
    const auto question = question_of(RTM_GETLINK, NLM_F_REQUEST | NLM_F_DUMP, ifinfomsg{});
    if (!question)
        return no_memory();
    return ask_all(socket->get(), question.get());
}

Result<std::string> ethtool_attributes(EthtoolCommand command, int index) {
    auto socket = connect_to(NETLINK_GENERIC);
    if (!socket)
        return std::move(socket).error();
    const int family = ::genl_ctrl_resolve(socket->get(), "ethtool");
    if (family == -NLE_AGAIN)
        return system_error(ETIMEDOUT, "ask", "kernel by netlink");
    if (family < 0)
        return system_error(EOPNOTSUPP, "find", "ethtool by netlink");
    const Message question{::nlmsg_alloc()};
    if (!question ||
        ::genlmsg_put(question.get(), NL_AUTO_PORT, NL_AUTO_SEQ, family, 0, NLM_F_REQUEST,
                      static_cast<std::uint8_t>(command), ethtool_version) == nullptr ||
        !put_device(question.get(), index))
        return no_memory();
    return attributes_of(ask(socket->get(), question.get()), sizeof(genlmsghdr));
}

Result<std::vector<std::string>> tcp_sockets(int family, std::uint32_t states,
                                             std::uint16_t remote_port) {
    auto socket = connect_to(NETLINK_SOCK_DIAG);
    if (!socket)
        return std::move(socket).error();
    inet_diag_req_v2 request{};
    request.sdiag_family = static_cast<std::uint8_t>(family);
    request.sdiag_protocol = IPPROTO_TCP;
    request.idiag_ext = 1U << (INET_DIAG_INFO - 1);
    request.idiag_states = states;
    // The kernel passes over sockets with another one.
    request.id.idiag_dport = htons(remote_port);
    const auto question = question_of(SOCK_DIAG_BY_FAMILY, NLM_F_REQUEST | NLM_F_DUMP, request);
    if (!question)
        return no_memory();
    return ask_all(socket->get(), question.get());
}

}  // namespace azfiles
