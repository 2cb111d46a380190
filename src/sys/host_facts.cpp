#include "sys/host_facts.h"

#include "base/text.h"

#include <sys/stat.h>
#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>

#ifndef AZFILES_DATADIR
#define AZFILES_DATADIR "/usr/share/azfiles"
#endif

namespace azfiles {
namespace {

// Debian's largest modules.dep is below 1 MiB.
constexpr std::size_t modules_limit = std::size_t{16} << 20;

// The same on every machine of Azure; cloud-init knows it by this too.
constexpr std::string_view azure_chassis_tag = "7783-7084-3265-9085-8269-3286-77";

constexpr std::array support_folders = {AZFILES_DATADIR "/support.d", "/etc/azfiles/support.d"};

/// Editors, dpkg and rpm leave such copies beside a file.
bool is_leftover(std::string_view name) {
    static constexpr std::array<std::string_view, 6> ends = {"~",        ".bak",     ".rpmnew",
                                                             ".rpmsave", ".rpmorig", ".swp"};
    return name.starts_with('.') || name.find(".dpkg-") != std::string_view::npos ||
           std::ranges::any_of(ends, [name](std::string_view end) { return name.ends_with(end); });
}

void read_folder(const Root& root, const std::string& folder, SupportTexts& found) {
    auto names = root.list(folder.c_str());
    if (!names) {
        if (names.error().errnum != ENOENT)
            found.unread.push_back(std::move(names).error());
        return;
    }
    std::erase_if(*names, is_leftover);
    for (std::size_t i = 0; i < names->size(); ++i) {
        const auto path = folder + '/' + (*names)[i];
        if (i == support_file_limit) {
            found.unread.push_back(system_error(EFBIG, "list", folder));
            return;
        }
        auto text = root.read(path.c_str());
        if (text)
            found.texts.push_back({path, *std::move(text)});
        else
            found.unread.push_back(std::move(text).error());
    }
}

/// cifs stands alone or behind a tab in a line of its own.
/// ".../cifs.ko:" of modules.dep, ".../cifs.ko" of modules.builtin, compressed
/// or not.
bool names_cifs(std::string_view modules) {
    return modules.find("/cifs.ko") != std::string_view::npos;
}

bool is_folder_name(std::string_view name) {
    return !name.empty() && name != "." && name != ".." &&
           name.find_first_of(std::string_view{"/\0", 2}) == std::string_view::npos;
}

}  // namespace

std::optional<std::uint64_t> own_net_namespace() {
    struct stat seen {};
    if (::stat("/proc/self/ns/net", &seen) != 0)
        return std::nullopt;
    return seen.st_ino;
}

std::string running_release() {
    utsname names{};
    ::uname(&names);  // fails for a bad address only
    return names.release;
}

Result<std::string> kernel_release(const Root& root) {
    const auto text = root.read("proc/sys/kernel/osrelease");
    if (!text)
        return text.error();
    return std::string{trimmed(*text)};
}

Result<std::string> os_release_text(const Root& root) {
    auto text = root.read("etc/os-release");
    if (!text && text.error().errnum == ENOENT)
        return root.read("usr/lib/os-release");
    return text;
}

Environment environment_of(const Root& root) {
    const auto aks = root.exists("etc/kubernetes/azure.json");
    if (!aks)
        return Environment::unknown;
    if (*aks)
        return Environment::aks;
    if (in_container(root) == true)
        return Environment::unknown;
    const auto etc = root.exists("etc");
    if ((etc && *etc) || is_azure_vm(root).value_or(false))
        return Environment::vm;
    return Environment::unknown;
}

std::optional<bool> in_container(const Root& root) {
    constexpr std::array marks = {".dockerenv", "run/.containerenv", "run/systemd/container",
                                  "run/secrets/kubernetes.io", "var/run/secrets/kubernetes.io"};
    bool all_seen = true;
    for (const auto* mark : marks) {
        const auto there = root.exists(mark);
        if (there && *there)
            return true;
        all_seen = all_seen && there;
    }
    return all_seen ? std::optional{false} : std::nullopt;
}

std::optional<bool> is_azure_vm(const Root& root) {
    const auto tag = root.read("sys/class/dmi/id/chassis_asset_tag");
    if (!tag)
        return std::nullopt;
    return trimmed(*tag) == azure_chassis_tag;
}

std::optional<bool> cifs_registered(const Root& root) {
    const auto filesystems = root.read("proc/filesystems");
    if (!filesystems)
        return std::nullopt;
    const auto names = words(*filesystems);
    return std::ranges::find(names, "cifs") != names.end();
}

std::optional<bool> cifs_available(const Root& root, const std::string& release) {
    if (cifs_registered(root) == true)
        return true;
    if (!is_folder_name(release))
        return std::nullopt;
    const auto folder = "lib/modules/" + release;
    const auto loadable = root.read((folder + "/modules.dep").c_str(), modules_limit);
    const auto builtin = root.read((folder + "/modules.builtin").c_str(), modules_limit);
    if ((loadable && names_cifs(*loadable)) || (builtin && names_cifs(*builtin)))
        return true;
    if (!loadable)
        return std::nullopt;
    return false;
}

SupportTexts support_texts(const Root& root) {
    SupportTexts found;
    for (const std::string folder : support_folders)
        read_folder(root, folder, found);
    return found;
}

}  // namespace azfiles
