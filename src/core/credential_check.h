#pragma once

#include "base/secret.h"
#include "core/file_rights.h"
#include "core/placed_finding.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// A credentials file as it was seen.
struct CredentialFile {
    struct Folder {
        std::string path;
        std::optional<FileRights> rights;  ///< nothing: could not be seen
    };

    std::string path;  ///< absolute, with its links followed
    std::optional<FileRights> rights;
    std::vector<Folder> folders;  ///< on the way to it, "/" first
    std::optional<Secret> text;   ///< nothing: could not be read
    /// Why there are no rights or no text, in the system's words; `absent`: there is no
    /// such file.
    std::string why;
    bool absent = false;
    bool unusable = false;  ///< nobody will ever read it: too large, or links without end
    unsigned reader = 0;    ///< the user who looked
};

/// Whether the password has to be a storage account key.
enum class KeyExpected {
    yes,
    /// It is not known. What looks like a key is judged as one, and its faults are
    /// warnings: another server's password may look so.
    unknown,
};

/// Everything that is wrong with `file`, never with a part of what is in it. The text has
/// an error exactly where parse_credentials(), told the same of the key, refuses it.
std::vector<PlacedFinding> check_credentials(const CredentialFile& file, KeyExpected expected);

/// The same of a text alone; `name` is what the file is called.
std::vector<PlacedFinding> check_credential_text(std::string_view text, std::string_view name,
                                                 KeyExpected expected);

/// The same of the rights to a file alone. Needs no look into it.
std::vector<PlacedFinding> check_credential_rights(const FileRights& rights, std::string_view name,
                                                   unsigned reader);

/// A storage account key seems to stand in the path itself, where all can see it.
bool names_a_key(std::string_view path);

/// Base64 or nearly so, and about as long as a key, apart from blanks and quotes round it.
bool looks_like_key(std::string_view value);

}  // namespace azfiles
