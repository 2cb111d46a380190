#include "sys/probe.h"

#include "sys/address.h"

#include "support.h"
#include "sys_support.h"

#include <doctest/doctest.h>

#include <chrono>

using namespace azfiles;
using namespace std::chrono_literals;

namespace {

using States = std::vector<std::optional<PortState>>;

char letter(const std::optional<PortState>& state) {
    if (!state)
        return '?';
    switch (*state) {
        case PortState::open:
            return 'o';
        case PortState::refused:
            return 'r';
        case PortState::silent:
            return 's';
        case PortState::unreachable:
            return 'u';
    }
    return '!';
}

std::string letters(const States& states) {
    std::string text;
    for (const auto& state : states)
        text += letter(state);
    return text;
}

int run(const char* command) {
    return std::system(command);
}

}  // namespace

TEST_CASE("a port that listens is open, one that does not refuses") {
    const auto listening = test::listen_on("127.0.0.1", 8);
    CHECK(letters(probe_ports({"127.0.0.1"}, listening.port, 30s)) == "o");
    const auto closed = test::listen_on("127.0.0.1", -1);
    CHECK(letters(probe_ports({"127.0.0.1"}, closed.port, 30s)) == "r");
}

TEST_CASE("probing says nothing to the server and leaves at once") {
    const auto listening = test::listen_on("127.0.0.1", 8);
    CHECK(letters(probe_ports({"127.0.0.1"}, listening.port, 30s)) == "o");
    const UniqueFd peer{::accept4(listening.fd.get(), nullptr, nullptr, SOCK_CLOEXEC)};
    REQUIRE(peer);
    char byte = 0;
    CHECK(::read(peer.get(), &byte, 1) == 0);
}

TEST_CASE("a server that does not answer is silent, at the deadline") {
    // A full backlog drops further connections; Linux lets one more in than asked.
    const auto full = test::listen_on("127.0.0.1", 0);
    std::vector<UniqueFd> fillers;
    const auto there = parse_address("127.0.0.1", full.port).value();
    for (int i = 0; i < 3; ++i) {
        fillers.emplace_back(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
        static_cast<void>(::connect(fillers.back().get(), there.get(), there.length));
    }
    const auto start = std::chrono::steady_clock::now();
    CHECK(letters(probe_ports({"127.0.0.1"}, full.port, 200ms)) == "s");
    const auto took = std::chrono::steady_clock::now() - start;
    CHECK(took >= 200ms);
    CHECK(took < 20s);
}

TEST_CASE("answers keep the order of the addresses, and text that is none is unknown") {
    const auto listening = test::listen_on("127.0.0.1", 8);
    CHECK(letters(probe_ports({"127.0.0.2", "localhost", "127.0.0.1", ""}, listening.port, 30s)) ==
          "r?o?");
    CHECK(probe_ports({}, 445, 30s).empty());
}

TEST_CASE("more addresses than the limit are not asked") {
    const auto closed = test::listen_on("127.0.0.1", -1);
    const std::vector<std::string> many(probe_limit + 3, "127.0.0.1");
    const auto states = probe_ports(many, closed.port, 30s);
    CHECK(letters(states) == std::string(probe_limit, 'r') + "???");
}

TEST_CASE("no route is unreachable, a prohibited one is unknown") {
    if (run("ip -V >/dev/null 2>&1") != 0) {
        test::skip("probe in a namespace", "no iproute2");
        return;
    }
    const auto said = test::in_own_namespaces("probe", [] {
        std::string text = letters(probe_ports({"10.9.0.1", "fd00::1", "fe80::1"}, 445, 1s));
        // A neighbour that is not there, and routes that say no.
        if (run("ip link add d0 type veth peer name d1 && ip link set d1 up && ip link set d0 up "
                "&& "
                "ip addr add 10.9.0.9/24 dev d0 && "
                "ip route add unreachable 10.8.0.1/32 && ip route add prohibit 10.8.0.2/32 && "
                "ip route add blackhole 10.8.0.3/32") != 0)
            throw std::runtime_error{"ip"};
        text += ' ';
        return text +
               letters(probe_ports({"10.9.0.1", "10.8.0.1", "10.8.0.2", "10.8.0.3"}, 445, 300ms));
    });
    if (said)
        CHECK(*said == "uuu su?u");
}

TEST_CASE("a silent address does not hold up the others") {
    if (run("ip -V >/dev/null 2>&1") != 0) {
        test::skip("probe in a namespace", "no iproute2");
        return;
    }
    const auto said = test::in_own_namespaces("probe in parallel", [] {
        if (run("ip link add d0 type veth peer name d1 && ip link set d1 up && ip link set d0 up "
                "&& "
                "ip addr add 10.9.0.9/24 dev d0 && ip addr add fd00::9/64 dev d0 nodad") != 0)
            throw std::runtime_error{"ip"};
        const auto listening = test::listen_on("::1", 8);
        std::vector<std::string> addresses(50, "10.9.0.1");
        for (const char* other : {"::1", "127.0.0.1", "fd00::7"})
            addresses.emplace_back(other);
        const auto start = std::chrono::steady_clock::now();
        const auto states = probe_ports(addresses, listening.port, 400ms);
        // One after the other would take 20 s.
        const auto quick = std::chrono::steady_clock::now() - start < 10s;
        return letters(states) + (quick ? " quick" : " slow");
    });
    if (said)
        CHECK(*said == std::string(50, 's') + "ors quick");
}
