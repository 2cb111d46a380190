#pragma once

#include "base/secret.h"
#include "core/credential_check.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// What was done to one line; nothing in it is of the file.
struct CredentialChange {
    std::size_t line = 0;  ///< from 1, in the file as it was
    std::string what;      ///< "took away 2 bytes that no editor shows"

    bool operator==(const CredentialChange&) const = default;
};

struct CredentialFix {
    Secret text;
    std::vector<CredentialChange> changes;
};

/// `text` without what can be put right without knowing what was meant: bytes that no
/// editor shows; blanks and quotes round a user, a domain, and a password that must be or
/// looks like a storage account key; a second line that says the same; an empty line
/// username=, domain= or password2=. Everything else stays byte for byte. Another fix of
/// what comes out changes nothing.
CredentialFix fixed_credentials(std::string_view text, KeyExpected expected);

}  // namespace azfiles
