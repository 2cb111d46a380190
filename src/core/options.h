#pragma once

#include "base/result.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// Who an option is for.
enum class Route {
    helper,   ///< for this program
    vfs,      ///< an attribute of the mount or superblock: nosuid, ro
    cifs,     ///< handed to the kernel's SMB client as it is
    dropped,  ///< for other tools that read fstab; has no effect here
    refused,  ///< never accepted; `note` says why and what to do
};

enum class Value { none, optional, required };

struct OptionSpec {
    std::string_view name;
    Route route;
    Value value;
    std::string_view note;
};

/// Every option that mount.azfiles treats in a way of its own, sorted by name.
/// What the table lacks goes to the kernel, which knows its own options; names
/// that begin with "x-" or "X-" are dropped.
std::span<const OptionSpec> option_table();

/// The table's row, or nullptr. What begins with "pass" in any case and has no
/// row of its own is taken for a password.
const OptionSpec* find_option(std::string_view name);

/// The kernel takes no more channels, CIFS_MAX_CHANNELS, 5.5 to 7.x.
inline constexpr int most_channels = 16;

/// One item of -o. `value` is nothing for a flag, and empty for "name=".
struct Option {
    std::string name;
    std::optional<std::string> value;

    bool operator==(const Option&) const = default;
};

/// Splits an option string at commas outside of double quotes, as libmount
/// does; quotes round a whole value are removed. Empty items are skipped: they
/// are left over where fstab or a script wrote ",,". An item that is blank, a
/// name that no option can have, or a quote that does not end, is an error that
/// repeats nothing: it may be the tail of a password.
Result<std::vector<Option>> split_options(std::string_view text);

Route route_of(const Option& option);

/// "name" or "name=value", for messages; never called with a secret.
std::string to_string(const Option& option);

}  // namespace azfiles
