// The layout of 5.5 to 5.11, made from the format strings of its kernels.

#include "core/debugdata.h"

#include <doctest/doctest.h>

#include <string>

using namespace azfiles;
using namespace std::string_literals;

namespace {

const std::string title =
    "Display Internal CIFS Data Structures for Debugging\n"
    "---------------------------------------------------\n"
    "CIFS Version 2.29\n"
    "Features: STATS2,DEBUG,ACL\n"
    "CIFSMaxBufSize: 16384\n"
    "Active VFS Requests: 0\n";

std::string session_5_10(const std::string& address, const std::string& id, int channels) {
    std::string text = "\n4) Name: " + address +
                       " Uses: 1 Capability: 0x30004f\tSession Status: 1 Security type: "
                       "RawNTLMSSP\nTCP status: 1 Instance: 2\n\tLocal Users To Server: 4 SecMode: "
                       "0x1 Req On Wire: 0 In Send: 0 In MaxReq Wait: 0 SessionId: " +
                       id + " encrypted\n\tUser: 0 Cred User: 0";
    if (channels > 1)
        text += "\n\n\tExtra Channels: " + std::to_string(channels - 1) + "\n";
    for (int i = 2; i <= channels; ++i)
        text += "\t\tChannel " + std::to_string(i) +
                " Number of credits: 130 Dialect 0x311 TCP status: " + (i == 3 ? "4"s : "1"s) +
                " Instance: 1 Local Users To Server: 1 SecMode: 0x1 Req On Wire: 0 In Send: 0 In "
                "MaxReq Wait: 0\n";
    return text +
           "\n\tShares:\n\t0) IPC: \\\\10.7.0.1\\IPC$ Mounts: 1 DevInfo: 0x0 Attributes: "
           "0x0\n\tPathComponentMax: 0 Status: 1 type: 0 Serial Number: 0x0\n\tShare "
           "Capabilities: None\tShare Flags: 0x0\n\ttid: 0x1\tMaximal Access: 0x1f00a9\n\n\t1) "
           "\\\\10.7.0.1\\share Mounts: 1 DevInfo: 0x20 Attributes: 0x1006f\n\tPathComponentMax: "
           "255 Status: 1 type: DISK Serial Number: 0x81333c3d\n\tShare Capabilities: None "
           "Aligned,\tShare Flags: 0x0\n\ttid: 0x5\tOptimal sector size: 0x200\tMaximal Access: "
           "0x1f01ff\n\n\tMIDs:\n\n\tServer interfaces: 1\n\t0)\tSpeed: 10000000000 "
           "bps\n\t\tCapabilities: rss \n\t\tIPv4: 10.7.0.1\n\t\t[CONNECTED]\n";
}

}  // namespace

TEST_CASE("the layout of 5.10 gives four channels and no server for a secondary connection") {
    const auto credits = "\nNumber of credits: 130 Dialect 0x311"s;
    const auto text = title + "Servers:" + credits + credits + credits + credits + " signed" +
                      session_5_10("10.7.0.1", "0xc17b37d1", 4) + "\n";
    const auto data = parse_debugdata(text);
    const auto session = data.servers.at(0).sessions.at(0);
    CHECK(data.complete);
    CHECK(data.servers.size() == 1);
    CHECK(data.servers[0].sessions.size() == 1);
    CHECK(data.servers[0].dialect == "0x311");
    CHECK(data.servers[0].tcp_status == 1);
    CHECK(data.servers[0].instance == 2);
    CHECK(session.id == "0xc17b37d1");
    CHECK(session.security == "RawNTLMSSP");
    CHECK(session.encrypted);
    CHECK_FALSE(session.signed_);
    REQUIRE(session.channels.size() == 4);
    CHECK(session.channels[0].number == 1);
    CHECK(session.channels[0].instance == 2);
    CHECK(session.channels[3].number == 4);
    CHECK(state_of(session.channels[2]) == ChannelState::negotiating);
    CHECK(active_channels(session) == 3);
    CHECK(session.shares.size() == 2);
    REQUIRE(session.interfaces.size() == 1);
    CHECK(session.interfaces[0].connected);
}

TEST_CASE("up to 5.11 two sessions with one number belong to one server") {
    const auto credits = "\nNumber of credits: 130 Dialect 0x311"s;
    const auto data = parse_debugdata(title + "Servers:" + credits + credits +
                                      session_5_10("10.7.0.1", "0x1", 2) +
                                      session_5_10("10.7.0.1", "0x2", 1) + "\n");
    REQUIRE(data.servers.size() == 1);
    REQUIRE(data.servers[0].sessions.size() == 2);
    CHECK(data.servers[0].sessions[0].channels.size() == 2);
    CHECK(data.servers[0].sessions[1].channels.size() == 1);
    CHECK(data.complete);
}

TEST_CASE("a connection without a session at the end of a 5.10 text may be a cut server") {
    const auto credits = "\nNumber of credits: 130 Dialect 0x311"s;
    const auto text = title + "Servers:" + credits + session_5_10("10.7.0.1", "0x1", 1);
    CHECK(parse_debugdata(text).complete);
    CHECK_FALSE(parse_debugdata(text + credits + "\n").complete);
}
