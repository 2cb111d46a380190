#include "core/encode.h"

#include "kernel_options.h"
#include "support.h"

#include <doctest/doctest.h>

using namespace azfiles;
using test::contains;
using test::parsed_by_kernel;

namespace {

constexpr std::nullopt_t flag = std::nullopt;

MountPlan plan(std::vector<Option> options = {}) {
    MountPlan made;
    made.source = "//h/s";
    made.target = "/mnt";
    made.options = std::move(options);
    return made;
}

Credentials credentials(std::string_view password, std::string_view password2 = {}) {
    Credentials made;
    made.password = Secret{password};
    made.password2 = Secret{password2};
    return made;
}

std::string in_one_line(const std::vector<KernelOption>& options) {
    std::string text;
    for (const auto& option : options) {
        text += text.empty() ? "" : " ";
        text += option.name;
        if (option.value)
            text += "=" + std::string{*option.value};
    }
    return text;
}

std::string data_of(const std::vector<KernelOption>& options) {
    const auto data = mount_data(options);
    return std::string{data.reveal()};
}

}  // namespace

TEST_CASE("the kernel is told the address first and the secrets last") {
    auto asked = plan({{"vers", "3.1.1"}, {"seal", flag}, {"max_channels", "4"}});
    asked.username = "acct";
    auto secrets = credentials("KEY1", "KEY2");
    secrets.domain = "D";
    CHECK(in_one_line(kernel_options(asked, secrets, "192.0.2.1")) ==
          "ip=192.0.2.1 vers=3.1.1 seal max_channels=4 username=acct domain=D password=KEY1 "
          "password2=KEY2");
}

TEST_CASE("what is not there is not sent") {
    CHECK(in_one_line(kernel_options(plan(), Credentials{}, "::1")) == "ip=::1");
    CHECK(in_one_line(kernel_options(plan(), credentials("x"), "::1")) == "ip=::1 password=x");
    CHECK(in_one_line(kernel_options(plan(), credentials("", "y"), "::1")) == "ip=::1 password2=y");
}

TEST_CASE("the user is the option's, else the credentials', else the account's") {
    struct Row {
        std::optional<std::string> in_plan;
        bool given;
        std::optional<std::string> in_credentials;
        std::string_view want;
    };
    const Row rows[] = {
        {{}, false, {}, "ip=a"},
        {"acct", false, {}, "ip=a username=acct"},
        {"acct", false, "file", "ip=a username=file"},
        {"option", true, "file", "ip=a username=option"},
        {"option", true, {}, "ip=a username=option"},
        {{}, false, "file", "ip=a username=file"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.want);
        auto asked = plan();
        asked.username = row.in_plan;
        asked.user_is_given = row.given;
        Credentials secrets;
        secrets.username = row.in_credentials;
        CHECK(in_one_line(kernel_options(asked, secrets, "a")) == row.want);
    }
}

TEST_CASE("the domain is the option's, else the credentials'") {
    Credentials secrets;
    secrets.domain = "FILE";
    CHECK(in_one_line(kernel_options(plan(), secrets, "a")) == "ip=a domain=FILE");
    CHECK(in_one_line(kernel_options(plan({{"domain", "OPT"}}), secrets, "a")) ==
          "ip=a domain=OPT");
    CHECK(in_one_line(kernel_options(plan({{"dom", "OPT"}}), secrets, "a")) == "ip=a dom=OPT");
    CHECK(in_one_line(kernel_options(plan({{"domainauto", flag}}), secrets, "a")) ==
          "ip=a domainauto domain=FILE");
}

TEST_CASE("a comma is doubled, and the kernel reads back what was meant") {
    struct Row {
        std::vector<KernelOption> options;
        std::string_view data;
    };
    const Row rows[] = {
        {{}, ""},
        {{{"seal", flag}}, "seal"},
        {{{"a", "b"}}, "a=b"},
        {{{"a", ""}}, "a="},
        {{{"a", ""}, {"b", "c"}}, "a=,b=c"},
        {{{"a", "b"}, {"seal", flag}, {"c", "d"}}, "a=b,seal,c=d"},
        {{{"p", "be,fore"}}, "p=be,,fore"},
        {{{"p", "be,fore"}, {"x", "y"}}, "p=be,,fore,x=y"},
        {{{"p", ",x"}}, "p=,,x"},
        {{{"p", "x,"}, {"next", flag}}, "p=x,,,next"},
        {{{"p", ","}}, "p=,,"},
        {{{"p", ","}, {"next", flag}}, "p=,,,next"},
        {{{"p", ",,"}, {"next", "z"}}, "p=,,,,,next=z"},
        {{{"p", "a,,b"}, {"q", ",c,d,"}}, "p=a,,,,b,q=,,c,,d,,"},
        {{{"p", "x,ro"}, {"q", "y"}}, "p=x,,ro,q=y"},
        {{{"p", "a=b=="}, {"q", "=,="}}, "p=a=b==,q==,,="},
        // No name of the kernel's has one; it must not become two options.
        {{{"a,ro", "x"}, {"b,c", flag}}, "a,,ro=x,b,,c"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.data);
        CHECK(data_of(row.options) == row.data);
        CHECK(parsed_by_kernel(row.data) == row.options);
    }
}

TEST_CASE("the kernel's rule for doubled commas is the one that was measured") {
    // Faults of data that we never write: an empty item ends it, a nameless one is skipped.
    CHECK(parsed_by_kernel("a=1,,,,b=2") == std::vector<KernelOption>{{"a", "1,,b=2"}});
    CHECK(parsed_by_kernel("a,") == std::vector<KernelOption>{{"a", flag}});
    CHECK(parsed_by_kernel("=x,a") == std::vector<KernelOption>{{"a", flag}});
    CHECK(parsed_by_kernel("").empty());
}

TEST_CASE("both keys of the field travel byte for byte") {
    for (const std::string_view key :
         {"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+Pw="
          "=",
          "//79/Pv6+fj39vX08/Lx8O/"
          "u7ezr6uno5+bl5OPi4eDf3t3c29rZ2NfW1dTT0tHQz87NzMvKycjHxsXEw8LBwA=="}) {
        const auto secrets = credentials(key);
        const auto asked = plan({{"seal", flag}});
        const std::string address = "a";
        const auto options = kernel_options(asked, secrets, address);
        REQUIRE(options.size() == 3);
        CHECK(options[2] == KernelOption{"password", key});
        const auto data = data_of(options);
        CHECK(data == "ip=a,seal,password=" + std::string{key});
        CHECK(parsed_by_kernel(data) == options);
    }
}

TEST_CASE("fsconfig takes names and values of up to 255 bytes, mount(2) the rest") {
    const std::string fits(255, 'x');
    const std::string is_long(256, 'x');
    CHECK_FALSE(needs_mount2(plan(), {}));
    CHECK_FALSE(needs_mount2(plan(), {{"a", fits}, {"b", flag}}));
    CHECK(needs_mount2(plan(), {{"a", "b"}, {"c", is_long}}));
    auto asked = plan();
    asked.source = fits;
    CHECK_FALSE(needs_mount2(asked, {}));
    asked.source = is_long;
    CHECK(needs_mount2(asked, {}));
}

TEST_CASE("a comma is looked for in values") {
    CHECK_FALSE(has_comma({}));
    CHECK_FALSE(has_comma({{"a", "b"}, {"c", flag}}));
    CHECK(has_comma({{"a", "b"}, {"c", "d,e"}}));
    CHECK(has_comma({{"a", ","}}));
}

TEST_CASE("of several words about one attribute the last counts") {
    using AccessTime = MountAttributes::AccessTime;
    struct Row {
        std::string_view words;
        MountAttributes want;
    };
    static constexpr Row rows[] = {
        {"", {}},
        {"ro", {.read_only = true}},
        {"ro,rw", {}},
        {"rw,ro", {.read_only = true}},
        {"nosuid,nodev,noexec", {.nosuid = true, .nodev = true, .noexec = true}},
        {"nosuid,suid,nodev,dev,noexec,exec", {}},
        {"suid,nosuid", {.nosuid = true}},
        {"nodiratime", {.nodiratime = true}},
        {"nodiratime,diratime", {}},
        {"nosymfollow", {.nosymfollow = true}},
        {"nosymfollow,symfollow", {}},
        {"sync,dirsync,lazytime", {.synchronous = true, .dirsync = true, .lazytime = true}},
        {"sync,async,lazytime,nolazytime", {}},
        {"noatime", {.access_time = AccessTime::noatime}},
        {"noatime,atime", {}},
        {"noatime,relatime", {}},
        {"strictatime", {.access_time = AccessTime::strictatime}},
        {"strictatime,noatime", {.access_time = AccessTime::noatime}},
        {"strictatime,nostrictatime", {}},
        {"norelatime", {.access_time = AccessTime::strictatime}},
    };
    for (const auto& row : rows) {
        CAPTURE(row.words);
        const auto options = split_options(row.words);
        REQUIRE(options);
        for (const auto& option : *options)
            CHECK(route_of(option) == Route::vfs);
        CHECK(mount_attributes(*options) == row.want);
    }
}

TEST_CASE("every attribute of the option table is known here") {
    // Each, or its opposite, changes something.
    for (const auto& spec : option_table()) {
        if (spec.route != Route::vfs)
            continue;
        CAPTURE(spec.name);
        const Option option{std::string{spec.name}, flag};
        bool changes = mount_attributes({option}) != MountAttributes{};
        for (const std::string_view other :
             {"ro", "nosuid", "nodev", "noexec", "nodiratime", "nosymfollow", "sync", "lazytime",
              "noatime", "strictatime"})
            changes = changes || mount_attributes({{std::string{other}, flag}, option}) !=
                                     mount_attributes({{std::string{other}, flag}});
        CHECK(changes);
    }
}
