#include "core/profile.h"

#include <doctest/doctest.h>

using namespace azfiles;

namespace {

std::string in_one_line(const std::vector<Option>& options) {
    std::string text;
    for (const auto& option : options)
        text += to_string(option) + " ";
    return text;
}

}  // namespace

TEST_CASE("the profile follows the typed host name") {
    CHECK(profile_for("acct.file.core.windows.net") == Profile::azure_files);
    CHECK(profile_for("ACCT.FILE.CORE.WINDOWS.NET") == Profile::azure_files);
    CHECK(profile_for("acct.privatelink.file.core.windows.net") == Profile::azure_files);
    CHECK(profile_for("anf-1234.example.com") == Profile::smb);
    CHECK(profile_for("192.0.2.1") == Profile::smb);
    CHECK(profile_for("") == Profile::smb);
}

TEST_CASE("each profile has a name, and every other word has none") {
    for (const auto profile :
         {Profile::azure_files, Profile::netapp, Profile::smb, Profile::none}) {
        CAPTURE(to_string(profile));
        CHECK(to_profile(to_string(profile)) == profile);
    }
    CHECK(to_string(Profile::azure_files) == "azure-files");
    CHECK(to_string(Profile::netapp) == "netapp");
    CHECK(to_string(Profile::smb) == "smb");
    CHECK(to_string(Profile::none) == "none");
    for (const std::string_view word :
         {"", "auto", "azure_files", "Azure-Files", "azure-files ", "azure", "no"}) {
        CAPTURE(word);
        CHECK_FALSE(to_profile(word).has_value());
    }
}

TEST_CASE("each profile's defaults are those of the design") {
    struct Row {
        Profile profile;
        std::string_view options;
        int channels;
        int limit;
    };
    static constexpr Row rows[] = {
        {Profile::azure_files, "vers=3.1.1 serverino nosharesock actimeo=30 mfsymlinks port=445 ",
         4, 4},
        {Profile::netapp, "vers=3.1.1 port=445 ", 4, 0},
        {Profile::smb, "port=445 ", 4, 0},
        {Profile::none, "", 0, 0},
    };
    for (const auto& row : rows) {
        CAPTURE(to_string(row.profile));
        const auto defaults = defaults_of(row.profile);
        CHECK(in_one_line(defaults.options) == row.options);
        CHECK(defaults.channels == row.channels);
        CHECK(defaults.channel_limit == row.limit);
    }
}
