#include "core/request.h"

#include "support.h"

#include <doctest/doctest.h>

using namespace azfiles;
using test::contains;
using namespace std::chrono_literals;

namespace {

constexpr std::nullopt_t flag = std::nullopt;

Arguments arguments(std::string_view options,
                    std::string_view spec = "//acct.file.core.windows.net/share") {
    Arguments words;
    words.positional = {std::string{spec}, "/mnt"};
    words.options = options;
    return words;
}

Result<Request> requested(std::string_view options) {
    return make_request(arguments(options));
}

}  // namespace

TEST_CASE("without options nothing is asked beyond the share and the directory") {
    const auto request = requested("");
    REQUIRE(request);
    Request want;
    want.share = {"acct.file.core.windows.net", "share", ""};
    want.target = "/mnt";
    want.profile = Profile::azure_files;
    want.verify = Strictness::warn;
    want.verify_timeout = 30s;
    want.kernel_check = Strictness::warn;
    CHECK(*request == want);
}

TEST_CASE("each option of our own ends in its own field") {
    struct Row {
        std::string_view options;
        void (*change)(Request&);
    };
    static constexpr Row rows[] = {
        {"verify=warn", [](Request&) {}},
        {"verify=strict", [](Request& r) { r.verify = Strictness::strict; }},
        {"verify=off", [](Request& r) { r.verify = Strictness::off; }},
        {"verify=off,verify=strict", [](Request& r) { r.verify = Strictness::strict; }},
        {"kernel_check=strict", [](Request& r) { r.kernel_check = Strictness::strict; }},
        {"kernel_check=off", [](Request& r) { r.kernel_check = Strictness::off; }},
        {"verify_timeout=0", [](Request& r) { r.verify_timeout = 0s; }},
        {"verify_timeout=600", [](Request& r) { r.verify_timeout = 600s; }},
        {"profile=auto", [](Request&) {}},
        {"profile=netapp", [](Request& r) { r.profile = Profile::netapp; }},
        {"profile=none,profile=auto", [](Request&) {}},
        {"credentials=/f", [](Request& r) { r.credentials_file = "/f"; }},
        {"cred=/f", [](Request& r) { r.credentials_file = "/f"; }},
        {"credentials=/a,cred=/b", [](Request& r) { r.credentials_file = "/b"; }},
        {R"(credentials="/a,b")", [](Request& r) { r.credentials_file = "/a,b"; }},
        {"username=u", [](Request& r) { r.username = "u"; }},
        {"user=u", [](Request& r) { r.username = "u"; }},
        {"user", [](Request&) {}},
        {"user,user=u", [](Request& r) { r.username = "u"; }},
        {"ip=192.0.2.1", [](Request& r) { r.address = "192.0.2.1"; }},
        {"addr=2001:db8::1", [](Request& r) { r.address = "2001:db8::1"; }},
        {"sharesock", [](Request& r) { r.share_connection = true; }},
        {"nomfsymlinks", [](Request& r) { r.no_mfsymlinks = true; }},
        {"ro,nosuid,rw",
         [](Request& r) {
             r.vfs = {{"ro", flag}, {"nosuid", flag}, {"rw", flag}};
         }},
        {"seal,vers=3.0,uid=1000",
         [](Request& r) {
             r.cifs = {{"seal", flag}, {"vers", "3.0"}, {"uid", "1000"}};
         }},
        {"never_heard_of=1",
         [](Request& r) {
             r.cifs = {{"never_heard_of", "1"}};
         }},
        {"nosharesock",
         [](Request& r) {
             r.cifs = {{"nosharesock", flag}};
         }},
        // What fstab is full of has no effect here, whatever its value.
        {"_netdev,nofail,noauto,defaults,users,x-systemd.automount,X-mount.mkdir=0755,comment=a",
         [](Request&) {}},
        {"x-systemd.requires=,comment=,_netdev=1", [](Request&) {}},
        {",,", [](Request&) {}},
    };
    for (const auto& row : rows) {
        CAPTURE(row.options);
        const auto request = requested(row.options);
        REQUIRE(request);
        auto want = *requested("");
        row.change(want);
        CHECK(*request == want);
    }
}

TEST_CASE("how many channels are asked for") {
    struct Row {
        std::string_view options;
        std::optional<int> channels;
        std::optional<std::string> odd;
    };
    const Row rows[] = {
        {"", {}, {}},
        {"max_channels=1", 1, {}},
        {"max_channels=4", 4, {}},
        {"max_channels=16", 16, {}},
        {"multichannel", 2, {}},
        {"multichannel,max_channels=4", 4, {}},
        {"max_channels=4,multichannel", 4, {}},
        {"max_channels=8,max_channels=3", 3, {}},
        {"max_channels=99,max_channels=3", 3, {}},
        {"max_channels=3,max_channels=99", {}, "99"},
        {"nomultichannel", 1, {}},
        {"nomultichannel,max_channels=1", 1, {}},
        {"nomultichannel,nomultichannel", 1, {}},
        // The kernel shall say what is wrong with these.
        {"max_channels=0", {}, "0"},
        {"max_channels=17", {}, "17"},
        {"max_channels=99", {}, "99"},
        {"max_channels=-1", {}, "-1"},
        {"max_channels=abc", {}, "abc"},
        {"max_channels=4 ", {}, "4 "},
        {"max_channels= 4", {}, " 4"},
        {"max_channels=4x", {}, "4x"},
        {"max_channels=4.0", {}, "4.0"},
        {"max_channels=4294967297", {}, "4294967297"},
        {"max_channels=18446744073709551617", {}, "18446744073709551617"},
        {"multichannel,max_channels=0", {}, "0"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.options);
        const auto request = requested(row.options);
        REQUIRE(request);
        CHECK(request->channels == row.channels);
        CHECK(request->odd_max_channels == row.odd);
        CHECK(request->cifs.empty());
    }
}

TEST_CASE("options that contradict each other are refused in either order") {
    struct Row {
        std::string_view one;
        std::string_view other;
    };
    static constexpr Row rows[] = {
        {"nomultichannel", "multichannel"},    {"nomultichannel", "max_channels=4"},
        {"nomultichannel", "max_channels=99"}, {"multichannel", "max_channels=1"},
        {"sharesock", "nosharesock"},
    };
    for (const auto& row : rows) {
        for (const auto& options : {std::string{row.one} + "," + std::string{row.other},
                                    std::string{row.other} + "," + std::string{row.one}}) {
            CAPTURE(options);
            const auto request = requested(options);
            REQUIRE_FALSE(request);
            CHECK(request.error().kind == ErrorKind::usage);
            CHECK(contains(request.error().message, "contradict"));
            CHECK(contains(request.error().message, row.one));
        }
    }
}

TEST_CASE("the port is what the kernel reads") {
    CHECK(port_of(*requested("")) == 445);
    CHECK(port_of(*requested("port=1445")) == 1445);
    CHECK(port_of(*requested("port=0")) == 445);
    CHECK(port_of(*requested("port=0x1bd")) == 445);
    CHECK(port_of(*requested("port=010")) == 8);
}

TEST_CASE("a wrong option is named with what it takes") {
    struct Row {
        std::string_view options;
        std::string_view message;
        std::string_view remedy;
    };
    static constexpr Row rows[] = {
        {"verify", "\"verify\" needs a value", "warn, strict or off"},
        {"verify=", "\"verify\" has an empty value", ""},
        {"verify=yes", "option verify does not know \"yes\"", "warn, strict, off"},
        {"verify=Strict", "does not know \"Strict\"", "warn, strict, off"},
        {"verify=warn ", "does not know \"warn \"", "warn, strict, off"},
        {"kernel_check", "\"kernel_check\" needs a value", "warn, strict or off"},
        {"kernel_check=no", "option kernel_check does not know \"no\"", "warn, strict, off"},
        {"verify_timeout", "\"verify_timeout\" needs a value", "seconds"},
        {"verify_timeout=-1", "does not know \"-1\"", "0 to 600"},
        {"verify_timeout=601", "does not know \"601\"", "0 to 600"},
        {"verify_timeout=1.5", "does not know \"1.5\"", "0 to 600"},
        {"verify_timeout=5 ", "does not know \"5 \"", "0 to 600"},
        {"verify_timeout=4294967296", "does not know \"4294967296\"", "0 to 600"},
        {"verify_timeout=30s", "does not know \"30s\"", "0 to 600"},
        {"profile=azure", "option profile does not know \"azure\"", "azure-files, netapp, smb"},
        {"profile=", "\"profile\" has an empty value", ""},
        {"credentials", "\"credentials\" needs a value", "file"},
        {"cred=", "\"cred\" has an empty value", ""},
        {"credentials=", "\"credentials\" has an empty value", ""},
        {"username", "\"username\" needs a value", ""},
        {"username=", "\"username\" has an empty value", ""},
        {"user=", "\"user\" has an empty value", ""},
        {"ip", "\"ip\" needs a value", ""},
        {"sharesock=1", "\"sharesock\" takes no value", ""},
        {"nomultichannel=1", "\"nomultichannel\" takes no value", ""},
        {"ro=1", "\"ro\" takes no value", ""},
        {"ro=", "\"ro\" has an empty value", ""},
        {"vers=", "\"vers\" has an empty value", ""},
        {"max_channels=", "\"max_channels\" has an empty value", ""},
        {"port=99999", "option port does not know \"99999\"", "1 to 65535"},
        {"port=-1", "option port does not know \"-1\"", "1 to 65535"},
        {"port=smb", "option port does not know \"smb\"", "1 to 65535"},
        {"verify=a\nb", R"(does not know "a\nb")", ""},
        {"seal, ", "option 2 has no name", "separated by commas without blanks"},
        {"source=//evil/share", "\"source\" is not accepted", "first argument"},
        {"unc=//evil/share", "\"unc\" is not accepted", "first argument"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.options);
        const auto request = requested(row.options);
        REQUIRE_FALSE(request);
        CHECK(request.error().kind == ErrorKind::usage);
        CHECK(contains(request.error().message, row.message));
        CHECK(contains(request.error().remedy, row.remedy));
        CHECK_FALSE(request.error().remedy.empty());
    }
}

TEST_CASE("a password among the options is refused, and its value appears nowhere") {
    for (const std::string_view options : {
             "password=hunter2",
             "pass=hunter2",
             "password2=hunter2",
             "pass2=hunter2",
             "PASSWORD=hunter2",
             "Pass=hunter2",
             "passwd=hunter2",
             "ro,password=hunter2,vers=3.0",
             R"(password="hunter2,x")",
             "username=u,password=hunter2",
             "password=hun,ter2 x",
             "password=x,hunter2 y",
             R"(password="hunter2)",
             "ro, password=hunter2",
             "password =hunter2",
             R"("password"=hunter2)",
             "password=hunter2,verify",
             "verify,password=hunter2",
             "password=hunter2,nomultichannel,multichannel",
             "=hunter2",
             "password=,hunter2 z",
         }) {
        CAPTURE(options);
        const auto request = requested(options);
        REQUIRE_FALSE(request);
        CHECK(request.error().kind == ErrorKind::usage);
        for (const std::string_view part : {"hunter2", "ter2"}) {
            CHECK_FALSE(contains(request.error().message, part));
            CHECK_FALSE(contains(request.error().remedy, part));
        }
    }
    const auto request = requested("password=x");
    REQUIRE_FALSE(request);
    CHECK(contains(request.error().message, "\"password\" is not accepted"));
    CHECK(contains(request.error().remedy, "credentials=FILE"));
}

TEST_CASE("the words of the command line are a share and a directory, and no more") {
    struct Row {
        std::vector<std::string> words;
        std::string_view message;
    };
    const Row rows[] = {
        {{}, "no share and no directory"},
        {{"//h/s"}, "no directory is given"},
        {{"//h/s", ""}, "the directory is an empty word"},
        {{"", "/mnt"}, "does not begin with //"},
        {{"h:/s", "/mnt"}, "does not begin with //"},
        // The blank after a comma of the official example (field case 31).
        {{"//h/s", "/mnt", "multiuser,max_channels=4"}, "3 arguments besides the options"},
        {{"//h/s", "/mnt", "a", "b"}, "4 arguments besides the options"},
    };
    for (const auto& row : rows) {
        Arguments words;
        words.positional = row.words;
        const auto request = make_request(words);
        CAPTURE(row.message);
        REQUIRE_FALSE(request);
        CHECK(request.error().kind == ErrorKind::usage);
        CHECK(contains(request.error().message, row.message));
    }
}

TEST_CASE("an argument too many is not repeated: it may be half of a password") {
    for (const std::string_view word :
         {"password=hunter2", "vers=3.0,password=hunter2", "hunter2"}) {
        CAPTURE(word);
        auto words = arguments("username=u,");
        words.positional.emplace_back(word);
        const auto request = make_request(words);
        REQUIRE_FALSE(request);
        CHECK_FALSE(contains(request.error().message, "hunter2"));
        CHECK_FALSE(contains(request.error().remedy, "hunter2"));
    }
}

TEST_CASE("the letters of the command line are kept, and contradictions refused") {
    auto words = arguments("rw");
    words.fake = words.sloppy = words.verbose = words.read_only = true;
    words.type = "azfiles";
    const auto request = make_request(words);
    REQUIRE(request);
    CHECK(request->fake);
    CHECK(request->sloppy);
    CHECK(request->verbose);
    // mount -r wins over what fstab says: the last of several counts.
    CHECK(request->vfs == std::vector<Option>{{"rw", flag}, {"ro", flag}});

    auto writable = arguments("ro");
    writable.read_write = true;
    CHECK(make_request(writable)->vfs == std::vector<Option>{{"ro", flag}, {"rw", flag}});

    words.read_write = true;
    CHECK_FALSE(make_request(words));
    for (const std::string_view type : {"cifs", "", "AZFILES", "azfiles.x"}) {
        CAPTURE(type);
        auto other = arguments("");
        other.type = type;
        CHECK_FALSE(make_request(other));
    }
}

TEST_CASE("the directory is taken as given, relative or not") {
    auto words = arguments("");
    words.positional[1] = "../a b";
    CHECK(make_request(words)->target == "../a b");
}

TEST_CASE("the profile of a host that is not Azure's is smb") {
    CHECK(make_request(arguments("", "//h/s"))->profile == Profile::smb);
    CHECK(make_request(arguments("profile=auto", "//h/s"))->profile == Profile::smb);
    CHECK(make_request(arguments("profile=azure-files", "//h/s"))->profile == Profile::azure_files);
}

TEST_CASE("a password is needed unless Kerberos, guest or none is asked for") {
    struct Row {
        std::string_view options;
        bool needed;
    };
    static constexpr Row rows[] = {
        {"", true},
        {"sec=ntlmssp", true},
        {"sec=ntlmsspi", true},
        {"sec", true},
        {"sec=krb5", false},
        {"sec=krb5i", false},
        {"sec=krb5p", false},
        {"sec=none", false},
        {"sec=nonesuch", true},
        {"guest", false},
        // The kernel takes the last.
        {"sec=krb5,sec=ntlmssp", true},
        {"sec=ntlmssp,sec=krb5", false},
        {"multiuser,sec=krb5,cruid=0", false},
    };
    for (const auto& row : rows) {
        CAPTURE(row.options);
        const auto request = requested(row.options);
        REQUIRE(request);
        CHECK(needs_password(*request) == row.needed);
    }
}

TEST_CASE("a max_channels that the kernel reads and a person reads otherwise is refused") {
    for (const std::string value : {"+4", "0x8", "010", "00", "+0x2"}) {
        CAPTURE(value);
        Arguments arguments;
        arguments.positional = {"//h/s", "/mnt"};
        arguments.options = "max_channels=" + value;
        CHECK_FALSE(make_request(arguments));
    }
}

TEST_CASE("an old form that holds a password is refused and not repeated") {
    for (const std::string option : {"username=me%hunter2", "user=me%hunter2", "ip=u:hunter2@host",
                                     "addr=host.hunter2", "password:hunter2", "passhunter2"}) {
        CAPTURE(option);
        Arguments arguments;
        arguments.positional = {"//h/s", "/mnt"};
        arguments.options = option;
        const auto request = make_request(arguments);
        REQUIRE_FALSE(request);
        CHECK(request.error().message.find("hunter2") == std::string::npos);
    }
}
