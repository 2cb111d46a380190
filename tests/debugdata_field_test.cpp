// Texts from mails and tickets: every era, some damaged, some fragments.

#include "base/text.h"
#include "core/debugdata.h"

#include "support.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

using namespace azfiles;
using azfiles::test::data_path;
using azfiles::test::read_data;
using azfiles::test::read_table;

namespace {

constexpr std::string_view folder = "field/debugdata/";

std::string text_of(std::string_view file) {
    return read_data(std::string{folder} + std::string{file});
}

/// "x.txt" has the repaired twin "x.rejoined.txt" where a mail broke its lines.
std::optional<std::string> twin_of(std::string_view file) {
    const auto twin = std::string{file.substr(0, file.size() - 4)} + ".rejoined.txt";
    if (!std::ifstream{data_path(std::string{folder} + twin)})
        return std::nullopt;
    return twin;
}

std::vector<Session> all_sessions(const DebugData& data) {
    auto sessions = data.loose_sessions;
    for (const auto& server : data.servers)
        sessions.insert(sessions.end(), server.sessions.begin(), server.sessions.end());
    return sessions;
}

template <class Value>
std::vector<Value> all_of(const std::vector<Value>& loose, const DebugData& data,
                          std::vector<Value> Session::*member) {
    auto values = loose;
    for (const auto& session : all_sessions(data))
        values.insert(values.end(), (session.*member).begin(), (session.*member).end());
    return values;
}

std::string channels_of(const DebugData& data) {
    std::vector<std::size_t> counts;
    for (const auto& session : all_sessions(data))
        counts.push_back(session.channels.size());
    return counts.empty() ? "-" : fmt::format("{}", fmt::join(counts, ","));
}

/// "2 per session" or a sum.
std::size_t count_of(std::string_view cell, std::size_t sessions) {
    const auto fields = words(cell);
    const auto number = to_number<std::size_t>(fields.at(0));
    REQUIRE(number);
    return fields.size() == 1 ? *number : *number * sessions;
}

void check_counts(const DebugData& data, const std::vector<std::string>& row) {
    const auto sessions = all_sessions(data);
    const auto trees = all_of(data.loose_shares, data, &Session::shares);
    const auto interfaces = all_of(data.loose_interfaces, data, &Session::interfaces);
    const auto ipc = static_cast<std::size_t>(std::ranges::count(trees, true, &Tree::ipc));
    const auto count = [&interfaces](bool Interface::*flag) {
        return static_cast<std::size_t>(std::ranges::count(interfaces, true, flag));
    };
    CHECK(data.servers.size() == count_of(row[1], 0));
    CHECK(sessions.size() == count_of(row[2], 0));
    CHECK(channels_of(data) == row[3]);
    CHECK(trees.size() - ipc == count_of(row[4], 0));
    CHECK(ipc == count_of(row[5], 0));
    CHECK(interfaces.size() == count_of(row[6], sessions.size()));
    CHECK(count(&Interface::rss) == count_of(row[7], 0));
    CHECK(count(&Interface::rdma) == count_of(row[8], 0));
    CHECK(count(&Interface::connected) == count_of(row[9], 0));
}

/// The last column of READINGS.tsv, which is words, and what else its README
/// says: one number a server or session, "-" where the text has none.
struct States {
    std::string_view file;  ///< how its name begins
    bool complete = true;
    std::string_view tcp = "1";  ///< TCP status of each server
    std::string_view instances = "1";
    std::string_view in_flight = "0";  ///< of each session's primary
    std::string_view status = "1";     ///< of each session
    std::string_view active = "1";     ///< channels of each session
    std::string_view mids = "0";       ///< of each session
    std::string_view dialects = "0x311";
    int trees_down = 0;
};

const std::vector<States> states_table = {
    {"01-", true, "1,3,1,1,1", "10,24,2,10,1", "0,2,0,0,0", "1,1,1,1,1", "1,0,1,1,1", "0,0,0,0,0",
     "0x300,0x300,0x300,0x300,0x300", 2},
    {"02-"},
    // The line with the dialect of the third server was lost.
    {"04-", true, "1,1,1,1", "1,1,1,1", "0,0,2,0", "1,1,1,1", "1,1,1,1", "0,0,2,0",
     "0x300,0x300,,0x300"},
    {"05-", true, "1", "1", "0", "1", "4"},
    {"07-", true, "1,1", "-,-", "0,0", "1,1", "1,1", "0,0", "0x202,0x302"},
    {"08-"},
    {"10-"},
    {"12-", true, "1", "22", "0", "1", "1", "0", "0x302"},
    {"13-", true, "1", "1", "2", "1", "1", "2", "0x300"},
    {"15-", true, "4,4,4", "77,81,96", "", "", "", "", "0x210,0x210,0x210"},
    {"16-"},
    {"18-"},
    {"19-"},
    {"21-", true, "1", "1", "0", "1", "2"},
    {"23-", false, "", "", "", "", "", "", ""},
    {"25-", false, "", "", "", "", "", "", ""},
    {"26-", true, "1", "-", "0", "1", "1", "0", ""},
    {"28-", false, "1", "-", "-", "1", "1", "0", ""},
    {"30-", false, "1", "-", "0", "1", "1", "0", ""},
    {"31-", false, "", "", "-", "1", "0", "0", ""},
    {"32-", false, "", "", "", "", "", "", ""},
    {"34-", false, "", "", "", "", "", "", ""},
    {"35-", false, "", "", "", "", "", "", ""},
};

template <class Range, class Projection>
std::string joined(const Range& range, Projection value_of) {
    std::vector<std::string> texts;
    for (const auto& item : range)
        texts.push_back(value_of(item));
    return fmt::format("{}", fmt::join(texts, ","));
}

std::string shown(const std::optional<int>& number) {
    return number ? std::to_string(*number) : "-";
}

void check_states(const DebugData& data, const States& states) {
    const auto sessions = all_sessions(data);
    CHECK(data.complete == states.complete);
    CHECK(joined(data.servers, [](const Server& s) { return shown(s.tcp_status); }) == states.tcp);
    CHECK(joined(data.servers, [](const Server& s) { return shown(s.instance); }) ==
          states.instances);
    CHECK(joined(data.servers, [](const Server& s) { return s.dialect; }) == states.dialects);
    CHECK(joined(sessions, [](const Session& s) { return shown(s.channels[0].in_flight); }) ==
          states.in_flight);
    CHECK(joined(sessions, [](const Session& s) { return shown(s.status); }) == states.status);
    CHECK(joined(sessions, [](const Session& s) { return std::to_string(active_channels(s)); }) ==
          states.active);
    CHECK(joined(sessions, [](const Session& s) { return std::to_string(s.mids); }) == states.mids);
    const auto trees = all_of(data.loose_shares, data, &Session::shares);
    CHECK(std::ranges::count(trees, true, &Tree::disconnected) == states.trees_down);
}

Session only_session(std::string_view file) {
    const auto sessions = all_sessions(parse_debugdata(text_of(file)));
    REQUIRE(sessions.size() == 1);
    return sessions[0];
}

}  // namespace

TEST_CASE("every text from the field is read as READINGS.tsv says") {
    const auto rows = read_table("field/debugdata/READINGS.tsv");
    CHECK(rows.size() == states_table.size());
    for (const auto& row : rows) {
        REQUIRE(row.size() == 11);
        CAPTURE(row[0]);
        const auto states = std::ranges::find_if(
            states_table, [&row](const States& s) { return row[0].starts_with(s.file); });
        REQUIRE(states != states_table.end());
        const auto data = parse_debugdata(text_of(twin_of(row[0]).value_or(row[0])));
        check_counts(data, row);
        check_states(data, *states);
    }
}

TEST_CASE("a text that a mail program wrapped reads as its repaired twin") {
    int twins = 0;
    for (const auto& row : read_table("field/debugdata/READINGS.tsv")) {
        const auto twin = twin_of(row[0]);
        if (!twin)
            continue;
        CAPTURE(row[0]);
        CHECK(parse_debugdata(text_of(row[0])) == parse_debugdata(text_of(*twin)));
        ++twins;
    }
    CHECK(twins == 6);
}

TEST_CASE("the details that the samples are known for are read") {
    const auto azure =
        parse_debugdata(text_of("01-azure-five-sessions-one-reconnecting-5.2rc7.txt"));
    const auto& second = azure.servers.at(1).sessions.at(0);
    CHECK(second.id == "0x84d10c0164000069");
    CHECK(second.shares.at(1).unc == R"(\\examplestorage.file.core.windows.net\share2)");
    CHECK(second.shares.at(1).encrypted);
    CHECK(second.encrypted);
    CHECK(second.signed_);

    const auto multichannel = only_session("05-multichannel-four-channels-six-ifaces-5.11.txt");
    CHECK(multichannel.channels.at(3).connection_id == "0x7");
    CHECK(multichannel.interfaces.at(1).address == "fe80::51");
    CHECK(multichannel.interfaces.at(2).speed_bps == 1'000'000'000U);

    const auto ipv6 = only_session("18-win2019-ipv6-session-address-connected-el9_5.txt");
    CHECK(ipv6.address == "2001:db8:17::33");
    CHECK(ipv6.interfaces.at(3).address == ipv6.address);
    CHECK(ipv6.interfaces.at(3).connected);
    CHECK(ipv6.interfaces_age_s == 51);
    CHECK(ipv6.shares.at(1).unc == R"(\\file17.example.test\backup$)");

    const auto sealed =
        only_session("19-seal-multichannel-required-encryption-only-one-channel-6.17rc5.txt");
    CHECK(sealed.password_no_longer_valid);
    CHECK(sealed.capability == 0x30006fU);
    CHECK(sealed.uses == 1);
    CHECK_FALSE(sealed.interfaces.at(0).speed_bps);

    const auto two = only_session("16-two-shares-one-session-2.45.txt");
    CHECK(two.uses == 2);
    CHECK(two.shares.at(2).tid == "0x94f5fbbb");

    const auto fragment = only_session("31-fragment-dfs-root-session-id-6.3.txt");
    CHECK(fragment.id == "0xd80000000009");
    CHECK(fragment.address == "192.0.2.131");
}

TEST_CASE("server values of the samples are read") {
    const auto el9 =
        parse_debugdata(text_of("18-win2019-ipv6-session-address-connected-el9_5.txt"));
    CHECK(el9.cifs_version == "2.48");
    CHECK(el9.servers.at(0).hostname == "file17.example.test");
    CHECK(el9.servers.at(0).connection_id == "0x1");
    CHECK(el9.servers.at(0).capabilities == 0x300067U);
    CHECK(el9.servers.at(0).net_namespace == 4026531840U);
    const auto late =
        parse_debugdata(text_of("21-multichannel-two-channels-ipc-plain-6.17rc5.txt"));
    CHECK(late.servers.at(0).cipher == "AES128-GCM");
    CHECK_FALSE(late.servers.at(0).nosharesock);
    const auto fragment = parse_debugdata(text_of("35-fragment-one-tcon-flattened-6.7.txt"));
    CHECK(fragment.loose_shares.at(0).unc == R"(\\localhost\share1)");
    CHECK(fragment.loose_shares.at(0).tid == "0x47b3d0e2");
}
