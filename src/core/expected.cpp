#include "core/expected.h"

#include "base/text.h"
#include "core/mount_unit.h"
#include "core/options.h"
#include "core/status.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace azfiles {
namespace {

constexpr std::string_view mount_suffix = ".mount";
constexpr std::string_view automount_suffix = ".automount";

/// What an fstab line says about when it is mounted.
struct When {
    bool at_boot = true;
    bool on_demand = false;
};

When when_of(const std::string& options) {
    When when;
    const auto add = [&when](std::string_view option) {
        if (option == "noauto" || option == "auto")
            when.at_boot = option == "auto";
        if (option == "x-systemd.automount" || option == "comment=systemd.automount")
            when.on_demand = true;
    };
    if (const auto split = split_options(options)) {
        for (const auto& option : *split)
            add(option.value ? fmt::format("{}={}", option.name, *option.value) : option.name);
        return when;
    }
    // Faulty options do not make a line another's business.
    for (const auto option : words(options, ","))
        add(option);
    return when;
}

std::string place_of(const FstabEntry& entry) {
    return fmt::format("/etc/fstab line {}", entry.line);
}

/// A mount as the last word on it says.
struct Mount {
    MountUnit unit;
    std::string origin;
};

class Promises {
public:
    Promises(const Fstab& fstab, const UnitFiles& files) : fstab_{fstab}, files_{files} {
        for (const auto& entry : fstab_.entries)
            units_of_fstab_.push_back(unit_name_of(entry.mountpoint, mount_suffix).value_or(""));
    }

    Expected all() {
        result_.unknown = files_.unread;
        for (const auto& problem : fstab_.problems)
            if (is_share(problem.type, problem.source))
                add_unknown(
                    fmt::format("/etc/fstab line {} {}", problem.line, to_string(problem.fault)));
        for (const auto& entry : fstab_.entries)
            add_entry(entry);
        for (const auto& name : files_.enabled)
            add_unit(name);
        return std::move(result_);
    }

private:
    const UnitFile* find_unit(std::string_view name) const {
        const auto at = std::ranges::find(files_.units, name, &UnitFile::name);
        return at == files_.units.end() ? nullptr : &*at;
    }

    const FstabEntry* find_entry(std::string_view unit) const {
        const auto at = std::ranges::find(units_of_fstab_, unit);
        return at == units_of_fstab_.end()
                   ? nullptr
                   : &fstab_.entries[static_cast<std::size_t>(at - units_of_fstab_.begin())];
    }

    bool is_masked(std::string_view name) const {
        const auto* file = find_unit(name);
        return file != nullptr && file->masked;
    }

    /// An automount unit that is started at boot.
    bool is_automounted(std::string_view automount) const {
        const auto* file = find_unit(automount);
        return file != nullptr && !file->masked &&
               std::ranges::find(files_.enabled, automount) != files_.enabled.end();
    }

    void add_unknown(std::string sentence) {
        if (std::ranges::find(result_.unknown, sentence) == result_.unknown.end())
            result_.unknown.push_back(std::move(sentence));
    }

    std::optional<Mount> mount_of_file(const UnitFile& file) {
        if (file.masked)
            return std::nullopt;
        if (!file.text) {
            add_unknown(fmt::format("{} could not be read", file.path));
            return std::nullopt;
        }
        return Mount{read_mount_unit(*file.text), file.path};
    }

    std::optional<Mount> with_drop_ins(std::optional<Mount> mount, std::string_view name) {
        for (const auto& file : files_.drop_ins) {
            if (!mount || file.name != name || file.masked)
                continue;
            if (file.text)
                mount->unit = read_mount_unit(*file.text, mount->unit);
            else
                add_unknown(fmt::format("{} could not be read", file.path));
        }
        return mount;
    }

    /// What counts of a unit's file and the fstab entry of the same mount point.
    std::optional<Mount> find_mount(const std::string& name, const FstabEntry* entry) {
        const auto* file = find_unit(name);
        if (file != nullptr && (file->before_fstab || entry == nullptr))
            return with_drop_ins(mount_of_file(*file), name);
        if (entry == nullptr)
            return std::nullopt;
        MountUnit unit;
        unit.what.text = entry->source;
        unit.where.text = entry->mountpoint;
        unit.type.text = entry->type;
        return with_drop_ins(Mount{unit, place_of(*entry)}, name);
    }

    void add_entry(const FstabEntry& entry) {
        const auto when = when_of(entry.options);
        if (!when.at_boot && !when.on_demand)
            return;
        if (!entry.mountpoint.starts_with('/')) {
            if (is_share(entry.type, entry.source))
                add_unknown(
                    fmt::format("{} has no absolute path for a mount point", place_of(entry)));
            return;
        }
        const auto name = unit_name_of(entry.mountpoint, mount_suffix).value_or("");
        const auto automount = unit_name_of(entry.mountpoint, automount_suffix).value_or("");
        if (when.on_demand && is_masked(automount))
            return;
        if (const auto mount = find_mount(name, &entry))
            add(*mount, entry.mountpoint, name, when.on_demand || is_automounted(automount));
    }

    void add_unit(std::string_view name) {
        const auto stem = name.substr(0, name.rfind('.'));
        const bool on_demand = is_automounted(fmt::format("{}{}", stem, automount_suffix));
        if (name.ends_with(automount_suffix) && !on_demand)
            return;
        const auto unit = fmt::format("{}{}", stem, mount_suffix);
        const auto path = path_of_unit(name);
        if (const auto mount = path ? find_mount(unit, find_entry(unit)) : std::nullopt)
            add(*mount, *path, unit, on_demand);
    }

    void add(const Mount& mount, const std::string& mountpoint, const std::string& name,
             bool on_demand) {
        const auto& what = mount.unit.what;
        const auto& where = mount.unit.where;
        const auto& type = mount.unit.type;
        if (!is_share(type.text, what.text) && !type.has_specifier)
            return;
        if (what.has_specifier || type.has_specifier) {
            add_unknown(
                fmt::format("{} has a specifier (%) that only systemd can fill in", mount.origin));
            return;
        }
        // systemd refuses a unit whose Where= is not the path of its name; where its
        // author wants the share is there all the same.
        const bool elsewhere = where.text.starts_with('/') && !where.has_specifier;
        const auto path = as_mountpoint(elsewhere ? where.text : mountpoint, "");
        ExpectedShare share{what.text, path, path, mount.origin, name, on_demand};
        // A unit that is enabled twice, or stands in fstab too, is one promise.
        const auto same = [&share](const ExpectedShare& known) {
            return known.mountpoint == share.mountpoint && known.source == share.source;
        };
        if (std::ranges::none_of(result_.shares, same))
            result_.shares.push_back(std::move(share));
    }

    const Fstab& fstab_;
    const UnitFiles& files_;
    std::vector<std::string> units_of_fstab_;  ///< of each entry; empty: it has no such name
    Expected result_;
};

}  // namespace

bool is_share(std::string_view type, std::string_view source) {
    constexpr std::array<std::string_view, 3> types = {"azfiles", "cifs", "smb3"};
    if (type.empty() || type == "auto")
        return source.starts_with("//");
    return std::ranges::find(types, type) != types.end();
}

Expected expected_shares(const Fstab& fstab, const UnitFiles& files) {
    return Promises{fstab, files}.all();
}

}  // namespace azfiles
