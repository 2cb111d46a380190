#include "app/machine_report.h"

#include "app/answers_json.h"
#include "app/json.h"
#include "app/machine.h"
#include "app/snapshot.h"
#include "captured_machine.h"
#include "nics.h"
#include "sys_support.h"

#include <doctest/doctest.h>

using namespace azfiles;
using test::captured_machine;
using test::CapturedMachine;
using test::contains;
using test::verdicts;

namespace {

const std::string key =
    "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+Pw==";
/// How it may stand somewhere, and what of it must be seen nowhere.
struct Hidden {
    std::string text;
    std::string hidden;
};

const Hidden secrets[] = {
    {key, key},
    {"?sv=2022&sig=Zm9vYmFyYmF6cXV4cXV1eGNvcmdlZ3JhdWx0Z2FycGx5%3D", "Zm9vYmFyYmF6cXV4cXV1eGNv"},
    {"password=hunter2", "hunter2"},
};

Root root_of(const CapturedMachine& machine) {
    auto files = machine.files;
    files[answers_path] = answers_json(machine.recording);
    return Root::from_files(std::move(files));
}

StatusReport judged(const Root& root) {
    return judge(take_snapshot(root, false, {}), {});
}

MachineReport report_of(const CapturedMachine& machine, bool replace_names = true) {
    return report_on(root_of(machine), {false, replace_names, "2026-12-01T00:00:00Z", 0});
}

Files unpacked(const MachineReport& report) {
    auto files = read_tar(report.archive);
    REQUIRE(files);
    return *std::move(files);
}

/// What `azfiles status --json` says below its head.
Json status_of(const Root& root) {
    Json json = Json::object();
    add_status(json, judged(root));
    return json;
}

/// The same without texts that may hold names: verdicts, ids and states stay.
Json without_texts(Json json) {
    if (json.is_string())
        return "";
    const bool is_object = json.is_object();
    for (auto item = json.begin(); item != json.end(); ++item) {
        const bool stays = is_object && (item.key() == "verdict" || item.key() == "id" ||
                                         item.key() == "state" || item.key() == "severity");
        if (!stays && (item->is_structured() || item->is_string()))
            *item = without_texts(*item);
    }
    return json;
}

}  // namespace

TEST_CASE("a report of every capture gives the same verdicts, and no name") {
    const auto scenes = test::captured_scenes();
    CHECK(scenes.size() == 60);
    for (const auto& scene : scenes) {
        CAPTURE(scene);
        const auto machine = captured_machine(scene);
        const auto before = root_of(machine);
        const auto report = report_of(machine);
        CHECK(report.unread.empty());
        CHECK(report.cut.empty());
        CHECK(report.differences.empty());
        for (const std::string_view name : {"azacct", "contosofiles", "10.7.", "fd07", "captured"})
            CHECK_FALSE(contains(report.archive, name));
        const auto after = Root::from_files(unpacked(report));
        const auto here = without_texts(status_of(before));
        CHECK_FALSE(here.at("mounts").empty());
        CHECK(without_texts(status_of(after)) == here);
    }
}

TEST_CASE("a report with names gives what the machine gives, to the letter") {
    for (const auto* scene : {"7.3.4/25-up-2s", "6.12.117/06-enc-required",
                              "6.1.176/20-azure-name-seal", "7.3.4/07-two-interfaces-6"}) {
        CAPTURE(std::string_view{scene});
        auto machine = captured_machine(scene);
        machine.recording.time = "2026-11-03T10:11:12Z";
        const auto before = root_of(machine);
        const auto files = unpacked(report_of(machine, false));
        const auto after = Root::from_files(files);
        CHECK(status_of(after) == status_of(before));
        CHECK(files.at("proc/fs/cifs/DebugData") == machine.files.at("proc/fs/cifs/DebugData"));
        CHECK(recording_of(after)->time == machine.recording.time);
        auto said = Json::parse(files.at(status_path));
        CHECK(said.at("time") == *machine.recording.time);
        CHECK(said.at("host") == "captured");
        CHECK(said.at("mounts") == status_of(before).at("mounts"));
    }
}

TEST_CASE("what the machine heard of its connections is heard from the report") {
    auto machine = captured_machine("6.12.117/01-good-4");
    CHECK(verdicts(judged(root_of(machine))) == std::vector<std::string>{"ok"});
    for (auto& connection : *machine.recording.answers.witnesses[0].connections)
        connection.last_received = std::chrono::minutes{10};
    const auto report = report_of(machine);
    CHECK(report.differences.empty());
    CHECK(verdicts(judged(Root::from_files(unpacked(report)))) ==
          std::vector<std::string>{"unknown connection-silent"});
}

TEST_CASE("a report of a report is the same report") {
    auto machine = captured_machine("6.12.117/20-azure-name-seal");
    machine.recording.unread = {"the kernel log"};
    const auto first = report_of(machine);
    const auto second =
        report_on(Root::from_files(unpacked(first)), {false, true, "2027-01-01T00:00:00Z", 0});
    CHECK(verdicts(judged(Root::from_files(unpacked(first)))) ==
          verdicts(judged(Root::from_files(unpacked(second)))));
    CHECK(second.unread == first.unread);
}

TEST_CASE("a key is in no report, wherever it stood") {
    for (const bool replace_names : {true, false}) {
        for (const auto& [secret, hidden] : secrets) {
            auto machine = captured_machine("6.12.117/01-good-4");
            for (auto& [path, text] : machine.files)
                text += fmt::format("x {}\n", secret);
            for (const auto* path :
                 {"proc/fs/cifs/Stats", "proc/fs/cifs/mount_params", "proc/version", "proc/modules",
                  "proc/sys/crypto/fips_enabled", "sys/module/cifs/parameters/x",
                  "etc/kubernetes/azure.json", "etc/azfiles/support.d/x.kernels", "run/azfiles/40",
                  "sys/class/dmi/id/chassis_asset_tag", "etc/hostname"})
                machine.files[path] = fmt::format("cifs {}\n", secret);
            machine.files["etc/fstab"] = fmt::format(
                "//h/s /mnt cifs {0},username=u%{0} 0 0\n//h/{0} /{0} cifs rw\n", secret);
            machine.files["proc/self/mountinfo"] +=
                fmt::format("90 22 0:90 / /mnt/{0} rw - cifs //h/{0} rw,username={0}\n", secret);
            auto& answers = machine.recording.answers;
            answers.kernel_log->push_back("CIFS: Unknown parameter " + secret);
            answers.witnesses[0].why = secret;
            answers.witnesses[0].ports[secret] = PortState::open;
            auto nic = test::nic(secret, secret, 1, true);
            nic.kind = nic.unseen = secret;
            nic.carriers = {nic};
            answers.nics[secret] = nic;
            answers.sessions[40] = {secret, secret};
            machine.recording.unread = {secret};
            machine.recording.time = secret;
            const auto report = report_of(machine, replace_names);
            CHECK_FALSE(contains(report.archive, hidden));
            CHECK_FALSE(contains(report.host, hidden));
            for (const auto& text : report.unread)
                CHECK_FALSE(contains(text, hidden));
        }
    }
}

TEST_CASE("no name is in a sentence about it, in whatever spelling") {
    auto machine = captured_machine("6.12.117/01-good-4");
    machine.files["proc/sys/kernel/hostname"] = "web-01\n";
    // Promised and not mounted: the remedy names its mount unit, with "-" as \x2d.
    machine.files["etc/fstab"] = "//contoso-1.file.core.windows.net/s /mnt/web-01 cifs rw 0 0\n";
    Json said = Json::object();
    add_status(said, judged(root_of(machine)));
    REQUIRE(contains(said.dump(), "web\\\\x2d01"));
    const auto report = report_of(machine);
    for (const std::string_view name : {"web", "contoso"})
        CHECK_FALSE(contains(report.archive, name));
    CHECK(contains(unpacked(report).at(status_path), "machine1"));
    CHECK(report.host == "machine1");
}

TEST_CASE("a kernel is judged from the report as there, local rows included") {
    auto machine = captured_machine("6.12.117/01-good-4");
    machine.files["etc/os-release"] = "ID=azurelinux\nVERSION_ID=\"3.0\"\n";
    machine.files["proc/sys/kernel/osrelease"] = "6.6.106.1-1.azl3\n";
    machine.files["usr/share/azfiles/support.d/azure-files.kernels"] =
        test::read_data("../data/support.d/azure-files.kernels");
    for (const std::string_view local : {"",
                                         "# of acme\n[kernel]\nid = acmeos\nversion = 1\n"
                                         "environment = vm\nminimum = 6.6.1\n"
                                         "source = x\ndate = 2026-01-01\n"}) {
        for (const bool is_aks : {true, false}) {
            machine.files.erase("etc/kubernetes/azure.json");
            if (is_aks)
                machine.files["etc/kubernetes/azure.json"] = "{\"aadClientSecret\": \"hunter2\"}";
            machine.files["etc/azfiles/support.d/local.kernels"] = local;
            const auto here = judged(root_of(machine)).kernel;
            const auto report = report_of(machine);
            CHECK_FALSE(contains(report.archive, "hunter2"));
            CHECK_FALSE(contains(report.archive, "acme\n"));
            const auto there = judged(Root::from_files(unpacked(report))).kernel;
            REQUIRE(here);
            REQUIRE(there);
            CHECK(here->verdict == KernelVerdict::supported);
            CHECK(there->verdict == here->verdict);
            CHECK(there->reason == here->reason);
        }
    }
}

TEST_CASE("DebugData that could not be read is not taken for missing") {
    auto machine = captured_machine("6.12.117/01-good-4");
    machine.files.erase("proc/fs/cifs/DebugData");
    CHECK(verdicts(judged(Root::from_files(unpacked(report_of(machine))))) ==
          std::vector<std::string>{"unknown debugdata-missing"});
    // A folder is there and can't be read.
    machine.files["proc/fs/cifs/DebugData/x"] = "";
    const auto report = report_of(machine);
    CHECK(report.unread.size() == 1);
    CHECK(report.differences.empty());
    CHECK(verdicts(judged(Root::from_files(unpacked(report)))) ==
          std::vector<std::string>{"unknown debugdata-unreadable"});
    // Or who read it was killed.
    machine.files.erase("proc/fs/cifs/DebugData/x");
    machine.recording.debugdata_unreadable = true;
    machine.recording.debugdata_killed = true;
    const auto here = verdicts(judged(root_of(machine)));
    CHECK(here != std::vector<std::string>{"unknown debugdata-unreadable"});
    CHECK(verdicts(judged(Root::from_files(unpacked(report_of(machine))))) == here);
}

TEST_CASE("a report that lost something says that it is judged otherwise") {
    auto machine = captured_machine("6.12.117/01-good-4");
    auto& text = machine.files["proc/fs/cifs/DebugData"];
    auto block = text.substr(text.find("1) ConnectionId:"));
    for (auto at = block.find("10.7.0.1"); at != std::string::npos; at = block.find("10.7.0.1"))
        block.replace(at, 8, "10.8.0.1");
    while (text.size() < 800'000)
        text += block;
    const auto report = report_of(machine);
    CHECK(report.archive.size() <= bundle_limit);
    CHECK(report.cut.size() == 1);
    REQUIRE(report.differences.size() == 1);
    CHECK(contains(report.differences[0], "debugdata-unreadable"));
    CHECK(contains(unpacked(report).at(readme_path), report.differences[0].substr(0, 60)));
}

TEST_CASE("a report is a file that any command opens, and so is its folder") {
    const auto report = report_of(captured_machine("6.12.117/06-enc-required"));
    test::Tree tree;
    tree.file("report.tar", report.archive);
    for (const auto& [path, text] : unpacked(report))
        tree.file("folder/" + path, text);
    const auto file = open_machine(tree.path("report.tar").c_str());
    const auto folder = open_machine(tree.path("folder").c_str());
    REQUIRE(file);
    REQUIRE(folder);
    CHECK(verdicts(judged(*file)) == verdicts(judged(*folder)));
    CHECK(recording_of(*folder));

    tree.file("text", "no archive");
    CHECK(contains(open_machine(tree.path("text").c_str()).error().message, "no tar archive"));
    CHECK(open_machine(tree.path("absent").c_str()).error().errnum == ENOENT);
    REQUIRE(::mkfifo(tree.path("fifo").c_str(), 0600) == 0);
    CHECK(open_machine(tree.path("fifo").c_str()).error().errnum == ENOTDIR);
}

TEST_CASE("files that a person copied have no recording, a broken one knows nothing") {
    CHECK_FALSE(recording_of(Root::from_files({{"etc/hostname", "h\n"}})));
    const auto broken = recording_of(Root::from_files({{answers_path, "{"}}));
    REQUIRE(broken);
    CHECK_FALSE(broken->time);
    CHECK(broken->answers.witnesses.size() == 1);
}
