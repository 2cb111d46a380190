#include "core/status.h"
#include "core/status_notes.h"

#include "nics.h"
#include "support.h"

#include <doctest/doctest.h>

using namespace azfiles;
using test::contains;

namespace {

MountEntry entry(int id, unsigned minor, std::string_view mountpoint,
                 std::string_view type = "cifs") {
    MountEntry mount;
    mount.id = id;
    mount.minor = minor;
    mount.mountpoint = mountpoint;
    mount.type = type;
    mount.source = "//h/s";
    return mount;
}

/// "/a /b | /c": the mount points of each group.
std::string in_one_line(const std::vector<MountGroup>& groups) {
    std::string text;
    for (const auto& group : groups) {
        text += text.empty() ? "" : " |";
        for (const auto& mount : group.entries)
            text += (text.empty() ? "" : " ") + mount.mountpoint;
    }
    return text;
}

std::vector<MountEntry> machine() {
    return {entry(1, 1, "/", "ext4"),    entry(2, 50, "/a"),
            entry(3, 51, "/b", "smb3"),  entry(4, 50, "/bind of a"),
            entry(5, 9, "/n", "nfs4"),   entry(6, 52, "/c"),
            entry(7, 53, "/t", "tmpfs"), entry(8, 51, "/b again", "smb3")};
}

}  // namespace

TEST_CASE("mounts are grouped by superblock, in mountinfo's order") {
    CHECK(group_mounts({}).empty());
    CHECK(in_one_line(group_mounts(machine())) == "/a /bind of a | /b /b again | /c");
    // The device is major and minor together.
    auto other = entry(9, 50, "/other");
    other.major = 1;
    CHECK(in_one_line(group_mounts({entry(2, 50, "/a"), other})) == "/a | /other");
}

TEST_CASE("a selection has the groups asked for and names what is none") {
    struct Row {
        std::vector<std::string> mountpoints;
        std::string_view groups;
        std::vector<std::string> unknown;
    };
    const Row rows[] = {
        {{}, "/a /bind of a | /b /b again | /c", {}},
        {{"/a"}, "/a /bind of a", {}},
        {{"/bind of a"}, "/a /bind of a", {}},
        {{"/bind of a", "/a"}, "/a /bind of a", {}},
        {{"/c", "/b"}, "/b /b again | /c", {}},
        {{"/", "/c", "/n", "/nowhere"}, "/c", {"/", "/n", "/nowhere"}},
        {{""}, "", {""}},
    };
    for (const auto& row : rows) {
        CAPTURE(row.groups);
        const auto selection = select_mounts(machine(), row.mountpoints);
        CHECK(in_one_line(selection.groups) == row.groups);
        CHECK(selection.unknown == row.unknown);
    }
}

TEST_CASE("the cause comes first, and one receive queue is told where channels share it") {
    struct Row {
        std::optional<int> active;
        std::optional<int> queues;
        bool told;
    };
    static constexpr Row rows[] = {
        {4, 1, true},
        {2, 1, true},
        {1, 1, false},
        {4, 2, false},
        {0, 1, false},
        {4, std::nullopt, false},
        {std::nullopt, 1, false},
    };
    for (const auto& row : rows) {
        CAPTURE(row.active.value_or(-1));
        CAPTURE(row.queues.value_or(-1));
        MountStatus mount;
        mount.group.entries = {entry(1, 50, "/a")};
        mount.assessment.channels.active = row.active;
        mount.assessment.findings = {make_finding("not-asked")};
        mount.nics = {
            test::nic("eth\x1b"
                      "0",
                      "", row.queues, std::nullopt)};
        mount.surroundings = surroundings_of(mount, {});
        const auto findings = findings_of(mount);
        REQUIRE(findings.size() == (row.told ? 2 : 1));
        CHECK(findings[0].id == "not-asked");
        CHECK(findings.back().message.find('\x1b') == std::string::npos);
    }
}

TEST_CASE("the server's address is what the mount shows") {
    auto mount = entry(1, 50, "/a");
    CHECK(address_of({{mount}}).empty());
    mount.super_options = "rw,addr=2001:db8::1,soft";
    CHECK(address_of({{mount}}) == "2001:db8::1");
}

TEST_CASE("a status is incomplete where something could not be told") {
    CHECK_FALSE(is_incomplete({}));
    StatusReport report;
    report.mounts.emplace_back();
    for (const auto verdict :
         {Verdict::as_asked, Verdict::degraded, Verdict::failed, Verdict::unknown}) {
        CAPTURE(to_string(verdict));
        report.mounts[0].assessment.verdict = verdict;
        CHECK(is_incomplete(report) == (verdict == Verdict::unknown));
    }
    report.mounts.clear();
    report.not_cifs = {"/mnt"};
    CHECK(is_incomplete(report));
    report.not_cifs.clear();
    report.mounts_unreadable = true;
    CHECK(is_incomplete(report));
}

TEST_CASE("a mount point is found however it is typed") {
    struct Row {
        std::string_view typed;
        std::string_view directory;
        std::string_view want;
    };
    static constexpr Row rows[] = {
        {"/mnt/share", "/home", "/mnt/share"},
        {"/mnt/share/", "/home", "/mnt/share"},
        {"//mnt//share", "/", "/mnt/share"},
        {"share", "/mnt", "/mnt/share"},
        {"./share/.", "/mnt", "/mnt/share"},
        {".", "/mnt/share", "/mnt/share"},
        {"share", "/", "/share"},
        {"/", "/mnt", "/"},
        {"../share", "/mnt", "/mnt/../share"},
        {"my share", "/mnt", "/mnt/my share"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.typed);
        CHECK(as_mountpoint(row.typed, row.directory) == row.want);
    }
}

TEST_CASE("a share that something covers is not the mount that is seen there") {
    MountEntry share;
    share.id = 40;
    share.parent = 22;
    share.minor = 26;
    share.mountpoint = "/mnt/a";
    share.type = "cifs";
    auto above = share;
    above.id = 41;
    above.parent = 40;
    above.minor = 27;
    const auto both = select_mounts({share, above}, {"/mnt/a"});
    REQUIRE(both.groups.size() == 1);
    CHECK(both.groups[0].entries[0].id == 41);
    above.type = "tmpfs";
    const auto covered = select_mounts({share, above}, {"/mnt/a"});
    CHECK(covered.groups.empty());
    CHECK(covered.unknown.size() == 1);
}

namespace {

Snapshot promising(std::vector<ExpectedShare> shares) {
    Snapshot snapshot;
    snapshot.mounts = machine();
    snapshot.expected.shares = std::move(shares);
    return snapshot;
}

ExpectedShare promise(std::string_view mountpoint, std::string_view place) {
    ExpectedShare share;
    share.source = "//h/s";
    share.mountpoint = mountpoint;
    share.place = place;
    return share;
}

}  // namespace

TEST_CASE("a report has what became of the promises that were asked for") {
    const auto snapshot = promising({promise("/a", "/a"), promise("/gone", "/gone")});
    const auto all = judge(snapshot, {});
    CHECK(all.promises.size() == 2);
    REQUIRE(missing_of(all).size() == 1);
    CHECK(missing_of(all)[0].share.mountpoint == "/gone");

    CHECK(missing_of(judge(snapshot, {"/a"})).empty());
    const auto named = judge(snapshot, {"/gone"});
    CHECK(named.mounts.empty());
    CHECK(named.not_cifs.empty());
    CHECK(missing_of(named).size() == 1);
    CHECK(judge(snapshot, {"/nowhere"}).not_cifs.size() == 1);
}

TEST_CASE("a mount point that is promised is found by the name it is promised under") {
    const auto snapshot = promising({promise("/link", "/a")});
    for (const std::string name : {"/link", "/a"}) {
        CAPTURE(name);
        const auto report = judge(snapshot, {name});
        CHECK(report.mounts.size() == 1);
        CHECK(report.not_cifs.empty());
        CHECK(missing_of(report).empty());
    }
}

TEST_CASE("what is not known of promises is said where it matters") {
    auto snapshot = promising({promise("/gone", "/gone")});
    snapshot.expected.unknown = {"/etc/fstab line 3 is \x1b[31m"};
    const auto all = judge(snapshot, {});
    REQUIRE(all.unknown_promises.size() == 1);
    CHECK(contains(all.unknown_promises[0].message, "/etc/fstab line 3 is"));
    CHECK_FALSE(contains(all.unknown_promises[0].message, "\x1b"));
    CHECK(judge(snapshot, {"/nowhere"}).unknown_promises.size() == 1);
    CHECK(judge(snapshot, {"/a"}).unknown_promises.empty());
    CHECK(judge(snapshot, {"/gone"}).unknown_promises.empty());
}

TEST_CASE("how many channels are wanted goes before what a mount asked for") {
    struct Row {
        std::string_view mountpoint;
        int wanted;
        Verdict verdict;
        std::string_view cause;
    };
    // The machine of tests/fixtures/degraded: /mnt/a has four of four channels, /mnt/c
    // one of four, of a server without multichannel.
    static constexpr Row rows[] = {
        {"/mnt/a", 1, Verdict::as_asked, ""},
        {"/mnt/a", 4, Verdict::as_asked, ""},
        {"/mnt/a", 8, Verdict::degraded, "fewer-than-wanted"},
        {"/mnt/c", 1, Verdict::as_asked, ""},
        {"/mnt/c", 2, Verdict::degraded, "server-no-multichannel"},
        {"/mnt/c", 4, Verdict::degraded, "server-no-multichannel"},
        {"/mnt/c", 8, Verdict::degraded, "server-no-multichannel"},
    };
    Snapshot snapshot;
    snapshot.mounts = parse_mountinfo(test::read_data("fixtures/degraded/proc/self/mountinfo"));
    snapshot.debugdata =
        parse_debugdata(test::read_data("fixtures/degraded/proc/fs/cifs/DebugData"));
    for (const auto& row : rows) {
        CAPTURE(row.mountpoint);
        CAPTURE(row.wanted);
        const auto report = judge(snapshot, {std::string{row.mountpoint}}, row.wanted);
        REQUIRE(report.mounts.size() == 1);
        const auto& mount = report.mounts[0];
        CHECK(mount.asked == Asked{row.wanted, true});
        CHECK(mount.assessment.verdict == row.verdict);
        const auto& findings = mount.assessment.findings;
        CHECK((findings.empty() ? "" : findings[0].id) == row.cause);
        CHECK(has_finding(findings, "fewer-than-wanted") == (row.wanted == 8));
    }
}
