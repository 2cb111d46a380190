#include "app/answers_json.h"

#include "nics.h"
#include "support.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>

using namespace azfiles;
using test::contains;

namespace {

Recording full() {
    Recording recording;
    recording.time = "2026-11-03T10:11:12Z";
    recording.unread = {"the kernel log", "a \"quoted\"\nname \xff"};
    recording.debugdata_unreadable = true;
    recording.debugdata_killed = true;
    recording.expected = Expected{
        {{"//h/s", "/mnt/a b", "/data/a b", "/etc/fstab line 3", "mnt-a\\x20b.mount", true},
         {"//h/t", "/mnt/t", "/mnt/t", "", "", false}},
        {"/etc/fstab line 9 has no type of file system"}};
    auto& answers = recording.answers;
    answers.sessions = {{40, {"0x672eb7f3", "0x5"}}, {41, {"0x1", ""}}};
    answers.nics = {{"10.7.0.1", test::nic("eth0", "hv_netvsc", 4, true, 64)},
                    {"fd07::6", test::nic("eth1", "", std::nullopt, std::nullopt)}};
    auto& upper = answers.nics.at("fd07::6");
    upper.kind = "bond";
    upper.combined = false;
    upper.carriers = {test::nic("eth2", "mlx5_core", 1, false), test::nic("eth3", "", 2, {})};
    upper.unseen = "a device below it is gone";
    Witness witness;
    witness.net_namespace = std::numeric_limits<std::uint64_t>::max();
    Connection connection;
    connection.local = "10.7.0.2";
    connection.remote = "10.7.0.1";
    connection.local_port = 40000;
    connection.remote_port = 445;
    connection.state = TcpState::fin_wait1;
    witness.connections = {connection, connection};
    auto& other = witness.connections->back();
    other.state = TcpState::established;
    other.bytes_sent = 1ULL << 60;
    other.bytes_received = 0;
    other.rtt = std::chrono::microseconds{1234};
    other.last_received = std::chrono::milliseconds{98765};
    other.backoff = 3;
    other.retransmits = 7;
    witness.ports = {{"10.7.0.1", PortState::open},
                     {"10.7.0.2", PortState::refused},
                     {"10.7.0.3", PortState::silent},
                     {"10.7.0.4", PortState::unreachable}};
    Witness blind;
    blind.why = "tcp_diag is not loaded";
    answers.witnesses = {witness, blind};
    answers.kernel_log = {{"CIFS: one", "CIFS: two"}};
    return recording;
}

std::string with(std::string text, std::string_view from, std::string_view to) {
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a recording is read back as it was written") {
    auto before = full();
    const auto after = parse_answers_json(answers_json(before));
    CHECK(after.expected == before.expected);
    CHECK(after.time == before.time);
    CHECK(after.unread.at(0) == before.unread.at(0));
    CHECK(after.unread.at(1) == "a \"quoted\"\nname \xef\xbf\xbd");
    CHECK(after.debugdata_unreadable);
    CHECK(after.debugdata_killed);
    CHECK(after.answers.sessions == before.answers.sessions);
    CHECK(after.answers.nics == before.answers.nics);
    CHECK(after.answers.kernel_log == before.answers.kernel_log);
    REQUIRE(after.answers.witnesses.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        const auto& left = after.answers.witnesses[i];
        const auto& right = before.answers.witnesses[i];
        CHECK(left.connections == right.connections);
        CHECK(left.ports == right.ports);
        CHECK(left.why == right.why);
        CHECK(left.net_namespace == right.net_namespace);
    }
    const auto nothing = parse_answers_json(answers_json({}));
    CHECK_FALSE(nothing.expected);
    CHECK_FALSE(nothing.time);
    CHECK(nothing.answers.witnesses.empty());
    CHECK_FALSE(nothing.answers.kernel_log);
    CHECK_FALSE(nothing.debugdata_unreadable);
}

TEST_CASE("what can't be read is unknown, and never that nobody asked") {
    for (const std::string_view text :
         {"", "{", "null", "[]", "7", "\"x\"", "{}", "\x00\xff", "{\"answers\": []}",
          "{\"answers\": {\"witnesses\": 7}}", "{\"answers\": {\"witnesses\": [7]}}",
          "{\"answers\": {\"witnesses\": [{}, null]}}"}) {
        CAPTURE(text);
        const auto recording = parse_answers_json(text);
        CHECK_FALSE(recording.time);
        CHECK_FALSE(recording.answers.kernel_log);
        CHECK(recording.answers.sessions.empty());
        REQUIRE(recording.answers.witnesses.size() == 1);
        CHECK_FALSE(recording.answers.witnesses[0].connections);
        CHECK_FALSE(recording.answers.witnesses[0].why.empty());
    }
    const auto deep = std::string(100'000, '[');
    CHECK(parse_answers_json(deep).answers.witnesses.size() == 1);
    CHECK(parse_answers_json(deep + std::string(100'000, ']')).answers.witnesses.size() == 1);
}

TEST_CASE("one fault in a connection or port costs all that is known of them") {
    struct Row {
        std::string_view from;
        std::string_view to;
    };
    static constexpr Row rows[] = {
        {"\"remote\": \"10.7.0.1\"", "\"remote\": 7"},
        {"\"remote\": \"10.7.0.1\"", "\"x\": \"10.7.0.1\""},
        {"\"remote_port\": 445", "\"remote_port\": 65536"},
        {"\"remote_port\": 445", "\"remote_port\": -1"},
        {"\"state\": \"established\"", "\"state\": \"fine\""},
        {"\"last_received_ms\": 98765", "\"last_received_ms\": \"98765\""},
        {"\"last_received_ms\": 98765", "\"last_received_ms\": -98765"},
        {"\"last_received_ms\": 98765", "\"last_received_ms\": 1e3"},
        {"\"last_received_ms\": 98765", "\"last_received_ms\": 98765000000000000000"},
        {"\"backoff\": 3", "\"backoff\": true"},
        {"\"retransmits\": 7", "\"retransmits\": [7]"},
    };
    const auto text = answers_json(full());
    for (const auto& row : rows) {
        CAPTURE(row.to);
        const auto answers = parse_answers_json(with(text, row.from, row.to)).answers;
        REQUIRE(answers.witnesses.size() == 2);
        CHECK_FALSE(answers.witnesses[0].connections);
        CHECK_FALSE(answers.witnesses[0].why.empty());
        CHECK(answers.sessions.size() == 2);
    }
    for (const std::string_view time : {"\"yesterday\"", "\"2026-11-03T10:11:12\"", "7", "\"\""})
        CHECK_FALSE(parse_answers_json(with(text, "\"2026-11-03T10:11:12Z\"", time)).time);
    const auto ports = parse_answers_json(with(text, "\"silent\"", "\"quiet\"")).answers;
    CHECK(ports.witnesses.at(0).ports.empty());
    CHECK_FALSE(ports.witnesses.at(0).connections);
    CHECK(parse_answers_json(with(text, "\"mount\": 40", "\"mount\": \"40\""))
              .answers.sessions.size() == 1);
    CHECK_FALSE(parse_answers_json(with(text, "\"rx_queues\": 4", "\"rx_queues\": 5000000000"))
                    .answers.nics.at("10.7.0.1")
                    .rx_queues);
    CHECK_FALSE(parse_answers_json(with(text, "\"CIFS: one\"", "1")).answers.kernel_log);
}

TEST_CASE("every prefix of the text ends in something") {
    const auto text = answers_json(full());
    for (std::size_t length = 0; length + 2 < text.size(); ++length)
        CHECK(parse_answers_json(text.substr(0, length)).answers.witnesses.size() == 1);
}

TEST_CASE("answers that are too many are left out from the least, and that is said") {
    auto recording = full();
    const auto whole = bounded_answers_json(recording, 100'000);
    CHECK(whole.cut.empty());
    CHECK(whole.text == answers_json(recording));

    recording.answers.kernel_log->assign(512, std::string(400, '.'));
    recording.answers.kernel_log->back() = "newest";
    const auto log = bounded_answers_json(recording, 100'000);
    CHECK(log.text.size() <= 100'000);
    CHECK(log.cut.size() == 1);
    const auto kept = parse_answers_json(log.text).answers;
    CHECK(kept.kernel_log->size() == 64);
    CHECK(kept.kernel_log->back() == "newest");
    CHECK(kept.witnesses.at(0).connections->size() == 2);

    const auto connection = recording.answers.witnesses[0].connections->back();
    recording.answers.witnesses[0].connections->assign(1000, connection);
    const auto sockets = bounded_answers_json(recording, 100'000);
    CHECK(sockets.text.size() <= 100'000);
    const auto unseen = parse_answers_json(sockets.text).answers;
    CHECK_FALSE(unseen.witnesses.at(0).connections);
    CHECK_FALSE(unseen.witnesses.at(0).why.empty());
    CHECK(unseen.sessions.size() == 2);

    for (int i = 0; i < 10'000; ++i)
        recording.answers.sessions[i] = {"0x1", "0x2"};
    const auto all = bounded_answers_json(recording, 100'000);
    CHECK(all.text.size() <= 100'000);
    CHECK(all.cut.size() == 3);
    CHECK(parse_answers_json(all.text).answers.witnesses.size() == 1);
}

TEST_CASE("a promise that can't be read is not none") {
    const auto text = answers_json(full());
    const auto whole = parse_answers_json(text).expected.value();
    REQUIRE(whole.unknown.size() == 1);
    const auto lost = parse_answers_json(with(text, "\"/mnt/t\"", "7")).expected.value();
    CHECK(lost.shares.empty());
    CHECK(lost.unknown.size() == 2);
}
