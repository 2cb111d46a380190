// azfiles credential check: what is wrong with a credentials file, and --fix.

#include "app/command.h"
#include "app/output.h"
#include "base/quote.h"
#include "core/credential_faults.h"
#include "core/credential_fix.h"
#include "core/finding_text.h"
#include "core/redact.h"
#include "priv/new_file.h"
#include "sys/credential_file.h"

#include <unistd.h>

#include <climits>

namespace azfiles {
namespace {

constexpr std::string_view how = "Usage: azfiles credential check FILE";

/// What --fix did.
struct Fixed {
    std::string path;  ///< of the new file; empty: none was written
    std::vector<CredentialChange> changes;
    std::string why_not;
};

Result<std::string> absolute(const std::string& path) {
    if (path.starts_with('/'))
        return path;
    char folder[PATH_MAX];
    if (::getcwd(folder, sizeof folder) == nullptr)
        return system_error(errno, "find the working directory for", path);
    return fmt::format("{}/{}", folder, path);
}

Fixed fix(const CredentialFile& file, KeyExpected expected) {
    Fixed fixed;
    if (!file.text) {
        fixed.why_not = "it could not be read";
        return fixed;
    }
    auto done = fixed_credentials(file.text->reveal(), expected);
    if (done.changes.empty()) {
        fixed.why_not = "there is nothing that can be put right without you";
        return fixed;
    }
    const bool needs_key = expected == KeyExpected::yes;
    if (!credential_faults(done.text.reveal(), needs_key).empty()) {
        fixed.why_not = "something would still be wrong with it that only you can put right";
        return fixed;
    }
    const auto path = file.path + ".fixed";
    const FileOwner owner{file.rights->uid, file.rights->gid};
    if (const auto written = write_new_file(path, done.text, owner); !written) {
        fixed.why_not = redacted(written.error().message);
        return fixed;
    }
    fixed.path = path;
    fixed.changes = std::move(done.changes);
    return fixed;
}

std::string fix_text(const Fixed& fixed) {
    if (fixed.path.empty())
        return "No corrected file was written\n" + labelled("because", fixed.why_not);
    auto out = fmt::format("{} was written\n", printable(redacted(fixed.path)));
    for (const auto& change : fixed.changes)
        out += labelled(fmt::format("line {}", change.line), change.what);
    return out + labelled("to do", "Put it in the place of the other one (mv), and check it.");
}

void add_fix(Json& json, const std::optional<Fixed>& fixed) {
    json["fixed"] = nullptr;
    if (!fixed)
        return;
    auto changes = Json::array();
    for (const auto& change : fixed->changes)
        changes.push_back({{"line", change.line}, {"what", change.what}});
    json["fixed"] = {{"file", fixed->path.empty() ? Json(nullptr) : Json(redacted(fixed->path))},
                     {"changes", std::move(changes)},
                     {"why_not", fixed->why_not.empty() ? Json(nullptr) : Json(fixed->why_not)}};
}

}  // namespace

Result<CheckCode> run_credential(const CommandLine& line, const Root& root) {
    if (line.words.size() != 2 || line.words[0] != "check")
        return make_error(ErrorKind::usage, "the word check and one file are needed").advise(how);
    if (line.fix && !line.is_this_machine())
        return make_error(ErrorKind::usage, "--fix and --root do not go together").advise(how);
    auto path = line.is_this_machine() ? absolute(line.words[1]) : Result{line.words[1]};
    if (!path)
        return std::move(path).error();
    const auto expected = line.storage_key ? KeyExpected::yes : KeyExpected::unknown;
    const auto file = look_at_credential_file(root, *path);
    const auto findings = check_credentials(file, expected);
    std::optional<Fixed> fixed;
    if (line.fix)
        fixed = fix(file, expected);
    const auto add = [&](Json& json) {
        add_placed(json, findings);
        add_fix(json, fixed);
    };
    const auto text = [&] {
        auto out = findings.empty() ? fmt::format("{}: ok\n", printable(redacted(file.path)))
                                    : to_text(findings);
        return fixed ? out + fix_text(*fixed) : out;
    };
    if (auto said = answer(line, head_of(line, root), add, text); !said)
        return std::move(said).error();
    return check_code(verdict_of(findings));
}

}  // namespace azfiles
