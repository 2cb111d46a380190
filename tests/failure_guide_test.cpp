// Microsoft's troubleshooting guide for SMB on Linux: each error and cause that a
// client can see at a mount.

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

constexpr std::string_view denied = "CIFS: Status code returned 0xc0000022 STATUS_ACCESS_DENIED";
constexpr std::string_view wrong_key = "CIFS: Status code returned 0xc000006d STATUS_LOGON_FAILURE";

}  // namespace

TEST_CASE("each row of the guide finds its cause") {
    const FailureRow rows[] = {
        {"13: without encryption, from another region",
         Failed(EACCES).at("10.1.2.3").option("vers", "2.1").log({denied}),
         "access-denied smb-version-refused cipher-not-accepted"},
        {"13: firewall or network rules", Failed(EACCES).at("10.1.2.3").log({denied}),
         "access-denied cipher-not-accepted"},
        {"13: NTLMv1", Failed(EACCES).option("sec", "ntlm").log({denied}),
         "ntlmv1-refused access-denied"},
        {"13: NTLMv1 with signing", Failed(EACCES).option("sec", "ntlmi"), "ntlmv1-refused"},
        {"13: NTLMv2 is no fault",
         Failed(EACCES).at("10.1.2.3").option("sec", "ntlmssp").log({denied}),
         "access-denied cipher-not-accepted"},
        {"13: key access disabled", Failed(EACCES).at("10.1.2.3").log({denied}),
         "access-denied cipher-not-accepted"},
        {"13: AES-256-GCM only, and the client offers AES-128-GCM first",
         Failed(EACCES)
             .at("10.1.2.3")
             .log({"CIFS: Server does not support requested encryption types", denied}),
         "cipher-not-accepted access-denied"},
        {"13: AES-256-GCM only is not the cause where the client demands it",
         Failed(EACCES).at("10.1.2.3").log({denied}).client([](ClientFacts& c) {
             c.gcm256 = Gcm256::required;
         }),
         "access-denied"},
        {"13: kernel too old for AES-256-GCM",
         Failed(EACCES).at("10.1.2.3").log({denied}).client([](ClientFacts& c) {
             c.gcm256 = Gcm256::unknown_to_kernel;
         }),
         "access-denied cipher-not-accepted"},
        {"13: wrong account, wrong or rotated key", Failed(EACCES).log({wrong_key}),
         "logon-failure"},
        {"13: the name leads to the public address of a private endpoint",
         Failed(EACCES).at("contoso.privatelink.file.core.windows.net", "20.60.1.2").log({denied}),
         "public-address-of-private-endpoint access-denied"},
        {"13: the same, as far as it can be seen", Failed(EACCES).log({denied}),
         "access-denied cipher-not-accepted public-address-of-private-endpoint"},
        {"13: it is not that where the address is the user's word",
         Failed(EACCES).log({denied}).with(
             [](FailureEvidence& evidence) { evidence.request.address = "20.60.1.2"; }),
         "access-denied cipher-not-accepted"},
        {"13 with Kerberos: another identity, or no role on the share",
         Failed(EACCES).krb5().at("10.1.2.3").log({denied}),
         "krb5-refused access-denied cipher-not-accepted"},
        {"5 with Kerberos: the clocks differ",
         Failed(EIO).krb5().log(
             {"CIFS: Status code returned 0xc0000133 STATUS_TIME_DIFFERENCE_AT_DC"}),
         "krb5-refused"},
        {"126: cifs-utils missing", Failed(ENOKEY).krb5().client([](ClientFacts& c) {
             c.upcall_program = false;
             c.upcall_rule = false;
         }),
         "krb5-no-upcall krb5-no-ticket"},
        {"126: no ticket, or an expired one", Failed(ENOKEY).krb5(), "krb5-no-ticket"},
        {"126: nothing could be seen of the machine", Failed(ENOKEY).krb5().unseen(),
         "krb5-no-ticket krb5-no-upcall"},
        {"127: the ticket has expired", Failed(EKEYEXPIRED).krb5(),
         "krb5-no-ticket account-disabled"},
        {"129: cifs.upcall of another version", Failed(EKEYREJECTED).krb5(), "krb5-no-upcall"},
        {"2: the share does not exist",
         Failed(ENOENT).log({R"(CIFS: VFS: BAD_NETWORK_NAME: \\contoso\share)"}),
         "share-not-found"},
        {"2: something on the way blocks port 445",
         Failed(ENOENT).at("20.60.1.2", PortState::silent),
         "share-not-found crypto-missing port-445-blocked"},
        {"2: FIPS mode",
         Failed(ENOENT)
             .log({"CIFS: VFS: could not allocate crypto hmacmd5, rc -2"})
             .client([](ClientFacts& c) { c.fips = true; }),
         "fips"},
        {"2: FIPS mode, without a word in the log",
         Failed(ENOENT).client([](ClientFacts& c) { c.fips = true; }), "fips"},
        {"13: FIPS mode, without a word in the log",
         Failed(EACCES).at("10.1.2.3").client([](ClientFacts& c) { c.fips = true; }),
         "fips logon-failure access-denied cipher-not-accepted"},
        {"95: FIPS mode, in the words of later kernels",
         Failed(EOPNOTSUPP).log({"CIFS: VFS: NTLMv2 support is disabled due to FIPS"}),
         "fips smb-version-refused"},
        {"13: FIPS mode is not the cause where the server looked at the key",
         Failed(EACCES).log({wrong_key}).client([](ClientFacts& c) { c.fips = true; }),
         "logon-failure"},
        {"13: FIPS mode is no fault of a mount with Kerberos",
         Failed(EACCES).krb5().at("10.1.2.3").client([](ClientFacts& c) { c.fips = true; }),
         "krb5-refused access-denied cipher-not-accepted"},
        {"115: port 445 blocked", Failed(EINPROGRESS).at("10.1.2.3"), "port-445-blocked"},
        {"115: no encryption was asked for",
         Failed(EINPROGRESS).at("10.1.2.3").option("vers", "2.1"),
         "port-445-blocked smb-version-refused"},
        {"112 at a mount: the server closes the connection", Failed(EHOSTDOWN),
         "smb-version-refused cipher-not-accepted"},
        {"95: AES-256-GCM demanded, and the server has none",
         Failed(EOPNOTSUPP)
             .log({"CIFS: VFS: Server does not support requested encryption type (AES256 GCM)"})
             .client([](ClientFacts& c) { c.gcm256 = Gcm256::required; }),
         "cipher-not-accepted smb-version-refused"},
        {"95: AES-256-GCM demanded, without a word in the log",
         Failed(EOPNOTSUPP).client([](ClientFacts& c) { c.gcm256 = Gcm256::required; }),
         "smb-version-refused cipher-not-accepted"},
        {"95: seal, and the server has no encryption",
         Failed(EOPNOTSUPP).log({"CIFS: VFS: Encryption is not supported on share"}),
         "cipher-not-accepted smb-version-refused"},
        {"no connection: the name of the private endpoint leads to a public address",
         Failed(EINPROGRESS)
             .at("contoso.privatelink.file.core.windows.net", "20.60.1.2", PortState::silent),
         "public-address-of-private-endpoint port-445-blocked"},
        {"no connection: a private address that is refused",
         Failed(ECONNREFUSED).at("10.1.2.3", PortState::refused), "refused"},
        {"no connection: a private address without a way to it",
         Failed(ENETUNREACH).at("10.1.2.3", PortState::unreachable), "unreachable"},
    };
    for (const auto& row : rows) {
        CAPTURE(std::string{row.what});
        CHECK(row.failed.ids() == row.causes);
    }
}

TEST_CASE("what the machine could do is said of a cipher") {
    const auto cause = [](Gcm256 state) {
        return Failed(EACCES)
            .at("10.1.2.3")
            .log({denied})
            .client([state](ClientFacts& c) { c.gcm256 = state; })
            .causes()
            .back();
    };
    CHECK(contains(cause(Gcm256::offered).message, "this kernel offers AES-128-GCM first"));
    CHECK(contains(cause(Gcm256::off).message, "this kernel offers AES-128-GCM first"));
    CHECK(contains(cause(Gcm256::unknown_to_kernel).message, "this kernel has none"));
}
