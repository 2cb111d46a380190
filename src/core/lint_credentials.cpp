// credentials= of an entry.

#include "base/quote.h"
#include "core/credential_check.h"
#include "core/lint_entry.h"
#include "core/redact.h"

#include <fmt/format.h>

#include <algorithm>

namespace azfiles::linting {
namespace {

bool needs_password(const Entry& entry) {
    const auto sec = entry.value("sec").value_or("");
    return !entry.has("guest") && sec != "none" && !sec.starts_with("krb5");
}

void lint_file(const SeenFile& file, Sink& sink) {
    const auto name = quote(redacted(file.path));
    if (file.absent) {
        sink.add("credentials-unreadable", "The credentials file does not exist", name).remedy =
            "Create it with the lines username= and password=, mode 0600.";
        return;
    }
    if (!file.rights) {
        sink.not_seen("credentials-unreadable",
                      "Who may read the credentials file could not be seen", name);
        return;
    }
    // Who mounts at boot is root.
    for (const auto& each : check_credential_rights(*file.rights, file.path, 0)) {
        auto& finding = sink.add(each.finding.id, each.finding.message, name);
        finding.severity = each.finding.severity;
        finding.remedy = each.finding.remedy;
    }
}

}  // namespace

std::optional<std::string> credentials_path(const Entry& entry) {
    std::optional<std::string> path;
    for (const auto& option : entry.split)
        if (option.name == "credentials" || option.name == "cred")
            path = option.value.value_or("");
    return path;
}

void lint_credentials(const Entry& entry, const LintMachine& machine, Sink& sink) {
    const auto path = credentials_path(entry);
    if (!path || path->empty()) {
        if (!needs_password(entry) || entry.secretive)
            return;
        auto& finding =
            sink.add("credentials-none", "No credentials= is given, so that nobody can log on");
        finding.remedy = "Put user and key into a file of mode 0600 and add credentials=FILE.";
        // mount.cifs asks at a terminal, which nobody sees at boot.
        if (!entry.is_azfiles() && !entry.is_automatic())
            finding.severity = Severity::warning;
        return;
    }
    if (names_a_key(*path))
        sink.add("credentials-path");
    if (!path->starts_with('/')) {
        sink.add("credentials-unreadable",
                 "credentials= is no absolute path, and there is no folder to start from at boot")
            .remedy = "Write the whole path, as /etc/azfiles/ACCOUNT.cred.";
        return;
    }
    const auto at = std::ranges::find(machine.files, *path, &SeenFile::path);
    if (at != machine.files.end())
        lint_file(*at, sink);
}

}  // namespace azfiles::linting
