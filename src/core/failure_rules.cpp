#include "core/failure_rules.h"

#include "base/quote.h"
#include "base/text.h"
#include "core/endpoint.h"
#include "core/failure_judges.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <vector>

namespace azfiles {
namespace {

using namespace judges;

constexpr auto rules = std::to_array<CauseRule>({
    {"access-denied",
     "the kernel log has STATUS_ACCESS_DENIED, and a machine in an allowed network gets in",
     access_denied},
    {"account-disabled",
     "the kernel log has STATUS_ACCOUNT_DISABLED, STATUS_ACCOUNT_LOCKED_OUT or "
     "STATUS_PASSWORD_EXPIRED",
     account_disabled},
    {"channel-ended-session", "a mount with max_channels=1 succeeds", channel_ended_session},
    {"cipher-not-accepted",
     "a mount succeeds after: echo 1 > /sys/module/cifs/parameters/require_gcm_256",
     cipher_not_accepted},
    {"crypto-missing", "the kernel log speaks of an algorithm that it could not allocate",
     crypto_missing},
    {"directory-not-found", "a mount of the share without the directory succeeds",
     directory_not_found},
    {"fips", "/proc/sys/crypto/fips_enabled holds 1", fips},
    {"kernel-bug", "the kernel log has a line with BUG, Oops or general protection fault",
     kernel_bug},
    {"krb5-no-ticket", "klist, as the user that cruid= names, shows no valid ticket for cifs/HOST",
     krb5_no_ticket},
    {"krb5-no-upcall", "/etc/request-key.d has no rule for cifs.spnego, or its program is missing",
     krb5_no_upcall},
    {"krb5-refused", "klist shows a ticket for cifs/HOST, and the server refuses it", krb5_refused},
    {"logon-failure",
     "the kernel log has STATUS_LOGON_FAILURE, and the key is refused from any machine",
     logon_failure},
    {"mount-timeout", "the kernel log ends with what it was waiting for", mount_timeout},
    {"no-cifs-module", "modprobe cifs says that there is no such module", no_cifs_module},
    {"not-permitted", "the same mount as root, outside of a container, gets further",
     not_permitted},
    {"ntlmv1-refused", "a mount without sec= succeeds", ntlmv1_refused},
    {"option-unknown", "the kernel log has \"Unknown parameter\" or \"Unknown mount option\"",
     option_unknown},
    {"option-value", "the kernel log names an option and what it expects", option_value},
    {"port-445-blocked", "nc -vz HOST 445 gets no answer from here, and does from elsewhere",
     port_445_blocked},
    {"public-address-of-private-endpoint",
     "the account's networking page lists a private endpoint, and getent ahosts HOST shows "
     "another address",
     public_address},
    {"refused", "nc -vz HOST 445 is refused at once", refused},
    {"server-busy", "the kernel log has STATUS_REQUEST_NOT_ACCEPTED or speaks of resources",
     server_busy},
    {"share-not-found", "the kernel log has BAD_NETWORK_NAME", share_not_found},
    {"smb-version-refused", "a mount with vers=3.1.1 and without a proxy on the way succeeds",
     smb_version_refused},
    {"stale-address", "getent ahosts HOST shows another address than the one in use",
     stale_address_given},
    {"unreachable", "ip route get ADDRESS fails, or names a way that leads elsewhere", unreachable},
});

static_assert(std::ranges::adjacent_find(rules, std::ranges::greater_equal{}, &CauseRule::id) ==
                  rules.end(),
              "the table of causes is not sorted, or has an id twice");

struct ErrnoRow {
    int errnum;
    std::array<std::string_view, 9> causes;  ///< ends with the first empty one
};

/// smb2maperror.c of the kernel, Microsoft's guide for Linux, and what was measured
/// on 5.10 to 7.3. By errno.
constexpr ErrnoRow errnos[] = {
    {EPERM, {"not-permitted"}},
    {ENOENT,
     {"share-not-found", "directory-not-found", "fips", "crypto-missing", "port-445-blocked"}},
    {EIO, {"server-busy", "krb5-refused"}},
    {EAGAIN, {"channel-ended-session", "server-busy"}},
    {EACCES,
     {"logon-failure", "access-denied", "cipher-not-accepted", "public-address-of-private-endpoint",
      "fips", "krb5-refused", "ntlmv1-refused", "smb-version-refused", "account-disabled"}},
    {ENODEV, {"no-cifs-module"}},
    {EINVAL, {"option-unknown", "option-value"}},
    {EREMCHG, {"share-not-found"}},
    {EOPNOTSUPP, {"smb-version-refused", "cipher-not-accepted", "fips"}},
    {ENETUNREACH, {"unreachable", "public-address-of-private-endpoint"}},
    {ECONNABORTED, {"smb-version-refused", "cipher-not-accepted"}},
    {ECONNRESET, {"smb-version-refused", "cipher-not-accepted"}},
    {ETIMEDOUT, {"port-445-blocked", "public-address-of-private-endpoint", "smb-version-refused"}},
    {ECONNREFUSED, {"refused", "public-address-of-private-endpoint"}},
    {EHOSTDOWN, {"smb-version-refused", "cipher-not-accepted", "channel-ended-session"}},
    {EHOSTUNREACH, {"unreachable", "public-address-of-private-endpoint"}},
    // A connect that ran into the socket's five-second send timeout says EINPROGRESS.
    {EINPROGRESS,
     {"port-445-blocked", "public-address-of-private-endpoint", "smb-version-refused"}},
    {ENOKEY, {"krb5-no-ticket", "krb5-no-upcall"}},
    {EKEYEXPIRED, {"account-disabled", "krb5-no-ticket"}},
    {EKEYREVOKED, {"account-disabled"}},
    {EKEYREJECTED, {"krb5-no-upcall"}},
};

constexpr std::array<std::string_view, 2> of_any_errno = {"stale-address", "kernel-bug"};

std::string_view last_security(const Request& request) {
    std::string_view last;
    for (const auto& option : request.cifs)
        if (option.name == "sec" && option.value)
            last = *option.value;
    return last;
}

}  // namespace

Seen seen_of(const FailureEvidence& evidence) {
    const auto security = last_security(evidence.request);
    return {evidence,
            KernelWords{evidence.failure.messages, evidence.kernel_log},
            security,
            is_azure_files_host(evidence.request.share.host),
            security.starts_with("krb5"),
            needs_password(evidence.request)};
}

std::span<const CauseRule> cause_rules() {
    return rules;
}

const CauseRule* find_cause_rule(std::string_view id) {
    const auto* at = std::ranges::lower_bound(rules, id, {}, &CauseRule::id);
    return at != rules.end() && at->id == id ? at : nullptr;
}

std::span<const std::string_view> causes_of_errno(int errnum) {
    const auto* row = std::ranges::find(errnos, errnum, &ErrnoRow::errnum);
    if (row == std::end(errnos))
        return {};
    const auto* end = std::ranges::find_if(row->causes, &std::string_view::empty);
    return {row->causes.data(), static_cast<std::size_t>(end - row->causes.begin())};
}

std::vector<int> telling_errnos() {
    std::vector<int> numbers;
    for (const auto& row : errnos)
        numbers.push_back(row.errnum);
    return numbers;
}

std::span<const std::string_view> causes_of_any_errno() {
    return of_any_errno;
}

}  // namespace azfiles
