#include "sys/credential_file.h"

#include "base/child.h"
#include "base/text.h"
#include "sys/unit_files.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace azfiles {
namespace {

constexpr std::chrono::milliseconds answer_limit{2000};

/// Whether the file system of `path` answers: one may be dead.
Status answers(const Root& root, const std::string& path) {
    const auto asked = run_in_child(answer_limit, [&root, &path]() -> Result<std::string> {
        const auto rights = root.rights(path.c_str());
        if (!rights)
            return rights.error();
        return std::string{};
    });
    if (!asked)
        return asked.error();
    return ok;
}

bool is_absent(const Error& error) {
    return error.errnum == ENOENT || error.errnum == ENOTDIR;
}

Result<Secret> read_all(const UniqueFd& fd, const std::string& path) {
    SecretBuffer bytes(credential_file_limit + 1);
    std::size_t size = 0;
    while (size < bytes.size()) {
        const auto got = ::read(fd.get(), bytes.data() + size, bytes.size() - size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return system_error(errno, "read", path);
        if (got == 0)
            break;
        size += static_cast<std::size_t>(got);
    }
    if (size > credential_file_limit)
        return system_error(EFBIG, "read", path);
    bytes.resize(size);  // shrinks: nothing moves
    return Secret{std::move(bytes)};
}

std::string why_not(const Error& error) {
    if (error.errnum == EFBIG)
        return "it is larger than any credentials file";
    return error.errnum > 0 ? errno_text(error.errnum) : "it does not answer";
}

/// For who reads it at a mount too.
bool is_unusable(const Error& error) {
    return error.errnum == EFBIG || error.errnum == ELOOP;
}

void add_folders(const Root& root, CredentialFile& file) {
    for (auto at = file.path.find('/'); at != std::string::npos; at = file.path.find('/', at + 1)) {
        auto& folder = file.folders.emplace_back();
        folder.path = at == 0 ? "/" : file.path.substr(0, at);
        if (const auto rights = root.rights(folder.path.c_str()))
            folder.rights = *rights;
    }
}

void add_text(const Root& root, CredentialFile& file) {
    const auto fd = root.open_file(file.path.c_str());
    if (!fd) {
        file.why = why_not(fd.error());
        file.unusable = is_unusable(fd.error());
        if (const auto rights = root.rights(file.path.c_str()))
            file.rights = *rights;
        return;
    }
    const auto rights = rights_of(*fd, file.path.c_str());
    if (!rights) {
        file.why = why_not(rights.error());
        return;
    }
    file.rights = *rights;
    if (!rights->is_file)
        return;
    auto text = read_all(*fd, file.path);
    if (text)
        file.text = *std::move(text);
    else {
        file.why = why_not(text.error());
        file.unusable = is_unusable(text.error());
    }
}

}  // namespace

CredentialFile look_at_credential_file(const Root& root, const std::string& path) {
    CredentialFile file;
    file.reader = ::geteuid();
    file.path = path;
    if (const auto answer = answers(root, path); !answer && answer.error().errnum != EACCES) {
        file.absent = is_absent(answer.error());
        file.why = why_not(answer.error());
        file.unusable = is_unusable(answer.error());
        return file;
    }
    file.path = with_links_followed(root, path, {});
    add_folders(root, file);
    add_text(root, file);
    return file;
}

SeenRights credential_file_rights(const Root& root, const std::string& path) {
    if (const auto answer = answers(root, path); !answer)
        return {std::nullopt, is_absent(answer.error())};
    const auto rights = root.rights(path.c_str());
    if (!rights)
        return {std::nullopt, is_absent(rights.error())};
    return {*rights, false};
}

}  // namespace azfiles
