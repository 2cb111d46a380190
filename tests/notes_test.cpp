#include "core/notes.h"

#include "sessions.h"
#include "support.h"

#include <doctest/doctest.h>

using namespace azfiles;
using namespace std::chrono_literals;
using test::contains;

namespace {

std::string ids(const NoteFacts& facts) {
    std::string all;
    for (const auto& note : notes_of(facts)) {
        CHECK((note.severity == Severity::note));
        all += (all.empty() ? "" : " ") + note.id;
    }
    return all;
}

NoteFacts session_that_is(bool signed_, bool encrypted) {
    NoteFacts facts;
    facts.session = test::good_session(4);
    facts.session->signed_ = signed_;
    facts.session->encrypted = encrypted;
    return facts;
}

Ethernet ethernet(std::string_view name, std::string_view driver, bool leads_there) {
    return {std::string{name}, std::string{driver}, {}, true, true, leads_there};
}

}  // namespace

TEST_CASE("nothing known, nothing said") {
    CHECK(ids({}).empty());
    CHECK(ids(session_that_is(false, false)).empty());
}

TEST_CASE("signing costs where nothing is encrypted, and who wants it is said") {
    CHECK(ids(session_that_is(true, true)) == "encryption-cost");
    auto facts = session_that_is(true, false);
    REQUIRE(ids(facts) == "signing-cost");
    const auto by_server = notes_of(facts)[0];
    CHECK(contains(by_server.message, "as the server demands"));
    CHECK(contains(by_server.message, "from 875 to 250 MiB/s"));
    CHECK(contains(by_server.remedy, "seal"));
    facts.signing_asked = true;
    const auto by_options = notes_of(facts)[0];
    CHECK(contains(by_options.message, "as the options ask"));
    CHECK(contains(by_options.remedy, "sign"));
}

TEST_CASE("encryption costs, of the session or of the share alone, and nobody is told to drop it") {
    auto facts = session_that_is(false, true);
    facts.azure_files = true;
    REQUIRE(ids(facts) == "encryption-cost");
    CHECK(contains(notes_of(facts)[0].message, "10 to 15 %"));
    CHECK(contains(notes_of(facts)[0].remedy, "Keep it"));
    facts.azure_files = false;
    CHECK(contains(notes_of(facts)[0].remedy, "Keep it"));

    facts = session_that_is(false, false);
    facts.session->shares = {{R"(\\contoso\share)", false, "0x5", false, true}};
    CHECK(ids(facts) == "encryption-cost");
    facts.session->shares = {{R"(\\contoso\IPC$)", true, "0x1", false, true}};
    CHECK(ids(facts).empty());
}

TEST_CASE("accelerated networking is missing where the hypervisor's device stands alone") {
    NoteFacts facts;
    facts.azure_vm = true;
    facts.devices = {ethernet("eth0", "hv_netvsc", true)};
    REQUIRE(ids(facts) == "no-accelerated-networking");
    CHECK(contains(notes_of(facts)[0].remedy,
                   "az network nic update --resource-group RG --name NIC "
                   "--accelerated-networking true"));
    CHECK(contains(notes_of(facts)[0].message, "eth0"));

    SUBCASE("with its virtual function, up or away for a moment") {
        facts.devices->push_back({"enP1", "mlx5_core", "eth0", true, false, false});
        CHECK(ids(facts).empty());
    }
    SUBCASE("a virtual function of another device") {
        facts.devices->push_back({"enP1", "mlx5_core", "eth1", true, true, false});
        CHECK(ids(facts) == "no-accelerated-networking");
    }
    SUBCASE("not at Azure, or not known") {
        facts.azure_vm = false;
        CHECK(ids(facts).empty());
        facts.azure_vm.reset();
        CHECK(ids(facts).empty());
    }
    SUBCASE("another device leads there") {
        facts.devices = {ethernet("eth0", "mana", true)};
        CHECK(ids(facts).empty());
    }
    SUBCASE("devices that could not be listed") {
        facts.devices.reset();
        CHECK(ids(facts).empty());
    }
}

TEST_CASE("further network devices are named, if they could carry something") {
    NoteFacts facts;
    facts.devices = {ethernet("eth0", "hv_netvsc", true), ethernet("eth1", "hv_netvsc", false),
                     ethernet("eth2", "mlx5_core", false)};
    REQUIRE(ids(facts) == "second-nic-unused");
    CHECK(contains(notes_of(facts)[0].message, "eth1, eth2"));

    SUBCASE("virtual, down, or part of another") {
        facts.devices = {ethernet("eth0", "hv_netvsc", true)};
        facts.devices->push_back({"docker0", "bridge", {}, false, true, false});
        facts.devices->push_back({"eth1", "hv_netvsc", {}, true, false, false});
        facts.devices->push_back({"enP1", "mlx5_core", "eth0", true, true, false});
        CHECK(ids(facts).empty());
    }
    SUBCASE("no route is known") {
        facts.devices->front().leads_there = false;
        CHECK(ids(facts).empty());
    }
}

TEST_CASE("a server is far from ten milliseconds on, and the time is named") {
    NoteFacts facts;
    facts.round_trip = 10ms;
    CHECK(ids(facts).empty());
    facts.round_trip = 23'450us;
    REQUIRE(ids(facts) == "server-far-away");
    CHECK(contains(notes_of(facts)[0].message, "23.4 ms"));
}

TEST_CASE("handles near the limit are said, at Azure Files") {
    NoteFacts facts;
    facts.azure_files = true;
    facts.most_opened = {"data\n.db", 1799};
    CHECK(ids(facts).empty());
    facts.most_opened->count = 1800;
    REQUIRE(ids(facts) == "handle-limit-near");
    CHECK(notes_of(facts)[0].message ==
          "Files named \"data\\n.db\" have 1800 open handles, and Azure Files allows 2000 for one "
          "file");
    facts.azure_files = false;
    CHECK(ids(facts).empty());
}
