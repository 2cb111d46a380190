#include "core/bundle_select.h"

#include "base/text.h"
#include "core/mountinfo.h"
#include "core/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

namespace azfiles {
namespace {

/// Each line of `text` for which `keep` gives something, with what it gives.
template <class Keep>
std::string lines_of(std::string_view text, const Keep& keep) {
    std::string kept;
    while (!text.empty()) {
        const auto [line, rest] = cut(text, '\n');
        if (const auto line_kept = keep(line))
            kept += fmt::format("{}\n", *line_kept);
        text = rest;
    }
    return kept;
}

bool is_or_is_below(std::string_view path, std::string_view folder) {
    return folder == "/" || path == folder ||
           (path.starts_with(folder) && path.substr(folder.size()).starts_with('/'));
}

bool is_share_type(std::string_view type) {
    return type == "cifs" || type == "smb3" || type == "azfiles";
}

struct FstabFields {
    std::vector<std::string_view> all;

    explicit FstabFields(std::string_view line) : all{words(line, " \t\r")} {}
    [[nodiscard]] bool is_share() const {
        return all.size() >= 3 && !all[0].starts_with('#') && is_share_type(all[2]);
    }
};

std::vector<std::string> mountpoints_of_fstab(std::string_view fstab) {
    std::vector<std::string> mountpoints;
    for (const auto line : words(fstab, "\n"))
        if (const FstabFields fields{line}; fields.is_share())
            mountpoints.push_back(unescape_octal(fields.all[1]));
    return mountpoints;
}

/// What tells where something is mounted, and nothing of what it is.
std::string place_of(const MountEntry& entry) {
    return fmt::format("{} {} {}:{} / {} rw - {} none rw", entry.id, entry.parent, entry.major,
                       entry.minor, escape_octal(entry.mountpoint), entry.type);
}

/// An option as cifs or mount(8) have it, and hardly a piece of a password.
bool is_known_option(std::string_view item) {
    static constexpr std::array<std::string_view, 42> names = {
        "acdirmax",      "acregmax",     "actimeo",     "cache",
        "cifsacl",       "closetimeo",   "cred",        "credentials",
        "cruid",         "dir_mode",     "domain",      "echo_interval",
        "file_mode",     "forcegid",     "forceuid",    "gid",
        "handletimeout", "hard",         "iocharset",   "max_channels",
        "mfsymlinks",    "multichannel", "multiuser",   "nobrl",
        "noperm",        "noserverino",  "nosharesock", "persistenthandles",
        "port",          "rsize",        "seal",        "sec",
        "serverino",     "sign",         "soft",        "uid",
        "user",          "username",     "vers",        "wsize",
        "nostrictsync",  "noauto",
    };
    const auto name = cut(item, '=').first;
    return name.starts_with("x-systemd.") || find_option(name) != nullptr ||
           std::ranges::find(names, name) != names.end();
}

std::string without_passwords(std::string_view options) {
    std::vector<std::string> kept;
    bool may_be_tail = false;
    for (const auto item : words(options, ",")) {
        const auto name = cut(item, '=').first;
        const bool is_password = lower(name).starts_with("pass");
        if (is_password)
            kept.push_back(fmt::format("{}=[removed]", name));
        else if (!may_be_tail || is_known_option(item))
            kept.emplace_back(item);
        may_be_tail = may_be_tail || is_password;
    }
    return fmt::format("{}", fmt::join(kept, ","));
}

bool is_module_of_client(std::string_view name) {
    static constexpr std::array<std::string_view, 28> names = {
        "aesni_intel", "aes_ce_blk",    "aes_generic", "af_alg",
        "arc4",        "cbc",           "ccm",         "cifs",
        "cifs_arc4",   "cifs_md4",      "cmac",        "ctr",
        "des_generic", "dns_resolver",  "ecb",         "fscache",
        "gcm",         "ghash_generic", "hmac",        "inet_diag",
        "libarc4",     "md4",           "md5",         "netfs",
        "rdma_cm",     "smbdirect",     "tcp_diag",    "ghash_clmulni_intel",
    };
    return name.starts_with("sha256") || name.starts_with("sha512") || name.starts_with("nls_") ||
           std::ranges::find(names, name) != names.end();
}

}  // namespace

std::string escape_octal(std::string_view text, std::string_view more) {
    std::string escaped;
    for (const char c : text) {
        const bool is_special = c == '\\' || blanks.find(c) != std::string_view::npos ||
                                more.find(c) != std::string_view::npos;
        if (is_special)
            escaped += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
        else
            escaped += c;
    }
    return escaped;
}

std::string mounts_of_shares(std::string_view mountinfo, std::string_view fstab) {
    auto places = mountpoints_of_fstab(fstab);
    for (const auto& entry : parse_mountinfo(mountinfo))
        if (is_cifs(entry))
            places.push_back(entry.mountpoint);
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return lines_of(mountinfo, [&places](std::string_view line) -> std::optional<std::string> {
        const auto entries = parse_mountinfo(line);
        if (entries.empty())
            return std::nullopt;
        const auto& entry = entries.front();
        if (is_cifs(entry) || entry.type == "autofs")
            return std::string{line};
        const bool bears_on_one = std::ranges::any_of(places, [&entry](const std::string& place) {
            return is_or_is_below(place, entry.mountpoint) ||
                   is_or_is_below(entry.mountpoint, place);
        });
        return bears_on_one ? std::optional{place_of(entry)} : std::nullopt;
    });
}

std::string shares_of_fstab(std::string_view fstab) {
    return lines_of(fstab, [](std::string_view line) -> std::optional<std::string> {
        const FstabFields fields{line};
        if (!fields.is_share())
            return std::nullopt;
        constexpr std::size_t options = 3;
        std::vector<std::string> all;
        for (std::size_t i = 0; i < std::min<std::size_t>(fields.all.size(), 6); ++i) {
            const auto field = fields.all[i];
            // Of a line that fell apart at a blank, it may be the tail of a password.
            if (i > options && !to_number<unsigned>(field))
                break;
            all.push_back(i == options ? without_passwords(field) : std::string{field});
        }
        return fmt::format("{}", fmt::join(all, " "));
    });
}

std::string modules_of_client(std::string_view modules) {
    return lines_of(modules, [](std::string_view line) -> std::optional<std::string> {
        auto columns = words(line);
        if (columns.empty() || !is_module_of_client(columns[0]))
            return std::nullopt;
        // Name, size, uses, users, state; behind them the address.
        columns.resize(std::min<std::size_t>(columns.size(), 5));
        return fmt::format("{}", fmt::join(columns, " "));
    });
}

std::string without_builder(std::string_view version) {
    const auto open = version.find(" (");
    const auto close = version.find(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
        return std::string{version};
    return fmt::format("{}{}", version.substr(0, open), version.substr(close + 1));
}

std::string without_comments(std::string_view text) {
    return lines_of(text, [](std::string_view line) -> std::optional<std::string> {
        // An empty line in its place keeps the numbers of the others.
        return trimmed(line).starts_with('#') ? std::string{} : std::string{line};
    });
}

}  // namespace azfiles
