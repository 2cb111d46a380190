#include "core/failure.h"

#include <doctest/doctest.h>

#include <cerrno>

using namespace azfiles;

namespace {

const Share share{"contoso.file.core.windows.net", "share", ""};

using Log = std::optional<std::vector<std::string>>;

std::string ids(const std::vector<Finding>& findings) {
    std::string all;
    for (const auto& finding : findings)
        all += (all.empty() ? "" : " ") + finding.id;
    return all;
}

}  // namespace

TEST_CASE("each failure of the kernel has its causes, in order of likelihood") {
    struct Row {
        std::string_view what;
        MountFailure failure;
        Log log;
        std::string_view causes;
    };
    const auto create = [](int errnum) {
        return MountFailure{MountPhase::create, errnum, {}, {}, false, "10.7.1.2"};
    };
    const Row rows[] = {
        {"wrong key",
         create(EACCES),
         {{"CIFS: Status code returned 0xc000006d STATUS_LOGON_FAILURE"}},
         "logon-failure"},
        {"firewall",
         create(EACCES),
         {{"CIFS: Status code returned 0xc0000022 STATUS_ACCESS_DENIED"}},
         "access-denied"},
        {"no log", create(EACCES), std::nullopt, "logon-failure access-denied"},
        {"log without a status", create(EACCES), Log{std::vector<std::string>{}},
         "logon-failure access-denied"},
        {"no share",
         create(ENOENT),
         {{R"(CIFS: VFS: BAD_NETWORK_NAME: \\10.7.0.1\nosuch)"}},
         "share-not-found"},
        {"no crypto",
         create(ENOENT),
         {{"CIFS: VFS: smb3_crypto_aead_allocate: Failed alloc encrypt aead"}},
         "crypto-missing"},
        {"FIPS",
         create(ENOENT),
         {{"CIFS: VFS: could not allocate crypto hmacmd5, rc -2"}},
         "crypto-missing"},
        {"no log", create(ENOENT), std::nullopt, "share-not-found crypto-missing"},
        {"refused", create(ECONNREFUSED), std::nullopt, "refused"},
        {"silent", create(EINPROGRESS), std::nullopt, "port-445-blocked"},
        {"no answer", create(ETIMEDOUT), std::nullopt, "port-445-blocked"},
        {"no route", create(ENETUNREACH), std::nullopt, "unreachable"},
        {"no neighbour", create(EHOSTUNREACH), std::nullopt, "unreachable"},
        {"closed", create(EHOSTDOWN), std::nullopt, "smb-version-refused"},
        {"given up",
         {MountPhase::create, ETIMEDOUT, {}, {}, true, "10.7.1.2"},
         std::nullopt,
         "mount-timeout"},
        {"no module",
         {MountPhase::open, ENODEV, {}, {}, false, {}},
         std::nullopt,
         "no-cifs-module"},
        {"not root", {MountPhase::open, EPERM, {}, {}, false, {}}, std::nullopt, "not-permitted"},
        {"old kernel", {MountPhase::open, ENOSYS, {}, {}, false, {}}, std::nullopt, "mount-failed"},
        {"misspelt",
         {MountPhase::option,
          EINVAL,
          "max_chanels",
          {"e cifs: Unknown parameter 'max_chanels'\n"},
          false,
          {}},
         std::nullopt,
         "option-unknown"},
        {"misspelt on 5.10",
         create(EINVAL),
         {{"CIFS: Unknown mount option \"max_chanels\""}},
         "option-unknown"},
        {"out of range",
         {MountPhase::option,
          EINVAL,
          "max_channels",
          {"e smb3_fs_context_parse_param: Invalid max_channels value, needs to be 1-16\n"},
          false,
          {}},
         std::nullopt,
         "option-value"},
        {"no number",
         {MountPhase::option, EINVAL, "actimeo", {"e cifs: Bad value for 'actimeo'\n"}, false, {}},
         std::nullopt,
         "option-value"},
        {"option, no words",
         {MountPhase::option, EINVAL, "seal", {}, false, {}},
         std::nullopt,
         "option-value"},
        {"something else", create(EIO), std::nullopt, "mount-failed"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.what);
        CHECK(ids(causes_of_failure(row.failure, share, row.log)) == row.causes);
    }
}

TEST_CASE("a directory of the share may be what is missing") {
    const Share below{"contoso.file.core.windows.net", "share", "dir"};
    const MountFailure failure{MountPhase::create, ENOENT, {}, {}, false, "10.7.1.2"};
    CHECK(ids(causes_of_failure(failure, below, Log{std::vector<std::string>{}})) ==
          "directory-not-found");
    CHECK(ids(causes_of_failure(failure, below, std::nullopt)) ==
          "directory-not-found share-not-found crypto-missing");
}

TEST_CASE("the kernel's own words about an option stand in the sentence") {
    const MountFailure failure{
        MountPhase::option,
        EINVAL,
        "max_channels",
        {"e smb3_fs_context_parse_param: Invalid max_channels value, needs to be 1-16\n"},
        false,
        {}};
    const auto causes = causes_of_failure(failure, share, std::nullopt);
    CHECK(causes[0].message.find("Invalid max_channels value, needs to be 1-16") !=
          std::string::npos);
}

TEST_CASE("only a failure of the network is worth another address") {
    struct Row {
        int errnum;
        bool worth;
    };
    constexpr Row rows[] = {
        {ECONNREFUSED, true}, {EHOSTUNREACH, true}, {EINPROGRESS, true}, {ENETUNREACH, true},
        {ETIMEDOUT, true},    {EACCES, false},      {ENOENT, false},     {EINVAL, false},
    };
    for (const auto& row : rows) {
        CAPTURE(row.errnum);
        CHECK(is_worth_another_address({MountPhase::create, row.errnum, {}, {}, false, {}}) ==
              row.worth);
        CHECK_FALSE(is_worth_another_address({MountPhase::option, row.errnum, {}, {}, false, {}}));
    }
}

TEST_CASE("what the kernel said last before the errno is what it has to say") {
    const MountFailure failure{MountPhase::create, EACCES, {}, {}, false, {}};
    const Log log{{"CIFS: Attempting to mount //h/s",
                   "CIFS: VFS: \\\\h Send error in SessSetup = -13",
                   "CIFS: VFS: cifs_mount failed w/return code = -13"}};
    CHECK(kernel_words(failure, log) == "CIFS: VFS: \\\\h Send error in SessSetup = -13");
    CHECK(kernel_words(failure, std::nullopt).empty());
}

TEST_CASE("a key that stands where an option belongs is not repeated, whole or cut") {
    const std::string key = std::string(86, 'k') + "==";
    const MountFailure failure{
        MountPhase::option,
        EINVAL,
        "x",
        {"e cifs: Unknown parameter '" + std::string(460, ' ') + key + "'\n"},
        false,
        {}};
    const auto causes = causes_of_failure(failure, share, std::nullopt);
    CHECK(causes[0].message.find("kkkk") == std::string::npos);
}
