#include "core/check.h"

#include "core/check_text.h"

#include "nics.h"
#include "support.h"

#include <doctest/doctest.h>

#include <string_view>

using namespace azfiles;
using test::contains;

namespace {

Request request_for(std::string_view host = "contoso.file.core.windows.net") {
    Request request;
    request.share = {std::string{host}, "share", ""};
    request.profile = profile_for(host);
    return request;
}

CheckedAddress way(std::string address, std::optional<PortState> state) {
    return {{std::move(address), state}, {}, {}};
}

std::string ids_of(const CheckItem& item) {
    std::string text;
    for (const auto& finding : item.findings)
        text += (text.empty() ? "" : " ") + finding.id;
    return text;
}

NameFacts named(std::vector<std::string> addresses,
                std::optional<std::vector<std::string>> aliases = std::nullopt) {
    NameFacts name;
    name.addresses = std::move(addresses);
    name.aliases = std::move(aliases);
    return name;
}

DebugData connected_to(std::string address, int status = 1, std::uint64_t capability = 0x8) {
    Session session;
    session.address = std::move(address);
    session.capability = capability;
    Server server;
    server.tcp_status = status;
    server.sessions.push_back(session);
    DebugData data;
    data.servers.push_back(server);
    return data;
}

}  // namespace

TEST_CASE("an item is as bad as its worst finding, and what was not seen is not good") {
    CheckItem item{"name", "", false, {}};
    CHECK(mark_of(item) == CheckMark::passed);
    item.unseen = true;
    CHECK(mark_of(item) == CheckMark::unknown);
    item.findings = {make_finding("rss-off", "eth0", "")};
    CHECK(mark_of(item) == CheckMark::unknown);
    item.findings.push_back(make_finding("over-limit"));
    CHECK(mark_of(item) == CheckMark::warning);
    item.findings.push_back(make_finding("fips"));
    CHECK(mark_of(item) == CheckMark::error);
}

TEST_CASE("the verdict is the worst: failed, not known, degraded, as asked") {
    const CheckItem good{"a", "", false, {}};
    const CheckItem noted{"b", "", false, {make_finding("rss-off", "eth0", "")}};
    const CheckItem unseen{"c", "", true, {}};
    const CheckItem warned{"d", "", false, {make_finding("over-limit")}};
    const CheckItem bad{"e", "", false, {make_finding("fips")}};
    CHECK(verdict_of({}) == Verdict::as_asked);
    CHECK(verdict_of({good, noted}) == Verdict::as_asked);
    CHECK(verdict_of({good, warned}) == Verdict::degraded);
    CHECK(verdict_of({warned, unseen}) == Verdict::unknown);
    CHECK(verdict_of({bad, unseen, warned}) == Verdict::failed);
}

TEST_CASE("a kernel is judged for Azure, and for others by advisories alone") {
    KernelJudgement kernel;
    kernel.release = "5.4.0-1";
    kernel.verdict = KernelVerdict::too_old;
    kernel.reason = "it is older than the table asks for";
    kernel.table_date = "2026-07-13";
    CHECK(ids_of(check_kernel(kernel, true, "")) == "kernel-too-old");
    CHECK(contains(check_kernel(kernel, true, "").said, "too old (table of 2026-07-13)"));
    CHECK(ids_of(check_kernel(kernel, false, "")).empty());
    const auto unjudged = check_kernel(std::nullopt, true, "no support table is installed");
    CHECK(unjudged.unseen);
    CHECK(unjudged.said == "could not be judged: no support table is installed");
    CHECK(contains(check_kernel(kernel, true, "/etc/os-release can't be read").said,
                   "; /etc/os-release can't be read"));
    Advisory advisory;
    advisory.id = "a";
    advisory.symptom = "Something is wrong.";
    advisory.fixed_in = "6.16";
    kernel.advisories = {advisory};
    const auto item = check_kernel(kernel, false, "");
    CHECK(ids_of(item) == "kernel-advisory");
    CHECK(mark_of(item) == CheckMark::note);
    CHECK(item.findings[0].remedy == "Linux 6.16 has the cure.");
    advisory.unsafe_for_multichannel = true;
    kernel.advisories = {advisory};
    CHECK(mark_of(check_kernel(kernel, false, "")) == CheckMark::warning);
}

TEST_CASE("the client lacks what a mount needs") {
    ClientFacts client;
    CHECK(check_client(client, nullptr).unseen);
    client.cifs_available = true;
    CHECK(mark_of(check_client(client, nullptr)) == CheckMark::passed);
    client.missing_crypto = {"ccm", "gcm"};
    auto item = check_client(client, nullptr);
    CHECK(ids_of(item) == "crypto-missing");
    CHECK(contains(item.findings[0].message, "ccm, gcm"));
    client.missing_crypto.reset();
    client.fips = true;
    CHECK(ids_of(check_client(client, nullptr)) == "fips");
    client.cifs_available = false;
    client.modules_present = false;
    item = check_client(client, nullptr);
    CHECK(ids_of(item) == "no-cifs-module fips");
    CHECK(item.findings[0].remedy.starts_with("Reboot"));

    auto krb5 = request_for();
    krb5.cifs = {{"sec", "krb5"}};
    client = {};
    client.cifs_available = true;
    client.fips = true;
    client.upcall_rule = false;
    client.upcall_program = true;
    CHECK(ids_of(check_client(client, &krb5)) == "krb5-no-upcall");
    client.upcall_rule = true;
    CHECK(ids_of(check_client(client, &krb5)).empty());
}

TEST_CASE("a name without an address, and one that leads to the public one") {
    NameFacts none;
    none.error = "no such name";
    CHECK(ids_of(check_name(request_for(), none, {})) == "dns-failed");
    const std::vector<std::string> privatelink = {"contoso.privatelink.file.core.windows.net"};
    CHECK(ids_of(check_name(request_for(), named({"10.1.2.3"}, privatelink), {})).empty());
    const auto item = check_name(request_for(), named({"20.60.1.1"}, privatelink), {});
    CHECK(ids_of(item) == "public-address-of-private-endpoint");
    CHECK(mark_of(item) == CheckMark::warning);
    CHECK(contains(item.said, "20.60.1.1 (public), by way of contoso.privatelink"));
    CHECK(ids_of(check_name(request_for(), named({"20.60.1.1"}, std::vector<std::string>{}), {}))
              .empty());
    CHECK(ids_of(check_name(request_for(), named({"20.60.1.1"}), {})).empty());
    CHECK(ids_of(check_name(request_for("contoso.PRIVATELINK.file.core.windows.net"),
                            named({"20.60.1.1"}), {})) == "public-address-of-private-endpoint");
}

TEST_CASE("expect=private takes no public address") {
    auto request = request_for();
    request.expect_private = true;
    CHECK(ids_of(check_name(request, named({"10.1.2.3", "fd07::6"}), {})).empty());
    const auto item = check_name(request, named({"10.1.2.3", "20.60.1.1"}), {});
    CHECK(ids_of(item) == "address-not-private");
    CHECK(mark_of(item) == CheckMark::error);
}

TEST_CASE("a mount of the host that uses another address is said") {
    CHECK(ids_of(check_name(request_for(), named({"10.1.2.3"}), {"10.1.2.3"})).empty());
    CHECK(ids_of(check_name(request_for(), named({"10.1.2.3"}), {"10.9.9.9"})) == "stale-address");
}

TEST_CASE("a port that is closed fails a mount, unless another address answers") {
    const auto request = request_for();
    const auto open = way("10.0.0.1", PortState::open);
    const auto refused = way("10.0.0.2", PortState::refused);
    const auto silent = way("10.0.0.3", PortState::silent);
    const auto unreachable = way("10.0.0.4", PortState::unreachable);
    CHECK(mark_of(check_ways(request, {open})) == CheckMark::passed);
    CHECK(ids_of(check_ways(request, {refused})) == "refused");
    CHECK(ids_of(check_ways(request, {silent})) == "port-445-blocked");
    CHECK(ids_of(check_ways(request, {unreachable})) == "unreachable");
    CHECK(mark_of(check_ways(request, {refused, silent})) == CheckMark::error);
    CHECK(mark_of(check_ways(request, {open, silent})) == CheckMark::warning);
    CHECK(check_ways(request, {open, silent}).said == "10.0.0.1 answers, 10.0.0.3 is silent");
    CHECK(check_ways(request, {way("10.0.0.5", std::nullopt)}).unseen);
    CHECK_FALSE(check_ways(request, {open, way("10.0.0.5", std::nullopt)}).unseen);
    auto prohibited = way("10.0.0.6", std::nullopt);
    prohibited.why_no_nic = "Permission denied";
    CHECK(ids_of(check_ways(request, {prohibited})) == "unreachable");
    CHECK_FALSE(check_ways(request, {prohibited}).unseen);
    auto other = request;
    other.cifs = {{"port", "446"}};
    CHECK(check_ways(other, {open}).topic == "port 446");
    CHECK(contains(check_ways(other, {refused}).findings[0].message, "446 of 10.0.0.2"));
}

TEST_CASE("a device towards several addresses is judged once") {
    auto first = way("10.0.0.1", PortState::open);
    first.nic = test::nic("eth0", "hv_netvsc", 1, false, 8);
    auto second = way("10.0.0.2", PortState::open);
    second.nic = first.nic;
    auto closed = way("10.0.0.3", PortState::unreachable);
    const auto item = check_devices(request_for(), {first, second, closed}, 8);
    CHECK(ids_of(item) == "single-queue-nic");
    CHECK(item.said == "eth0 (hv_netvsc), 1 receive queue");
    auto vlan = test::nic("vlan7", "", 1, false);
    vlan.carriers = {test::nic("eth0", "mlx5_core", 8, true)};
    first.nic = vlan;
    auto bridge = way("10.0.0.1", PortState::open);
    bridge.nic = test::nic("br0", "bridge", 1, false);
    bridge.nic->unseen = "br0 is a bridge";
    CHECK(check_devices(request_for(), {bridge}, 8).said == "br0 (bridge)");
    CHECK(check_devices(request_for(), {first}, 8).said ==
          "vlan7 on eth0 (mlx5_core), 8 receive queues, RSS on");
    CHECK(check_devices(request_for(), {closed}, 8).unseen);
}

TEST_CASE("a connection that a mount would ride on is said, with what is wrong with it") {
    auto request = request_for("files.example.com");
    const std::vector<std::string> addresses = {"10.0.0.1"};
    CHECK(ids_of(check_connections(request, DebugData{}, addresses)).empty());
    CHECK(ids_of(check_connections(request, connected_to("10.0.0.9", 3), addresses)).empty());
    CHECK(ids_of(check_connections(request, connected_to("10.0.0.1"), addresses)).empty());
    CHECK(ids_of(check_connections(request, connected_to("10.0.0.1", 3), addresses)) ==
          "disconnected");
    CHECK(ids_of(check_connections(request, connected_to("10.0.0.1", 1, 0), addresses)) ==
          "shared-connection");
    request.channels = 1;
    CHECK(ids_of(check_connections(request, connected_to("10.0.0.1", 1, 0), addresses)).empty());
    // Azure's profile has nosharesock.
    const auto azure = request_for();
    const auto item = check_connections(azure, connected_to("10.0.0.1", 3), addresses);
    CHECK(ids_of(item).empty());
    CHECK(contains(item.said, "gets its own"));
    auto shared = azure;
    shared.share_connection = true;
    CHECK(ids_of(check_connections(shared, connected_to("10.0.0.1", 3), addresses)) ==
          "disconnected");
    CHECK(check_connections(request, std::nullopt, addresses).unseen);
}

TEST_CASE("text keeps to 80 columns, and shows foreign text made safe") {
    CheckItem item{"name", std::string(200, 'a') + "\x1b[31m b", false, {}};
    item.said =
        "10.0.0.1 (private), 10.0.0.2 (private), by way of contoso.privatelink.file, x\x1b[31m";
    item.findings = {make_finding("single-queue-nic", "eth0", ""),
                     make_finding("dns-failed", "a\nb", "")};
    const auto text = to_text(item, Colour::no);
    CHECK_FALSE(contains(text, "\x1b"));
    std::string_view rest = text;
    while (!rest.empty()) {
        CHECK(rest.substr(0, rest.find('\n')).size() <= 80);
        rest.remove_prefix(rest.find('\n') + 1);
    }
    CHECK(text.starts_with("error    name      10.0.0.1 (private)"));
}

TEST_CASE("the summary says whether a mount would do") {
    const CheckItem bad{"e", "", false, {make_finding("fips")}};
    const CheckItem warned{"d", "", false, {make_finding("over-limit")}};
    CHECK(check_summary({}) == "Nothing was found that stands in the way.");
    CHECK(check_summary({bad, bad, warned}) == "A mount would fail: 2 errors.");
    CHECK(check_summary({warned}) == "It works, and not as it should: 1 warning.");
    CHECK(contains(check_summary({{"c", "", true, {}}}), "Not all could be looked at"));
}
