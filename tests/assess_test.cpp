#include "core/assess.h"
#include "sessions.h"

#include <doctest/doctest.h>

using namespace azfiles;
using namespace azfiles::test;

namespace {

const Share share{"contoso.file.core.windows.net", "share", ""};
const Asked four{4, false};

MountEntry entry_with(const std::string& super_options) {
    MountEntry entry;
    entry.id = 40;
    entry.type = "cifs";
    entry.source = "//contoso.file.core.windows.net/share";
    entry.super_options = super_options;
    return entry;
}

MountState state_of(DebugData data) {
    MountState state;
    state.debugdata = std::move(data);
    state.entry = entry_with("rw,vers=3.1.1,addr=10.7.1.2,multichannel,max_channels=4");
    state.kernel_log.emplace();
    return state;
}

MountState state_of(Session session) {
    return state_of(data_of(std::move(session)));
}

Session without_multichannel(Session session) {
    session.capability = 0x300047;
    return session;
}

std::string cause_of(const Assessment& seen) {
    return seen.findings.empty() ? "" : seen.findings.front().id;
}

}  // namespace

TEST_CASE("all channels that were asked for are as asked, at once") {
    const auto seen = assess(four, share, state_of(good_session(4)), nullptr);
    CHECK(seen.verdict == Verdict::as_asked);
    CHECK(seen.findings.empty());
    CHECK(seen.final);
    CHECK(seen.channels == ChannelCounts{4, 4, 4});
}

TEST_CASE("more channels than asked are as asked") {
    CHECK(assess({2, true}, share, state_of(good_session(4)), nullptr).verdict ==
          Verdict::as_asked);
}

TEST_CASE("one channel where one was asked is as asked, without a note") {
    auto state = state_of(without_multichannel(good_session(1)));
    state.entry = entry_with("rw,addr=10.7.1.2");
    const auto seen = assess({1, true}, share, state, nullptr);
    CHECK(seen.verdict == Verdict::as_asked);
    CHECK(seen.findings.empty());
}

TEST_CASE("a mount of which nobody knows what it asked is ok with a note") {
    auto state = state_of(without_multichannel(good_session(1)));
    state.entry = entry_with("rw,addr=10.7.1.2");
    const auto seen = assess({}, share, state, nullptr);
    CHECK(seen.verdict == Verdict::as_asked);
    CHECK(cause_of(seen) == "not-asked");
}

TEST_CASE("each cause of missing channels is told by its own evidence") {
    struct Row {
        std::string_view what;
        std::string_view cause;
        Session session;
        std::string super_options = "rw,addr=10.7.1.2,multichannel,max_channels=4";
        std::string dialect = "0x311";
        std::vector<std::string> log = {};
        bool final = false;
    };
    auto old = good_session(1);
    auto plain = without_multichannel(good_session(1));
    plain.interfaces.clear();
    auto azure_off = good_session(1);
    azure_off.interfaces.clear();
    auto no_rss = good_session(1);
    no_rss.interfaces[0].rss = false;
    auto two_without_rss = good_session(2);
    two_without_rss.interfaces[0].rss = false;
    auto flagged = good_session(1);
    flagged.password_no_longer_valid = true;
    auto opening = good_session(2);
    opening.channels[1].tcp_status = 5;
    opening.channels[1].disconnected = true;
    auto referenced = good_session(1);
    referenced.uses = 2;
    auto lost = good_session(4);
    lost.channels[2].disconnected = true;
    lost.channels[2].tcp_status = 3;
    auto disabled = good_session(4);
    disabled.channels[3].disabled = true;
    auto returning = good_session(4);
    returning.channels[1].reconnecting = true;
    // 5.10 goes on negotiating a channel that it lost, and holds a reference meanwhile.
    auto renegotiating = good_session(4);
    renegotiating.channels[1].tcp_status = 4;
    renegotiating.channels[1].instance = 5;
    renegotiating.uses = 2;

    const Row rows[] = {
        {"SMB 3.0", "dialect-too-old", old, "rw,addr=10.7.1.2", "0x300", {}, true},
        {"SMB 2.1 keeps its limit",
         "dialect-too-old",
         old,
         "addr=10.7.1.2,max_channels=4",
         "0x210",
         {},
         true},
        {"no capability, no interfaces",
         "server-no-multichannel",
         plain,
         "addr=10.7.1.2,max_channels=4",
         "0x311",
         {},
         true},
        // 5.10 takes max_channels out of /proc/mounts; the evidence comes first.
        {"the same on 5.10",
         "server-no-multichannel",
         plain,
         "rw,addr=10.7.1.2",
         "0x311",
         {},
         true},
        {"capability, no interfaces",
         "server-no-interfaces",
         azure_off,
         "addr=10.7.1.2,max_channels=4",
         "0x311",
         {},
         true},
        {"no RSS", "server-not-rss", no_rss},
        // 6.1 opens one channel beside the primary without RSS.
        {"no RSS, two channels", "server-not-rss", two_without_rss},
        {"refused",
         "channel-refused",
         good_session(1),
         "addr=10.7.1.2,max_channels=4",
         "0x311",
         {"CIFS: VFS: failed to open extra channel on iface:10.7.1.2 rc=-13"}},
        {"another server refused a channel",
         "cause-not-seen",
         good_session(1),
         "addr=10.7.1.2,max_channels=4",
         "0x311",
         {"CIFS: VFS: failed to open extra channel on iface:10.7.5.2 rc=-13"}},
        {"refused on 5.10",
         "channel-refused",
         good_session(1),
         "addr=10.7.1.2,max_channels=4",
         "0x311",
         {R"(CIFS: VFS: \\contoso.file.core.windows.net Send error in SessSetup = -13)"}},
        {"refused on 5.10, by the address of the interface",
         "channel-refused",
         good_session(1),
         "addr=10.7.1.2,max_channels=4",
         "0x311",
         {R"(CIFS: VFS: \\10.7.1.2 Send error in SessSetup = -13)"}},
        {"another server refused another mount",
         "cause-not-seen",
         good_session(1),
         "addr=10.7.1.2,max_channels=4",
         "0x311",
         {R"(CIFS: VFS: \\other.example Send error in SessSetup = -13)"}},
        {"refused, log not readable", "channel-refused", flagged},
        {"unreachable",
         "interface-unreachable",
         good_session(1),
         "addr=10.7.1.2,max_channels=4",
         "0x311",
         {"CIFS: VFS: failed to open extra channel on iface:10.7.1.2 rc=-115"}},
        {"negotiating", "still-opening", opening},
        {"work is queued", "still-opening", referenced},
        {"lost", "disconnected", lost},
        {"disabled", "disconnected", disabled},
        {"returning", "reconnecting", returning},
        {"lost, and negotiated again", "reconnecting", renegotiating},
        {"limit gone", "option-not-in-force", good_session(1), "rw,addr=10.7.1.2"},
        {"limit too low", "option-not-in-force", good_session(2), "addr=10.7.1.2,max_channels=2"},
        {"nothing to see", "cause-not-seen", good_session(1)},
    };
    for (const auto& row : rows) {
        CAPTURE(row.what);
        auto server = good_server(row.session);
        server.dialect = row.dialect;
        auto state = state_of(data_of({server}));
        state.entry = entry_with(row.super_options);
        state.kernel_log = row.log;
        const auto seen = assess(four, share, state, nullptr);
        CHECK(seen.verdict == Verdict::degraded);
        CHECK(cause_of(seen) == row.cause);
        CHECK(seen.final == row.final);
    }
}

TEST_CASE("a connection set up without multichannel is the cause, not the server") {
    auto first = without_multichannel(good_session(1, "0x1"));
    auto second = without_multichannel(good_session(1, "0x2"));
    first.shares[1].unc = R"(\\contoso.file.core.windows.net\other)";

    SUBCASE("another session stands on it") {
        auto server = good_server(second);
        server.sessions.push_back(first);
        const auto seen = assess(four, share, state_of(data_of({server})), nullptr);
        CHECK(cause_of(seen) == "shared-connection");
    }
    SUBCASE("the mount that set it up is gone, its lack remains") {
        const auto seen = assess(four, share, state_of(second), nullptr);
        CHECK(cause_of(seen) == "shared-connection");
    }
    SUBCASE("several sessions of a server that has none: it lists no interfaces") {
        first.interfaces.clear();
        second.interfaces.clear();
        auto server = good_server(second);
        server.sessions.push_back(first);
        const auto seen = assess(four, share, state_of(data_of({server})), nullptr);
        CHECK(cause_of(seen) == "server-no-multichannel");
    }
}

TEST_CASE("a session that is down has failed, whatever its channels say") {
    auto session = good_session(4);
    session.status = 3;
    SUBCASE("by its status") {
        const auto seen = assess(four, share, state_of(session), nullptr);
        CHECK(seen.verdict == Verdict::failed);
        CHECK(cause_of(seen) == "disconnected");
    }
    SUBCASE("because the key was rotated away") {
        session.password_no_longer_valid = true;
        const auto seen = assess(four, share, state_of(session), nullptr);
        CHECK(seen.verdict == Verdict::failed);
        CHECK(cause_of(seen) == "key-no-longer-valid");
    }
    SUBCASE("because every channel is") {
        session.status = 1;
        for (auto& channel : session.channels)
            channel.tcp_status = 3;
        const auto seen = assess({}, share, state_of(session), nullptr);
        CHECK(seen.verdict == Verdict::failed);
    }
}

TEST_CASE("what can't be seen is unknown and never ok") {
    SUBCASE("no DebugData") {
        MountState state;
        state.debugdata_missing = true;
        const auto seen = assess(four, share, state, nullptr);
        CHECK(seen.verdict == Verdict::unknown);
        CHECK(cause_of(seen) == "debugdata-missing");
        CHECK(seen.channels == ChannelCounts{});
    }
    SUBCASE("the kernel killed who read it") {
        MountState state;
        state.debugdata_killed = true;
        const auto seen = assess(four, share, state, nullptr);
        CHECK(seen.verdict == Verdict::unknown);
        CHECK(cause_of(seen) == "kernel-bug");
        CHECK(seen.findings[0].evidence.empty());
        state.kernel_log = {{"divide error: 0000 [#1] PREEMPT SMP",
                             "RIP: 0010:cifs_debug_data_proc_show+0x5f/0x9c0 [cifs]"}};
        CHECK(assess(four, share, state, nullptr).findings[0].evidence ==
              "divide error: 0000 [#1] PREEMPT SMP");
    }
    SUBCASE("unreadable") {
        CHECK(cause_of(assess(four, share, MountState{}, nullptr)) == "debugdata-unreadable");
    }
    SUBCASE("two sessions fit") {
        const auto data =
            data_of({good_server(good_session(4, "0x1")), good_server(good_session(4, "0x2"))});
        const auto seen = assess(four, share, state_of(data), nullptr);
        CHECK(seen.verdict == Verdict::unknown);
        CHECK(cause_of(seen) == "session-ambiguous");
    }
    SUBCASE("none fits") {
        const auto seen = assess(four, share, state_of(DebugData{}), nullptr);
        CHECK(seen.verdict == Verdict::unknown);
        CHECK(cause_of(seen) == "session-not-found");
    }
    SUBCASE("the text was cut where the other channels would stand") {
        auto data = data_of(good_session(1));
        data.complete = false;
        const auto seen = assess(four, share, state_of(data), nullptr);
        CHECK(seen.verdict == Verdict::unknown);
        CHECK(cause_of(seen) == "debugdata-unreadable");
    }
}

TEST_CASE("a share that its session lost is degraded") {
    auto session = good_session(4);
    session.shares[1].disconnected = true;
    const auto seen = assess(four, share, state_of(session), nullptr);
    CHECK(seen.verdict == Verdict::degraded);
    CHECK(cause_of(seen) == "share-disconnected");
}

TEST_CASE("verdicts add up to the worst: failed, unknown, degraded, ok") {
    CHECK(worse(Verdict::as_asked, Verdict::degraded) == Verdict::degraded);
    CHECK(worse(Verdict::unknown, Verdict::degraded) == Verdict::unknown);
    CHECK(worse(Verdict::failed, Verdict::unknown) == Verdict::failed);
    CHECK(to_string(Verdict::as_asked) == "ok");
}

TEST_CASE("the kernel's long form of an IPv6 address is the same address") {
    auto session = good_session(4);
    session.address = "fd07:6::2";
    auto state = state_of(session);
    state.entry = entry_with("addr=fd07:0006:0000:0000:0000:0000:0000:0002,max_channels=4");
    CHECK(assess(four, share, state, nullptr).verdict == Verdict::as_asked);
}

TEST_CASE("an id that two servers gave is told apart by share and address") {
    auto mine = good_session(1, "0x77");
    auto theirs = good_session(4, "0x77");
    theirs.address = "10.7.9.9";
    auto state = state_of(data_of({good_server(theirs), good_server(mine)}));
    state.session_id = "0x77";
    const auto seen = assess(four, share, state, nullptr);
    CHECK(seen.verdict == Verdict::degraded);
    CHECK(seen.channels.active == 1);
}

TEST_CASE("a limit that 5.10 takes away because of another cause is no cause beside it") {
    auto session = without_multichannel(good_session(1));
    session.interfaces.clear();
    auto state = state_of(session);
    state.entry = entry_with("rw,addr=10.7.1.2");
    CHECK(assess(four, share, state, nullptr).findings.size() == 1);
}

TEST_CASE("the server of a mount is told whole, without its sessions") {
    auto server = good_server(good_session(4));
    server.connection_id = "0x7";
    server.instance = 3;
    server.capabilities = 0x30004f;
    server.net_namespace = 4026531840;
    server.cipher = "AES128-GCM";
    server.nosharesock = true;
    const auto seen = assess(four, share, state_of(data_of({server})), nullptr);
    server.sessions.clear();
    CHECK(seen.server == server);
}

TEST_CASE("enough channels in a text that was cut are not ok") {
    auto data = data_of(good_session(4));
    data.complete = false;
    CHECK(assess(four, share, state_of(data), nullptr).verdict == Verdict::unknown);
}

TEST_CASE("a session whose status can't be read is not ok") {
    auto session = good_session(4);
    session.status.reset();
    CHECK(assess(four, share, state_of(session), nullptr).verdict == Verdict::unknown);
}

TEST_CASE("a lost channel beyond those asked for is degraded, also while others open") {
    auto session = good_session(4);
    session.channels[3].disconnected = true;
    session.uses = 2;
    CHECK(assess({2, true}, share, state_of(session), nullptr).verdict == Verdict::degraded);
}

TEST_CASE("another share of the session that is lost is not this mount's matter") {
    auto session = good_session(4);
    Tree other;
    other.unc = R"(\\contoso.file.core.windows.net\other)";
    other.disconnected = true;
    session.shares.push_back(other);
    CHECK(assess(four, share, state_of(session), nullptr).verdict == Verdict::as_asked);
}

TEST_CASE("without the kernel log the answer says so, and what speaks for a cause") {
    auto state = state_of(good_session(1));
    state.kernel_log.reset();
    auto seen = assess(four, share, state, nullptr);
    CHECK(cause_of(seen) == "cause-not-seen");
    CHECK(seen.findings[0].message.find("the kernel log not being readable") != std::string::npos);
    CHECK(seen.findings[0].evidence.empty());

    auto encrypted = good_session(1);
    encrypted.encrypted = true;
    state.debugdata = data_of(encrypted);
    seen = assess(four, share, state, nullptr);
    CHECK(seen.findings[0].evidence.find("may demand it of everything") != std::string::npos);
    state.entry->super_options += ",seal";
    seen = assess(four, share, state, nullptr);
    CHECK(seen.findings[0].evidence.empty());
}

TEST_CASE("a session without its id is nobody's, from the kernels on that give one") {
    auto data = data_of(good_session(4, ""));
    CHECK(assess(four, share, state_of(data), nullptr).verdict == Verdict::as_asked);
    data.numbers_connections = true;
    const auto seen = assess(four, share, state_of(data), nullptr);
    CHECK(seen.verdict == Verdict::unknown);
    CHECK(cause_of(seen) == "debugdata-unreadable");
}

TEST_CASE("a line of the log with nothing but backslashes for a name names none") {
    auto state = state_of(good_session(1));
    state.kernel_log = {R"(CIFS: VFS: \\\ Send error in SessSetup = -13)"};
    CHECK(cause_of(assess(four, share, state, nullptr)) == "channel-refused");
}

TEST_CASE("the helper's record speaks where the log is silent, and before it") {
    auto state = state_of(good_session(1));
    const std::string line = "CIFS: VFS: failed to open extra channel on iface:10.7.1.2 rc=-13";
    state.recorded_line = line;
    state.kernel_log.reset();
    CHECK(assess(four, share, state, nullptr).findings[0].evidence == line);
    state.kernel_log = {"CIFS: VFS: failed to open extra channel on iface:10.7.1.2 rc=-5"};
    CHECK(assess(four, share, state, nullptr).findings[0].evidence == line);
    state.recorded_line = "CIFS: VFS: failed to open extra channel on iface:10.9.9.9 rc=-13";
    CHECK(assess(four, share, state, nullptr).findings[0].evidence == state.kernel_log->front());
}

TEST_CASE("the log's IPv6 address is written in full") {
    auto session = good_session(1);
    session.interfaces[0].address = "fd07:6::2";
    auto state = state_of(session);
    state.kernel_log = {
        "CIFS: VFS: failed to open extra channel on "
        "iface:fd07:0006:0000:0000:0000:0000:0000:0002 rc=-13"};
    CHECK(cause_of(assess(four, share, state, nullptr)) == "channel-refused");
}

TEST_CASE("a session that is less than the mount asked for is not ok") {
    auto state = state_of(good_session(4));
    state.entry->super_options += ",seal,username=contoso";
    CHECK(cause_of(assess(four, share, state, nullptr)) == "not-encrypted");
    auto encrypted = good_session(4);
    encrypted.shares[1].encrypted = true;
    state.debugdata = data_of(encrypted);
    CHECK(assess(four, share, state, nullptr).verdict == Verdict::as_asked);

    encrypted.guest = true;
    state.debugdata = data_of(encrypted);
    const auto guest = assess(four, share, state, nullptr);
    CHECK(guest.verdict == Verdict::degraded);
    CHECK(cause_of(guest) == "guest-session");
    // Who asked for no user gets none.
    state.entry->super_options = "rw,sec=none,addr=10.7.1.2,seal,username=,max_channels=4";
    CHECK(assess(four, share, state, nullptr).verdict == Verdict::as_asked);
}

TEST_CASE("a server that lost multichannel under a live mount is the cause, not the connection") {
    auto session = without_multichannel(good_session(1));
    session.channels[0].instance = 2;
    auto state = state_of(session);
    CHECK(cause_of(assess(four, share, state, nullptr)) == "server-no-multichannel");
    state.kernel_log = {
        "CIFS: VFS: server contoso.file.core.windows.net does not support "
        "multichannel anymore. Skip secondary channel"};
    CHECK(assess(four, share, state, nullptr).findings[0].evidence == state.kernel_log->front());

    // Another server's line, and a second session that was there: it rides on that.
    auto second = session;
    second.id = "0x2";
    second.shares.clear();
    auto server = good_server(session);
    server.sessions.push_back(second);
    state.debugdata = data_of({server});
    state.kernel_log = {"CIFS: VFS: server other.example does not support multichannel anymore"};
    CHECK(cause_of(assess(four, share, state, nullptr)) == "shared-connection");
    // Never reconnected: it was negotiated so.
    session.channels[0].instance = 1;
    state.debugdata = data_of(session);
    CHECK(cause_of(assess(four, share, state, nullptr)) == "shared-connection");
}

TEST_CASE("5.10 marks no session whose key is refused: the log and the share's tree tell") {
    auto session = good_session(1);
    session.shares.back().disconnected = true;
    auto state = state_of(session);
    const std::string refused = "CIFS: Status code returned 0xc000006d STATUS_LOGON_FAILURE";
    const std::string mine = "CIFS: VFS: \\\\10.7.1.2 Send error in SessSetup = -13";
    const std::string other = "CIFS: VFS: \\\\10.9.9.9 Send error in SessSetup = -13";
    state.kernel_log = {refused, mine, "CIFS: VFS: \\\\10.7.1.2 Send error in SessSetup = -11"};
    auto seen = assess(four, share, state, nullptr);
    CHECK(seen.verdict == Verdict::failed);
    CHECK(cause_of(seen) == "key-no-longer-valid");
    CHECK(seen.findings[0].evidence == refused);

    // Another server's, an older kernel without the status, or a share that is there.
    state.kernel_log = {refused, other};
    CHECK(assess(four, share, state, nullptr).verdict == Verdict::degraded);
    state.kernel_log = {mine};
    CHECK(assess(four, share, state, nullptr).verdict == Verdict::degraded);
    state.kernel_log.reset();
    seen = assess(four, share, state, nullptr);
    CHECK(seen.verdict == Verdict::degraded);
    CHECK(has_finding(seen.findings, "share-disconnected"));
    auto whole = state_of(good_session(1));
    whole.kernel_log = {refused, mine};
    CHECK(cause_of(assess(four, share, whole, nullptr)) == "channel-refused");
}

TEST_CASE("a refused key is named with one channel and with none") {
    const std::string refused = "CIFS: Status code returned 0xc000006d STATUS_LOGON_FAILURE";
    const std::string mine = "CIFS: VFS: \\\\10.7.1.2 Send error in SessSetup = -13";
    auto one = good_session(1);
    one.shares.back().disconnected = true;
    auto down = good_session(4);
    for (auto& channel : down.channels)
        channel.tcp_status = 4;
    auto unmarked = good_session(4);
    unmarked.status = 3;
    struct Row {
        std::string_view what;
        const Session& session;
        Asked asked;
        Verdict without;
        std::string_view cause;
    };
    const Row rows[] = {
        {"one of one", one, {1, true}, Verdict::degraded, "share-disconnected"},
        {"none of four", down, four, Verdict::failed, "disconnected"},
        {"status 3 without the words", unmarked, four, Verdict::failed, "disconnected"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.what);
        auto state = state_of(row.session);
        auto seen = assess(row.asked, share, state, nullptr);
        CHECK(seen.verdict == row.without);
        CHECK(cause_of(seen) == row.cause);
        state.kernel_log = {refused, mine};
        seen = assess(row.asked, share, state, nullptr);
        CHECK(seen.verdict == Verdict::failed);
        CHECK(cause_of(seen) == "key-no-longer-valid");
        CHECK(seen.findings[0].evidence == refused);
        // That of a mount that failed is not this session's.
        state.kernel_log->push_back("CIFS: VFS: cifs_mount failed w/return code = -13");
        seen = assess(row.asked, share, state, nullptr);
        CHECK(seen.verdict == row.without);
        CHECK(cause_of(seen) == row.cause);
    }
}

TEST_CASE("a session setup that waits is no refusal") {
    auto state = state_of(good_session(1));
    state.kernel_log = {"CIFS: VFS: \\\\10.7.1.2 Send error in SessSetup = -11"};
    CHECK(cause_of(assess(four, share, state, nullptr)) != "channel-refused");
}
