#include "core/plan.h"

#include "support.h"

#include <doctest/doctest.h>

using namespace azfiles;
using test::contains;

namespace {

constexpr std::nullopt_t flag = std::nullopt;

Request request(std::string_view options, std::string_view host = "acct.file.core.windows.net") {
    Arguments words;
    words.positional = {"//" + std::string{host} + "/share/dir", "/mnt"};
    words.options = options;
    auto made = make_request(words);
    REQUIRE(made);
    return *std::move(made);
}

MountPlan plan(std::string_view options, std::string_view host = "acct.file.core.windows.net",
               const std::vector<Finding>& findings = {}) {
    return make_plan(request(options, host), Facts{}, findings);
}

std::string in_one_line(const std::vector<Option>& options) {
    std::string text;
    for (const auto& option : options)
        text += (text.empty() ? "" : ",") + to_string(option);
    return text;
}

constexpr std::string_view azure = "acct.file.core.windows.net";
constexpr std::string_view other = "files.example.com";

}  // namespace

TEST_CASE("the plan has the profile's defaults, the user's options and the channels, in order") {
    struct Row {
        std::string_view host;
        std::string_view options;
        std::string_view want;
    };
    static constexpr Row rows[] = {
        {azure, "",
         "vers=3.1.1,serverino,nosharesock,actimeo=30,mfsymlinks,port=445,"
         "multichannel,max_channels=4"},
        {azure, "seal,uid=7",
         "vers=3.1.1,serverino,nosharesock,actimeo=30,mfsymlinks,port=445,seal,uid=7,"
         "multichannel,max_channels=4"},
        {other, "", "port=445,multichannel,max_channels=4"},
        {other, "vers=3.0", "port=445,vers=3.0,multichannel,max_channels=4"},
        {other, "profile=netapp", "vers=3.1.1,port=445,multichannel,max_channels=4"},
        {azure, "profile=smb", "port=445,multichannel,max_channels=4"},
        {azure, "profile=none", ""},
        {azure, "profile=none,seal", "seal"},
        {azure, "profile=none,max_channels=4", "multichannel,max_channels=4"},
        {azure, "profile=none,multichannel", "multichannel,max_channels=2"},
        {other, "profile=azure-files,nomultichannel",
         "vers=3.1.1,serverino,nosharesock,actimeo=30,mfsymlinks,port=445"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.host);
        CAPTURE(row.options);
        CHECK(in_one_line(plan(row.options, row.host).options) == row.want);
    }
}

TEST_CASE("the user's word takes a default away, its own and that of its group") {
    struct Row {
        std::string_view options;
        std::string_view want;
    };
    static constexpr Row rows[] = {
        {"vers=3.0", "serverino,nosharesock,actimeo=30,mfsymlinks,port=445,vers=3.0"},
        {"serverino", "vers=3.1.1,nosharesock,actimeo=30,mfsymlinks,port=445,serverino"},
        {"noserverino", "vers=3.1.1,nosharesock,actimeo=30,mfsymlinks,port=445,noserverino"},
        {"nosharesock", "vers=3.1.1,serverino,actimeo=30,mfsymlinks,port=445,nosharesock"},
        {"sharesock", "vers=3.1.1,serverino,actimeo=30,mfsymlinks,port=445"},
        {"actimeo=1", "vers=3.1.1,serverino,nosharesock,mfsymlinks,port=445,actimeo=1"},
        {"acregmax=5", "vers=3.1.1,serverino,nosharesock,mfsymlinks,port=445,acregmax=5"},
        {"acdirmax=5", "vers=3.1.1,serverino,nosharesock,mfsymlinks,port=445,acdirmax=5"},
        {"mfsymlinks", "vers=3.1.1,serverino,nosharesock,actimeo=30,port=445,mfsymlinks"},
        {"nomfsymlinks", "vers=3.1.1,serverino,nosharesock,actimeo=30,port=445"},
        {"port=4450", "vers=3.1.1,serverino,nosharesock,actimeo=30,mfsymlinks,port=4450"},
        // Like nothing of ours: added behind.
        {"closetimeo=5",
         "vers=3.1.1,serverino,nosharesock,actimeo=30,mfsymlinks,port=445,closetimeo=5"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.options);
        const auto options = std::string{row.options} + ",max_channels=1";
        CHECK(in_one_line(plan(options).options) == row.want);
    }
}

TEST_CASE("N channels are multichannel and max_channels=N, one is neither") {
    struct Row {
        std::string_view options;
        std::string_view want;
        int channels;
        bool by_user;
    };
    static constexpr Row rows[] = {
        {"", "multichannel,max_channels=4", 4, false},
        {"max_channels=1", "", 1, true},
        {"nomultichannel", "", 1, true},
        {"nomultichannel,max_channels=1", "", 1, true},
        {"max_channels=2", "multichannel,max_channels=2", 2, true},
        {"multichannel", "multichannel,max_channels=2", 2, true},
        {"max_channels=4", "multichannel,max_channels=4", 4, true},
        {"multichannel,max_channels=4", "multichannel,max_channels=4", 4, true},
        {"max_channels=16", "multichannel,max_channels=16", 16, true},
        // The kernel's to refuse, so it is sent as it is.
        {"max_channels=0", "multichannel,max_channels=0", 4, true},
        {"max_channels=17", "multichannel,max_channels=17", 4, true},
        {"max_channels=abc", "multichannel,max_channels=abc", 4, true},
    };
    for (const auto& row : rows) {
        CAPTURE(row.options);
        const auto made = plan(row.options, other);
        const auto want = "port=445" + (row.want.empty() ? "" : "," + std::string{row.want});
        CHECK(in_one_line(made.options) == want);
        CHECK(made.channels == row.channels);
        CHECK(made.channels_by_user == row.by_user);
    }
    CHECK(plan("profile=none").channels == 1);
    CHECK_FALSE(plan("profile=none").channels_by_user);
}

TEST_CASE("a kernel unfit for multichannel gets one channel, unless the user wrote how many") {
    struct Row {
        std::string_view finding;
        std::string_view options;
        int channels;
    };
    static constexpr Row rows[] = {
        {"kernel-too-old", "", 1},
        {"kernel-advisory", "", 1},
        {"kernel-too-old", "max_channels=4", 4},
        {"kernel-advisory", "max_channels=2", 2},
        {"kernel-advisory", "multichannel", 2},
        {"kernel-too-old", "max_channels=1", 1},
        {"kernel-not-listed", "", 4},
        {"kernel-not-comparable", "", 4},
        {"single-queue-nic", "", 4},
        {"over-limit", "", 4},
    };
    for (const auto& row : rows) {
        CAPTURE(row.finding);
        CAPTURE(row.options);
        const auto made = plan(row.options, azure, {make_finding(row.finding)});
        CHECK(made.channels == row.channels);
        CHECK(contains(in_one_line(made.options), "multichannel") == (row.channels > 1));
        CHECK(contains(in_one_line(made.options), "max_channels") == (row.channels > 1));
    }
    const std::vector<Finding> both = {make_finding("kernel-not-listed"),
                                       make_finding("kernel-advisory")};
    CHECK(plan("", azure, both).channels == 1);
    // Also for a server that is not Azure's.
    CHECK(plan("", other, both).channels == 1);
}

TEST_CASE("a lenient kernel is made lenient before it sees another option") {
    Arguments words;
    words.positional = {"//h/s", "/mnt"};
    words.sloppy = true;
    const auto made = make_plan(*make_request(words), Facts{}, {});
    REQUIRE_FALSE(made.options.empty());
    CHECK(made.options.front() == Option{"sloppy", flag});
}

TEST_CASE("addresses that may answer come first, the rest keeps the resolver's order") {
    using enum PortState;
    struct Row {
        std::vector<ServerAddress> addresses;
        std::vector<std::string> want;
    };
    const Row rows[] = {
        {{}, {}},
        {{{"a", open}}, {"a"}},
        {{{"a", silent}}, {"a"}},
        {{{"a", refused}, {"b", open}}, {"b", "a"}},
        {{{"a", open}, {"b", open}, {"c", open}}, {"a", "b", "c"}},
        {{{"a", silent}, {"b", std::nullopt}, {"c", open}}, {"c", "b", "a"}},
        // Nobody knows better than the resolver among those that did not answer.
        {{{"a", unreachable}, {"b", refused}, {"c", silent}}, {"a", "b", "c"}},
        {{{"a", std::nullopt}, {"b", std::nullopt}}, {"a", "b"}},
        {{{"a", silent}, {"b", open}, {"c", refused}, {"d", open}, {"e", std::nullopt}},
         {"b", "d", "e", "a", "c"}},
    };
    for (const auto& row : rows) {
        CAPTURE(row.want);
        CHECK(in_order_of_promise(row.addresses) == row.want);
        Facts facts;
        facts.addresses = row.addresses;
        CHECK(make_plan(request(""), facts, {}).addresses == row.want);
    }
}

TEST_CASE("the user's name beats the account's, which an Azure host gives") {
    struct Row {
        std::string_view host;
        std::string_view options;
        std::optional<std::string> want;
        bool given;
    };
    const Row rows[] = {
        {azure, "", "acct", false},
        {"ACCT.file.core.windows.net", "", "acct", false},
        {"acct-secondary.file.core.windows.net", "", "acct", false},
        {azure, "username=u", "u", true},
        {azure, "user=AZURE\\acct", "AZURE\\acct", true},
        {azure, "user", "acct", false},
        {azure, "profile=none", "acct", false},
        {other, "", {}, false},
        {other, "username=u", "u", true},
    };
    for (const auto& row : rows) {
        CAPTURE(row.host);
        CAPTURE(row.options);
        const auto made = plan(row.options, row.host);
        CHECK(made.username == row.want);
        CHECK(made.user_is_given == row.given);
    }
}

TEST_CASE("source, target and the attributes of the mount are carried over") {
    const auto made = plan("ro,nosuid,nodev,exec");
    CHECK(made.source == "//acct.file.core.windows.net/share/dir");
    CHECK(made.target == "/mnt");
    CHECK(in_one_line(made.vfs) == "ro,nosuid,nodev,exec");
    CHECK_FALSE(contains(in_one_line(made.options), "nosuid"));
}

TEST_CASE("-f shows the whole plan, and nothing that steers a terminal") {
    auto made = plan("ro,username=u,max_channels=1,profile=none,iocharset=utf8");
    made.addresses = {"192.0.2.1", "2001:db8::1"};
    CHECK(to_string(made) ==
          "would mount \"//acct.file.core.windows.net/share/dir\" on \"/mnt\"\n"
          "  address  192.0.2.1\n"
          "  address  2001:db8::1\n"
          "  user     u\n"
          "  option   iocharset=utf8\n"
          "  mount    ro\n"
          "  channels 1\n");
    CHECK(contains(to_string(plan("")), "user     acct (unless the credentials name one)\n"));

    made.target = "/a\nb";
    made.addresses = {"1\x1b[31m"};
    made.username = "u\r";
    made.options = {{"iocharset", "a\xe2\x80\xae"}};
    made.vfs = {{"ro\x07", flag}};
    const auto text = to_string(made);
    CHECK(text.find_first_of("\r\x1b\x07") == std::string::npos);
    CHECK_FALSE(contains(text, "\xe2\x80\xae"));
    CHECK(contains(text, R"("/a\nb")"));
}
