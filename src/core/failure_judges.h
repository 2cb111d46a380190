#pragma once

#include "core/failure_rules.h"

/// One function a cause: how well the evidence fits it.
namespace azfiles::judges {

Judgement access_denied(const Seen& seen);
Judgement account_disabled(const Seen& seen);
Judgement channel_ended_session(const Seen& seen);
Judgement cipher_not_accepted(const Seen& seen);
Judgement crypto_missing(const Seen& seen);
Judgement directory_not_found(const Seen& seen);
Judgement fips(const Seen& seen);
Judgement kernel_bug(const Seen& seen);
Judgement krb5_no_ticket(const Seen& seen);
Judgement krb5_no_upcall(const Seen& seen);
Judgement krb5_refused(const Seen& seen);
Judgement logon_failure(const Seen& seen);
Judgement mount_timeout(const Seen& seen);
Judgement no_cifs_module(const Seen& seen);
Judgement not_permitted(const Seen& seen);
Judgement ntlmv1_refused(const Seen& seen);
Judgement option_unknown(const Seen& seen);
Judgement option_value(const Seen& seen);
Judgement port_445_blocked(const Seen& seen);
Judgement public_address(const Seen& seen);
Judgement refused(const Seen& seen);
Judgement server_busy(const Seen& seen);
Judgement share_not_found(const Seen& seen);
Judgement smb_version_refused(const Seen& seen);
Judgement stale_address_given(const Seen& seen);
Judgement unreachable(const Seen& seen);

/// The kernel took a piece of a value for an option. It must not be repeated: it
/// may be the tail of a password.
bool shows_piece_of_value(const Seen& seen);

}  // namespace azfiles::judges
