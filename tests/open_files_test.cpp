#include "core/open_files.h"

#include <doctest/doctest.h>

#include <string>

using namespace azfiles;

namespace {

constexpr std::string_view head = "# Version:1\n# Format:\n# <tree id> ";

}  // namespace

TEST_CASE("handles of one name are counted, in every layout of the kernel") {
    struct Row {
        std::string_view what;
        std::string text;
        std::optional<OpenHandles> want;
    };
    const std::string head_of_5_10 =
        std::string{head} + "<persistent fid> <flags> <count> <pid> <uid> <filename>\n";
    const std::string head_of_6_3 =
        std::string{head} + "<ses id> <persistent fid> <flags> <count> <pid> <uid> <filename>\n";
    const std::string head_of_6_19 = std::string{head} +
                                     "<ses id> <persistent fid> <flags> <count> <pid> <uid> "
                                     "<filename> <lease> <lease-key>\n";
    const std::string head_of_debug2 = std::string{head} +
                                       "<ses id> <persistent fid> <flags> <count> <pid> <uid> "
                                       "<filename> <mid>\n";
    const Row rows[] = {
        {"nothing is open", head_of_6_3, std::nullopt},
        {"no text", "", std::nullopt},
        {"5.10", head_of_5_10 + "0x5 0x24d0faab 0xc002 1 5678 0 a\n0x5 0x36a30cae 0x8000 1 9 0 a\n",
         OpenHandles{"a", 2}},
        {"6.3",
         head_of_6_3 + "0x5 0x2cf9 0x24d0faab 0xc002 1 5678 0 b\n"
                       "0x5 0x2cf9 0x36a30cae 0xc002 1 5678 0 a\n"
                       "0x5 0x2cf9 0x36a30caf 0xc002 1 5678 0 a\n",
         OpenHandles{"a", 2}},
        {"a name with blanks", head_of_6_3 + "0x5 0x2cf9 0x1 0xc002 1 5678 0 my file 0x5 .txt\n",
         OpenHandles{"my file 0x5 .txt", 1}},
        {"columns behind the name",
         head_of_6_19 + "0x5 0x2cf9 0x1 0xc002 1 5678 0 my file RHW 00112233\n"
                        "0x5 0x2cf9 0x2 0xc002 1 5678 0 my file NONE 00112233\n",
         OpenHandles{"my file", 2}},
        {"with the number of a request",
         head_of_debug2 + "0x5 0x2cf9 0x1 0xc000 2 32005 0 f24X 6928\n", OpenHandles{"f24X", 1}},
        {"another session, another tree",
         head_of_6_3 + "0x5 0x9999 0x1 0xc002 1 5678 0 a\n0x6 0x2cf9 0x1 0xc002 1 5678 0 a\n",
         std::nullopt},
        {"of two the first by name",
         head_of_6_3 + "0x5 0x2cf9 0x1 0 1 2 0 b\n0x5 0x2cf9 0x2 0 1 2 0 a\n", OpenHandles{"a", 1}},
        {"a line that ends early", head_of_6_3 + "0x5 0x2cf9 0x1\n0x5 0x2cf9\n0x5\n \n",
         std::nullopt},
    };
    for (const auto& row : rows) {
        CAPTURE(std::string{row.what});
        const auto most = most_opened(row.text, "0x2cf9", "0x5");
        CHECK(most.has_value() == row.want.has_value());
        if (most && row.want) {
            CHECK(most->name == row.want->name);
            CHECK(most->count == row.want->count);
        }
    }
}

TEST_CASE("two thousand handles are two thousand") {
    std::string text =
        std::string{head} + "<ses id> <persistent fid> <flags> <count> <pid> <uid> <filename>\n";
    for (int i = 0; i < 2000; ++i)
        text += "0x5 0x2cf9 0x" + std::to_string(i) + " 0xc002 1 5678 0 data.db\n0x5 0x2cf9 0x" +
                std::to_string(i) + " 0xc002 1 5678 0 x" + std::to_string(i) + "\n";
    const auto most = most_opened(text, "0x2cf9", "0x5");
    REQUIRE(most);
    CHECK(most->name == "data.db");
    CHECK(most->count == 2000);
}
