#include "core/nic_findings.h"

#include "nics.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using namespace azfiles;

namespace {

Nic nic(std::string name, std::optional<int> queues, std::optional<bool> rss,
        std::optional<int> most = std::nullopt) {
    return test::nic(std::move(name), "", queues, rss, most);
}

Nic carried(Nic upper, std::vector<Nic> carriers, std::string unseen = "") {
    upper.carriers = std::move(carriers);
    upper.unseen = std::move(unseen);
    return upper;
}

/// "id: remedy", of all.
std::string told(const Nic& device, int channels = 4, std::optional<int> cpus = {}) {
    std::string text;
    for (const auto& finding : nic_findings(device, channels, cpus)) {
        CHECK(finding.severity == Severity::note);
        text += (text.empty() ? "" : " | ") + finding.id + ": " + finding.remedy;
    }
    return text;
}

}  // namespace

TEST_CASE("queues for all channels, or nothing known, is no finding") {
    CHECK(told(nic("eth0", 8, true, 64)).empty());
    CHECK(told(nic("eth0", 4, true, 4)).empty());
    CHECK(told(nic("eth0", std::nullopt, std::nullopt)).empty());
    CHECK(told(nic("eth0", 2, true, 2)).empty());         // it has no more
    CHECK(told(nic("eth0", 2, true, 8), 4, 2).empty());   // no more CPUs
    CHECK(told(nic("eth0", 1, false, 8), 1).empty());     // one channel
    CHECK(told(nic("eth0", 1, false, 8), 4, 1).empty());  // one CPU
    CHECK(told(nic("eth0", 4, std::nullopt)).empty());
}

TEST_CASE("the command that helps is named, with as many queues as are of use") {
    CHECK(told(nic("eth0", 1, false, 64)) == "single-queue-nic: ethtool -L eth0 combined 4.");
    CHECK(told(nic("eth0", 1, false, 64), 8, 2) == "single-queue-nic: ethtool -L eth0 combined 2.");
    CHECK(told(nic("eth0", 1, false, 3)) == "single-queue-nic: ethtool -L eth0 combined 3.");
    CHECK(told(nic("eth0", 2, true, 8)) == "few-queues: ethtool -L eth0 combined 4.");
    CHECK(told(nic("eth0", 4, false, 4)) == "rss-off: Spread it again: ethtool -X eth0 equal 4.");
    auto receive_only = nic("v0", 2, true, 4);
    receive_only.combined = false;
    CHECK(told(receive_only) == "few-queues: ethtool -L v0 rx 4.");
    CHECK(told(nic("eth0", 1, false, 1)).starts_with("single-queue-nic: On a virtual machine"));
    CHECK(told(nic("eth\n0", 1, false, 4)).find('\n') == std::string::npos);
}

TEST_CASE("the carriers count, and not what stands on them") {
    const auto good = nic("eth0", 4, true, 4);
    const auto poor = nic("eth1", 1, false, 4);
    CHECK(told(carried(nic("vlan7", 1, false), {good})).empty());
    CHECK(told(carried(nic("bond0", 16, true), {good, poor})) ==
          "single-queue-nic: ethtool -L eth1 combined 4.");
    CHECK(told(carried(nic("br0", 1, false), {}, "br0 is a bridge")).starts_with("nic-not-seen: "));
    CHECK(devices_that_count(carried(nic("br0", 1, false), {}, "why")).empty());
    CHECK(devices_that_count(good).size() == 1);
}
