#include "core/status_text.h"

#include "nics.h"
#include "support.h"

#include <doctest/doctest.h>

using namespace azfiles;
using test::contains;

namespace {

Session session() {
    Session one;
    one.id = "0x672eb7f3";
    one.address = "192.0.2.1";
    one.status = 1;
    one.security = "RawNTLMSSP";
    one.encrypted = true;
    one.channels.resize(2);
    one.channels[0].tcp_status = 1;
    one.channels[0].connection_id = "0x2b";
    one.channels[1].number = 2;
    one.channels[1].tcp_status = 1;
    one.channels[1].connection_id = "0x2c";
    one.channels[1].instance = 2;
    one.channels[1].disconnected = true;
    one.shares = {{R"(\\h\s)", false, "", false, false}, {R"(\\h\IPC$)", true, "", false, false}};
    one.interfaces = {{"192.0.2.1", 10'000'000'000, true, false, true},
                      {"2001:db8::1", 100'000'000, false, true, false},
                      {"192.0.2.2", std::nullopt, true, false, false}};
    return one;
}

MountStatus mount() {
    MountEntry entry;
    entry.mountpoint = "/mnt";
    entry.source = "//h/s";
    entry.type = "cifs";
    entry.super_options = "rw,addr=192.0.2.1";
    MountStatus status;
    status.group.entries = {entry};
    status.asked = {4, true};
    status.assessment.verdict = Verdict::degraded;
    status.assessment.channels = {4, 2, 1};
    status.assessment.session = session();
    status.assessment.server = Server{};
    status.assessment.server->dialect = "0x311";
    status.assessment.server->cipher = "AES128-GCM";
    // Not of the table: its words may change without a fault.
    status.assessment.findings = {
        {"some-id", Severity::warning,
         "The server offers multichannel and lists no network interface for it",
         "Switch SMB Multichannel on at the storage account, which an SSD share needs.",
         "a line of the kernel"}};
    status.nics = {test::nic("eth0", "mlx5_core", 8, true)};
    return status;
}

StatusReport report_of(MountStatus status) {
    StatusReport report;
    report.mounts.push_back(std::move(status));
    return report;
}

std::string text_of(MountStatus status) {
    return to_text(report_of(std::move(status)), Colour::no);
}

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    }
    return lines;
}

const std::string foreign = "a\nb\r\x1b[31m\x7f\xc2\x9b\xe2\x80\xae\xff";

void check_safe(const std::string& text) {
    CAPTURE(text);
    for (const char c : text)
        CHECK((static_cast<unsigned char>(c) >= 0x20 || c == '\n'));
    for (const std::string_view hidden : {"\x7f", "\xc2\x9b", "\xe2\x80\xae", "\xff"})
        CHECK_FALSE(contains(text, hidden));
    // No line that foreign text began.
    CHECK_FALSE(contains(text, "\nb"));
}

}  // namespace

TEST_CASE("a mount is told with its verdict, cause, cure, session, channels and devices") {
    CHECK(text_of(mount()) ==
          "/mnt\n"
          "  share       //h/s\n"
          "  verdict     degraded: 1 of 4 channels\n"
          "  warning     The server offers multichannel and lists no network interface for\n"
          "              it. [some-id]\n"
          "  seen        a line of the kernel\n"
          "  to do       Switch SMB Multichannel on at the storage account, which an SSD\n"
          "              share needs.\n"
          "  server      192.0.2.1\n"
          "  session     0x672eb7f3, dialect 0x311, RawNTLMSSP, encrypted, AES128-GCM\n"
          "  channels     1  active        connection 0x2b\n"
          "               2  disconnected  connection 0x2c, reconnected 1 time\n"
          "  interfaces  192.0.2.1  10 Gbit/s, RSS\n"
          "              2001:db8::1  100 Mbit/s, no RSS, RDMA\n"
          "              192.0.2.2  speed unknown, RSS\n"
          "  NIC         eth0 (mlx5_core), receive queues: 8, RSS on\n");
}

TEST_CASE("what is not known is said so, and never as none") {
    auto status = mount();
    status.assessment = Assessment{};
    status.assessment.findings = {make_finding("debugdata-missing")};
    status.group.entries[0].super_options = "rw";
    status.nics = {test::nic("eth0", "", std::nullopt, std::nullopt)};
    const auto text = text_of(status);
    CHECK(contains(text, "  verdict     unknown: channels not known\n"));
    CHECK(contains(text, "  server      unknown\n"));
    CHECK(contains(text, "receive queues: unknown, RSS unknown\n"));
    CHECK_FALSE(contains(text, "session"));
    CHECK_FALSE(contains(text, "interfaces"));
}

TEST_CASE("without a number that was asked for, the channels are counted alone") {
    struct Row {
        std::optional<int> asked;
        std::optional<int> active;
        std::string_view want;
    };
    static constexpr Row rows[] = {
        {std::nullopt, 1, ": 1 channel\n"},          {std::nullopt, 4, ": 4 channels\n"},
        {std::nullopt, 0, ": 0 channels\n"},         {4, 4, ": 4 of 4 channels\n"},
        {4, std::nullopt, ": channels not known\n"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.want);
        auto status = mount();
        status.asked.channels = row.asked;
        status.assessment.channels.active = row.active;
        CHECK(contains(text_of(status), row.want));
    }
}

TEST_CASE("a machine without shares, or one that can't be read, says so") {
    StatusReport report;
    CHECK(contains(to_text(report, Colour::no), "No share is mounted"));
    report.mounts_unreadable = true;
    CHECK(to_text(report, Colour::no) ==
          "The mounts of this machine could not be read (/proc/self/mountinfo).\n");
    report = StatusReport{};
    report.not_cifs = {"/", "/a\nb"};
    CHECK(to_text(report, Colour::no) ==
          "\"/\" is not the mount point of a share.\n"
          "\"/a\\nb\" is not the mount point of a share.\n");
}

TEST_CASE("every mount point of a superblock is listed, and mounts stand apart") {
    auto status = mount();
    status.group.entries.push_back(status.group.entries[0]);
    status.group.entries[1].mountpoint = "/bind";
    auto report = report_of(status);
    report.mounts.push_back(mount());
    const auto text = to_text(report, Colour::no);
    CHECK(text.starts_with("/mnt\n/bind\n  share "));
    CHECK(contains(text, "RSS on\n\n/mnt\n"));
}

TEST_CASE("a share's name is shown as it is, blanks and all") {
    auto status = mount();
    const auto name = "//h/my  share/" + std::string(90, 'd') + " x";
    status.group.entries[0].source = name;
    CHECK(contains(text_of(status), "  share       " + name + "\n"));
}

TEST_CASE("sentences keep within 80 columns") {
    auto status = mount();
    for (const auto& spec : finding_table())
        status.assessment.findings.push_back(make_finding(spec.id, "Detail", "evidence"));
    for (const auto& line : lines_of(text_of(status))) {
        CAPTURE(line);
        CHECK(line.size() <= 80);
    }
}

TEST_CASE("colour marks the verdict alone, and only where it is wanted") {
    struct Row {
        Verdict verdict;
        std::string_view code;
    };
    static constexpr Row rows[] = {{Verdict::as_asked, "\033[32mok"},
                                   {Verdict::degraded, "\033[33mdegraded"},
                                   {Verdict::unknown, "\033[33munknown"},
                                   {Verdict::failed, "\033[31mfailed"}};
    for (const auto& row : rows) {
        CAPTURE(row.code);
        auto status = mount();
        status.assessment.verdict = row.verdict;
        const auto text = to_text(report_of(status), Colour::yes);
        CHECK(contains(text, row.code));
        CHECK(contains(text, "\033[0m\n"));
        CHECK_FALSE(contains(text_of(status), "\033"));
    }
}

TEST_CASE("no foreign text steers the terminal") {
    auto status = mount();
    auto& entry = status.group.entries[0];
    entry.mountpoint = entry.source = foreign;
    entry.super_options = "addr=" + foreign;
    auto& seen = *status.assessment.session;
    seen.id = seen.security = seen.channels[0].connection_id = seen.interfaces[0].address = foreign;
    seen.address = seen.shares[0].unc = foreign;
    status.assessment.server->dialect = status.assessment.server->cipher = foreign;
    status.assessment.findings = {make_finding("dialect-too-old", foreign, foreign)};
    status.assessment.findings[0].remedy = foreign;
    auto nic = test::nic(foreign, foreign, 1, true);
    status.nics = {nic};
    check_safe(text_of(status));
    nic.kind = nic.unseen = foreign;
    nic.carriers = {nic};
    status.nics = {nic};
    check_safe(text_of(status));

    DebugData data;
    data.servers.emplace_back();
    data.servers[0].hostname = foreign;
    data.servers[0].sessions = {seen};
    data.loose_sessions = {seen};
    data.loose_shares = seen.shares;
    data.loose_interfaces = seen.interfaces;
    check_safe(to_text(data));

    KernelJudgement kernel;
    kernel.release = kernel.reason = kernel.table_date = foreign;
    kernel.row = SupportRow{};
    kernel.row->minimum = foreign;
    kernel.advisories.resize(1);
    kernel.advisories[0].symptom = kernel.advisories[0].fixed_in = foreign;
    check_safe(to_text(kernel));
}

TEST_CASE("a key in what the kernel said is not shown") {
    const std::string key =
        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+Pw==";
    auto status = mount();
    status.assessment.findings = {make_finding("dialect-too-old", key, "x '" + key + "'")};
    CHECK_FALSE(contains(text_of(status), key.substr(0, 12)));
    CHECK(contains(text_of(status), "[key removed]"));
}

TEST_CASE("DebugData is told server by server, and what is cut is not called empty") {
    DebugData data;
    data.complete = true;
    CHECK(to_text(data) == "No server is connected.\n");
    data.complete = false;
    CHECK(to_text(data) == "The text is not complete: there may be more than is shown here.\n");

    data.complete = true;
    data.servers.resize(2);
    data.servers[0].hostname = "h";
    data.servers[0].dialect = "0x311";
    data.servers[0].sessions = {session()};
    data.servers[0].sessions[0].shares[0].disconnected = true;
    const auto text = to_text(data);
    CHECK(
        text.starts_with("h\n"
                         "  share       \\\\h\\s DISCONNECTED\n"
                         "  server      192.0.2.1\n"
                         "  session     0x672eb7f3, dialect 0x311, RawNTLMSSP, encrypted\n"));
    CHECK_FALSE(contains(text, "IPC$"));
    CHECK(text.ends_with("server without a name\n  session     none\n"));
    CHECK_FALSE(contains(text, "not complete"));

    DebugData loose;
    loose.loose_sessions = {session()};
    loose.loose_shares = session().shares;
    loose.loose_interfaces = session().interfaces;
    const auto cut = to_text(loose);
    CHECK(cut.starts_with("session without its server\n  session     0x672eb7f3, RawNTLMSSP"));
    CHECK(contains(cut, "  share       \\\\h\\s\n"));
    CHECK(contains(cut, "  interface   192.0.2.1  10 Gbit/s, RSS\n"));
    CHECK_FALSE(contains(cut, "No server is connected"));
}

TEST_CASE("a session that lists no interface says so") {
    auto status = mount();
    status.assessment.session->interfaces.clear();
    CHECK(contains(text_of(status), "  interfaces  the server lists none\n"));
}

TEST_CASE("a kernel is told with verdict, reason, minimum and advisories") {
    KernelJudgement kernel;
    kernel.release = "6.8.0-1044-azure";
    kernel.verdict = KernelVerdict::too_old;
    kernel.newer_than_listed = true;
    kernel.reason = "A reason.";
    CHECK(to_text(kernel) ==
          "  kernel      6.8.0-1044-azure\n"
          "  verdict     too old, newer series than listed\n"
          "  reason      A reason.\n");
    kernel.newer_than_listed = false;
    kernel.row = SupportRow{};
    kernel.row->minimum = "6.14.0-1017-azure";
    kernel.advisories.resize(2);
    kernel.advisories[0].symptom = "One.";
    kernel.advisories[0].fixed_in = "5.19";
    kernel.advisories[1].symptom = "Two.";
    kernel.table_date = "2026-07-13";
    CHECK(to_text(kernel) ==
          "  kernel      6.8.0-1044-azure\n"
          "  verdict     too old\n"
          "  reason      A reason.\n"
          "  minimum     6.14.0-1017-azure\n"
          "  advisory    One.\n"
          "  fixed in    5.19\n"
          "  advisory    Two.\n"
          "  table of    2026-07-13\n");
}

TEST_CASE("TCP connections stand below their server, with what they carried") {
    StatusReport report;
    ServerStatus server;
    server.address = "10.7.1.2";
    Connection one;
    one.local = "10.7.1.1";
    one.local_port = 49298;
    one.bytes_sent = 12'345'678;
    one.bytes_received = 999'960;
    one.rtt = std::chrono::microseconds{650};
    one.last_received = std::chrono::milliseconds{1300};
    auto two = one;
    two.local_port = 2;
    two.bytes_sent.reset();
    two.rtt.reset();
    two.last_received = std::chrono::milliseconds{130'400};
    auto closing = one;
    closing.state = TcpState::fin_wait1;
    server.connections = {one, two, closing};
    report.servers = {server};
    report.not_cifs = {"/x"};  // no sentence about no mounts
    const auto text = to_text(report, Colour::no);
    CHECK(contains(text,
                   "TCP connections to 10.7.1.2\n"
                   "  from             port       sent   received round trip  heard\n"
                   "  10.7.1.1        49298    12.3 MB     1.0 MB     0.7 ms  1.3 s ago\n"
                   "                      2    unknown     1.0 MB    unknown  130 s ago\n"
                   "                  49298    12.3 MB     1.0 MB     0.7 ms  fin-wait-1\n"));

    report.servers[0].connections.reset();
    CHECK_FALSE(contains(to_text(report, Colour::no), "TCP connections"));
    report.servers[0].why_no_connections = "the kernel lacks tcp_diag";
    CHECK(contains(to_text(report, Colour::no), "  not seen    the kernel lacks tcp_diag\n"));
}

TEST_CASE("bytes and endpoints for a person") {
    CHECK(bytes_text(0) == "0 B");
    CHECK(bytes_text(999) == "999 B");
    CHECK(bytes_text(1000) == "1.0 kB");
    CHECK(bytes_text(999'960) == "1.0 MB");
    CHECK(bytes_text(2.5e15) == "2500.0 TB");
    CHECK(with_port("10.0.0.4", 445) == "10.0.0.4:445");
    CHECK(with_port("fd00::4", 445) == "[fd00::4]:445");
}

TEST_CASE("of a report is said of when it is, and what it lacks") {
    Recording recording;
    recording.time = "2026-11-03T10:11:12Z";
    CHECK(to_text(recording) == "  report of   2026-11-03T10:11:12Z; nothing is asked again\n\n");
    recording.time.reset();
    recording.unread = {"the kernel log, which needs root",
                        "proc/fs/cifs/Stats\x1b: Permission denied"};
    CHECK(to_text(recording) ==
          "  report of   a time that is not known; nothing is asked again\n"
          "  it lacks    the kernel log, which needs root; proc/fs/cifs/Stats\\x1b:\n"
          "              Permission denied\n\n");
}
