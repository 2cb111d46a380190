#include "core/verify.h"

#include "support.h"

#include <doctest/doctest.h>

using namespace azfiles;
using test::contains;

namespace {

MountStatus mount_with(Verdict verdict, std::string_view finding = {}) {
    MountEntry entry;
    entry.mountpoint = "/mnt/a";
    entry.type = "cifs";
    entry.source = "//h/s";
    MountStatus mount;
    mount.group.entries = {entry};
    mount.asked.channels = 4;
    mount.assessment.verdict = verdict;
    mount.assessment.settled = true;
    mount.assessment.channels.active = verdict == Verdict::as_asked ? 4 : 1;
    if (!finding.empty())
        mount.assessment.findings = {make_finding(finding)};
    return mount;
}

StatusReport report_of(Verdict verdict, std::string_view finding = {}) {
    StatusReport report;
    report.mounts = {mount_with(verdict, finding)};
    return report;
}

PromiseState promise(bool missing, bool waiting = false) {
    ExpectedShare share;
    share.source = "//h/s";
    share.mountpoint = share.place = "/mnt/b";
    share.origin = "/etc/fstab line 2";
    share.unit = "mnt-b.mount";
    auto state = look_for({share}, {})[0];
    if (!missing)
        state.finding.reset();
    state.waiting = waiting;
    return state;
}

std::string text_of(const StatusReport& report) {
    return verify_text(report, std::nullopt, Colour::no);
}

}  // namespace

TEST_CASE("the verdict is the worst: failed, unknown, degraded, ok") {
    CHECK(verdict_of({}) == Verdict::as_asked);
    auto report = report_of(Verdict::as_asked);
    CHECK(verdict_of(report) == Verdict::as_asked);
    report.mounts.push_back(mount_with(Verdict::degraded, "disconnected"));
    CHECK(verdict_of(report) == Verdict::degraded);

    auto unknown = report;
    unknown.not_cifs = {"/x"};
    CHECK(verdict_of(unknown) == Verdict::unknown);
    unknown = report;
    unknown.unknown_promises = {make_finding("promise-unreadable")};
    CHECK(verdict_of(unknown) == Verdict::unknown);
    unknown = report;
    unknown.mounts_unreadable = true;
    CHECK(verdict_of(unknown) == Verdict::unknown);

    unknown.promises = {promise(true)};
    CHECK(verdict_of(unknown) == Verdict::failed);
    report.promises = {promise(false), promise(false, true)};
    CHECK(verdict_of(report) == Verdict::degraded);
    report.mounts.push_back(mount_with(Verdict::failed, "disconnected"));
    CHECK(verdict_of(report) == Verdict::failed);
}

TEST_CASE("waiting ends where it can change nothing") {
    struct Row {
        Verdict verdict;
        std::string_view finding;
        bool is_final;
    };
    static constexpr Row rows[] = {
        {Verdict::as_asked, "", true},
        {Verdict::degraded, "server-no-multichannel", true},
        {Verdict::degraded, "server-no-interfaces", true},
        {Verdict::degraded, "dialect-too-old", true},
        {Verdict::degraded, "fewer-than-wanted", true},
        {Verdict::degraded, "shared-connection", true},
        {Verdict::degraded, "option-not-in-force", true},
        {Verdict::degraded, "still-opening", false},
        {Verdict::degraded, "reconnecting", false},
        {Verdict::degraded, "share-disconnected", false},
        {Verdict::degraded, "cause-not-seen", false},
        {Verdict::failed, "disconnected", false},
        {Verdict::failed, "key-no-longer-valid", false},
        {Verdict::unknown, "debugdata-unreadable", false},
    };
    for (const auto& row : rows) {
        CAPTURE(to_string(row.verdict));
        CAPTURE(row.finding);
        auto report = report_of(row.verdict, row.finding);
        CHECK(is_final(report) == row.is_final);
        report.mounts.push_back(mount_with(Verdict::as_asked));
        CHECK(is_final(report) == row.is_final);
        report.mounts.push_back(mount_with(Verdict::degraded, "still-opening"));
        CHECK_FALSE(is_final(report));
    }
    auto report = report_of(Verdict::degraded, "server-no-multichannel");
    report.mounts[0].assessment.settled = false;
    CHECK_FALSE(is_final(report));
    report = report_of(Verdict::degraded, "server-no-multichannel");
    report.promises = {promise(true)};
    CHECK_FALSE(is_final(report));
    report.promises = {promise(false, true)};
    CHECK(is_final(report));
    report.not_cifs = {"/x"};
    CHECK_FALSE(is_final(report));
}

TEST_CASE("each mount has a line, and below it what is to be done") {
    auto report = report_of(Verdict::as_asked);
    report.mounts.push_back(mount_with(Verdict::degraded, "server-no-multichannel"));
    report.mounts[1].group.entries.push_back(report.mounts[1].group.entries[0]);
    report.promises = {promise(true), promise(false, true), promise(false)};
    report.not_cifs = {"/x"};
    report.unknown_promises = {make_finding("promise-unreadable", ": a", "")};
    CHECK(text_of(report) ==
          "ok        /mnt/a: 4 of 4 channels\n"
          "degraded  /mnt/a and 1 more: 1 of 4 channels: the server does not offer SMB\n"
          "          Multichannel\n"
          "          Switch it on at the server, at Azure Files at the storage account; or\n"
          "          ask for one channel: max_channels=1.\n"
          "failed    /mnt/b: a share that should be mounted is not (//h/s on /mnt/b;\n"
          "          /etc/fstab line 2)\n"
          "          Mount it: mount /mnt/b; journalctl -u mnt-b.mount says why it was not\n"
          "          mounted.\n"
          "ok        /mnt/b: mounted at the first access, and not in use now\n"
          "unknown   /x: this is not a mount of the kernel's SMB client\n"
          "          Name the mount point of a share: findmnt -t cifs lists them.\n"
          "unknown   fstab and units: not all that should be mounted is known: a\n"
          "          Look at it as root, or correct what cannot be read.\n");
}

TEST_CASE("a share that is hidden has no line that says ok") {
    auto report = report_of(Verdict::as_asked);
    report.promises = {promise(true)};
    report.promises[0].share.place = "/mnt/a";
    CHECK(contains(text_of(report), "ok        /mnt/a"));
    report.promises[0].finding->id = "share-covered";
    CHECK_FALSE(contains(text_of(report), "ok        /mnt/a"));
}

TEST_CASE("where nothing is mounted and nothing is promised that is said") {
    CHECK(text_of({}) == "ok        no share is mounted, and none should be\n");
    StatusReport report;
    report.mounts_unreadable = true;
    CHECK(contains(text_of(report), "unknown   the mounts of this machine cannot be read"));
}

TEST_CASE("what had to be waited for is told, and colours are those of the verdict") {
    const auto report = report_of(Verdict::as_asked);
    const auto text = verify_text(report, std::chrono::milliseconds{3449}, Colour::yes);
    CHECK(text.starts_with("\033[32mok\033[0m        /mnt/a"));
    CHECK(text.ends_with("\nok after 3.4 s\n"));
}

TEST_CASE("names of others steer no terminal and keep their blanks") {
    auto report = report_of(Verdict::as_asked);
    report.mounts[0].group.entries[0].mountpoint = "/mnt/a  b\033[31m\n";
    CHECK(text_of(report) == "ok        /mnt/a  b\\x1b[31m\\n: 4 of 4 channels\n");
}
