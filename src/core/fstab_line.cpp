#include "core/fstab_line.h"

#include "base/text.h"
#include "base/wrap.h"
#include "core/endpoint.h"
#include "core/mount_unit.h"
#include "core/status.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace azfiles {
namespace {

struct Reason {
    std::string_view option;
    std::string_view why;
};

constexpr auto reasons = std::to_array<Reason>({
    {"credentials", "user and key from a file of mode 0600; fstab can be read by everybody"},
    {"_netdev", "after the network: systemd does not know that type azfiles needs one"},
    {"nofail", "the machine comes up without the server too"},
    {"x-systemd.automount", "mounted at the first access, and again after an outage"},
    {"x-systemd.mount-timeout", "a boot does not wait longer than this for a silent server"},
});

/// Only fstab's generator reads them.
constexpr std::string_view timeout = "60";

/// The escapes of fstab(5).
std::string fstab_escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == ' ' || c == '\t' || c == '\n' || c == '\\' || c == '"')
            out += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
        else
            out += c;
    }
    return out;
}

/// systemd fills in what stands behind a %.
std::string unit_escaped(std::string_view text) {
    std::string out;
    for (const char c : text)
        out += c == '%' ? "%%" : std::string(1, c);
    return out;
}

std::string joined(const std::vector<Option>& options) {
    std::string text;
    for (const auto& option : options)
        text += fmt::format("{}{}", text.empty() ? "" : ",", to_string(option));
    return text;
}

bool has(const std::vector<Option>& options, std::string_view name) {
    return std::ranges::find(options, name, &Option::name) != options.end();
}

std::vector<Option> boot_options(const BootMount& mount) {
    auto options = mount.options;
    const auto add = [&options](std::string_view name, std::optional<std::string> value) {
        if (!has(options, name))
            options.push_back({std::string{name}, std::move(value)});
    };
    add("_netdev", std::nullopt);
    add("nofail", std::nullopt);
    if (!has(options, "noauto"))
        add("x-systemd.automount", std::nullopt);
    add("x-systemd.mount-timeout", std::string{timeout});
    return options;
}

/// What fstab's generator alone reads has no place in a unit.
std::vector<Option> unit_options(const BootMount& mount) {
    std::vector<Option> options;
    for (const auto& option : boot_options(mount))
        if (!option.name.starts_with("x-") && option.name != "nofail" && option.name != "noauto" &&
            option.name != "auto")
            options.push_back(option);
    return options;
}

/// A name for the credentials file: of the account, else of the host.
std::string file_name_of(const Share& share) {
    const auto account = account_of(share.host);
    std::string name = account.empty() ? lower(share.host) : account;
    for (char& c : name)
        if (c == ':' || c == '%')
            c = '-';
    return name;
}

std::string indented(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const auto [line, rest] = cut(text, '\n');
        out += line.empty() ? "\n" : fmt::format("    {}\n", line);
        text = rest;
    }
    return out;
}

}  // namespace

bool is_boot_directory(std::string_view path) {
    constexpr std::size_t longest_unit_name = 255;  // NAME_MAX
    const auto unit = unit_name_of(path, ".automount");
    return unit && unit->size() <= longest_unit_name && as_mountpoint(path, "") != "/" &&
           trimmed(path) == path && !path.ends_with('\\') && std::ranges::none_of(path, [](char c) {
               return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
           });
}

BootMount boot_mount(const Share& share, std::string_view directory) {
    BootMount mount;
    mount.share = share;
    mount.directory = as_mountpoint(directory, "");
    mount.options.push_back(
        {"credentials", fmt::format("/etc/azfiles/{}.cred", file_name_of(share))});
    return mount;
}

std::string fstab_line_of(const BootMount& mount) {
    return fmt::format("{} {} {} {} 0 0", fstab_escaped(to_string(mount.share)),
                       fstab_escaped(mount.directory), mount.type,
                       fstab_escaped(joined(boot_options(mount))));
}

UnitPair units_of(const BootMount& mount) {
    const auto what = unit_escaped(to_string(mount.share));
    const auto where = unit_escaped(mount.directory);
    const auto options = unit_escaped(joined(unit_options(mount)));
    UnitPair pair;
    pair.mount_name = unit_name_of(mount.directory, ".mount").value_or("");
    pair.automount_name = unit_name_of(mount.directory, ".automount").value_or("");
    pair.mount_text =
        fmt::format("[Mount]\nWhat={}\nWhere={}\nType={}\nOptions={}\nTimeoutSec={}\n", what, where,
                    mount.type, options, timeout);
    pair.automount_text =
        fmt::format("[Automount]\nWhere={}\n\n[Install]\nWantedBy=remote-fs.target\n", where);
    return pair;
}

std::string_view reason_of(std::string_view option) {
    const auto* at = std::ranges::find(reasons, option, &Reason::option);
    return at == reasons.end() ? std::string_view{} : at->why;
}

std::string boot_mount_text(const BootMount& mount) {
    constexpr std::size_t column = 26;
    const auto units = units_of(mount);
    std::string out = "In /etc/fstab, on one line:\n\n" + indented(fstab_line_of(mount)) + "\n";
    for (const auto& option : boot_options(mount))
        if (const auto why = reason_of(option.name); !why.empty())
            out +=
                fmt::format("  {:<{}}{}\n", option.name, column - 2, wrapped(why, column, column));
    if (mount.type == "azfiles")
        out += fmt::format("  {:<{}}{}\n", "nothing else", column - 2,
                           wrapped("type azfiles knows what the server needs: SMB 3.1.1 and four "
                                   "channels at Azure Files; mount -f shows it",
                                   column, column));
    out += "\nOr, in its place, two units of systemd:\n";
    out +=
        fmt::format("\n/etc/systemd/system/{}\n\n{}", units.mount_name, indented(units.mount_text));
    out += fmt::format("\n/etc/systemd/system/{}\n\n{}", units.automount_name,
                       indented(units.automount_text));
    return out + fmt::format(
                     "\n  TimeoutSec, _netdev       as above; nofail is not needed, since "
                     "nothing\n{:{}}requires the unit\n\nThen: systemctl daemon-reload; "
                     "with the units, systemctl enable --now\n{}\n",
                     "", column, units.automount_name);
}

}  // namespace azfiles
