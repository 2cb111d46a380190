#include "app/machine_files.h"

#include "base/child.h"
#include "base/quote.h"
#include "base/text.h"
#include "core/bundle_select.h"
#include "core/mountinfo.h"
#include "sys/debugdata_file.h"
#include "sys/host_facts.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <utility>

namespace azfiles {
namespace {

constexpr std::array plain_files = {
    "etc/hostname",
    "proc/filesystems",
    "proc/fs/cifs/Stats",
    "proc/fs/cifs/mount_params",
    "proc/sys/crypto/fips_enabled",
    "proc/sys/kernel/hostname",
    "proc/sys/kernel/osrelease",
};

constexpr std::size_t parameter_limit = 64;

/// The name by which a file is known in a report: without "/" in front.
std::string key_of(std::string_view path) {
    while (consume(path, "/"))
        continue;
    return std::string{path};
}

class Collector {
public:
    explicit Collector(const Root& root) : root_{root} {}

    MachineFiles collect() && {
        for (const char* path : plain_files)
            keep(path, root_.read(path));
        mounts();
        debugdata();
        parameters();
        kernel();
        distribution();
        support_data();
        return std::move(found_);
    }

private:
    void keep(std::string_view path, Result<std::string> text) {
        if (text && path.size() <= tar_name_limit)
            found_.files[key_of(path)] = *std::move(text);
        else if (text)
            found_.unread.push_back(fmt::format("{}: its name is too long", printable(path)));
        else if (text.error().errnum != ENOENT && text.error().errnum != ENOTDIR)
            found_.unread.push_back(
                fmt::format("{}: {}", printable(path), errno_text(text.error().errnum)));
    }

    /// A file of which `select` keeps some lines.
    template <class Select>
    void keep_of(const char* path, std::size_t limit, const Select& select) {
        auto text = root_.read(path, limit);
        if (text)
            text = select(*text);
        keep(path, std::move(text));
    }

    void mounts() {
        constexpr std::size_t limit = std::size_t{64} << 20;
        keep_of("etc/fstab", limit, [](std::string_view text) { return shares_of_fstab(text); });
        const auto& fstab = found_.files["etc/fstab"];
        keep_of("proc/self/mountinfo", limit,
                [&fstab](std::string_view text) { return mounts_of_shares(text, fstab); });
        if (fstab.empty())
            found_.files.erase("etc/fstab");
        const auto seen = found_.files.find("proc/self/mountinfo");
        if (seen == found_.files.end())
            return;
        for (const auto& entry : parse_mountinfo(seen->second))
            if (is_cifs(entry)) {
                const auto path = fmt::format("run/azfiles/{}", entry.id);
                keep(path, root_.read(path.c_str()));
            }
    }

    void debugdata() {
        auto text = read_debugdata(root_);
        found_.debugdata_unreadable = !text && text.error().errnum != ENOENT;
        found_.debugdata_killed = !text && text.error().errnum == errnum_child_died;
        keep("proc/fs/cifs/DebugData", std::move(text));
    }

    void parameters() {
        const std::string folder = "sys/module/cifs/parameters";
        const auto names = root_.list(folder.c_str(), parameter_limit);
        if (!names)
            return keep(folder, names.error());
        for (const auto& name : *names) {
            const auto path = fmt::format("{}/{}", folder, name);
            keep(path, root_.read(path.c_str()));
        }
    }

    void kernel() {
        keep_of("proc/modules", Root::file_limit, modules_of_client);
        keep_of("proc/version", Root::file_limit, without_builder);
        // The tag of another machine may be its number in somebody's inventory.
        const char* tag = "sys/class/dmi/id/chassis_asset_tag";
        const auto is_azure = is_azure_vm(root_);
        if (is_azure)
            keep(tag, *is_azure ? root_.read(tag) : std::string{"(not that of Azure)\n"});
    }

    void distribution() {
        keep("etc/os-release", os_release_text(root_));
        // Its contents are secret.
        const char* aks = "etc/kubernetes/azure.json";
        const auto is_there = root_.exists(aks);
        if (!is_there)
            keep(aks, is_there.error());
        else if (*is_there)
            found_.files[aks].clear();
        // One mark stands for all of them; what is in it is left out.
        if (in_container(root_) == true)
            found_.files["run/.containerenv"].clear();
    }

    void support_data() {
        const auto support = support_texts(root_);
        for (const auto& file : support.texts)
            keep(file.path, without_comments(file.text));
        for (const auto& error : support.unread)
            found_.unread.push_back(error.message);
    }

    const Root& root_;
    MachineFiles found_;
};

}  // namespace

MachineFiles collect_files(const Root& root) {
    return Collector{root}.collect();
}

}  // namespace azfiles
