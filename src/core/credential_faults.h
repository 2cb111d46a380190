#pragma once

#include "base/secret_memory.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// What a line of a credentials file is about.
enum class CredentialKey { username, password, password2, domain, other };

/// A line as mount.cifs takes it apart: the key by its beginning, without case and
/// blanks round it; the value is everything behind the first "=". A line without "="
/// is `other`.
struct CredentialLine {
    CredentialKey key = CredentialKey::other;
    std::size_t value_at = 0;  ///< where in the line its value begins
    std::string_view value;
};
CredentialLine credential_line(std::string_view line);

/// Something for which a credentials file is refused. Nothing in it is of the file.
struct CredentialFault {
    std::size_t line = 0;  ///< from 1; 0: of the whole file
    std::size_t byte = 0;  ///< of the line, from 1; 0: of the whole line
    std::string_view id;   ///< of the finding
    std::string what;      ///< "ends with a carriage return (byte 97)"
    std::string_view remedy;

    bool operator==(const CredentialFault&) const = default;
};

/// More than these are not listed.
inline constexpr std::size_t credential_fault_limit = 100;

/// All that parse_credentials() refuses `text` for, in the order of lines; empty exactly
/// where it succeeds. What stands on a line besides bytes that no editor shows is judged
/// as if they were not there.
std::vector<CredentialFault> credential_faults(std::string_view text, bool storage_key);

/// What makes `value` no storage account key, and at which of its bytes (from 1; 0: as a
/// whole), or nothing.
struct KeyFault {
    std::string what;
    std::size_t byte = 0;
};
std::optional<KeyFault> storage_key_fault(std::string_view value);

/// The line without the bytes that no editor shows: byte-order mark, carriage return,
/// blanks of no width, control characters. `into` may be wiped afterwards.
void append_visible(std::string_view line, SecretBuffer& into);

}  // namespace azfiles
