#include "core/credential_check.h"

#include "base/text.h"
#include "core/credential_faults.h"
#include "core/redact.h"

#include <fmt/format.h>

#include <algorithm>

namespace azfiles {
namespace {

constexpr unsigned others_write = 0022;
constexpr unsigned others_read = 0044;
constexpr unsigned sticky = 01000;
constexpr std::size_t shortest_key = 80;  // as core/redact

bool is_base64(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
           c == '/' || c == '=';
}

/// Collects what is said of one file.
class Findings {
public:
    explicit Findings(std::string_view name) : name_{redacted(name)} {}

    PlacedFinding& add(std::string_view id, std::string_view message, std::string_view remedy) {
        auto& added = all_.emplace_back();
        added.finding = make_finding(id, message, "");
        if (!remedy.empty())
            added.finding.remedy = remedy;
        added.file = name_;
        return added;
    }

    PlacedFinding& warn(std::string_view id, std::string_view message, std::string_view remedy) {
        auto& added = add(id, message, remedy);
        added.finding.severity = Severity::warning;
        return added;
    }

    void append(std::vector<PlacedFinding> more) {
        std::ranges::move(more, std::back_inserter(all_));
    }

    std::vector<PlacedFinding> take() && {
        // Of one file the lines come in order, what goes for the whole file first.
        std::ranges::stable_sort(all_, {}, &PlacedFinding::line);
        return std::move(all_);
    }

private:
    std::string name_;
    std::vector<PlacedFinding> all_;
};

/// What parse_credentials() lets pass and a person should know.
class LineJudge {
public:
    LineJudge(Findings& findings, KeyExpected expected)
        : findings_{findings}, expected_{expected} {}

    void judge(std::string_view line, std::size_t number) {
        number_ = number;
        SecretBuffer bytes;
        append_visible(line, bytes);
        const Secret visible{std::move(bytes)};
        const auto parts = credential_line(visible.reveal());
        switch (parts.key) {
            case CredentialKey::username:
                has_user_ = true;
                break;
            case CredentialKey::password:
            case CredentialKey::password2:
                judge_password(parts.value);
                break;
            case CredentialKey::domain:
                break;
            case CredentialKey::other:
                judge_other(trimmed(visible.reveal()));
                break;
        }
    }

    void finish() {
        if (!has_user_)
            findings_.warn("credentials-incomplete", "The file has no line username=",
                           "Write username=ACCOUNT into it: mount.azfiles takes the account from "
                           "the name of an Azure host, and mount.cifs logs on as root.");
    }

private:
    void judge_password(std::string_view value) {
        if (expected_ == KeyExpected::yes || value.empty())
            return;
        if (looks_like_key(value)) {
            if (const auto fault = storage_key_fault(value))
                warn("credentials-key", fmt::format("The line {}", fault->what),
                     "If it is the key of a storage account, copy it again, all 88 characters, and "
                     "nothing round it.");
        } else if (value != trimmed(value) || value.front() == '"' || value.front() == '\'') {
            warn("credentials-key", "The line has a blank or a quote round the password",
                 "Take it away unless it belongs to the password: what stands after = is taken as "
                 "it is.");
        }
    }

    void judge_other(std::string_view line) {
        if (line.empty() || line.starts_with('#') || line.starts_with(';'))
            return;
        if (looks_like_key(line))
            warn("credentials-line", "The line is a key without a name, and is ignored",
                 "Write password= before it.");
        else
            warn(
                "credentials-line", "The line gives no user, password or domain, and is ignored",
                "Write username=, password= or domain= before its value, put a # before a comment, "
                "or leave it out.");
    }

    void warn(std::string_view id, std::string_view message, std::string_view remedy) {
        if (++said_ <= credential_fault_limit)
            findings_.warn(id, message, remedy).line = number_;
    }

    Findings& findings_;
    KeyExpected expected_;
    std::size_t number_ = 0;
    std::size_t said_ = 0;
    bool has_user_ = false;
};

void judge_folder(const CredentialFile::Folder& folder, unsigned reader, Findings& findings) {
    if (!folder.rights)
        return;
    const auto& rights = *folder.rights;
    const auto name = redacted(folder.path);
    const bool shared = (rights.mode & others_write) != 0 && (rights.mode & sticky) == 0;
    if (shared)
        findings.warn(
            "credentials-unsafe",
            fmt::format("Others may put another file in its place: the folder {} has mode "
                        "{:04o}",
                        name, rights.mode),
            "Take that right away (chmod go-w), or keep the file in /etc/azfiles.");
    else if (rights.uid != 0 && rights.uid != reader)
        findings.warn("credentials-unsafe",
                      fmt::format("User {} may put another file in its place: the folder {} is "
                                  "that user's",
                                  rights.uid, name),
                      "Keep the file in a folder of root's, as /etc/azfiles.");
}

void judge_unseen(const CredentialFile& file, Findings& findings) {
    if (file.absent) {
        findings.add("credentials-unreadable", "There is no such file",
                     "Create it with the lines username= and password=, mode 0600.");
        return;
    }
    if (file.unusable) {
        findings.add("credentials-unreadable", fmt::format("The file can't be read: {}", file.why),
                     "Write a file of a few lines, username= and password=, mode 0600.");
        return;
    }
    auto& said = findings.warn("credentials-unreadable",
                               fmt::format("The file could not be read: {}", file.why),
                               "Look again as root, or as the file's owner.");
    said.not_seen = true;
}

}  // namespace

bool names_a_key(std::string_view path) {
    while (!path.empty()) {
        std::size_t run = 0;
        while (run < path.size() && is_base64(path[run]))
            ++run;
        const auto piece = path.substr(0, run);
        // A path of long plain names is no key, though its slashes are base64.
        const auto parts = words(piece, "/");
        const bool is_long = std::ranges::any_of(
            parts, [](std::string_view part) { return part.size() >= shortest_key; });
        if (run >= shortest_key && (is_long || piece.find_first_of("=+") != piece.npos))
            return true;
        path.remove_prefix(std::min(path.size(), run + 1));
    }
    return false;
}

bool looks_like_key(std::string_view value) {
    constexpr std::size_t shortest = 40;  // half a key
    constexpr std::size_t longest = 100;
    value = trimmed(value, " \t\r\n\"'");
    const auto odd = std::ranges::count_if(value, [](char c) { return !is_base64(c); });
    if (value.size() < shortest || value.size() > longest)
        return false;
    return odd == 0 || (odd <= 2 && value.size() >= shortest_key);
}

std::vector<PlacedFinding> check_credential_text(std::string_view text, std::string_view name,
                                                 KeyExpected expected) {
    Findings findings{name};
    const auto faults = credential_faults(text, expected == KeyExpected::yes);
    for (const auto& fault : faults) {
        auto& added = findings.add(
            fault.id, fmt::format("{} {}", fault.line == 0 ? "The file" : "The line", fault.what),
            fault.remedy);
        added.line = fault.line;
        added.byte = fault.byte;
    }
    LineJudge judge{findings, expected};
    if (trimmed(text).empty())
        return std::move(findings).take();
    for (std::size_t number = 1; !text.empty(); ++number) {
        const auto [line, rest] = cut(text, '\n');
        judge.judge(line, number);
        text = rest;
    }
    judge.finish();
    return std::move(findings).take();
}

std::vector<PlacedFinding> check_credential_rights(const FileRights& rights, std::string_view name,
                                                   unsigned reader) {
    Findings findings{name};
    if (!rights.is_file)
        findings.add("credentials-unreadable", "It is not a regular file", "Name a file.");
    else if ((rights.mode & others_write) != 0)
        findings.add("credentials-unsafe",
                     fmt::format("Others may write the file (mode {:04o})", rights.mode),
                     "Take that away: chmod 0600.");
    else if ((rights.mode & others_read) != 0)
        findings.warn(
            "credentials-readable",
            fmt::format("Others may read the file (mode {:04o})", rights.mode),
            "Take that away: chmod 0600; then rotate the key if others use this machine.");
    if (rights.is_file && rights.uid != 0 && rights.uid != reader)
        findings.warn("credentials-unsafe",
                      fmt::format("The file belongs to user {}, who may change it", rights.uid),
                      "Give it to root: chown root:root.");
    return std::move(findings).take();
}

std::vector<PlacedFinding> check_credentials(const CredentialFile& file, KeyExpected expected) {
    Findings findings{file.path};
    if (names_a_key(file.path))
        findings.add("credentials-path", "", "");
    if (file.rights)
        findings.append(check_credential_rights(*file.rights, file.path, file.reader));
    for (const auto& folder : file.folders)
        judge_folder(folder, file.reader, findings);
    if (file.text)
        findings.append(check_credential_text(file.text->reveal(), file.path, expected));
    else if (!file.rights || file.rights->is_file)
        judge_unseen(file, findings);
    return std::move(findings).take();
}

}  // namespace azfiles
