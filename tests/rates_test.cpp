#include "core/rates.h"

#include "base/text.h"

#include "support.h"

#include <doctest/doctest.h>

#include <fmt/format.h>

using namespace azfiles;
using namespace std::chrono_literals;

namespace {

Connection connection(std::uint16_t port, std::uint64_t sent, std::uint64_t received) {
    Connection made;
    made.local = "10.9.0.1";
    made.remote = "10.9.0.2";
    made.local_port = port;
    made.remote_port = 445;
    made.bytes_sent = sent;
    made.bytes_received = received;
    return made;
}

std::string in_words(const std::vector<ConnectionRate>& rates) {
    std::string text;
    for (const auto& rate : rates) {
        static constexpr std::string_view presences[] = {"stayed", "appeared", "vanished"};
        const auto number = [](const std::optional<double>& value) {
            return value ? fmt::format("{}", *value) : "?";
        };
        text += fmt::format("{} {} {} {}\n", rate.connection.local_port,
                            presences[static_cast<std::size_t>(rate.presence)], number(rate.sent),
                            number(rate.received));
    }
    return text;
}

}  // namespace

TEST_CASE("a rate is what was added, by the time between the samples") {
    const TrafficSample before{10s, {connection(1, 1'000, 50), connection(2, 7, 7)}};
    const TrafficSample now{10s + 500ms, {connection(1, 3'000, 50), connection(2, 8, 107)}};
    CHECK(in_words(rates_between(before, now)) ==
          "1 stayed 4000 0\n"
          "2 stayed 2 200\n");
}

TEST_CASE("connections come and go") {
    const TrafficSample before{0s, {connection(1, 500, 500), connection(3, 9, 9)}};
    auto reused = connection(3, 4, 20);
    const TrafficSample now{2s, {connection(2, 600, 10), reused}};
    CHECK(in_words(rates_between(before, now)) ==
          "1 vanished ? ?\n"
          "2 appeared 300 5\n"
          "3 appeared 2 10\n");
}

TEST_CASE("another address or port makes another connection") {
    const auto here = connection(1, 500, 500);
    for (const auto change : {0, 1, 2, 3}) {
        CAPTURE(change);
        auto other = here;
        (change == 0 ? other.local : other.remote) = change < 2 ? "10.9.0.7" : "10.9.0.2";
        if (change == 2)
            other.local_port = 2;
        if (change == 3)
            other.remote_port = 139;
        const auto rates = rates_between({0s, {here}}, {1s, {other}});
        CHECK(rates.size() == 2);
        for (const auto& rate : rates)
            CHECK(rate.presence != Presence::stayed);
    }
}

TEST_CASE("a rate that can't be told is unknown, not zero") {
    auto without = connection(1, 0, 700);
    without.bytes_sent.reset();
    CHECK(in_words(rates_between({0s, {without}}, {1s, {connection(1, 900, 900)}})) ==
          "1 stayed ? 200\n");
    CHECK(in_words(rates_between({0s, {}}, {1s, {without}})) == "1 appeared ? 700\n");
    const TrafficSample first{5s, {connection(1, 900, 900)}};
    CHECK(in_words(rates_between(first, first)) == "1 stayed ? ?\n");
    CHECK(in_words(rates_between(first, {4s, first.connections})) == "1 stayed ? ?\n");
}

TEST_CASE("rates are written with the unit that fits") {
    struct Row {
        double rate;
        std::string_view want;
    };
    static constexpr Row rows[] = {
        {0, "0 B/s"},          {0.4, "0 B/s"},
        {999.4, "999 B/s"},    {999.5, "1.0 kB/s"},
        {12'345, "12.3 kB/s"}, {999'949, "999.9 kB/s"},
        {999'950, "1.0 MB/s"}, {12'345'678, "12.3 MB/s"},
        {1.25e9, "1.2 GB/s"},  {2.5e12, "2.5 TB/s"},
    };
    for (const auto& row : rows)
        CHECK(rate_text(row.rate) == row.want);
}

TEST_CASE("bars show whether the load spreads") {
    const auto hash = [](std::size_t count) { return std::string(count, '#'); };
    auto closing = connection(40'004, 2'000'000, 0);
    closing.state = TcpState::fin_wait1;
    const TrafficSample before{0s,
                               {connection(40'001, 0, 0), connection(40'002, 0, 0),
                                connection(40'003, 0, 0), closing, connection(40'005, 0, 0)}};
    const TrafficSample now{
        1s,
        {connection(40'001, 3'000'000, 1'000'000), connection(40'002, 1'900'000, 100'000),
         connection(40'003, 120, 0), closing, connection(40'006, 0, 0)}};
    CHECK(to_text(rates_between(before, now)) ==
          "    port        sent    received\n"
          "10.9.0.2 from 10.9.0.1\n"
          "   40001    3.0 MB/s    1.0 MB/s  " +
              hash(34) +
              "\n"
              "   40002    1.9 MB/s  100.0 kB/s  " +
              hash(17) +
              "\n"
              "   40003     120 B/s       0 B/s  #\n"
              "   40004       0 B/s       0 B/s  fin-wait-1\n"
              "   40005  gone\n"
              "   40006       0 B/s       0 B/s  new\n"
              "   total    4.9 MB/s    1.1 MB/s\n");
}

TEST_CASE("each server and each own address has its connections below it") {
    auto other = connection(1, 0, 0);
    other.remote = "fd00:1111:2222:3333:4444:5555:6666:7777";
    other.local = "fd00:1111:2222:3333:4444:5555:6666:8888";
    auto unknown = other;
    unknown.local_port = 2;
    unknown.bytes_sent.reset();
    const TrafficSample sample{0s, {connection(7, 0, 0), other, unknown}};
    CHECK(to_text(rates_between(sample, {1s, sample.connections})) ==
          "    port        sent    received\n"
          "10.9.0.2 from 10.9.0.1\n"
          "       7       0 B/s       0 B/s\n"
          "fd00:1111:2222:3333:4444:5555:6666:7777\n"
          "  from fd00:1111:2222:3333:4444:5555:6666:8888\n"
          "       1       0 B/s       0 B/s\n"
          "       2     unknown       0 B/s\n"
          "   total     unknown       0 B/s\n");
    CHECK(to_text(std::vector<ConnectionRate>{}) == "No TCP connection to a server.\n");
}

TEST_CASE("no line is wider than a terminal") {
    std::vector<ConnectionRate> rates;
    for (const auto state : tcp_states) {
        ConnectionRate rate{connection(65'535, 0, 0), Presence::appeared, 999.9e9, 999.9e9};
        rate.connection.state = state;
        rates.push_back(rate);
    }
    const auto text = to_text(rates);
    for (const auto line : words(text, "\n"))
        CHECK(line.size() <= 80);
}
