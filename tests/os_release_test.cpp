#include "core/kernel.h"

#include <doctest/doctest.h>

using namespace azfiles;

TEST_CASE("os-release is read as the shell would") {
    struct Row {
        std::string_view text;
        OsRelease want;
    };
    const Row rows[] = {
        {"PRETTY_NAME=\"Ubuntu 24.04.3 LTS\"\nNAME=\"Ubuntu\"\nVERSION_ID=\"24.04\"\nID=ubuntu\n"
         "ID_LIKE=debian\n",
         {"ubuntu", "24.04", "Ubuntu 24.04.3 LTS"}},
        {"ID=\"rhel\"\r\nVERSION_ID=\"9.7\"\r\n", {"rhel", "9.7", ""}},
        {"ID='azurelinux'\nVERSION_ID='3.0'\n", {"azurelinux", "3.0", ""}},
        {"# ID=debian\n  ID=arch  \nBUILD_ID=rolling\n", {"arch", "", ""}},
        {"ID=ubuntu # the userland\n", {"ubuntu", "", ""}},
        {"ID=debian\nID=ubuntu", {"ubuntu", "", ""}},
        {R"(PRETTY_NAME="A \"quoted\" \$name \\ \`x\`")", {"", "", R"(A "quoted" $name \ `x`)"}},
        {R"(PRETTY_NAME='back\slash')", {"", "", R"(back\slash)"}},
        {R"(ID=a"b"'c')", {"abc", "", ""}},
        {"ID=\"unclosed\nVERSION_ID=1\n", {"unclosed", "1", ""}},
        {"ID=\nVERSION_ID=\"\"\n", {}},
        {"ID\nVERSION_ID\n=\n\n", {}},
        {"id=ubuntu\nXID=ubuntu\nID =ubuntu\n", {}},
        {"ID=back\\", {"back\\", "", ""}},
        {"", {}},
        {{"ID=ub\0untu", 10}, {std::string{"ub\0untu", 7}, "", ""}},
    };
    for (const auto& row : rows) {
        CAPTURE(row.text);
        const auto os = parse_os_release(row.text);
        CHECK(os.id == row.want.id);
        CHECK(os.version_id == row.want.version_id);
        CHECK(os.pretty_name == row.want.pretty_name);
    }
}
