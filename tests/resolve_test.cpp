#include "sys/resolve.h"

#include "base/child.h"
#include "sys/address.h"

#include "support.h"
#include "sys_support.h"

#include <doctest/doctest.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/prctl.h>

#include <array>
#include <csignal>

using namespace azfiles;
using namespace std::chrono_literals;
using test::contains;

namespace {

/// A name server that answers by the first label of the name, on 127.0.0.1.
namespace name_server {

std::string record(int type, std::string_view address) {
    // Compressed name, type, class IN, one second, length.
    std::string bytes{"\xc0\x0c\x00", 3};
    bytes += static_cast<char>(type);
    bytes += std::string{"\x00\x01\x00\x00\x00\x01\x00", 7};
    bytes += static_cast<char>(address.size());
    return bytes += address;
}

std::vector<std::string> v4_of(std::string_view label) {
    std::vector<std::string> found;
    const int count = label == "many" ? 20 : label == "one" || label == "both" ? 1 : 0;
    for (int i = 1; i <= count; ++i)
        found.push_back(record(1, std::string{"\x0a\x09\x00", 3} + static_cast<char>(i)));
    if (label == "twice")
        found = {record(1, "\x0a\x09\x08\x07"), record(1, "\x0a\x09\x08\x07")};
    return found;
}

std::vector<std::string> v6_of(std::string_view label) {
    if (label != "both")
        return {};
    return {record(28, std::string{"\xfd"} + std::string(14, '\0') + '\4')};
}

/// Empty: no answer at all.
std::string reply_to(std::string_view query) {
    if (query.size() < 17)
        return {};
    const auto label = query.substr(13, static_cast<unsigned char>(query[12]));
    if (label == "silent")
        return {};
    // One question: a name that ends in an empty label, type, class.
    const auto question_end = query.find('\0', 12) + 5;
    const int type = query.at(question_end - 3);
    const auto records = type == 1 ? v4_of(label) : v6_of(label);
    std::string reply{query.substr(0, question_end)};
    reply[2] = '\x81';
    reply[3] = static_cast<char>(0x80 | (label == "nx" ? 3 : label == "servfail" ? 2 : 0));
    reply[7] = static_cast<char>(records.size());
    reply[9] = reply[11] = 0;
    for (const auto& one : records)
        reply += one;
    return reply;
}

/// Returns in the caller once the server takes questions.
void start() {
    const UniqueFd socket{::socket(AF_INET, SOCK_DGRAM, 0)};
    const auto here = parse_address("127.0.0.1", 53).value();
    if (::bind(socket.get(), here.get(), here.length) != 0)
        throw std::runtime_error{"bind to port 53"};
    if (::fork() != 0)
        return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;) {
        std::array<char, 512> query{};
        sockaddr_in from{};
        socklen_t size = sizeof from;
        auto* const peer = reinterpret_cast<sockaddr*>(&from);
        const auto got = ::recvfrom(socket.get(), query.data(), query.size(), 0, peer, &size);
        if (got <= 0)
            ::_exit(1);
        const auto reply = reply_to({query.data(), static_cast<std::size_t>(got)});
        if (!reply.empty())
            ::sendto(socket.get(), reply.data(), reply.size(), 0, peer, size);
    }
}

}  // namespace name_server

void use_files(const test::Tree& tree) {
    for (const std::string name : {"resolv.conf", "nsswitch.conf", "hosts"}) {
        if (::mount(tree.path(name).c_str(), ("/etc/" + name).c_str(), nullptr, MS_BIND, nullptr))
            throw std::runtime_error{"bind over /etc/" + name};
    }
}

std::string in_words(const Result<std::vector<std::string>>& answer) {
    if (!answer)
        return fmt::format("{} {}", answer.error().kind == ErrorKind::usage ? "usage" : "system",
                           answer.error().errnum);
    return fmt::format("{}", fmt::join(*answer, " "));
}

/// What resolve() says of `host` where only our files and server are asked.
std::optional<std::string> resolved(const std::string& host, bool with_server = true,
                                    std::chrono::milliseconds deadline = 60s) {
    test::Tree tree;
    tree.file("resolv.conf", "nameserver 127.0.0.1\noptions timeout:30 attempts:1\n")
        .file("nsswitch.conf", "hosts: files dns\n")
        .file("hosts", "127.0.0.1 localhost\n::1 localhost\n");
    return test::in_own_namespaces("resolve " + host, [&] {
        use_files(tree);
        if (with_server)
            name_server::start();
        return in_words(resolve(host, deadline));
    });
}

}  // namespace

TEST_CASE("a numeric host is its own answer, in the short form") {
    struct Row {
        const char* host;
        std::string_view want;
    };
    static constexpr Row rows[] = {
        {"10.0.0.4", "10.0.0.4"},       {"fd00:0000:0000:0000:0000:0000:0000:0004", "fd00::4"},
        {"2001:DB8::1", "2001:db8::1"}, {"fe80::1%2", "fe80::1%2"},
        {"fe80::1%lo", "fe80::1%1"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.want);
        // No deadline: nobody is asked.
        CHECK(in_words(resolve(row.host, 0ms)) == row.want);
    }
}

TEST_CASE("parse_address is strict") {
    for (const std::string_view text :
         {std::string_view{""}, std::string_view{"10.4"}, std::string_view{"10.0.0.4 "},
          std::string_view{"[fd00::4]"}, std::string_view{"10.0.0.4:445"},
          std::string_view{"fe80::1%"}, std::string_view{"fe80::1%0"},
          std::string_view{"fe80::1%no-such-nic"}, std::string_view{"fe80::1%99999999999"},
          std::string_view{"fe80::1%an-interface-name-that-is-far-too-long"},
          std::string_view{"10.0.0.4%1"}, std::string_view{"10.0.0.4\0x", 10},
          std::string_view{"localhost"}}) {
        CAPTURE(text);
        CHECK_FALSE(parse_address(text));
    }
    CHECK(parse_address("fd00::4", 445)->family() == AF_INET6);
    CHECK(parse_address("10.0.0.4", 445)->length == sizeof(sockaddr_in));
}

TEST_CASE("what can't be a name does not exist, and is quoted") {
    for (const auto& host : {std::string{}, std::string{"localhost\0.evil", 15}}) {
        const auto answer = resolve(host, 60s);
        REQUIRE_FALSE(answer);
        CHECK(answer.error().kind == ErrorKind::usage);
        CHECK(answer.error().errnum == 0);
    }
    const auto odd = resolve("a\x1b[31m.invalid", 60s);
    REQUIRE_FALSE(odd);
    CHECK(contains(odd.error().message, R"("a\x1b[31m.invalid")"));
}

TEST_CASE("localhost has an address") {
    const auto answer = resolve("localhost", 60s);
    REQUIRE(answer);
    REQUIRE_FALSE(answer->empty());
    CHECK((answer->front() == "127.0.0.1" || answer->front() == "::1"));
}

TEST_CASE("what a name server says becomes addresses or an error") {
    struct Row {
        const char* host;
        std::string_view want;
    };
    // In the namespace there is no route: getaddrinfo keeps the server's order
    // and puts no family away.
    static const Row rows[] = {
        {"one.example.", "10.9.0.1"},
        {"twice.example.", "10.9.8.7"},
        {"many.example.",
         "10.9.0.1 10.9.0.2 10.9.0.3 10.9.0.4 10.9.0.5 10.9.0.6 10.9.0.7 10.9.0.8 10.9.0.9 "
         "10.9.0.10 10.9.0.11 10.9.0.12 10.9.0.13 10.9.0.14 10.9.0.15 10.9.0.16"},
        {"both.example.", "fd00::4 10.9.0.1"},
        {"nx.example.", "usage 0"},
        {"nodata.example.", "usage 0"},
        {"servfail.example.", "system 11"},
        {"localhost", "::1 127.0.0.1"},
    };
    for (const auto& row : rows) {
        CAPTURE(std::string_view{row.host});
        if (const auto said = resolved(row.host))
            CHECK(*said == row.want);
    }
}

TEST_CASE("no name server there is a temporary failure") {
    if (const auto said = resolved("one.example.", false))
        CHECK(*said == fmt::format("system {}", EAGAIN));
}

TEST_CASE("a silent name server is given up at the deadline") {
    const auto start = std::chrono::steady_clock::now();
    const auto said = resolved("silent.example.", true, 300ms);
    if (!said)
        return;
    CHECK(*said == fmt::format("system {}", errnum_timed_out));
    CHECK(std::chrono::steady_clock::now() - start < 20s);
}
