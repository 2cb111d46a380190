#include "core/failure.h"

#include "failures.h"
#include "support.h"

#include <doctest/doctest.h>

#include <cerrno>

using namespace azfiles;
using test::contains;
using test::Failed;
using test::FailureRow;

namespace {

using Lines = std::initializer_list<std::string_view>;

}  // namespace

TEST_CASE("each failure of the kernel has its causes, in order of likelihood") {
    const FailureRow rows[] = {
        {"wrong key",
         Failed(EACCES).log({"CIFS: Status code returned 0xc000006d STATUS_LOGON_FAILURE"}),
         "logon-failure"},
        {"firewall, or something else of it",
         Failed(EACCES)
             .at("10.1.2.3")
             .log({"CIFS: Status code returned 0xc0000022 STATUS_ACCESS_DENIED"}),
         "access-denied cipher-not-accepted"},
        {"nothing known", Failed(EACCES).unseen(),
         "logon-failure access-denied cipher-not-accepted public-address-of-private-endpoint fips"},
        {"no share", Failed(ENOENT).log({R"(CIFS: VFS: BAD_NETWORK_NAME: \\10.7.0.1\nosuch)"}),
         "share-not-found"},
        {"no crypto",
         Failed(ENOENT).log({"CIFS: VFS: smb3_crypto_aead_allocate: Failed alloc encrypt aead"}),
         "crypto-missing"},
        {"nothing known", Failed(ENOENT).unseen(), "share-not-found fips crypto-missing"},
        {"a directory, and a log that would name the share", Failed(ENOENT).directory("dir"),
         "directory-not-found"},
        {"a directory, and no log", Failed(ENOENT).directory("dir").no_log(),
         "directory-not-found share-not-found crypto-missing"},
        {"share deleted", Failed(EREMCHG), "share-not-found"},
        {"refused", Failed(ECONNREFUSED), "refused"},
        {"silent", Failed(EINPROGRESS).at("10.1.2.3"), "port-445-blocked"},
        {"no answer", Failed(ETIMEDOUT).at("10.1.2.3"), "port-445-blocked"},
        {"no route", Failed(ENETUNREACH), "unreachable"},
        {"no neighbour", Failed(EHOSTUNREACH), "unreachable"},
        {"closed", Failed(EHOSTDOWN), "smb-version-refused cipher-not-accepted"},
        {"closed, and the cipher can't be it",
         Failed(EHOSTDOWN).client([](ClientFacts& c) { c.gcm256 = Gcm256::required; }),
         "smb-version-refused"},
        {"reset", Failed(ECONNRESET), "smb-version-refused cipher-not-accepted"},
        {"aborted", Failed(ECONNABORTED), "smb-version-refused cipher-not-accepted"},
        {"not supported", Failed(EOPNOTSUPP), "smb-version-refused"},
        {"given up", Failed(ETIMEDOUT).given_up(), "mount-timeout kernel-bug"},
        {"no module", Failed(ENODEV).phase(MountPhase::open).client([](ClientFacts& c) {
             c.cifs_available = false;
         }),
         "no-cifs-module"},
        {"not root", Failed(EPERM).phase(MountPhase::open), "not-permitted"},
        {"not allowed to attach", Failed(EACCES).phase(MountPhase::attach), "not-permitted"},
        {"mount point gone", Failed(ENOENT).phase(MountPhase::attach), "mount-failed"},
        {"old kernel", Failed(ENOSYS).phase(MountPhase::open), "mount-failed"},
        {"misspelt",
         Failed(EINVAL).phase(MountPhase::option, "max_chanels",
                              {"e cifs: Unknown parameter 'max_chanels'\n"}),
         "option-unknown"},
        {"misspelt on 5.10",
         Failed(EINVAL)
             .option("max_chanels", "4")
             .log({"CIFS: Unknown mount option \"max_chanels=4\""}),
         "option-unknown"},
        {"out of range",
         Failed(EINVAL).phase(
             MountPhase::option, "max_channels",
             {"e smb3_fs_context_parse_param: Invalid max_channels value, needs to be 1-16\n"}),
         "option-value"},
        {"no number",
         Failed(EINVAL).phase(MountPhase::option, "actimeo", {"e cifs: Bad value for 'actimeo'\n"}),
         "option-value"},
        {"option, no words", Failed(EINVAL).phase(MountPhase::option, "seal"), "option-value"},
        {"account disabled", Failed(EKEYREVOKED), "account-disabled"},
        {"account locked",
         Failed(EACCES).log({"CIFS: Status code returned 0xc0000234 STATUS_ACCOUNT_LOCKED_OUT"}),
         "account-disabled"},
        {"server at its limit",
         Failed(EIO).log({"CIFS: Status code returned 0xc00000d0 STATUS_REQUEST_NOT_ACCEPTED"}),
         "server-busy"},
        {"something else", Failed(EIO), "mount-failed"},
        {"an errno that tells nothing", Failed(ENOMEM), "mount-failed"},
    };
    for (const auto& row : rows) {
        CAPTURE(std::string{row.what});
        CHECK(row.failed.ids() == row.causes);
    }
}

TEST_CASE("a fault of the kernel itself stands before all else, and needs the client in it") {
    const Lines oops = {"BUG: kernel NULL pointer dereference, address: 0000000000000050",
                        "RIP: 0010:smb2_negotiate+0x1c/0x90 [cifs]"};
    const Lines others = {"BUG: kernel NULL pointer dereference, address: 0000000000000050",
                          "Modules linked in: cifs xfs", "RIP: 0010:xfs_iget+0x1c/0x90 [xfs]"};
    const Lines earlier = {"smb2_negotiate+0x1c/0x90 [cifs]",
                           "general protection fault, probably for non-canonical address"};
    const FailureRow rows[] = {
        {"an oops", Failed(EHOSTDOWN).log(oops), "kernel-bug smb-version-refused"},
        {"the process was killed", Failed(EOWNERDEAD), "kernel-bug"},
        {"killed, with an oops", Failed(EOWNERDEAD).log(oops), "kernel-bug"},
        {"given up, with an oops", Failed(ETIMEDOUT).given_up().log(oops),
         "kernel-bug mount-timeout"},
        {"hung",
         Failed(ETIMEDOUT).given_up().log({"INFO: task cifsd:77 blocked for more than 120 s."}),
         "mount-timeout kernel-bug"},
        {"of another part of the kernel", Failed(ENOMEM).log(others), "mount-failed"},
        {"of another part, later", Failed(ENOMEM).log(earlier), "mount-failed"},
    };
    for (const auto& row : rows) {
        CAPTURE(std::string{row.what});
        CHECK(row.failed.ids() == row.causes);
    }
    CHECK(contains(Failed(EHOSTDOWN).log(oops).kernel_words(), "NULL pointer"));
}

TEST_CASE("where several causes fit, each says how it is told from the others") {
    const auto several = Failed(EACCES).no_log().causes();
    REQUIRE(several.size() > 2);
    for (const auto& cause : several) {
        CAPTURE(cause.message);
        CHECK(contains(cause.message, "; if so, "));
    }
    const auto one = Failed(ECONNREFUSED).causes();
    REQUIRE(one.size() == 1);
    CHECK_FALSE(contains(one[0].message, "if so"));

    // What was seen needs no test, and one that was not seen is claimed nowhere.
    const auto seen =
        Failed(EACCES).log({"CIFS: Status code returned 0xc0000022 STATUS_ACCESS_DENIED"}).causes();
    REQUIRE(seen.size() == 3);
    CHECK_FALSE(contains(seen[0].message, "if so"));
    CHECK(contains(seen[1].message, "if so"));
    const auto alone =
        Failed(EAGAIN).with([](FailureEvidence& e) { e.request.channels = 1; }).causes();
    REQUIRE(alone.size() == 1);
    CHECK(contains(alone[0].message, "if so"));
}

TEST_CASE("an address is named with its class at Azure, and with its port") {
    CHECK(Failed(EINPROGRESS).at("10.1.2.3").causes()[0].message ==
          "TCP port 445 of 10.1.2.3 (private) does not answer");
    CHECK(contains(Failed(EINPROGRESS).causes()[0].message, "445 of 20.60.1.2 (public)"));
    CHECK(Failed(ECONNREFUSED).at("nas", "10.1.2.3").option("port", "4450").causes()[0].message ==
          "TCP port 4450 of 10.1.2.3 refuses connections");
    const auto two = Failed(EINPROGRESS).with([](FailureEvidence& evidence) {
        evidence.addresses = {{"10.1.2.3", PortState::silent},
                              {"10.1.2.4", PortState::open},
                              {"10.1.2.5", PortState::silent}};
    });
    CHECK(contains(two.causes()[0].message, "10.1.2.3 (private), 10.1.2.5 (private)"));
}

TEST_CASE("a server that is no storage account gets advice that fits it") {
    const auto causes = Failed(EACCES).at("nas.example", "10.1.2.3").causes();
    CHECK(causes.size() == 3);
    for (const auto& cause : causes) {
        CAPTURE(cause.id);
        CHECK_FALSE(contains(cause.remedy, "storage account"));
        CHECK_FALSE(cause.remedy.empty());
    }
}

TEST_CASE("the kernel's own words about an option stand in the sentence") {
    const auto causes =
        Failed(EINVAL)
            .phase(MountPhase::option, "max_channels",
                   {"e smb3_fs_context_parse_param: Invalid max_channels value, needs to be "
                    "1-16\n"})
            .causes();
    CHECK(contains(causes[0].message, "Invalid max_channels value, needs to be 1-16"));
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

TEST_CASE("an errno that stands for something else is not shown as the kernel's") {
    CHECK(is_errno_of_kernel({MountPhase::create, EACCES, {}, {}, false, {}}));
    CHECK_FALSE(is_errno_of_kernel({MountPhase::create, EOWNERDEAD, {}, {}, false, {}}));
    CHECK_FALSE(is_errno_of_kernel({MountPhase::create, ETIMEDOUT, {}, {}, true, {}}));
}

TEST_CASE("what the kernel said last before the errno is what it has to say") {
    const auto failed = Failed(EACCES).log({"CIFS: Attempting to mount //h/s",
                                            "CIFS: VFS: \\\\h Send error in SessSetup = -13",
                                            "cifs_setup_session: 2 callbacks suppressed",
                                            "CIFS: VFS: cifs_mount failed w/return code = -13"});
    CHECK(failed.kernel_words() == "CIFS: VFS: \\\\h Send error in SessSetup = -13");
    CHECK(Failed(EACCES).no_log().kernel_words().empty());
    const auto answered =
        Failed(EACCES).log({"CIFS: Status code returned 0xc000006d STATUS_LOGON_FAILURE",
                            "CIFS: VFS: \\\\h Send error in SessSetup = -13"});
    CHECK(answered.kernel_words() == "CIFS: Status code returned 0xc000006d STATUS_LOGON_FAILURE");
}

TEST_CASE("a key that stands where an option belongs is not repeated, whole or cut") {
    const std::string key = std::string(86, 'k') + "==";
    const auto line = "e cifs: Unknown parameter '" + std::string(460, ' ') + key + "'\n";
    const auto causes = Failed(EINVAL).phase(MountPhase::option, "x", {line}).causes();
    CHECK_FALSE(contains(causes[0].message, "kkkk"));
}
