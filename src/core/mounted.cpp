#include "core/mounted.h"

#include "base/quote.h"
#include "base/text.h"

#include <algorithm>

namespace azfiles {
namespace {

bool is_read_only(const Request& request) {
    bool read_only = false;
    for (const auto& option : request.vfs)
        if (option.name == "ro" || option.name == "rw")
            read_only = option.name == "ro";
    return read_only;
}

/// The kernel shows numbers in its own way: file_mode=0640 for 640, actimeo=30.
bool same_value(std::string_view given, std::string_view shown) {
    if (given == shown)
        return true;
    const auto left = to_number<unsigned long>(given);
    const auto right = to_number<unsigned long>(shown);
    return left && right && *left == *right;
}

/// What the kernel does not show can't be compared, and is taken as the same.
std::string option_difference(const Request& request, const MountEntry& entry) {
    for (const auto& option : request.cifs) {
        const auto shown = option_value(entry, option.name);
        if (option.value && shown && !same_value(*option.value, *shown))
            return fmt::format("{} is {} and not {}", option.name, quoted(*shown),
                               quoted(*option.value));
    }
    const int limit = channel_limit(entry).value_or(1);
    if (request.channels && *request.channels != limit)
        return fmt::format("max_channels is {} and not {}", limit, *request.channels);
    return {};
}

std::string difference(const Request& request, const MountEntry& entry) {
    const auto shown = words(entry.mount_options, ",");
    const bool shown_read_only = std::ranges::find(shown, "ro") != shown.end();
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
        return std::nullopt;
    return MountedAlready{*entry, difference(request, *entry)};
}

}  // namespace azfiles
