#include "core/debugdata.h"

#include "support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <ctime>
#include <limits>
#include <string>
#include <vector>

using namespace azfiles;
using namespace std::string_literals;

namespace {

const std::string title =
    "Display Internal CIFS Data Structures for Debugging\n"
    "---------------------------------------------------\n"
    "CIFS Version 2.51\n"
    "Features: DFS,STATS2,DEBUG,ACL\n"
    "CIFSMaxBufSize: 16384\n"
    "Active VFS Requests: 0\n";

const std::string server_block =
    "\nServers: "
    "\n1) ConnectionId: 0x5 Hostname: nas \nClientGUID: 354AC056-9F51-D745-AF8F-905ADB56C080"
    "\nNumber of credits: 371,1,1 Dialect 0x311\nServer capabilities: 0x30004f"
    "\nTCP status: 1 Instance: 1\nLocal Users To Server: 1 SecMode: 0x1 Req On Wire: 0 "
    "Net namespace: 4026531840 \nIn Send: 0 In MaxReq Wait: 0\n\n\tSessions: ";

std::string session_block(const std::string& channels, const std::string& tree) {
    return "\n\t1) Address: 192.0.2.1 Uses: 1 Capability: 0x30004f\tSession Status: 1 "
           "\n\tSecurity type: RawNTLMSSP  SessionId: 0x45831947\n\tUser: 0 Cred User: 0" +
           channels + "\n\n\tShares: \n\t0) IPC: none\n\n\t1) " + tree +
           " Mounts: 1 DevInfo: 0x20 Attributes: 0x1006f\n\tPathComponentMax: 255 Status: 1 type: "
           "DISK Serial Number: 0x8\n\tShare Capabilities: None\tShare Flags: 0x0\n\ttid: "
           "0x5\tMaximal Access: 0x1f01ff\n\n\n\tMIDs: \n--\n\n";
}

std::string file_with(const std::string& channels, const std::string& tree = R"(\\nas\share)") {
    return title + server_block + session_block(channels, tree);
}

Session only_session(const DebugData& data) {
    REQUIRE(data.servers.size() == 1);
    REQUIRE(data.servers[0].sessions.size() == 1);
    return data.servers[0].sessions[0];
}

}  // namespace

TEST_CASE("the state of a channel follows its TCP status and its marks") {
    struct Row {
        std::optional<int> status;
        std::string marks;
        ChannelState state;
    };
    const std::vector<Row> rows = {
        {1, "", ChannelState::active},
        {1, "DISCONNECTED", ChannelState::disconnected},
        {1, "[RECONNECTING]", ChannelState::reconnecting},
        {1, "DISCONNECTED \t[RECONNECTING]", ChannelState::reconnecting},
        {0, "", ChannelState::negotiating},
        {2, "", ChannelState::disconnected},
        {3, "", ChannelState::disconnected},
        {3, "DISCONNECTED", ChannelState::disconnected},
        {4, "", ChannelState::negotiating},
        // 7.3 while a channel opens or comes back
        {4, "DISCONNECTED", ChannelState::negotiating},
        {5, "DISCONNECTED", ChannelState::negotiating},
        {9, "", ChannelState::disconnected},
        {std::nullopt, "", ChannelState::disconnected},
        {std::nullopt, "DISABLED", ChannelState::disabled},
    };
    for (const auto& row : rows) {
        const auto status = row.status ? std::to_string(*row.status) : "";
        CAPTURE(status);
        CAPTURE(row.marks);
        const auto tcp =
            row.status ? " ConnectionId: 0x9\n\t\tTCP status: " + status + " Instance: 1" : ""s;
        const auto session = only_session(parse_debugdata(
            file_with("\n\n\tExtra Channels: 1 \n\n\t\tChannel: 2" + tcp + " " + row.marks)));
        REQUIRE(session.channels.size() == 2);
        CHECK(to_string(state_of(session.channels[1])) == to_string(row.state));
        CHECK(active_channels(session) == (row.state == ChannelState::active ? 2 : 1));
    }
}

TEST_CASE("the marks of the primary stand behind the session's users") {
    struct Row {
        std::string marks;
        ChannelState state;
    };
    const std::vector<Row> rows = {
        {"", ChannelState::active},
        {"\tPrimary channel: DISCONNECTED ", ChannelState::disconnected},
        {"\t[RECONNECTING] ", ChannelState::reconnecting},
        {"\tPrimary channel: DISCONNECTED \t[RECONNECTING] ", ChannelState::reconnecting},
        {"\n\tDFS root session id: 0x12\tPrimary channel: DISCONNECTED ",
         ChannelState::disconnected},
    };
    for (const auto& row : rows) {
        CAPTURE(row.marks);
        const auto session = only_session(parse_debugdata(file_with(row.marks)));
        CHECK(session.channels.size() == 1);
        CHECK(state_of(session.channels[0]) == row.state);
        CHECK(session.id == "0x45831947");
    }
}

TEST_CASE("a disconnected share says nothing of a channel") {
    auto text = file_with("\n\n\tExtra Channels: 1 \n\n\t\tChannel: 2 TCP status: 1");
    text.replace(text.find("0x1f01ff"), 8, "0x1f01ff\tDISCONNECTED ");
    const auto session = only_session(parse_debugdata(text));
    CHECK(active_channels(session) == 2);
    CHECK(session.shares[0].disconnected);
}

TEST_CASE("channel values do not reach the server, nor server values a channel") {
    const auto data = parse_debugdata(
        file_with("\n\n\tExtra Channels: 2 \n\n\t\tChannel: 2 DISABLED\n\n\t\tChannel: 3 "
                  "ConnectionId: 0x7\n\t\tNumber of credits: 1,1,1 Dialect 0x0\n\t\tTCP status: 3 "
                  "Instance: 7\n\t\tLocal Users To Server: 1 SecMode: 0x1 Req On Wire: 6"
                  "\n\t\tIn Send: 0 In MaxReq Wait: 0 Net namespace: 5 "));
    const auto session = only_session(data);
    const auto& server = data.servers[0];
    CHECK(server.hostname == "nas");
    CHECK(server.dialect == "0x311");
    CHECK(server.tcp_status == 1);
    CHECK(server.instance == 1);
    CHECK(server.net_namespace == 4026531840U);
    CHECK(server.capabilities == 0x30004fU);
    REQUIRE(session.channels.size() == 3);
    CHECK(session.channels[0].connection_id == "0x5");
    CHECK(session.channels[0].in_flight == 0);
    CHECK(session.channels[1].disabled);
    CHECK_FALSE(session.channels[1].tcp_status);
    CHECK(session.channels[2].connection_id == "0x7");
    CHECK(session.channels[2].in_flight == 6);
    CHECK(session.channels[2].instance == 7);
    CHECK(data.complete);
}

TEST_CASE("a share's name may hold blanks, and what looks like other fields") {
    const std::vector<std::string> names = {
        R"(\\nas\share)",       R"(\\nas\my long share)",
        R"(\\nas\a Mounts: 3)", R"(\\nas\a Mounts: 3 TCP status: 5 DISCONNECTED)",
        R"(\\nas\Uses: 2)",     R"(\\nas\2) Address: 192.0.2.9 Uses: 1)",
        R"(\\nas\Mounts: x)",   R"(\\nas\größe)",
        R"(\\nas\--)",
    };
    for (const auto& name : names) {
        CAPTURE(name);
        const auto data = parse_debugdata(file_with("", name));
        const auto session = only_session(data);
        REQUIRE(session.shares.size() == 1);
        CHECK(session.shares[0].unc == name);
        CHECK(session.shares[0].tid == "0x5");
        CHECK_FALSE(session.shares[0].disconnected);
        CHECK(data.complete);
    }
}

TEST_CASE("the speed of an interface is read in every way kernels write it") {
    struct Row {
        std::string text;
        std::optional<std::uint64_t> bps;
    };
    const std::vector<Row> rows = {
        {"10000000000 bps", 10'000'000'000},
        {"0 bps", 0},
        {"18446744073709551615 bps", 18'446'744'073'709'551'615U},
        {"18446744073709551616 bps", std::nullopt},
        {"10Mbps", 10'000'000},
        {"2.5Gbps", 2'500'000'000},
        {"10Gbps", 10'000'000'000},
        {"800Gbps", 800'000'000'000},
        {"99999999999999Gbps", std::nullopt},
        {"1.2.3Gbps", std::nullopt},
        {"10", std::nullopt},
        {"Unknown", std::nullopt},
        {"", std::nullopt},
    };
    for (const auto& row : rows) {
        CAPTURE(row.text);
        const auto data = parse_debugdata("1)\tSpeed: " + row.text +
                                          "\n\t\tCapabilities: rdma rss \n\t\tIPv6: "
                                          "fe80:0000:0000:0000:0000:0000:0000:0051\n");
        REQUIRE(data.loose_interfaces.size() == 1);
        CHECK(data.loose_interfaces[0].speed_bps == row.bps);
        CHECK(data.loose_interfaces[0].rss);
        CHECK(data.loose_interfaces[0].rdma);
        CHECK(data.loose_interfaces[0].address == "fe80::51");
    }
}

TEST_CASE("a text that lists neither servers nor [NONE] is not complete") {
    CHECK_FALSE(parse_debugdata("").complete);
    CHECK_FALSE(parse_debugdata(title).complete);
    CHECK_FALSE(parse_debugdata(title + "\nServers: ").complete);
    CHECK(parse_debugdata(title + "\nServers: \n\t[NONE]\n").complete);
    CHECK_FALSE(parse_debugdata("\nServers: \n\t[NONE]\n").complete);
    CHECK_FALSE(parse_debugdata(server_block + session_block("", R"(\\nas\a)") + title).complete);
}

TEST_CASE("a text that lost a channel is not complete") {
    const auto two = file_with("\n\n\tExtra Channels: 2 \n\n\t\tChannel: 2 TCP status: 1");
    const auto data = parse_debugdata(two);
    CHECK(only_session(data).channels.size() == 2);
    CHECK_FALSE(data.complete);
}

TEST_CASE("from 5.12 to 6.2 one mark ends all sessions of a server") {
    auto first = session_block("", R"(\\nas\a)");
    const auto both = first.substr(0, first.find("\n\n\tMIDs")) + session_block("", R"(\\nas\b)");
    const auto data = parse_debugdata(title + server_block + both);
    CHECK(data.complete);
    REQUIRE(data.servers.size() == 1);
    CHECK(data.servers[0].sessions.size() == 2);
    const auto cut = title + server_block + first + both.substr(0, both.find("--\n"));
    CHECK_FALSE(parse_debugdata(cut).complete);
}

TEST_CASE("lines of other transports and flags are stepped over") {
    auto text = file_with("");
    text.replace(text.find("\nNumber"), 1,
                 "\nSMBDirect (in hex) protocol version: 100 transport status: 2"
                 "\nConn receive_credit_max: ff send_credit_target: ff max_send_size: 1364"
                 "\nMR responder_resources: 1 max_frmr_depth: 800 mr_type: 0\n");
    text.replace(text.find("0x311"), 5, "0x311 COMPRESS_LZNT1 signed posix nosharesock\nRDMA ");
    text.replace(text.find("\n\n\tSessions"), 2,
                 "\nDFS leaf full path: \\\\a\\b TCP status: 3 1) ConnectionId: 0x9"
                 "\nEncryption: Negotiated cipher (AES256-GCM)\n\n");
    const auto data = parse_debugdata(text);
    CHECK(data.complete);
    CHECK(active_channels(only_session(data)) == 1);
    CHECK(data.servers[0].nosharesock);
    CHECK(data.servers[0].dialect == "0x311");
    CHECK(data.servers[0].cipher == "AES256-GCM");
    CHECK_FALSE(only_session(data).signed_);
}

TEST_CASE("Guest and Anonymous are read where the kernel writes them, and nowhere else") {
    const std::string head =
        "CIFS Version 2.51\nServers:\n1) ConnectionId: 0x1 Hostname: h\nTCP status: 1\nSessions:\n";
    const auto guest = [&head](const std::string& line) {
        const auto data = parse_debugdata(head + line);
        return data.servers.at(0).sessions.at(0).guest;
    };
    CHECK(guest("1) Address: 10.0.0.1 Uses: 1 Capability: 0x8\tSession Status: 1 Guest\t\n"));
    CHECK(guest("1) Address: 10.0.0.1 Uses: 1 Capability: 0x8\tSession Status: 1 Anonymous\t\n"));
    CHECK_FALSE(guest("1) Address: 10.0.0.1 Uses: 1 Capability: 0x8\tSession Status: 1 \n"));
    CHECK_FALSE(
        guest("1) Name: 10.0.0.1 Domain: Guest Uses: 1 OS: Guest NOS: Guest "
              "Capability: 0x8\nSMB session status: 1\n"));
}

TEST_CASE("work grows with the text, also where a word is nothing but labels") {
    const auto work = [](std::string_view label, std::size_t count) {
        std::string text;
        for (std::size_t i = 0; i < count; ++i)
            text += label;
        // Time of this process alone, and the least of three: what others do is left out.
        auto least = std::numeric_limits<std::clock_t>::max();
        for (int i = 0; i < 3; ++i) {
            const auto start = std::clock();
            static_cast<void>(parse_debugdata(text));
            least = std::min(least, std::clock() - start);
        }
        return static_cast<double>(std::max<std::clock_t>(least, 1));
    };
    // Eight times the text; where each label looked at all the rest, 64 times the work.
    for (const std::string_view label : {"IPv4:", "Hostname:", "CIFS Version", "1)Name:", "--",
                                         "no DebugData\n", "1) \\\\h\\s\n", "Uses:"}) {
        CAPTURE(label);
        CHECK(work(label, 16'000) < 24 * work(label, 2'000));
    }
}
