#include "core/options.h"

#include "support.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace azfiles;
using test::contains;
using namespace std::string_literals;

namespace {

constexpr std::nullopt_t flag = std::nullopt;

}  // namespace

TEST_CASE("an option string is split at commas outside of quotes") {
    struct Row {
        std::string_view text;
        std::vector<Option> want;
    };
    const Row rows[] = {
        {"", {}},
        {",", {}},
        {",,,", {}},
        {"ro", {{"ro", flag}}},
        {"ro,", {{"ro", flag}}},
        {",ro", {{"ro", flag}}},
        {"ro,,nosuid", {{"ro", flag}, {"nosuid", flag}}},
        {"vers=3.1.1,seal", {{"vers", "3.1.1"}, {"seal", flag}}},
        {"a=b=c", {{"a", "b=c"}}},
        {"a=", {{"a", ""}}},
        {"a==", {{"a", "="}}},
        {"a=1,a=2", {{"a", "1"}, {"a", "2"}}},
        {R"(context="u:r:t:s0:c1,c2",ro)", {{"context", "u:r:t:s0:c1,c2"}, {"ro", flag}}},
        {R"(a="")", {{"a", ""}}},
        {R"(a="b")", {{"a", "b"}}},
        // Only quotes round the whole value go.
        {R"(a=b"c,d"e)", {{"a", R"(b"c,d"e)"}}},
        {R"(a="b"c)", {{"a", R"("b"c)"}}},
        {"user=AZURE\\acct", {{"user", "AZURE\\acct"}}},
        {"a= b ", {{"a", " b "}}},
        {"credentials=/a b/c", {{"credentials", "/a b/c"}}},
        {"x-systemd.requires=a.mount", {{"x-systemd.requires", "a.mount"}}},
        {"a=größe", {{"a", "größe"}}},
    };
    for (const auto& row : rows) {
        CAPTURE(row.text);
        const auto options = split_options(row.text);
        REQUIRE(options);
        REQUIRE(options->size() == row.want.size());
        for (std::size_t i = 0; i < row.want.size(); ++i) {
            CAPTURE(i);
            CHECK((*options)[i].name == row.want[i].name);
            CHECK((*options)[i].value == row.want[i].value);
        }
    }
}

TEST_CASE("an item that can be no option is refused by its number, and not repeated") {
    struct Row {
        std::string_view text;
        std::string_view complaint;
    };
    static constexpr Row rows[] = {
        {" ", "option 1 has no name"},
        {"ro, ", "option 2 has no name"},
        {"ro,\t,nosuid", "option 2 has no name"},
        {"file_mode=0777, \\\n", "option 2 has a blank"},
        {"=hunter2", "option 1 has no name"},
        {"ro, =hunter2", "option 2 has no name"},
        {"ro, password=hunter2", "option 2 has a blank"},
        {"password =hunter2", "option 1 has a blank"},
        {"hunter2 tail", "option 1 has a blank"},
        {"ro,hunter2\n", "option 2 has a blank"},
        {"ro,hunter2\x7f", "option 2 has a blank or a control character"},
        {R"(ro,"hunter2)", "option 2 has a quote that does not end"},
        {R"(password="hunter2,ro)", "option 1 has a quote that does not end"},
        {R"("password=hunter2")", "option 1 has a quote in its name"},
        {R"("ro,hunter2"=x)", "option 1 has a quote in its name"},
        {R"(hunter"2=x"y)", "option 1 has a quote in its name"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.text);
        const auto options = split_options(row.text);
        REQUIRE_FALSE(options);
        CHECK(options.error().kind == ErrorKind::usage);
        CHECK(contains(options.error().message, row.complaint));
        CHECK_FALSE(contains(options.error().message, "hunter"));
        CHECK_FALSE(contains(options.error().remedy, "hunter"));
    }
}

TEST_CASE("the number of a refused item counts the empty ones too") {
    const auto options = split_options("ro,, ,x");
    REQUIRE_FALSE(options);
    CHECK(contains(options.error().message, "option 3"));
}

TEST_CASE("each option goes where the table says, and all others to the kernel") {
    struct Row {
        Option option;
        Route route;
    };
    const Row rows[] = {
        {{"verify", "strict"}, Route::helper},
        {{"verify_timeout", "5"}, Route::helper},
        {{"kernel_check", "off"}, Route::helper},
        {{"profile", "auto"}, Route::helper},
        {{"sharesock", flag}, Route::helper},
        {{"nomfsymlinks", flag}, Route::helper},
        {{"nomultichannel", flag}, Route::helper},
        {{"credentials", "f"}, Route::helper},
        {{"cred", "f"}, Route::helper},
        {{"ip", "192.0.2.1"}, Route::helper},
        {{"addr", "192.0.2.1"}, Route::helper},
        {{"username", "u"}, Route::helper},
        // Two meanings of one word.
        {{"user", "u"}, Route::helper},
        {{"user", ""}, Route::helper},
        {{"user", flag}, Route::dropped},
        {{"users", flag}, Route::dropped},
        {{"ro", flag}, Route::vfs},
        {{"nosuid", flag}, Route::vfs},
        {{"nosymfollow", flag}, Route::vfs},
        {{"symfollow", flag}, Route::vfs},
        {{"strictatime", flag}, Route::vfs},
        {{"_netdev", flag}, Route::dropped},
        {{"nofail", flag}, Route::dropped},
        {{"noauto", flag}, Route::dropped},
        {{"auto", flag}, Route::dropped},
        {{"defaults", flag}, Route::dropped},
        {{"comment", "systemd.automount"}, Route::dropped},
        {{"x-systemd.automount", flag}, Route::dropped},
        {{"X-mount.mkdir", "0755"}, Route::dropped},
        {{"x-", flag}, Route::dropped},
        {{"x", flag}, Route::cifs},
        {{"vers", "3.1.1"}, Route::cifs},
        {{"max_channels", "4"}, Route::cifs},
        {{"multichannel", flag}, Route::cifs},
        {{"nosharesock", flag}, Route::cifs},
        {{"mfsymlinks", flag}, Route::cifs},
        {{"seal", flag}, Route::cifs},
        {{"uid", "0"}, Route::cifs},
        {{"never_heard_of", flag}, Route::cifs},
        // The kernel compares with case.
        {{"RO", flag}, Route::cifs},
        {{"source", "//evil/share"}, Route::refused},
        {{"unc", R"(\\evil\share)"}, Route::refused},
    };
    for (const auto& row : rows) {
        CAPTURE(to_string(row.option));
        CHECK(route_of(row.option) == row.route);
    }
}

TEST_CASE("a password is refused in every spelling, with a value or without") {
    for (const std::string_view name : {"pass", "password", "pass2", "password2", "PASSWORD",
                                        "Pass", "passwd", "password3", "passwort", "Password2"}) {
        CAPTURE(name);
        CHECK(route_of({std::string{name}, "x"}) == Route::refused);
        CHECK(route_of({std::string{name}, flag}) == Route::refused);
        REQUIRE(find_option(name) != nullptr);
        CHECK(contains(find_option(name)->note, "credentials=FILE"));
    }
}

TEST_CASE("the table is sorted, complete and free of names that go elsewhere") {
    const auto table = option_table();
    CHECK(std::ranges::is_sorted(table, {}, &OptionSpec::name));
    for (const auto& spec : table) {
        CAPTURE(spec.name);
        CHECK(find_option(spec.name) == &spec);
        CHECK_FALSE(spec.note.empty());
        CHECK(spec.route != Route::cifs);
        CHECK_FALSE(spec.name.starts_with("x-"));
    }
    CHECK(find_option("") == nullptr);
    CHECK(find_option("verif") == nullptr);
    CHECK(find_option("verify_") == nullptr);
    CHECK(find_option("zzz") == nullptr);
}

TEST_CASE("an option is written as it was read") {
    CHECK(to_string(Option{"ro", flag}) == "ro");
    CHECK(to_string(Option{"a", "b=c"}) == "a=b=c");
    CHECK(to_string(Option{"a", ""}) == "a=");
}
