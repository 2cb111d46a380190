#include "sys/unit_files.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace azfiles {
namespace {

constexpr std::size_t folder_limit = 16384;
constexpr std::size_t text_limit = std::size_t{256} << 10;

struct Folder {
    std::string_view path;
    bool before_fstab;  ///< systemd.unit(5): fstab's generator comes between run and usr
};

constexpr std::array folders = {
    Folder{"etc/systemd/system", true},
    Folder{"run/systemd/system", true},
    Folder{"usr/local/lib/systemd/system", false},
    Folder{"usr/lib/systemd/system", false},
    Folder{"lib/systemd/system", false},
};

bool is_unit(std::string_view name) {
    return name.ends_with(".mount") || name.ends_with(".automount");
}

bool is_absent(const Error& error) {
    return error.errnum == ENOENT || error.errnum == ENOTDIR;
}

class Gatherer {
public:
    explicit Gatherer(const Root& root) : root_{root} {}

    UnitFiles all() {
        const bool is_merged = static_cast<bool>(root_.link_target("lib"));
        for (const auto& folder : folders)
            if (!is_merged || !folder.path.starts_with("lib/"))
                add_folder(folder);
        // Over all folders by name, as they are read: 10-a.conf before 20-b.conf.
        std::ranges::stable_sort(found_.drop_ins, {}, file_name);
        std::ranges::sort(found_.enabled);
        found_.enabled.erase(std::unique(found_.enabled.begin(), found_.enabled.end()),
                             found_.enabled.end());
        return std::move(found_);
    }

private:
    static std::string_view file_name(const UnitFile& file) {
        return std::string_view{file.path}.substr(file.path.rfind('/') + 1);
    }

    std::vector<std::string> list(const std::string& folder) {
        auto names = root_.list(folder.c_str(), folder_limit);
        if (names)
            return *std::move(names);
        if (!is_absent(names.error()))
            found_.unread.push_back(fmt::format("{} could not be listed", "/" + folder));
        return {};
    }

    void add_folder(const Folder& folder) {
        for (const auto& name : list(std::string{folder.path})) {
            const auto path = fmt::format("{}/{}", folder.path, name);
            if (is_unit(name))
                read(path, name, folder.before_fstab, found_.units);
            else if (name.ends_with(".wants") || name.ends_with(".requires"))
                add_links(path);
            else if (name.ends_with(".mount.d"))
                add_drop_ins(path, name.substr(0, name.size() - 2), folder.before_fstab);
        }
    }

    /// A link to /dev/null takes the dependency away.
    void add_links(const std::string& folder) {
        for (const auto& name : list(folder)) {
            const auto target = root_.link_target(fmt::format("{}/{}", folder, name).c_str());
            if (is_unit(name) && (!target || *target != "/dev/null"))
                found_.enabled.push_back(name);
        }
    }

    void add_drop_ins(const std::string& folder, const std::string& unit, bool before_fstab) {
        for (const auto& name : list(folder)) {
            const auto hides = [&name, &unit](const UnitFile& known) {
                return known.name == unit && file_name(known) == name;
            };
            if (name.ends_with(".conf") && std::ranges::none_of(found_.drop_ins, hides))
                read(fmt::format("{}/{}", folder, name), unit, before_fstab, found_.drop_ins);
        }
    }

    void read(const std::string& path, const std::string& name, bool before_fstab,
              std::vector<UnitFile>& files) {
        if (found_.units.size() + found_.drop_ins.size() >= unit_file_limit) {
            const std::string_view sentence = "there are more mount units than are read";
            if (std::ranges::find(found_.unread, sentence) == found_.unread.end())
                found_.unread.emplace_back(sentence);
            return;
        }
        UnitFile file{"/" + path, name, std::nullopt, false, before_fstab};
        const auto target = root_.link_target(path.c_str());
        auto text = root_.read(path.c_str(), text_limit);
        if (target && *target == "/dev/null")
            file.masked = true;
        else if (!text && is_absent(text.error()))
            return;  // a link to what was taken away
        else if (text) {
            file.masked = text->empty();
            file.text = *std::move(text);
        }
        files.push_back(std::move(file));
    }

    const Root& root_;
    UnitFiles found_;
};

/// The path as its names, the first one last, so that links can be put in front.
std::vector<std::string> names_of(std::string_view path) {
    std::vector<std::string> names;
    for (const auto name : words(path, "/"))
        if (name != ".")
            names.emplace_back(name);
    std::ranges::reverse(names);
    return names;
}

}  // namespace

UnitFiles unit_files(const Root& root) {
    return Gatherer{root}.all();
}

bool is_local(const MountEntry& entry) {
    constexpr std::array<std::string_view, 14> types = {
        "bcachefs", "btrfs", "erofs",  "ext2",     "ext3",  "ext4", "f2fs",
        "overlay",  "ramfs", "rootfs", "squashfs", "tmpfs", "xfs",  "zfs"};
    return std::ranges::find(types, entry.type) != types.end();
}

std::string with_links_followed(const Root& root, const std::string& path,
                                const std::vector<MountEntry>& mounts) {
    constexpr int most_links = 40;  // the kernel's own limit, path_resolution(7)
    std::string done;
    auto rest = names_of(path);
    int links = 0;
    while (!rest.empty()) {
        const auto name = std::move(rest.back());
        rest.pop_back();
        if (name == "..") {
            done.resize(std::min(done.rfind('/'), done.size()));
            continue;
        }
        const auto next = done + "/" + name;
        const auto* mount = mount_at(mounts, next);
        if (mount != nullptr && mount->mountpoint == next) {
            done = next;  // a mount point is no link
            continue;
        }
        if (mount != nullptr && !is_local(*mount))
            return path;
        const auto target = root.link_target(next.c_str());
        if (!target) {
            done = next;
            continue;
        }
        if (++links > most_links)
            return path;
        if (target->starts_with('/'))
            done.clear();
        for (auto& part : names_of(*target))
            rest.push_back(std::move(part));
    }
    return done.empty() ? "/" : done;
}

}  // namespace azfiles
