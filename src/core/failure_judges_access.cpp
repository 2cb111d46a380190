// Who may log on, with which cipher, and what there is to mount.

#include "core/failure_judges.h"

#include "base/quote.h"
#include "core/endpoint.h"

#include <fmt/format.h>

#include <cerrno>

namespace azfiles::judges {
namespace {

const Share& share_of(const Seen& seen) {
    return seen.evidence.request.share;
}

const ClientFacts& client_of(const Seen& seen) {
    return seen.evidence.after.client;
}

int errnum_of(const Seen& seen) {
    return seen.evidence.failure.errnum;
}

std::string_view refused_logon(const Seen& seen) {
    return seen.words.line_with(
        {"STATUS_LOGON_FAILURE", "STATUS_WRONG_PASSWORD", "STATUS_NO_SUCH_USER"});
}

std::string_view refused_access(const Seen& seen) {
    return seen.words.line_with({"STATUS_ACCESS_DENIED", "STATUS_NETWORK_ACCESS_DENIED"});
}

std::string_view closed_account(const Seen& seen) {
    return seen.words.line_with(
        {"STATUS_ACCOUNT_", "STATUS_PASSWORD_EXPIRED", "STATUS_PASSWORD_MUST_CHANGE"});
}

/// The server has answered a logon, so that whatever the logon needs is there.
bool got_past_logon(const Seen& seen) {
    return !seen.words.line_with({"STATUS_", "BAD_NETWORK_NAME"}).empty();
}

std::string_view missing_algorithm(const Seen& seen) {
    return seen.words.line_with({"Failed alloc", "llocate crypto", "llocate shash"});
}

bool is_md5(std::string_view line) {
    return line.find("hmacmd5") != std::string_view::npos ||
           line.find("hmac(md5)") != std::string_view::npos ||
           line.find("'md5'") != std::string_view::npos;
}

/// What differs at a server that is no storage account.
std::string unless_azure(const Seen& seen, std::string_view remedy) {
    return std::string{seen.azure ? std::string_view{} : remedy};
}

}  // namespace

Judgement logon_failure(const Seen& seen) {
    if (!seen.by_password)
        return {};
    auto remedy = unless_azure(seen, "Check user, domain and password in the credentials file.");
    if (const auto line = refused_logon(seen); !line.empty())
        return {Fit::sure, {}, std::string{line}, std::move(remedy)};
    const bool other = !refused_access(seen).empty() || !closed_account(seen).empty();
    return {other ? Fit::no : Fit::possible, {}, {}, std::move(remedy)};
}

Judgement access_denied(const Seen& seen) {
    auto remedy = unless_azure(seen,
                               "Check at the server that this user may use the share, from this "
                               "address, and which SMB encryption it demands.");
    if (const auto line = refused_access(seen); !line.empty())
        // With Kerberos a missing role looks the same, and is commoner.
        return {seen.krb5 ? Fit::possible : Fit::likely, {}, std::string{line}, std::move(remedy)};
    const bool other = !refused_logon(seen).empty() || !closed_account(seen).empty();
    return {other ? Fit::no : Fit::possible, {}, {}, std::move(remedy)};
}

Judgement account_disabled(const Seen& seen) {
    if (const auto line = closed_account(seen); !line.empty())
        return {Fit::sure, after_colon(line), std::string{line}, {}};
    if (errnum_of(seen) == EACCES)
        return {};
    return {seen.krb5 ? Fit::possible : Fit::likely, {}, {}, {}};
}

Judgement cipher_not_accepted(const Seen& seen) {
    const auto gcm256 = client_of(seen).gcm256;
    const auto unsupported = seen.words.line_with("does not support requested encryption");
    if (gcm256 == Gcm256::required) {
        if (errnum_of(seen) != EOPNOTSUPP)
            return {};
        return {unsupported.empty() ? Fit::likely : Fit::sure,
                ": require_gcm_256 is on, and the server has no AES-256-GCM",
                std::string{unsupported},
                "Switch require_gcm_256 of the cifs module off, or AES-256-GCM on at the server."};
    }
    if (const auto line = seen.words.line_with("Encryption is not supported"); !line.empty())
        return {Fit::sure, ": seal was asked for, and the server has no encryption",
                std::string{line}, "Leave seal out, or switch encryption on at the server."};
    std::string detail = ": the server may take AES-256-GCM alone, and ";
    detail += gcm256 == Gcm256::unknown_to_kernel ? "this kernel has none"
                                                  : "this kernel offers AES-128-GCM first";
    auto remedy = unless_azure(seen,
                               "Switch require_gcm_256 of the cifs module on, or let the server "
                               "take AES-128-GCM too.");
    if (!unsupported.empty())
        return {Fit::sure, std::move(detail), std::string{unsupported}, std::move(remedy)};
    const bool other = !refused_logon(seen).empty() || !closed_account(seen).empty() ||
                       errnum_of(seen) == EOPNOTSUPP;
    return {other ? Fit::no : Fit::possible, std::move(detail), {}, std::move(remedy)};
}

Judgement ntlmv1_refused(const Seen& seen) {
    if (seen.security != "ntlm" && seen.security != "ntlmi")
        return {};
    return {Fit::sure, printable(seen.security), {}, {}};
}

Judgement fips(const Seen& seen) {
    if (!seen.by_password)
        return {};
    if (const auto line = seen.words.line_with("due to FIPS"); !line.empty())
        return {Fit::sure, {}, std::string{line}, {}};
    const auto on = client_of(seen).fips;
    if (on == false)
        return {};
    const auto line = missing_algorithm(seen);
    if (is_md5(line))
        return {on ? Fit::sure : Fit::likely, {}, std::string{line}, {}};
    if (got_past_logon(seen) || !line.empty())
        return {};
    // ENOENT is how a logon without MD5 ended up to 6.17.
    const auto where_on = errnum_of(seen) == ENOENT ? Fit::sure : Fit::likely;
    return {on ? where_on : Fit::possible, {}, {}, {}};
}

Judgement crypto_missing(const Seen& seen) {
    if (const auto line = missing_algorithm(seen); !line.empty()) {
        const bool by_fips = is_md5(line) && client_of(seen).fips.value_or(false);
        const auto fit = is_md5(line) && !client_of(seen).fips ? Fit::likely : Fit::sure;
        return {by_fips ? Fit::no : fit, after_colon(line), std::string{line}, {}};
    }
    const bool would_be_seen = seen.words.log_is_readable() && !share_of(seen).directory.empty();
    return {got_past_logon(seen) || would_be_seen ? Fit::no : Fit::possible, {}, {}, {}};
}

Judgement share_not_found(const Seen& seen) {
    if (const auto line = seen.words.line_with({"BAD_NETWORK_NAME", "STATUS_NETWORK_NAME_DELETED"});
        !line.empty())
        return {Fit::sure, {}, std::string{line}, {}};
    if (errnum_of(seen) == EREMCHG)
        return {Fit::likely, {}, {}, {}};
    // With the log at hand the share would have been named in it.
    const bool would_be_seen = seen.words.log_is_readable() && !share_of(seen).directory.empty();
    return {
        would_be_seen || !missing_algorithm(seen).empty() ? Fit::no : Fit::possible, {}, {}, {}};
}

Judgement directory_not_found(const Seen& seen) {
    if (share_of(seen).directory.empty() || !missing_algorithm(seen).empty() ||
        !seen.words.line_with("BAD_NETWORK_NAME").empty())
        return {};
    return {Fit::likely, {}, {}, {}};
}

Judgement krb5_no_upcall(const Seen& seen) {
    if (errnum_of(seen) == EKEYREJECTED)
        return {Fit::likely,
                ": cifs.upcall answers in a form that the kernel does not expect",
                {},
                "Install the cifs-utils that belong to this kernel."};
    if (!seen.krb5)
        return {};
    if (client_of(seen).upcall_program == false)
        return {Fit::sure, ": the program cifs.upcall is not there", {}, {}};
    if (client_of(seen).upcall_rule == false)
        return {Fit::likely, ": no rule of request-key is for cifs.spnego", {}, {}};
    const bool complete = client_of(seen).upcall_program && client_of(seen).upcall_rule;
    return {complete ? Fit::no : Fit::possible, {}, {}, {}};
}

Judgement krb5_no_ticket(const Seen& seen) {
    if (!seen.krb5)
        return {};
    if (errnum_of(seen) == EKEYEXPIRED)
        return {Fit::likely, ": it has expired", {}, {}};
    std::string detail;
    std::string remedy;
    if (share_of(seen).host.find(".privatelink.") != std::string::npos) {
        detail = ": tickets are made out for the account's name without privatelink";
        remedy =
            "Mount by the account's name without privatelink in it; the name still leads to the "
            "private endpoint.";
    } else if (seen.evidence.request.credentials_file) {
        detail = ", and sec=krb5 asks for one";
        remedy =
            "To mount with the key of the credentials file, leave sec=krb5 out; else get a ticket "
            "with kinit.";
    }
    return {Fit::likely, std::move(detail), {}, std::move(remedy)};
}

Judgement krb5_refused(const Seen& seen) {
    if (!seen.krb5)
        return {};
    if (const auto line = seen.words.line_with("STATUS_TIME_DIFFERENCE_AT_DC"); !line.empty())
        return {Fit::sure, ": its clock and ours differ too much", std::string{line},
                "Set the clock of this machine (chronyc tracking shows how far it is off)."};
    return {errnum_of(seen) == EACCES ? Fit::likely : Fit::no, {}, {}, {}};
}

}  // namespace azfiles::judges
