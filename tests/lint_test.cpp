#include "core/lint.h"

#include "core/fstab_line.h"
#include "core/mount_unit.h"
#include "support.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace azfiles;
using test::contains;
using namespace std::string_literals;

namespace {

/// The keys of tests/field/cases.md.
const std::string key1 =
    "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+Pw==";
const std::string key2 =
    "//79/Pv6+fj39vX08/Lx8O/u7ezr6uno5+bl5OPi4eDf3t3c29rZ2NfW1dTT0tHQz87NzMvKycjHxsXEw8LBwA==";

const std::string source = "//acct.file.core.windows.net/share";
const std::string rest = "_netdev,nofail,credentials=/etc/azfiles/acct.cred";

LintInput input_of(const std::string& fstab) {
    LintInput input;
    input.fstabs.push_back({"/etc/fstab", fstab});
    return input;
}

LintInput with_unit(const std::string& name, const std::string& text) {
    LintInput input;
    input.units.units.push_back({"/etc/systemd/system/" + name, name, text, false, true});
    return input;
}

std::vector<PlacedFinding> found(const LintInput& input) {
    return findings_of(lint(input));
}

bool has(const std::vector<PlacedFinding>& all, std::string_view id) {
    return std::ranges::any_of(all,
                               [id](const PlacedFinding& each) { return each.finding.id == id; });
}

std::string ids(const std::vector<PlacedFinding>& all) {
    std::string text;
    for (const auto& each : all)
        text += each.finding.id + " ";
    return text;
}

/// Everything that is said, as text and as it goes into JSON.
std::string said(const LintInput& input) {
    const auto report = lint(input);
    auto text = to_text(report);
    for (const auto& each : findings_of(report))
        text += each.file + each.finding.message + each.finding.remedy + each.finding.evidence;
    return text;
}

}  // namespace

TEST_CASE("a line and a unit as they should be have no finding") {
    for (
        const auto& line :
        {source + " /srv/share azfiles " + rest + " 0 0\n",
         source + "/dir /srv/share azfiles " + rest + "\n",
         "//nas.example.org/data /srv/data cifs " + rest + " 0 0\n",
         "//nas.example.org/data /srv/data cifs " + rest + ",multichannel,max_channels=8 0 0\n",
         "//nas.example.org/my\\040data /srv/my\\040data smb3 sec=krb5,_netdev,nofail 0 0\n"s,
         source + " /srv/share azfiles noauto,credentials=/a.cred 0 0 # by hand\n",
         "# //acct.file.core.windows.net/x /mnt cifs password=x\n\n/dev/sda1 / ext4 defaults 0 1\n"s}) {
        CAPTURE(line);
        CHECK(ids(found(input_of(line))) == "");
    }
    const auto unit = with_unit("srv-share.mount", "[Mount]\nWhat=" + source +
                                                       "\nWhere=/srv/share\nType=azfiles\n"
                                                       "Options=_netdev,credentials=/a.cred\n");
    CHECK(ids(found(unit)) == "");
    CHECK(to_text(lint(unit)) == "/etc/systemd/system/srv-share.mount: ok\n");
}

TEST_CASE("every case of the field that touches fstab has its finding") {
    struct Row {
        std::string_view what;  ///< the number in tests/field/cases.md
        std::string line;
        std::string_view id;
    };
    const auto azfiles_line = [](const std::string& options) {
        return source + " /srv/s azfiles " + options + " 0 0";
    };
    const auto cifs_line = [](const std::string& options) {
        return source + " /srv/s cifs " + options + " 0 0";
    };
    const Row rows[] = {
        {"1", cifs_line(rest + ",password=be,fore"), "password-in-options"},
        {"3", azfiles_line("_netdev,nofail,password=" + key1), "password-in-options"},
        {"5", cifs_line(rest + ",pass=$some;st&uf)f"), "password-in-options"},
        {"5", cifs_line(rest + ",user=u%secret"), "password-in-options"},
        {"8", azfiles_line("_netdev,nofail,credentials=my.cred"), "credentials-unreadable"},
        {"9", azfiles_line("_netdev,nofail"), "credentials-none"},
        {"10", azfiles_line("_netdev,nofail,credentials=/etc/smbcredentials/" + key1 + ".cred"),
         "credentials-path"},
        {"13", azfiles_line(rest + ",sec=ntlm"), "ntlmv1-refused"},
        {"17", "//acct.privatelink.file.core.windows.net/s /srv/s azfiles sec=krb5,_netdev,nofail",
         "privatelink-name"},
        {"20", "//acct.file.core.windows.net/s /srv/s cifs " + rest, "azfiles-possible"},
        {"26", azfiles_line(rest) + "\n" + azfiles_line(rest), "mountpoint-twice"},
        {"31", source + " /srv/s cifs vers=3.1.1,username=acct, multiuser,max_channels=4 0 0",
         "blank-in-options"},
        {"31", source + " /srv/s cifs vers=3.1.1, \\ 0 0", "blank-in-options"},
        {"31", azfiles_line(rest + ",\\040serverino"), "options-malformed"},
        {"33", azfiles_line("nofail,credentials=/a.cred"), "netdev-missing"},
        {"34", cifs_line("vers=3.1.1,credentials=/etc/smbcredentials/acct.cred"), "nofail-missing"},
        {"36", "//acct.file.core.windows.net/my share /srv/s cifs " + rest + " 0 0",
         "blank-in-name"},
        {"36", source + " /srv/my share cifs " + rest + " 0 0", "blank-in-name"},
        {"36", "//acct.file.core.windows.net/my\\134040share /srv/s azfiles " + rest,
         "escape-misplaced"},
        {"36", "//acct.file.core.windows.net/my%20share /srv/s azfiles " + rest,
         "escape-misplaced"},
        {"36", "//acct.file.core.windows.net/s\\777 /srv/s azfiles " + rest, "escape-misplaced"},
        {"38", "https://acct.file.core.windows.net/share /srv/s cifs " + rest, "source-shape"},
        {"38", "smb://host/share /srv/s azfiles " + rest, "source-shape"},
        {"38", "\\134\\134acct.file.core.windows.net\\134share /srv/s azfiles " + rest,
         "source-shape"},
        {"38", source + "/ /srv/s azfiles " + rest, "source-shape"},
        {"38", "//acct.file.core.windows.net /srv/s azfiles " + rest, "source-shape"},
        {"38", "//[2001:db8::1]/share /srv/s cifs " + rest, "source-shape"},
        // Of users.md and of the kernel's own rules.
        {"boot", source + " /mnt/x azfiles " + rest + "\n/dev/sdb1 /mnt ext4 defaults 0 2",
         "mountpoint-covered"},
        {"boot",
         "/dev/disk/cloud/azure_resource-part1 /mnt auto nofail 0 2\n" + source +
             " /mnt/x azfiles " + rest,
         "mountpoint-on-resource-disk"},
        {"boot", source + " mnt/x azfiles " + rest, "mountpoint-not-absolute"},
        {"boot", source + " /srv/s azfiles " + rest + " 0 2", "passno-set"},
        {"boot", source + " /srv/s cifs", "credentials-none"},
        {"line", source, "line-unreadable"},
        {"line", source + " /srv/s azfiles " + rest + " # by hand", "line-unreadable"},
        {"channels", azfiles_line(rest + ",max_channels=8"), "over-limit"},
        {"channels", azfiles_line(rest + ",max_channels=17"), "option-value"},
        {"channels", cifs_line(rest + ",max_channels=four"), "option-value"},
        {"channels", cifs_line(rest + ",max_channels=4"), "channels-ignored"},
        {"channels", azfiles_line(rest + ",nomultichannel,max_channels=4"), "options-contradict"},
        {"channels", cifs_line(rest + ",multichannel,nomultichannel"), "options-contradict"},
        {"channels", cifs_line(rest + ",multichannel,max_channels=1"), "options-contradict"},
        {"value", cifs_line(rest + ",max_channels=-1"), "option-value"},
        {"value", azfiles_line(rest + ",max_channels=-1"), "option-value"},
        {"value", cifs_line(rest + ",port=99999"), "value-misread"},
        {"value", azfiles_line(rest + ",port=-1"), "option-value"},
        {"value", cifs_line(rest + ",file_mode=777"), "value-misread"},
        {"value", cifs_line(rest + ",uid=-1"), "option-value"},
        {"value", azfiles_line(rest + ",cruid=joe"), "option-value"},
        {"value", cifs_line(rest + ",sec=krb5p"), "option-value"},
        {"value", cifs_line(rest + ",cache=off"), "option-value"},
        {"value", cifs_line(rest + ",rsize=1m"), "option-value"},
        {"value", cifs_line(rest + ",echo_interval=0"), "value-misread"},
        {"dialect", cifs_line(rest + ",vers=3.0"), "vers-too-old"},
        {"dialect", cifs_line(rest + ",vers=1.0"), "vers-too-old"},
        {"dialect", cifs_line(rest + ",vers=4"), "option-value"},
        {"option", azfiles_line(rest + ",nofial"), "option-unknown"},
        {"option", cifs_line(rest + ",verify=strict"), "option-unknown"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.what);
        CAPTURE(row.line);
        const auto all = found(input_of(row.line + "\n"));
        CAPTURE(ids(all));
        CHECK(has(all, row.id));
        for (const auto& each : all) {
            CHECK(each.file == "/etc/fstab");
            CHECK(each.line >= 1);
        }
    }
}

TEST_CASE("a type that was meant to be one of a share is told") {
    const auto id = [](const std::string& from, const std::string& type) {
        return ids(found(input_of(from + " /srv/s " + type + " " + rest + " 0 0\n")));
    };
    for (const auto* type :
         {"azfile", "azurefiles", "AZFILES", "azfiles4", "CIFS", "smb", "smb2"}) {
        CAPTURE(std::string_view{type});
        CHECK(contains(id(source, type), "type-misspelt "));
    }
    CHECK(contains(said(input_of(source + " /srv/s azfile " + rest + " 0 0\n")),
                   "Write azfiles if that is meant."));
    // The rest of the line is judged all the same.
    CHECK(contains(ids(found(input_of(source + " /srv/s azfile nofail,credentials=/a 0 0\n"))),
                   "netdev-missing"));
    // Others may have such sources or such types.
    for (const auto* type : {"nfs", "fuse.smbnetfs", "davfs", "ext4", "9p"})
        CHECK(id(source, type) == "");
    CHECK(id("/dev/sda1", "cifs2") == "");
    const auto unit = with_unit(
        "srv-s.mount", "[Mount]\nWhat=" + source + "\nWhere=/srv/s\nType=azfile\nOptions=" + rest);
    CHECK(ids(found(unit)) == "type-misspelt ");
}

TEST_CASE("what stands at the mount point is told as far as it was seen") {
    auto input = input_of(source + " /srv/s/ azfiles " + rest + " 0 0\n");
    CHECK(share_places(input) == std::vector<std::string>{"/srv/s"});
    const auto with = [&input](SeenFile place) {
        input.machine.places = {std::move(place)};
        return ids(found(input));
    };
    CHECK(with({"/srv/s", FileRights{0755, 0, 0, false, true}, false}) == "");
    CHECK(with({"/srv/s", FileRights{0644, 0, 0, true, false}, false}) == "mountpoint-unfit ");
    CHECK(with({"/srv/s", std::nullopt, false}) == "");
    CHECK(with({"/other", std::nullopt, true}) == "");
    CHECK(with({"/srv/s", std::nullopt, true}) == "mountpoint-missing ");
    CHECK(verdict_of(found(input)) == Verdict::as_asked);
    for (const auto* makes : {",X-mount.mkdir", ",x-mount.mkdir=0755", ",x-systemd.automount"}) {
        auto other = input_of(source + " /srv/s azfiles " + rest + makes + " 0 0\n");
        other.machine.places = input.machine.places;
        CHECK(ids(found(other)) == "");
    }
    CHECK(ids(found(input_of(source + " / azfiles " + rest + " 0 0\n"))) == "mountpoint-unfit ");
}

TEST_CASE("what systemd can't read is told") {
    const auto line = [](const std::string& option) {
        return ids(found(input_of(source + " /srv/s azfiles " + rest + "," + option + " 0 0\n")));
    };
    CHECK(line("x-systemd.mount-timeout=60") == "");
    CHECK(line("x-systemd.idle-timeout=1min30s") == "");
    CHECK(line("x-systemd.mount-timeout=60sek") == "timeout-unreadable ");
    CHECK(line("x-systemd.idle-timeout=-1") == "timeout-unreadable ");
    CHECK(line("x-systemd.device-timeout") == "timeout-unreadable ");
    CHECK(line("x-systemd.requires=what-ever") == "");
    const auto unit = [](const std::string& head, const std::string& more) {
        return ids(found(with_unit(
            "srv-s.mount", head + "[Mount]\nWhat=" + source +
                               "\nWhere=/srv/s\nType=azfiles\nOptions=" + rest + "\n" + more)));
    };
    CHECK(unit("", "TimeoutSec=1min\n") == "");
    CHECK(unit("", "TimeoutSec=soon\n") == "timeout-unreadable ");
    CHECK(unit("[Unit]\nDefaultDependencies=no\n", "") == "default-dependencies-off ");
    CHECK(unit("[Unit]\nDefaultDependencies=yes\n", "") == "");
    CHECK(unit("[Unit]\nDefaultDependencies=no\nAfter=a.service\n"
               "After=network-online.target\n",
               "") == "");
    auto input = with_unit(
        "srv-s.mount", "[Mount]\nWhat=" + source + "\nWhere=/srv/s\nType=azfiles\nOptions=" + rest);
    input.units.units.push_back({"/x", "srv-s.automount",
                                 "[Automount]\nWhere=/srv/s\nTimeoutIdleSec=1 hourly\n", false,
                                 true});
    CHECK(ids(found(input)) == "timeout-unreadable ");
}

TEST_CASE("values that a kernel takes are not spoken of") {
    const auto common = rest +
                        ",uid=joe,gid=0,file_mode=0640,dir_mode=0750,rsize=65536,"
                        "actimeo=30,echo_interval=60,cache=none,sec=ntlmssp,vers=3.1.1";
    CHECK(ids(found(input_of(source + " /srv/s azfiles " + common +
                             ",max_channels=99,"
                             "max_channels=3 0 0\n"))) == "");
    CHECK(ids(found(input_of("//nas/s /srv/s cifs " + common + ",cruid=joe 0 0\n"))) == "");
    // mount.azfiles goes to no other port than was written.
    const auto port = input_of(source + " /srv/s azfiles " + rest + ",port=99999 0 0\n");
    CHECK(ids(found(port)) == "value-misread ");
    CHECK(verdict_of(found(port)) == Verdict::failed);
}

TEST_CASE("faults of units are found") {
    struct Row {
        std::string name;
        std::string text;
        std::string_view id;
    };
    const auto unit = [](const std::string& what, const std::string& where,
                         const std::string& options) {
        return "[Mount]\nWhat=" + what + "\nWhere=" + where + "\nType=azfiles\nOptions=" + options +
               "\n";
    };
    const auto good = "_netdev,credentials=/a.cred"s;
    const Row rows[] = {
        {"srv-s.mount", unit(source, "/srv/other", good), "unit-name"},
        {"srv-my-s.mount", unit(source, "/srv/my-s", good), "unit-name"},
        {"srv-s.mount", unit(source, "srv/s", good), "mountpoint-not-absolute"},
        {"srv-s.mount", unit(source, "/srv/s", "credentials=/a.cred"), "netdev-missing"},
        {"srv-s.mount", unit(source, "/srv/s", "_netdev, credentials=/a.cred"),
         "options-malformed"},
        {"srv-s.mount", unit("//h/my\\040share", "/srv/s", good), "escape-misplaced"},
        {"srv-s.mount", unit("https://h/share", "/srv/s", good), "source-shape"},
        {"srv-s.mount", unit(source, "/srv/s", good + ",password=x"), "password-in-options"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.text);
        const auto all = found(with_unit(row.name, row.text));
        CAPTURE(ids(all));
        CHECK(has(all, row.id));
    }
    SUBCASE("a drop-in has the last word") {
        auto input = with_unit("srv-s.mount", unit(source, "/srv/s", "credentials=/a.cred"));
        input.units.drop_ins.push_back({"/etc/systemd/system/srv-s.mount.d/a.conf", "srv-s.mount",
                                        "[Mount]\nOptions=" + good + "\n", false, true});
        CHECK(ids(found(input)) == "");
    }
    SUBCASE("an automount needs the name of its directory") {
        auto input = with_unit("srv-s.mount", unit(source, "/srv/s", good));
        input.units.units.push_back({"/etc/systemd/system/s.automount", "s.automount",
                                     "[Automount]\nWhere=/srv/s\n", false, true});
        CHECK(ids(found(input)) == "unit-name ");
        input.units.units.back().text = "[Automount]\nWhere=/home\n";
        CHECK(ids(found(input)) == "");
    }
    SUBCASE("without Where= the name is the place") {
        CHECK(ids(found(with_unit("srv-s.mount", "[Mount]\nWhat=" + source +
                                                     "\nType=azfiles\nOptions=" + good + "\n"))) ==
              "");
    }
    SUBCASE("a unit that can't be read is unknown") {
        auto input = with_unit("srv-s.mount", "");
        input.units.units[0].text.reset();
        CHECK(verdict_of(found(input)) == Verdict::unknown);
    }
    SUBCASE("a unit goes before the line of fstab") {
        auto input = with_unit("srv-s.mount", unit(source, "/srv/s", good));
        input.fstabs.push_back({"/etc/fstab", source + " /srv/s azfiles " + rest + "\n"});
        CHECK(ids(found(input)) == "mountpoint-twice ");
    }
}

TEST_CASE("a blank that cuts the options is shown, and nothing that may be a password") {
    const auto cut = said(input_of(source + " /srv/s cifs vers=3.1.1,uid=0, nofail,_netdev 0 0\n"));
    CHECK(contains(cut,
                   R"(the options end with "uid=0" and a comma, and then come "nofail,_netdev")"));
    const auto hidden =
        said(input_of(source + " /srv/s cifs username=u,password=hun ter2,nofail 0 0\n"));
    CHECK(contains(hidden, "password-in-options"));
    for (const std::string_view part : {"hun", "ter2"})
        CHECK_FALSE(contains(hidden, part));
    CHECK_FALSE(contains(said(input_of(source + " /srv/s cifs a, ter2 0 0\n")), "ter2"));
}

TEST_CASE("the tail of a password with a comma is not taken for an option and shown") {
    const auto text = said(input_of(source + " /srv/s cifs " + rest + ",password=be,fore 0 0\n"));
    CHECK(contains(text, "option-unknown"));
    CHECK_FALSE(contains(text, "fore"));
}

TEST_CASE("a key is shown from no place of a line") {
    const std::string fields[] = {source, "/srv/s", "azfiles", rest, "0", "0"};
    for (const auto& key : {key1, key2}) {
        const auto absent = [&key](const std::string& line) {
            CAPTURE(line);
            const auto text = said(input_of(line + "\n"));
            for (std::size_t at = 0; at + 20 <= key.size(); at += 10)
                CHECK_FALSE(contains(text, key.substr(at, 20)));
        };
        for (std::size_t place = 0; place < 8; ++place) {
            for (const auto& form :
                 {key, "x" + key, "//h/" + key, "/srv/" + key, "a," + key, "password=" + key,
                  "a=" + key, "credentials=/a/" + key, key + ",a", "user=u%" + key}) {
                std::string line;
                for (std::size_t at = 0; at < 6; ++at) {
                    if (at == place)
                        line += form + " ";
                    line += fields[at] + " ";
                }
                absent(place >= 6 ? line + form : line);
                // In the place of a field.
                std::string other;
                for (std::size_t at = 0; at < 6; ++at)
                    other += (at == place ? form : fields[at]) + " ";
                absent(other);
            }
        }
        // Far behind, where a text that is cut could end within it.
        absent(source + " /srv/" + std::string(470, 'x') + "." + key + " azfiles " + rest);
        absent("//h/" + std::string(470, '.') + "-" + key + " /srv/s azfiles " + rest);
        for (const auto* setting : {"What", "Where", "Type", "Options"}) {
            const auto text =
                said(with_unit("srv-s.mount", "[Mount]\nWhat=" + source +
                                                  "\nWhere=/srv/s\nType=azfiles\nOptions=" + rest +
                                                  "\n" + setting + "=" + key + "\n"));
            CHECK_FALSE(contains(text, key.substr(0, 20)));
        }
    }
}

TEST_CASE("what the running kernel knows decides, and the nearest is named") {
    auto input = input_of(source + " /srv/s azfiles " + rest + ",mfsymlink,reparse=nfs 0 0\n");
    input.machine.options = KernelOptions{"mfsymlinks:flag\nmultichannel:noflag\n"};
    const auto text = said(input);
    CHECK(contains(text, "\"mfsymlink\""));
    CHECK(contains(text, "Write mfsymlinks if that is meant"));
    CHECK(contains(text, "\"reparse\""));  // known to others
    CHECK(contains(text, "boot a kernel that has it"));

    const KernelOptions kernel{"multichannel:noflag\nmax_channels:u32\n\nodd line\n"};
    CHECK(kernel.knows("multichannel"));
    CHECK(kernel.knows("nomultichannel"));
    CHECK(kernel.knows("max_channels"));
    CHECK_FALSE(kernel.knows("nomax_channels"));
    CHECK(kernel.names().size() == 3);
    CHECK(nearest_option("nofial", nullptr) == "nofail");
    CHECK(nearest_option("max_chanels", &kernel) == "max_channels");
    CHECK_FALSE(nearest_option("zzzzzzzz", nullptr));
    CHECK_FALSE(nearest_option("ab", nullptr));
}

TEST_CASE("credentials files are judged by what was seen of them") {
    auto input = input_of(source + " /srv/s azfiles " + rest + " 0 0\n");
    CHECK(credential_paths(input) == std::vector<std::string>{"/etc/azfiles/acct.cred"});
    const auto with = [&input](SeenFile file) {
        input.machine.files = {std::move(file)};
        return found(input);
    };
    const std::string path = "/etc/azfiles/acct.cred";
    CHECK(ids(with({path, FileRights{0600, 0, 0, true, false}, false})) == "");
    CHECK(ids(with({path, FileRights{0644, 0, 0, true, false}, false})) == "credentials-readable ");
    CHECK(ids(with({path, FileRights{0666, 0, 0, true, false}, false})) == "credentials-unsafe ");
    CHECK(ids(with({path, std::nullopt, true})) == "credentials-unreadable ");
    CHECK(verdict_of(with({path, std::nullopt, true})) == Verdict::failed);
    CHECK(verdict_of(with({path, std::nullopt, false})) == Verdict::unknown);
    CHECK(ids(with({"/other", std::nullopt, true})) == "");
}

TEST_CASE("on a virtual machine of Azure the resource disk is known") {
    for (const std::string_view place : {"/mnt", "/mnt/resource", "/mnt/resource/x"}) {
        auto input = input_of(source + " " + std::string{place} + " azfiles " + rest + " 0 0\n");
        CHECK(ids(found(input)) == "");
        input.machine.azure_vm = true;
        CHECK(ids(found(input)) == "mountpoint-on-resource-disk ");
    }
    auto input = input_of(source + " /mnt/x azfiles " + rest + " 0 0\n");
    input.machine.azure_vm = true;
    CHECK(ids(found(input)) == "");
}

TEST_CASE("the verdict is that of the worst") {
    CHECK(verdict_of(found(input_of(source + " /srv/s azfiles _netdev,sec=krb5 0 0\n"))) ==
          Verdict::as_asked);  // a note
    CHECK(verdict_of(found(input_of(source + " /srv/s azfiles nofail,sec=krb5 0 0\n"))) ==
          Verdict::degraded);
    CHECK(verdict_of(found(input_of(source + " s azfiles nofail,sec=krb5 0 0\n"))) ==
          Verdict::failed);
}

TEST_CASE("what --print writes is read back, and lint has nothing to say") {
    for (const auto& row : std::vector<std::pair<std::string, std::string>>{
             {source, "/mnt/share"},
             {source + "/a/b", "/srv/data/"},
             {"//acct.file.core.windows.net/my share/a b", "/mnt/my share"},
             {"//nas.example.org/d", "/mnt/100%"},
             {"//nas.example.org/50%", "/mnt/with\\back"},
             {"//2001:db8::1/s", "/mnt/x-y.z"},
             {"//nas.example.org/gr\xc3\xb6\xc3\x9f"
              "e",
              "/mnt/gr\xc3\xb6\xc3\x9f"
              "e"}}) {
        const auto& spec = row.first;
        const auto& directory = row.second;
        CAPTURE(spec);
        const auto share = parse_share(spec);
        REQUIRE(share);
        REQUIRE(is_boot_directory(directory));
        const auto mount = boot_mount(*share, directory);
        const auto line = fstab_line_of(mount);
        CHECK(ids(found(input_of(line + "\n"))) == "");
        const auto fstab = parse_fstab(line);
        REQUIRE(fstab.entries.size() == 1);
        CHECK(fstab.entries[0].source == to_string(*share));
        CHECK(fstab.entries[0].mountpoint == mount.directory);

        const auto units = units_of(mount);
        const auto unit = read_mount_unit(units.mount_text);
        CHECK(unit.what.text == to_string(*share));
        CHECK(unit.where.text == mount.directory);
        CHECK_FALSE(unit.what.has_specifier);
        CHECK(path_of_unit(units.mount_name) == mount.directory);
        CHECK(read_automount_unit(units.automount_text).where.text == mount.directory);
        auto input = with_unit(units.mount_name, units.mount_text);
        input.units.units.push_back(
            {"/x", units.automount_name, units.automount_text, false, true});
        CHECK(ids(found(input)) == "");
    }
    for (const auto* bad : {"", "/", "mnt", "/a/../b", "/a\nb", "/a ", "//", "/a\\"})
        CHECK_FALSE(is_boot_directory(bad));
    // What somebody asked for stays.
    auto mount = boot_mount(*parse_share(source), "/mnt/x");
    mount.options.push_back({"noauto", std::nullopt});
    CHECK_FALSE(contains(fstab_line_of(mount), "automount"));
}

TEST_CASE("options that mount.azfiles refuses are not ok, and not repeated") {
    for (const auto* option : {"verify=maybe", "profile=foo", "expect=foo", "ip=banana",
                               "verify_timeout=-5", "username=", "remount"}) {
        CAPTURE(std::string_view{option});
        const auto input =
            input_of(source + " /srv/share azfiles " + rest + "," + option + " 0 0\n");
        const auto all = found(input);
        CHECK(std::ranges::any_of(all, [](const PlacedFinding& each) {
            return each.finding.severity == Severity::error;
        }));
    }
    const auto half = key1.substr(0, 44);
    CHECK_FALSE(contains(
        said(input_of(source + " /srv/share azfiles " + rest + ",verify=" + half + " 0 0\n")),
        half.substr(0, 24)));
    const auto private_one =
        input_of(source + " /srv/share azfiles expect=private," + rest + " 0 0\n");
    CHECK(ids(found(private_one)).empty());
}

TEST_CASE("of credentials= and cred= the last counts, as at a mount") {
    auto input =
        input_of(source + " /srv/share azfiles _netdev,nofail,credentials=/good,cred=/gone 0 0\n");
    SeenFile gone;
    gone.path = "/gone";
    gone.absent = true;
    input.machine.files = {gone};
    CHECK(credential_paths(input) == std::vector<std::string>{"/gone"});
    CHECK(has(found(input), "credentials-unreadable"));
}

TEST_CASE("half a key behind any option's name is not shown where a blank cut it") {
    const auto first = key1.substr(0, 44);
    const auto second = key1.substr(44);
    for (const auto* name : {"vers=", "uid=", "max_channels=", "sec=", "username=", "cache=",
                             "credentials=/etc/", "cred=", "expect=", "uid=password="}) {
        CAPTURE(std::string_view{name});
        const auto text =
            said(input_of("//h/s /mnt/s cifs " + (name + first) + " " + second + ",nofail 0 0\n"));
        CHECK_FALSE(contains(text, first.substr(0, 24)));
        CHECK_FALSE(contains(text, second.substr(0, 24)));
    }
}

TEST_CASE("a key in a mount point is not shown as the name of a unit") {
    const auto where = "/mnt/" + key1;
    const auto right = unit_name_of(where, ".mount").value();
    const auto text = "[Mount]\nWhat=" + source + "\nWhere=" + where +
                      "\nType=azfiles\nOptions=_netdev,credentials=/a.cred\n";
    for (const auto& name : {"wrong.mount"s, right}) {
        CAPTURE(name);
        CHECK_FALSE(contains(said(with_unit(name, text)), key1.substr(0, 24)));
    }
    CHECK(has(found(with_unit("wrong.mount", text)), "unit-name"));
}

TEST_CASE("a long fstab and a unit of many lines cost no more than their length") {
    std::string fstab;
    for (int i = 0; i < 2000; ++i)
        fstab += "//h/s" + std::to_string(i) + " /mnt/" + std::to_string(i) +
                 " cifs _netdev,nofail,credentials=/a 0 0\n";
    CHECK(lint(input_of(fstab)).subjects.size() == 2000);
    std::string unit = "[Mount]\n";
    for (int i = 0; i < 20'000; ++i)
        unit += "Options=a\\\n";
    CHECK(read_mount_unit(unit).options.text.size() > 100'000);
}
