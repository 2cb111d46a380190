#include "core/metrics.h"

#include "support.h"

#include <doctest/doctest.h>

using namespace azfiles;
using test::contains;

namespace {

MountStatus mount_at(std::string_view mountpoint) {
    MountEntry entry;
    entry.mountpoint = mountpoint;
    entry.type = "cifs";
    entry.source = "//h/s";
    MountStatus mount;
    mount.group.entries = {entry};
    return mount;
}

Channel channel_made(std::optional<int> instance) {
    Channel channel;
    channel.instance = instance;
    return channel;
}

std::string text_of(StatusReport report) {
    return metrics_text(report, "1.2.3");
}

std::string text_of(MountStatus mount) {
    StatusReport report;
    report.mounts = {std::move(mount)};
    return text_of(std::move(report));
}

}  // namespace

TEST_CASE("metrics of a machine without mounts") {
    CHECK(text_of(StatusReport{}) ==
          "# HELP azfiles_build_info The version of azfiles that looked.\n"
          "# TYPE azfiles_build_info gauge\n"
          "azfiles_build_info{version=\"1.2.3\"} 1\n"
          "# HELP azfiles_mounts Mounted shares, bind mounts counted once.\n"
          "# TYPE azfiles_mounts gauge\n"
          "azfiles_mounts 0\n"
          "# HELP azfiles_promises_known Whether all that fstab and units promise could be read.\n"
          "# TYPE azfiles_promises_known gauge\n"
          "azfiles_promises_known 1\n");
}

TEST_CASE("metrics: mounts that could not be read are not none") {
    StatusReport report;
    report.mounts_unreadable = true;
    report.unknown_promises = {make_finding("promise-unreadable")};
    const auto text = text_of(report);
    CHECK(!contains(text, "azfiles_mounts"));
    CHECK(contains(text, "\nazfiles_promises_known 0\n"));
}

TEST_CASE("metrics of channels: what is not known has no sample") {
    auto mount = mount_at("/mnt/a");
    CHECK(!contains(text_of(mount), "channels_"));

    mount.asked.channels = 4;
    mount.assessment.channels.listed = 2;
    mount.assessment.channels.active = 0;
    const auto text = text_of(mount);
    constexpr auto labels = R"({mountpoint="/mnt/a",share="//h/s"})";
    CHECK(contains(text, fmt::format("\nazfiles_mount_channels_requested{} 4\n", labels)));
    CHECK(contains(text, fmt::format("\nazfiles_mount_channels_listed{} 2\n", labels)));
    CHECK(contains(text, fmt::format("\nazfiles_mount_channels_active{} 0\n", labels)));
    CHECK(!contains(text, "reconnects"));
}

TEST_CASE("metrics: reconnects are those of all connections, where the kernel counts them") {
    auto mount = mount_at("/mnt/a");
    mount.assessment.session.emplace();
    mount.assessment.session->channels = {channel_made(std::nullopt), channel_made(std::nullopt)};
    CHECK(!contains(text_of(mount), "reconnects"));
    mount.assessment.session->channels = {channel_made(3), channel_made(1), channel_made(2)};
    CHECK(contains(text_of(mount),
                   "\nazfiles_mount_reconnects_total{mountpoint=\"/mnt/a\",share=\"//h/s\"} 3\n"));
}

TEST_CASE("metrics: one verdict of four holds, and each finding is there once") {
    auto mount = mount_at("/mnt/a");
    mount.assessment.verdict = Verdict::degraded;
    mount.assessment.findings = {make_finding("server-not-rss"), make_finding("over-limit"),
                                 make_finding("server-not-rss")};
    const auto text = text_of(mount);
    for (const auto& [verdict, value] :
         {std::pair{"ok", 0}, {"degraded", 1}, {"unknown", 0}, {"failed", 0}})
        CHECK(contains(text, fmt::format("azfiles_mount_verdict{{mountpoint=\"/mnt/a\","
                                         "share=\"//h/s\",verdict=\"{}\"}} {}\n",
                                         verdict, value)));
    const std::string finding =
        "azfiles_mount_finding{mountpoint=\"/mnt/a\",share=\"//h/s\",id=\"server-not-rss\",";
    CHECK(contains(text, finding));
    CHECK(text.find(finding) == text.rfind(finding));
}

TEST_CASE("metrics: samples of one metric stand together, below one head") {
    StatusReport report;
    for (const auto* mountpoint : {"/mnt/a", "/mnt/b"}) {
        auto mount = mount_at(mountpoint);
        mount.asked.channels = 4;
        mount.assessment.channels.active = 4;
        report.mounts.push_back(mount);
    }
    const auto text = text_of(report);
    CHECK(contains(text,
                   "azfiles_mount_channels_active{mountpoint=\"/mnt/a\",share=\"//h/s\"} 4\n"
                   "azfiles_mount_channels_active{mountpoint=\"/mnt/b\",share=\"//h/s\"} 4\n"));
    const auto head = text.find("# TYPE azfiles_mount_channels_active gauge\n");
    CHECK(head != std::string::npos);
    CHECK(head == text.rfind("# TYPE azfiles_mount_channels_active gauge\n"));
}

TEST_CASE("metrics: a mount point can be no other line and no other label") {
    const auto text = text_of(mount_at("/mnt/\"a\\\n\xff b"));
    CHECK(contains(text, R"({mountpoint="/mnt/\"a\\)"));
    CHECK(!contains(text, "\xff"));
    for (std::size_t at = 0; at < text.size();) {
        const auto end = text.find('\n', at);
        REQUIRE(end != std::string::npos);
        const auto line = text.substr(at, end - at);
        CHECK((line.starts_with("azfiles_") || line.starts_with("# ")));
        at = end + 1;
    }
}

TEST_CASE("metrics: a share that is no share is not repeated") {
    auto mount = mount_at("/mnt/a");
    mount.group.entries.front().source = "https://h/s?sig=token";
    CHECK(!contains(text_of(mount), "token"));
}

TEST_CASE("metrics of servers: connections have numbers, not ports") {
    ServerStatus server;
    server.address = "10.0.0.4";
    server.mounts = 1;
    StatusReport report;
    report.servers = {server};
    CHECK(!contains(text_of(report), "connection"));

    Connection first;
    first.local_port = 40001;
    first.bytes_sent = 1;
    first.bytes_received = 18446744073709551615U;
    first.last_received = std::chrono::milliseconds{1500};
    report.servers.front().connections = {first, Connection{}};
    report.servers.front().channels = 2;
    const auto text = text_of(report);
    CHECK(contains(text, "azfiles_server_channels_active{address=\"10.0.0.4\"} 2\n"));
    CHECK(contains(text, "azfiles_server_connections{address=\"10.0.0.4\"} 2\n"));
    constexpr auto labels = R"({address="10.0.0.4",connection="0"})";
    CHECK(contains(text, fmt::format("azfiles_connection_sent_bytes_total{} 1\n", labels)));
    CHECK(contains(text, fmt::format("azfiles_connection_received_bytes_total{} "
                                     "18446744073709551615\n",
                                     labels)));
    CHECK(contains(text, fmt::format("azfiles_connection_last_received_seconds{} 1.5\n", labels)));
    CHECK(!contains(text, "40001"));
    CHECK(!contains(text, "connection=\"1\""));
}

TEST_CASE("metrics: no two samples have the same labels") {
    auto covered = mount_at("/mnt/a");
    covered.assessment.channels.active = 1;
    auto seen = mount_at("/mnt/a");
    seen.assessment.channels.active = 4;
    StatusReport report;
    report.mounts = {covered, seen};
    ServerStatus server;
    server.address = "10.0.0.4";
    server.channels = 4;
    server.net_namespace = 4026531840;
    report.servers = {server, server};
    report.servers.back().net_namespace = 4026532000;
    const auto text = text_of(report);
    CHECK(contains(text, "channels_active{mountpoint=\"/mnt/a\",share=\"//h/s\"} 4\n"));
    CHECK(!contains(text, "channels_active{mountpoint=\"/mnt/a\",share=\"//h/s\"} 1\n"));
    CHECK(contains(text, "{address=\"10.0.0.4\",network_namespace=\"4026531840\"} 4\n"));
    CHECK(contains(text, "{address=\"10.0.0.4\",network_namespace=\"4026532000\"} 4\n"));
}
