#pragma once

#include "base/result.h"
#include "base/secret.h"

#include <optional>
#include <string>
#include <string_view>

namespace azfiles {

/// User and password of one mount. Moves, never copies.
struct Credentials {
    std::optional<std::string> username;
    std::optional<std::string> domain;
    Secret password;
    Secret password2;
};

/// Reads mount.cifs's format: lines "username=", "password=", "password2=",
/// "domain=", each key also by its beginning as mount.cifs takes it ("user",
/// "pass", "dom"), without case; blanks before a key are skipped. A value is
/// everything after the first "=". Other lines are ignored, as there.
///
/// What mount.cifs takes in silence and the server then refuses is an error
/// that names `file`, line and byte and never the value: a byte-order mark, a
/// carriage return, a character that no password field shows, a second line of
/// one kind, a blank or quote round a user or domain, or round a password where
/// `storage_key` is true. `storage_key`: the password must be a storage account key, 88 characters
/// of base64. Each error has the id of a finding, credentials-….
Result<Credentials> parse_credentials(std::string_view text, std::string_view file,
                                      bool storage_key);

}  // namespace azfiles
