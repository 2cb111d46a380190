#include "core/bundle_redact.h"

#include "captured_machine.h"
#include "core/debugdata.h"
#include "core/mountinfo.h"
#include "core/record.h"
#include "nics.h"

#include <doctest/doctest.h>

#include <set>

using namespace azfiles;

namespace {

std::string redacted(std::string_view path, std::string_view text,
                     Anonymiser::Replace what = Anonymiser::Replace::names_and_addresses) {
    Anonymiser names{what};
    learn_file(names, path, text);
    return redacted_file(names, path, text);
}

std::string file_of(const test::CapturedMachine& machine, const std::string& path,
                    Anonymiser* names) {
    const auto& text = machine.files.at(path);
    return names == nullptr ? text : redacted_file(*names, path, text);
}

/// The verdicts on a machine, as it is or with names replaced.
StatusReport judged(const test::CapturedMachine& machine, Anonymiser* names) {
    const std::string debugdata = "proc/fs/cifs/DebugData";
    const std::string mountinfo = "proc/self/mountinfo";
    const auto& answers = machine.recording.answers;
    if (names != nullptr) {
        learn_file(*names, debugdata, machine.files.at(debugdata));
        learn_file(*names, mountinfo, machine.files.at(mountinfo));
        learn_answers(*names, answers);
    }
    Snapshot snapshot;
    snapshot.debugdata = parse_debugdata(file_of(machine, debugdata, names));
    snapshot.mounts = parse_mountinfo(file_of(machine, mountinfo, names));
    snapshot.answers = names == nullptr ? answers : redacted_answers(*names, answers);
    return judge(std::move(snapshot), {});
}

/// Every word that its texts hold.
std::set<std::string> words_of(const test::CapturedMachine& machine) {
    auto text =
        machine.files.at("proc/fs/cifs/DebugData") + machine.files.at("proc/self/mountinfo");
    for (const auto& line : *machine.recording.answers.kernel_log)
        text += line + "\n";
    std::set<std::string> all;
    for (const auto& separators : {std::string{blanks}, std::string{blanks} + ":=,()[]\\/\"'"})
        for (const auto word : words(text, separators))
            all.emplace(word);
    return all;
}

}  // namespace

TEST_CASE("mountinfo keeps its meaning when names are replaced") {
    constexpr std::string_view text =
        "22 1 254:1 / / rw - ext4 none rw\n"
        "40 22 0:26 /alice\\040x /home/alice/my\\040share rw,relatime shared:40 - cifs "
        "//contoso.file.core.windows.net/share/a\\040b "
        "rw,username=contoso,domain=CORP\\054x,uid=0,addr=10.7.0.1,seal,"
        "context=\"system_u:object_r:cifs_t:s0:c1,c2\",max_channels=4\n";
    const auto before = parse_mountinfo(text);
    const auto after = parse_mountinfo(redacted("proc/self/mountinfo", text));
    REQUIRE(after.size() == 2);
    CHECK(after[0] == before[0]);
    CHECK(after[1].id == 40);
    CHECK(after[1].minor == 26);
    CHECK(after[1].root == "/user1 x");
    CHECK(after[1].mountpoint == "/home/user1/my share");
    CHECK(after[1].source == "//account1.file.core.windows.net/share/a b");
    CHECK(option_value(after[1], "username") == "account1");
    CHECK(option_value(after[1], "domain") == "domain1,domain2");
    CHECK(option_value(after[1], "addr") == "10.0.0.1");
    CHECK(option_value(after[1], "seal") == "");
    CHECK(option_value(after[1], "context") == option_value(before[1], "context"));
    CHECK(channel_limit(after[1]) == 4);
    CHECK(options_of(after[1]).size() == options_of(before[1]).size());
}

TEST_CASE("a record still is one of its mount") {
    const std::string path = "run/azfiles/40";
    MountEntry entry;
    entry.source = "//contoso.file.core.windows.net/contoso docs/session";
    entry.minor = 26;
    Record record;
    record.source = entry.source;
    record.minor = 26;
    record.channels = 4;
    record.profile = "azure-files";
    record.kernel_line = "CIFS: VFS: failed to open extra channel on iface:10.7.0.1 rc=-13";
    Anonymiser names{Anonymiser::Replace::names_and_addresses};
    names.learn_user("session");
    learn_file(names, path, to_string(record));
    const auto other = parse_record(redacted_file(names, path, to_string(record)));
    REQUIRE(other);
    entry.source = names.replaced(entry.source);
    CHECK(entry.source == "//account1.file.core.windows.net/account1 docs/session");
    CHECK(is_of(*other, entry));
    CHECK(other->profile == "azure-files");
    CHECK(other->kernel_line == "CIFS: VFS: failed to open extra channel on iface:10.0.0.1 rc=-13");
}

TEST_CASE("fstab keeps its fields, and loses its passwords") {
    CHECK(redacted("etc/fstab",
                   "//contoso.file.core.windows.net/s /mnt/my\\040s azfiles "
                   "credentials=/home/alice/contoso.cred,username=alice%hunter2,ip=10.7.0.1,seal "
                   "0 0\n") ==
          "//account1.file.core.windows.net/s /mnt/my\\040s azfiles "
          "credentials=/home/user1/account1.cred,username=user1%[removed],ip=10.0.0.1,seal 0 0\n");
    CHECK(redacted("etc/fstab", "//h1/s /mnt cifs password=hunter2,user=bob 0 0\n",
                   Anonymiser::Replace::nothing) ==
          "//h1/s /mnt cifs password=[removed],user=bob 0 0\n");
}

TEST_CASE("what holds no names stays, whatever stands in it") {
    Anonymiser names{Anonymiser::Replace::names_and_addresses};
    learn_file(names, "proc/sys/kernel/hostname", "debian\n");
    CHECK(redacted_file(names, "proc/sys/kernel/hostname", "debian\n") == "machine1\n");
    for (const auto* path : {"etc/os-release", "proc/sys/kernel/osrelease", "proc/version",
                             "usr/share/azfiles/support.d/x"})
        CHECK(redacted_file(names, path, "ID=debian 6.6.106.1-1.azl3") ==
              "ID=debian 6.6.106.1-1.azl3");
}

TEST_CASE("no name changes a verdict, not even a word of the texts themselves") {
    for (const auto* scene :
         {"7.3.4/25-up-2s", "6.12.117/06-enc-required", "6.1.176/20-azure-name-seal"}) {
        const auto machine = test::captured_machine(scene);
        const auto want = test::verdicts(judged(machine, nullptr));
        for (const auto& word : words_of(machine)) {
            CAPTURE(std::string_view{scene});
            CAPTURE(word);
            Anonymiser names{Anonymiser::Replace::names_and_addresses};
            names.learn_user(word);
            names.learn_machine(word);
            const auto got = test::verdicts(judged(machine, &names));
            REQUIRE(got == want);
        }
    }
}

TEST_CASE("what a machine answered is replaced as its files are") {
    Answers answers;
    answers.sessions[40] = {"0x1", "0x5"};
    answers.nics["10.7.0.1"] = test::nic("eth0", "hv_netvsc", 4, true);
    Witness witness;
    Connection connection;
    connection.local = "10.7.0.2";
    connection.remote = "fd07::6";
    witness.connections = {connection};
    witness.ports["10.7.0.1"] = PortState::silent;
    witness.why = "no way to 10.7.0.1";
    answers.witnesses = {witness};
    answers.kernel_log = {{"CIFS: VFS: could not resolve fs1.corp.example.com.",
                           "CIFS: connect.c: misc.h cifs.ko \\\\fs1 rc=-13"}};
    Anonymiser names{Anonymiser::Replace::names_and_addresses};
    learn_answers(names, answers);
    const auto other = redacted_answers(names, answers);
    CHECK(other.sessions == answers.sessions);
    REQUIRE(other.nics.size() == 1);
    const auto address = other.nics.begin()->first;
    CHECK(address == "10.0.0.1");
    CHECK(other.nics.begin()->second == answers.nics.begin()->second);
    const auto& seen = other.witnesses.at(0);
    CHECK(seen.connections->at(0).local == "10.0.0.2");
    CHECK(seen.connections->at(0).remote == "fd00::1");
    CHECK(seen.ports.at(address) == PortState::silent);
    CHECK(seen.why == "no way to 10.0.0.1");
    CHECK(other.kernel_log->at(0) == "CIFS: VFS: could not resolve host1.domain1.domain2.com.");
    CHECK(other.kernel_log->at(1) == "CIFS: connect.c: misc.h cifs.ko \\\\host1 rc=-13");
}

TEST_CASE("units get their names from redacted mount points, and sentences about them go") {
    Expected expected;
    expected.shares = {{"//contoso.file.core.windows.net/data", "/mnt/contoso/my data",
                        "/srv/contoso/my data", "/etc/systemd/system/mnt-contoso-my\\x20data.mount",
                        "mnt-contoso-my\\x20data.mount", false},
                       {"//contoso.file.core.windows.net/x", "/mnt/password=hunter2", "/mnt/x",
                        "/etc/fstab line 7", "mnt-password\\x3dhunter2.automount", true},
                       {"//h/s", "relative", "relative", "/etc/fstab line 8", "", false}};
    expected.unknown = {"/etc/fstab line 9 has no type of file system",
                        "/etc/systemd/system/mnt-contoso.mount could not be read"};
    Anonymiser names{Anonymiser::Replace::names_and_addresses};
    learn_expected(names, expected);
    const auto other = redacted_expected(names, expected);
    CHECK(other.shares[0].source == "//account1.file.core.windows.net/data");
    CHECK(other.shares[0].mountpoint == "/mnt/account1/my data");
    CHECK(other.shares[0].place == "/srv/account1/my data");
    CHECK(other.shares[0].unit == "mnt-account1-my\\x20data.mount");
    CHECK(other.shares[0].origin == "/etc/systemd/system/mnt-account1-my\\x20data.mount");
    CHECK(other.shares[1].origin == "/etc/fstab line 7");
    CHECK_FALSE(test::contains(other.shares[1].unit, "hunter2"));
    CHECK_FALSE(test::contains(other.shares[1].mountpoint, "hunter2"));
    CHECK(other.shares[1].unit.ends_with(".automount"));
    CHECK(other.shares[1].on_demand);
    CHECK(other.shares[2].unit.empty());
    CHECK(other.unknown ==
          std::vector<std::string>{"/etc/fstab line 9 has no type of file system",
                                   "something of systemd's units could not be read"});
}
