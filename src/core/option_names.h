#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// What the running kernel says that it knows: the names of
/// /proc/fs/cifs/mount_params (5.13 and later, once the module is loaded), "no…" for
/// those that can be negated.
class KernelOptions {
public:
    /// Of the file's text; lines that are none of "name:type" say nothing.
    explicit KernelOptions(std::string_view mount_params);

    [[nodiscard]] bool knows(std::string_view name) const;
    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

private:
    std::vector<std::string> names_;  ///< sorted
};

/// Some kernel from 5.4 to 7.1 knows the option. For where the running one can't be asked.
bool some_kernel_knows(std::string_view name);

/// A person may have meant this option with `name`: the nearest that mount.azfiles or
/// the kernel knows (any kernel where `kernel` is null), at most two letters away. Nothing
/// where there is none, or where two are as near.
std::optional<std::string> nearest_option(std::string_view name, const KernelOptions* kernel);

}  // namespace azfiles
