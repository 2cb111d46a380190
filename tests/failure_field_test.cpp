// Faults that people reported, as the kernel showed them: field/cases.md, by number.

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

constexpr std::string_view private_name = "contoso.privatelink.file.core.windows.net";

}  // namespace

TEST_CASE("each failure that was reported from the field gets its causes") {
    const FailureRow rows[] = {
        {"1: the tail of a password is taken for an option",
         Failed(EINVAL).log({"cifs: Unknown parameter 'fore'"}), "option-unknown"},
        {"11: port 445 blocked",
         Failed(EINPROGRESS)
             .at("20.60.1.2", PortState::silent)
             .log({"CIFS: Attempting to mount //contoso.file.core.windows.net/share",
                   "CIFS: VFS: Error connecting to socket. Aborting operation.",
                   "CIFS: VFS: cifs_mount failed w/return code = -115"}),
         "port-445-blocked public-address-of-private-endpoint"},
        {"13a: error 13, logon failure",
         Failed(EACCES).log({"CIFS: Status code returned 0xc000006d STATUS_LOGON_FAILURE",
                             R"(CIFS: VFS: \\contoso Send error in SessSetup = -13)"}),
         "logon-failure"},
        {"13b: error 13, access denied",
         Failed(EACCES).log({"CIFS: Status code returned 0xc0000022 STATUS_ACCESS_DENIED"}),
         "access-denied cipher-not-accepted public-address-of-private-endpoint"},
        {"13c: error 13, no status line",
         Failed(EACCES).log({"CIFS: VFS: cifs_mount failed w/return code = -13"}),
         "logon-failure access-denied cipher-not-accepted public-address-of-private-endpoint"},
        {"14: the address that was written down is no longer the name's",
         Failed(EACCES)
             .log({"CIFS: Status code returned 0xc000006d STATUS_LOGON_FAILURE"})
             .with([](FailureEvidence& evidence) {
                 evidence.request.address = "20.60.1.2";
                 evidence.after.addresses_now = {"10.1.2.3"};
             }),
         "logon-failure stale-address"},
        {"16a: error 2, a share name cut short",
         Failed(ENOENT).log(
             {R"(CIFS: VFS: BAD_NETWORK_NAME: \\contoso.file.core.windows.net\shar)"}),
         "share-not-found"},
        {"16b: error 2, FIPS mode",
         Failed(ENOENT)
             .log({"CIFS: VFS: could not allocate crypto hmacmd5, rc -2"})
             .client([](ClientFacts& c) { c.fips = true; }),
         "fips"},
        {"16b: the same, on 6.1 and later, where FIPS mode can't be seen",
         Failed(ENOENT)
             .log({"CIFS: VFS: Could not allocate shash TFM 'hmac(md5)'"})
             .client([](ClientFacts& c) { c.fips.reset(); }),
         "fips crypto-missing"},
        {"16b: the same, and FIPS mode is off",
         Failed(ENOENT).log({"CIFS: VFS: Could not allocate shash TFM 'hmac(md5)'"}),
         "crypto-missing"},
        {"16e: error 2, the directory",
         Failed(ENOENT).directory("dir").log({"CIFS: Attempting to mount //contoso/share"}),
         "directory-not-found"},
        {"17a: error 126, no ticket",
         Failed(ENOKEY).krb5().log(
             {"CIFS: VFS: Verify user has a krb5 ticket and keyutils is installed",
              R"(CIFS: VFS: \\contoso Send error in SessSetup = -126)"}),
         "krb5-no-ticket"},
        {"17b: error 126, no program",
         Failed(ENOKEY).krb5().client([](ClientFacts& c) { c.upcall_program = false; }),
         "krb5-no-upcall krb5-no-ticket"},
        {"17b: error 126, no rule",
         Failed(ENOKEY).krb5().client([](ClientFacts& c) { c.upcall_rule = false; }),
         "krb5-no-ticket krb5-no-upcall"},
        {"17c: error 126, by the privatelink name",
         Failed(ENOKEY).krb5().at(private_name, "10.1.2.3"), "krb5-no-ticket"},
        {"19: error 19, no cifs module in the kernel's package",
         Failed(ENODEV).phase(MountPhase::open).client([](ClientFacts& c) {
             c.cifs_available = false;
             c.kernel_release = "6.2.0-1016-azure";
         }),
         "no-cifs-module"},
        {"22: error 11, only with multichannel",
         Failed(EAGAIN).log({R"(CIFS: VFS: \\contoso Send error in SessSetup = -11)",
                             "CIFS: VFS: failed to open extra channel on iface:192.0.2.1 rc=-11",
                             "CIFS: VFS: reconnect tcon failed rc = -11"}),
         "channel-ended-session"},
        {"22: the same without a log", Failed(EAGAIN).no_log(),
         "channel-ended-session server-busy"},
        {"22: error 11 of a mount with one channel",
         Failed(EAGAIN).with([](FailureEvidence& evidence) { evidence.request.channels = 1; }),
         "server-busy"},
        {"29: the server refuses another channel, and the mount with it",
         Failed(EIO).log({"CIFS: Status code returned 0xc00000d0 STATUS_REQUEST_NOT_ACCEPTED",
                          "CIFS: VFS: failed to open extra channel on iface:192.0.2.220 rc=-5"}),
         "server-busy"},
        {"29: a link-local interface is noise, and the key is what fails",
         Failed(EACCES).log(
             {"CIFS: VFS: failed to open extra channel on iface:fe80:0000:0000 rc=-22",
              "CIFS: Status code returned 0xc000006d STATUS_LOGON_FAILURE"}),
         "logon-failure"},
    };
    for (const auto& row : rows) {
        CAPTURE(std::string{row.what});
        CHECK(row.failed.ids() == row.causes);
    }
}

TEST_CASE("1: a piece of a password is repeated nowhere") {
    const auto failed = Failed(EINVAL).log({"cifs: Unknown parameter 'fore'"});
    const auto cause = failed.causes()[0];
    for (const auto& text : {cause.message, cause.evidence, cause.remedy, failed.kernel_words()})
        CHECK_FALSE(contains(text, "'fore'"));
    CHECK(contains(cause.remedy, "A storage account key has no comma"));

    // What was given may be said again.
    const auto misspelt =
        Failed(EINVAL).option("fore", "1").log({"CIFS: Unknown mount option \"fore\""});
    CHECK(contains(misspelt.causes()[0].message, "fore"));
    CHECK(contains(misspelt.kernel_words(), "fore"));
}

TEST_CASE("11, 14: addresses are named, and what they are") {
    CHECK(contains(Failed(EINPROGRESS).at("20.60.1.2", PortState::silent).causes()[0].message,
                   "20.60.1.2 (public)"));
    const auto stale = Failed(EHOSTUNREACH).with([](FailureEvidence& evidence) {
        evidence.request.address = "20.60.1.2";
        evidence.after.addresses_now = {"10.1.2.3"};
    });
    REQUIRE(stale.ids() == "unreachable stale-address");
    CHECK(contains(stale.causes()[1].message,
                   "20.60.1.2 (public) is in use, and the name has 10.1.2.3 (private)"));
    CHECK(contains(stale.causes()[1].remedy, "ip="));
}

TEST_CASE("17: what stands in the way of the ticket is named") {
    const auto by_private_name = Failed(ENOKEY).krb5().at(private_name, "10.1.2.3").causes()[0];
    CHECK(contains(by_private_name.message, "without privatelink"));
    CHECK(contains(by_private_name.remedy, "without privatelink"));
    const auto with_a_key = Failed(ENOKEY).krb5().with([](FailureEvidence& evidence) {
        evidence.request.credentials_file = "/etc/azfiles/contoso.cred";
    });
    CHECK(contains(with_a_key.causes()[0].remedy, "leave sec=krb5 out"));
    const auto no_program =
        Failed(ENOKEY).krb5().client([](ClientFacts& c) { c.upcall_program = false; });
    CHECK(contains(no_program.causes()[0].message, "cifs.upcall is not there"));
}

TEST_CASE("19: the package of a missing module is named, a pending restart too") {
    const auto missing = [](auto change) {
        return Failed(ENODEV).phase(MountPhase::open).client(change).causes()[0];
    };
    CHECK(contains(missing([](ClientFacts& c) {
                       c.cifs_available = false;
                       c.kernel_release = "6.2.0-1016-azure";
                   }).remedy,
                   "linux-modules-extra-6.2.0-1016-azure"));
    const auto gone = missing([](ClientFacts& c) {
        c.cifs_available = std::nullopt;
        c.modules_present = false;
    });
    CHECK(contains(gone.message, "/lib/modules has nothing of 6.8.0-1042-azure"));
    CHECK(contains(gone.remedy, "Reboot"));
    CHECK(contains(missing([](ClientFacts&) {}).remedy, "modprobe cifs"));
}
