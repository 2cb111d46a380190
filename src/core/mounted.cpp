#include "core/mounted.h"

#include "base/quote.h"
#include "base/text.h"
#include "core/ip_text.h"

#include <algorithm>
#include <array>

namespace azfiles {
namespace {

bool is_read_only(const Request& request) {
    bool read_only = false;
    for (const auto& option : request.vfs)
        if (option.name == "ro" || option.name == "rw")
            read_only = option.name == "ro";
    return read_only;
}

/// A number as the kernel reads one (kstrtouint with base 0): 0640 is octal.
std::optional<unsigned long> kernel_number(std::string_view text) {
    if (consume(text, "0x") || consume(text, "0X"))
        return to_number<unsigned long>(text, 16);
    const bool octal = text.size() > 1 && text.starts_with('0');
    return to_number<unsigned long>(text, octal ? 8 : 10);
}

/// The kernel's other spellings of one dialect; the last two stand for any.
bool same_dialect(std::string_view given, std::string_view shown) {
    return (given == "3.11" && shown == "3.1.1") || (given == "3.0.2" && shown == "3.02") ||
           given == "3" || given == "default";
}

/// The kernel shows some values in its own way: file_mode=01200 for 640, and
/// the sec= of a session that signs with an i at its end.
bool same_value(std::string_view name, std::string_view given, std::string_view shown) {
    if (given == shown)
        return true;
    if (name == "vers")
        return same_dialect(given, shown);
    if (name == "sec")
        return shown.starts_with(given) && shown.substr(given.size()) == "i";
    const auto left = kernel_number(given);
    const auto right = kernel_number(shown);
    return left && right && *left == *right;
}

/// Flags that every kernel from 5.10 on shows where they are in force, so that
/// one not shown is not (cifs_show_options in fs/smb/client/cifsfs.c).
constexpr std::array<std::string_view, 21> always_shown = {
    "cifsacl",    "dynperm",       "forcegid",   "forceuid",    "fsc",          "hard",
    "idsfromsid", "mapchars",      "mfsymlinks", "modefromsid", "multiuser",    "nobrl",
    "nodfs",      "nohandlecache", "nolease",    "noperm",      "nostrictsync", "persistenthandles",
    "seal",       "serverino",     "soft",
};

/// "noserverino" for "serverino" and back.
std::string opposite(std::string_view name) {
    return name.starts_with("no") ? std::string{name.substr(2)} : fmt::format("no{}", name);
}

std::string flag_difference(std::string_view name, const MountEntry& entry) {
    if (option_value(entry, name))
        return {};
    if (const auto other = opposite(name); option_value(entry, other))
        return fmt::format("it has {} and not {}", other, name);
    if (std::ranges::find(always_shown, name) != always_shown.end())
        return fmt::format("it has no {}", name);
    return {};
}

std::string value_difference(std::string_view name, std::string_view given,
                             const MountEntry& entry) {
    const auto shown = option_value(entry, name);
    if (!shown || same_value(name, given, *shown))
        return {};
    return fmt::format("{} is {} and not {}", name, quote(*shown), quote(given));
}

/// What the helper reads itself: user, address, and what takes a default back.
std::string own_difference(const Request& request, const MountEntry& entry) {
    if (request.username)
        if (auto found = value_difference("username", *request.username, entry); !found.empty())
            return found;
    if (request.address)
        if (auto found = value_difference("addr", short_address(*request.address), entry);
            !found.empty())
            return found;
    if (request.share_connection && option_value(entry, "nosharesock"))
        return "it has nosharesock and not sharesock";
    if (request.no_mfsymlinks && option_value(entry, "mfsymlinks"))
        return "it has mfsymlinks and not nomfsymlinks";
    return {};
}

/// What the kernel does not show can't be compared, and is taken as the same.
std::string option_difference(const Request& request, const MountEntry& entry) {
    for (const auto& option : request.cifs) {
        auto found = option.value ? value_difference(option.name, *option.value, entry)
                                  : flag_difference(option.name, entry);
        if (!found.empty())
            return found;
    }
    const int limit = channel_limit(entry).value_or(1);
    if (request.channels && *request.channels != limit)
        return fmt::format("max_channels is {} and not {}", limit, *request.channels);
    return own_difference(request, entry);
}

/// A bind mount of a directory below the share has the share's source, and is
/// another place. The root of a share's own mount is "/", or the directory of
/// its source where the server lets the kernel walk there.
bool is_whole(const MountEntry& entry, const Share& share) {
    return entry.root == "/" || (!share.directory.empty() && entry.root == "/" + share.directory);
}

std::string difference(const Request& request, const MountEntry& entry) {
    // Of the mount point or of its superblock: either is enough.
    const auto shown = words(entry.mount_options, ",");
    const bool shown_read_only =
        std::ranges::find(shown, "ro") != shown.end() || option_value(entry, "ro").has_value();
    if (is_read_only(request) != shown_read_only)
        return shown_read_only ? "it is read-only and not writable"
                               : "it is writable and not read-only";
    return option_difference(request, entry);
}

}  // namespace

std::optional<MountedAlready> find_mounted(const Request& request,
                                           const std::vector<MountEntry>& mounts,
                                           const std::string& mountpoint, int mount_id) {
    const auto entry = std::ranges::find(mounts, mount_id, &MountEntry::id);
    if (entry == mounts.end() || !is_cifs(*entry) || entry->mountpoint != mountpoint)
        return std::nullopt;
    const auto share = parse_share(entry->source);
    if (!share || !same_share(*share, request.share))
        return MountedAlready{*entry, fmt::format("it is {}", quote(entry->source))};
    if (!is_whole(*entry, *share))
        return MountedAlready{*entry, "it is a bind mount of a directory of it"};
    return MountedAlready{*entry, difference(request, *entry)};
}

}  // namespace azfiles
