#include "core/kernel_release.h"

#include "support.h"

#include <doctest/doctest.h>

using namespace azfiles;
using test::contains;

TEST_CASE("a kernel release is taken apart") {
    struct Row {
        std::string_view text;
        ReleaseForm form;
        Numbers version;
        Numbers build;
        std::string_view flavour;
        std::string_view dist;
    };
    using enum ReleaseForm;
    const Row rows[] = {
        {"6.14.0-1017-azure", ubuntu, {"6", "14", "0"}, {"1017"}, "azure", ""},
        {"6.8.0-1063-azure-fde", ubuntu, {"6", "8", "0"}, {"1063"}, "azure-fde", ""},
        {"6.8.0-1044-azure+", ubuntu, {"6", "8", "0"}, {"1044"}, "azure+", ""},
        {"5.10.0-33-cloud-amd64", ubuntu, {"5", "10", "0"}, {"33"}, "cloud-amd64", ""},
        {"6.17.0-061700-generic", ubuntu, {"6", "17", "0"}, {}, "generic", ""},
        {"5.2.0-050200rc7-generic", ubuntu, {"5", "2", "0"}, {}, "generic", ""},
        {"5.14.0-611.5.1.el9_7", rhel, {"5", "14", "0"}, {"611", "5", "1"}, "", "el9_7"},
        {"5.14.0-611.5.1.el9_7.x86_64", rhel, {"5", "14", "0"}, {"611", "5", "1"}, "", "el9_7"},
        {"5.14.0-427.13.1.el9_4.x86_64+rt",
         rhel,
         {"5", "14", "0"},
         {"427", "13", "1"},
         "+rt",
         "el9_4"},
        {"5.14.0-580.el9.x86_64", rhel, {"5", "14", "0"}, {"580"}, "", "el9"},
        {"5.15.0-307.178.5.el9uek.x86_64",
         rhel,
         {"5", "15", "0"},
         {"307", "178", "5"},
         "",
         "el9uek"},
        {"6.6.150.1-1.azl3", azure_linux, {"6", "6", "150", "1"}, {}, "", "azl3"},
        {"6.6.139.1-99.osguard1.azl3", azure_linux, {"6", "6", "139", "1"}, {}, "", "azl3"},
        // Numbers at the front and nothing that could be compared behind them.
        {"6.6.137.mshv2-1.azl3", other, {"6", "6", "137"}, {}, "", ""},
        {"6.6.87.2-microsoft-standard-WSL2", other, {"6", "6", "87", "2"}, {}, "", ""},
        {"6.9.0-g699646734ab5-dirty", other, {"6", "9", "0"}, {}, "", ""},
        {"5.14.0-70.13.1.rt21.83.el9_0.x86_64", other, {"5", "14", "0"}, {}, "", ""},
        {"5.14.0-611.5.1.el9_7.x86_64-dirty", other, {"5", "14", "0"}, {}, "", ""},
        {"6.12.74+deb13+1-cloud-amd64", other, {"6", "12", "74"}, {}, "", ""},
        {"6.4.0-150600.23.100-default", other, {"6", "4", "0"}, {}, "", ""},
        {"5.4.65-flatcar", other, {"5", "4", "65"}, {}, "", ""},
        {"6.15.2-arch1-1", other, {"6", "15", "2"}, {}, "", ""},
        {"6.1.134-152.225.amzn2023.x86_64", other, {"6", "1", "134"}, {}, "", ""},
        {"6.8.0-1044", other, {"6", "8", "0"}, {}, "", ""},
        {"6.8.0-1044-", other, {"6", "8", "0"}, {}, "", ""},
        {"6.8..0-1044-azure", other, {"6", "8"}, {}, "", ""},
        {"6.8", other, {"6", "8"}, {}, "", ""},
    };
    for (const auto& row : rows) {
        CAPTURE(row.text);
        const auto release = parse_kernel_release(row.text);
        REQUIRE(release);
        CHECK(release->text == row.text);
        CHECK((release->form == row.form));
        CHECK(release->version == row.version);
        CHECK(release->build == row.build);
        CHECK(release->flavour == row.flavour);
        CHECK(release->dist == row.dist);
        CHECK(release->mainline_build == contains(row.text, "-0"));
    }
}

TEST_CASE("what is no kernel release is refused, and named for what it looks like") {
    struct Row {
        std::string_view text;
        std::string_view complaint;
    };
    static constexpr Row rows[] = {
        {"", "is empty"},
        {"6.8.0-1044.50~22.04.1", "version of a package"},
        {"6.8.0-1014.16", "version of a package"},
        {"6.14.0.1017.17", "version of a package"},
        {"1:6.8.0-1", "version of a package"},
        {"50~22.04.1-Ubuntu", "version of a package"},
        {"#50~22.04.1-Ubuntu SMP Wed Dec 3 15:13:22 UTC 2025", "uname -v"},
        {"linux-image-6.8.0-1044-azure", "name of a package"},
        {"kernel-5.14.0-611.5.1.el9_7.x86_64", "name of a package"},
        {"5.14.0-611.5.1.el9_7.x86_64.rpm", "name of a package"},
        {"Linux", "nothing that `uname -r` says"},
        {"6", "nothing that `uname -r` says"},
        {"6-8", "nothing that `uname -r` says"},
        {"v6.8.0", "nothing that `uname -r` says"},
        {".6.8", "nothing that `uname -r` says"},
        {"-", "nothing that `uname -r` says"},
        {"6.8.0-1044-azure\n", "nothing that `uname -r` says"},
        {" 6.8.0-1044-azure", "nothing that `uname -r` says"},
        {"6.8.0-1044-az\xc3\xbcre", "nothing that `uname -r` says"},
        {{"6.8.0-1044-azure\0", 17}, "nothing that `uname -r` says"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.text);
        const auto release = parse_kernel_release(row.text);
        REQUIRE_FALSE(release);
        CHECK((release.error().kind == ErrorKind::usage));
        CHECK(contains(release.error().message, row.complaint));
        CHECK_FALSE(contains(release.error().message, "\n"));
    }
}

TEST_CASE("a release has at most the 64 bytes that uname has room for") {
    const std::string front = "6.8.0-1044-";
    CHECK(parse_kernel_release(front + std::string(64 - front.size(), 'a')));
    CHECK_FALSE(parse_kernel_release(front + std::string(65 - front.size(), 'a')));
    CHECK_FALSE(parse_kernel_release(std::string(10000, 'a')));
    CHECK_FALSE(parse_kernel_release(std::string(10000, '1')));
}

TEST_CASE("numbers of a version have no upper limit and are never octal") {
    const std::string thirty(30, '9');
    CHECK((compare({"1042"}, {"1042"}) == 0));
    CHECK((compare({"9"}, {"10"}) < 0));
    CHECK((compare({thirty}, {"18446744073709551616"}) > 0));
    CHECK((compare({"18446744073709551616"}, {"0"}) > 0));
    CHECK((compare({"611", "5"}, {"611", "5", "1"}) < 0));
    CHECK((compare({}, {"0"}) < 0));
    CHECK((compare({"124", "38", "1"}, {"124", "8", "1"}) > 0));
    CHECK((leading_numbers("6.010.08-x") == Numbers{"6", "10", "8"}));
    CHECK((leading_numbers("000.00") == Numbers{"0", "0"}));
    CHECK((leading_numbers(thirty + ".1rc2") == Numbers{thirty, "1"}));
    CHECK(leading_numbers("").empty());
    CHECK((leading_numbers("5.") == Numbers{"5"}));
}

TEST_CASE("tags and words are parts of a release, not any piece of it") {
    CHECK(tag_number("6.12.0-211.18.1.el10_2.x86_64", "el") == "10_2");
    CHECK(tag_number("5.15.0-307.178.5.el9uek.x86_64", "el") == "9");
    CHECK(tag_number("6.6.150.1-1.azl3", "azl") == "3");
    CHECK_FALSE(tag_number("6.18.44-fc-v782", "fc"));
    CHECK_FALSE(tag_number("6.1.0-1-model3", "el"));
    CHECK(has_word("5.15.0-1116-azure-fips", "azure"));
    CHECK(has_word("5.14.0-1.el9_7.x86_64", "el"));
    CHECK(has_word("5.15.0-307.178.5.el9uek.x86_64", "el"));
    CHECK(has_word("5.14.21-150500.55.19-default", "default"));
    CHECK_FALSE(has_word("5.14.0-1-myazure", "azure"));
    CHECK_FALSE(has_word("5.14.0-1-azurelike", "azure"));
    CHECK_FALSE(has_word("", "el"));
}
