#include "sys/negotiate_probe.h"

#include "negotiate_bytes.h"
#include "support.h"
#include "sys_support.h"

#include <doctest/doctest.h>

#include <poll.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <set>
#include <thread>

using namespace azfiles;
using namespace std::chrono_literals;
using test::contains;

namespace {

/// Serves one connection after the other on loopback, each by `serve`, and closes it
/// after that.
class FakeServer {
public:
    using Serve = std::function<void(const UniqueFd&)>;

    explicit FakeServer(Serve serve)
        : listener_{test::listen_on("127.0.0.1", 16)}, thread_{[this, serve] { run(serve); }} {}
    FakeServer(const FakeServer&) = delete;
    FakeServer& operator=(const FakeServer&) = delete;
    ~FakeServer() {
        ::shutdown(listener_.fd.get(), SHUT_RDWR);  // ends accept()
        thread_.join();
    }

    [[nodiscard]] std::uint16_t port() const { return listener_.port; }
    [[nodiscard]] int connections() const { return connections_; }

private:
    void run(const Serve& serve) {
        for (;;) {
            const UniqueFd peer{::accept4(listener_.fd.get(), nullptr, nullptr, SOCK_CLOEXEC)};
            if (!peer)
                return;
            ++connections_;
            serve(peer);
        }
    }

    test::Listener listener_;
    std::atomic<int> connections_ = 0;
    std::thread thread_;
};

/// Reads `size` bytes, or what comes before the end.
Bytes read_bytes(const UniqueFd& peer, std::size_t size) {
    Bytes bytes(size);
    std::size_t got = 0;
    while (got < size) {
        const auto here = ::recv(peer.get(), bytes.data() + got, size - got, 0);
        if (here <= 0)
            break;
        got += static_cast<std::size_t>(here);
    }
    bytes.resize(got);
    return bytes;
}

/// A request without its frame.
Bytes read_request(const UniqueFd& peer) {
    const auto frame = read_bytes(peer, 4);
    if (frame.size() < 4)
        return {};
    return read_bytes(peer, std::size_t{frame[2]} << 8 | frame[3]);
}

/// False once the other side has gone.
bool say(const UniqueFd& peer, const Bytes& bytes) {
    return ::send(peer.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(bytes.size());
}

void wait_for_end(const UniqueFd& peer) {
    pollfd one{peer.get(), POLLRDHUP, 0};
    ::poll(&one, 1, 20'000);
}

ServerProbe ask(std::uint16_t port, std::chrono::milliseconds deadline = 20s) {
    return ask_server("127.0.0.1", port, "fs", Deadline{deadline});
}

struct Seen {
    ServerProbe probe;
    int connections = 0;
    std::chrono::milliseconds took{};
};

Seen ask_fake(const FakeServer::Serve& serve, std::chrono::milliseconds deadline = 20s) {
    const FakeServer server{serve};
    const auto start = std::chrono::steady_clock::now();
    Seen seen;
    seen.probe = ask(server.port(), deadline);
    seen.took = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - start);
    seen.connections = server.connections();
    return seen;
}

/// The cipher that a server of AES-128-CCM and AES-256-GCM takes from a request.
Bytes answer_to(const Bytes& request) {
    for (const auto cipher : {Cipher::aes_256_gcm, Cipher::aes_128_ccm}) {
        // The context of ciphers is the second one, behind a salt of 32 bytes.
        const auto at = little_at<std::uint32_t>(request, 64 + 28).value_or(0) + 48;
        const auto count = little_at<std::uint16_t>(request, at + 8).value_or(0);
        for (std::size_t i = 0; i < count; ++i)
            if (little_at<std::uint16_t>(request, at + 10 + 2 * i) ==
                static_cast<std::uint16_t>(cipher))
                return test::framed(test::agreement_on(cipher));
    }
    return test::framed(test::agreement_on(Cipher{}));
}

}  // namespace

TEST_CASE("a server that answers is asked until its ciphers are known") {
    std::mutex guard;
    std::set<Bytes> guids;
    const auto seen = ask_fake([&](const UniqueFd& peer) {
        const auto request = read_request(peer);
        {
            const std::lock_guard lock{guard};
            guids.insert({request.begin() + 76, request.begin() + 92});
        }
        say(peer, answer_to(request));
    });
    CHECK(seen.probe.offer.dialect == Dialect::smb_3_1_1);
    CHECK(seen.probe.offer.ciphers == std::vector{Cipher::aes_256_gcm, Cipher::aes_128_ccm});
    CHECK(seen.probe.offer.ciphers_complete);
    CHECK(seen.probe.offer.cipher_order == CipherOrder::server);
    CHECK(seen.connections == 4);
    // Samba joins connections of one guid.
    CHECK(guids.size() == 4);
}

TEST_CASE("an answer that comes in pieces is an answer") {
    const auto seen = ask_fake([](const UniqueFd& peer) {
        read_request(peer);
        for (const auto byte : test::framed(test::agreement(Dialect::smb_2_1, 7))) {
            say(peer, {byte});
            std::this_thread::sleep_for(1ms);
        }
    });
    CHECK(seen.probe.offer.dialect == Dialect::smb_2_1);
    CHECK(seen.connections == 1);
}

TEST_CASE("a silent server is silent at the deadline") {
    const auto seen = ask_fake(wait_for_end, 400ms);
    CHECK(seen.probe.offer.reply.kind == ReplyKind::silent);
    CHECK(seen.connections == 2);
    CHECK(seen.took >= 200ms);
    CHECK(seen.took < 10s);
}

TEST_CASE("one byte now and then does not move the deadline") {
    const auto seen = ask_fake(
        [](const UniqueFd& peer) {
            for (const auto byte : test::framed(test::agreement(Dialect::smb_2_1))) {
                if (!say(peer, {byte}))
                    return;
                std::this_thread::sleep_for(50ms);
            }
        },
        2s);
    CHECK(seen.probe.offer.reply.kind == ReplyKind::slow);
    CHECK(seen.connections == 1);
    CHECK(seen.took < 10s);
}

TEST_CASE("a server that closes is told from one that closes within its answer") {
    const auto closing = ask_fake([](const UniqueFd& peer) { read_request(peer); });
    CHECK(closing.probe.offer.reply.kind == ReplyKind::closed);
    CHECK(closing.connections == 3);
    const auto resetting = ask_fake([](const UniqueFd& peer) {
        read_request(peer);
        const linger at_once{1, 0};
        ::setsockopt(peer.get(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    });
    CHECK(resetting.probe.offer.reply.kind == ReplyKind::closed);
    // Without a look at the request: the answer is a reset.
    const auto deaf = ask_fake([](const UniqueFd&) {});
    CHECK(deaf.probe.offer.reply.kind == ReplyKind::closed);
    static constexpr std::size_t sizes[] = {1, 4, 5, 100};
    for (const auto size : sizes) {
        const auto within = ask_fake([size](const UniqueFd& peer) {
            read_request(peer);
            auto bytes = test::framed(test::agreement(Dialect::smb_3_0));
            bytes.resize(size);
            say(peer, bytes);
        });
        CHECK(within.probe.offer.reply.kind == ReplyKind::cut_short);
    }
}

TEST_CASE("garbage is named at once, and not read to its end") {
    struct Row {
        std::string text;
        std::string said;
    };
    for (const auto& row : {Row{"HTTP/1.1 400 Bad Request\r\n\r\n", "no SMB, but \"HTTP\""},
                            Row{std::string{"\0\xff\xff\xff", 4}, "16777215 bytes"},
                            Row{std::string{"\0\0\0\4SSH-", 8}, "no SMB, but \"SSH-\""},
                            Row{std::string(4, '\0'), "a message of 0 bytes"}}) {
        const auto seen = ask_fake([&row](const UniqueFd& peer) {
            read_request(peer);
            Bytes bytes{row.text.begin(), row.text.end()};
            // Then on and on, until the other side has had enough.
            while (say(peer, bytes))
                bytes.assign(65536, 'x');
        });
        CHECK(seen.probe.offer.reply.kind == ReplyKind::garbage);
        CHECK(contains(seen.probe.offer.reply.wrong, row.said));
        CHECK(seen.connections == 1);
        CHECK(seen.took < 10s);
    }
}

TEST_CASE("a server of SMB 1 alone is found behind its silence or its closing") {
    for (const bool closes : {true, false}) {
        const auto seen = ask_fake(
            [closes](const UniqueFd& peer) {
                const auto request = read_request(peer);
                if (!request.empty() && request[0] == 0xff)
                    say(peer, test::framed(test::smb1_answer(0)));
                else if (!closes)
                    wait_for_end(peer);
            },
            4s);
        CHECK(seen.probe.offer.smb1_only);
    }
}

TEST_CASE("where nothing listens the port's state is told, and nobody is asked on") {
    const auto closed = test::listen_on("127.0.0.1", -1);
    const auto refused = ask(closed.port);
    CHECK(refused.offer.reply.kind == ReplyKind::not_connected);
    CHECK(refused.offer.reply.port_state == PortState::refused);
    CHECK(refused.asked.size() == 1);

    // A full backlog drops further connections; Linux lets one more in than asked.
    const auto full = test::listen_on("127.0.0.1", 0);
    const auto there = parse_address("127.0.0.1", full.port).value();
    std::vector<UniqueFd> fillers;
    for (int i = 0; i < 3; ++i) {
        fillers.emplace_back(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
        static_cast<void>(::connect(fillers.back().get(), there.get(), there.length));
    }
    const auto silent = ask(full.port, 400ms);
    CHECK(silent.offer.reply.kind == ReplyKind::not_connected);
    CHECK(silent.offer.reply.port_state == PortState::silent);
}

TEST_CASE("without an address or without time nobody is asked") {
    for (const char* text : {"", "localhost", "10.4"})
        CHECK(ask_server(text, 445, "", Deadline{1s}).offer.reply.kind == ReplyKind::not_asked);
    const auto listening = test::listen_on("127.0.0.1", 8);
    CHECK(ask(listening.port, 0ms).offer.reply.kind == ReplyKind::not_asked);
}
