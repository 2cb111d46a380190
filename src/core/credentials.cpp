#include "core/credentials.h"

#include "base/quote.h"
#include "base/text.h"
#include "core/credential_faults.h"
#include "core/redact.h"

namespace azfiles {
namespace {

/// A key in the name of the file is not shown either.
Error refused(const CredentialFault& fault, std::string_view file) {
    const auto name = quote(redacted(file));
    const auto place = fault.line == 0 ? name : fmt::format("{} line {}", name, fault.line);
    return make_error(ErrorKind::system, "{} {}", place, fault.what)
        .advise(fault.remedy)
        .named(fault.id);
}

void take(const CredentialLine& line, Credentials& into) {
    switch (line.key) {
        case CredentialKey::username:
            into.username = line.value;
            break;
        case CredentialKey::domain:
            into.domain = line.value;
            break;
        case CredentialKey::password:
            into.password = Secret{line.value};
            break;
        case CredentialKey::password2:
            into.password2 = Secret{line.value};
            break;
        case CredentialKey::other:
            break;
    }
}

}  // namespace

Result<Credentials> parse_credentials(std::string_view text, std::string_view file,
                                      bool storage_key) {
    const auto faults = credential_faults(text, storage_key);
    if (!faults.empty())
        return refused(faults.front(), file);
    Credentials credentials;
    while (!text.empty()) {
        const auto [line, rest] = cut(text, '\n');
        take(credential_line(line), credentials);
        text = rest;
    }
    return credentials;
}

}  // namespace azfiles
