#pragma once

#include "core/finding.h"
#include "core/options.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace azfiles {

/// A number as the kernel reads one in an option (kstrtouint with base 0, 5.4 to 7.x):
/// 0x and 0 in front make it hexadecimal and octal, a + in front and a line end behind are
/// passed over. Nothing where the kernel would say EINVAL.
std::optional<std::uint32_t> kernel_number(std::string_view text);

/// Who turns names of users into numbers before the kernel sees them. mount(8) does it for
/// uid= and gid=, mount.cifs for cruid=, backupuid= and backupgid= too.
enum class IdNames { of_mount, of_mount_cifs };

/// The value of the last of `options` with this name that has one; empty where none has.
std::string_view last_value(const std::vector<Option>& options, std::string_view name);

/// What is wrong with the value of an option of the SMB client: option-value where no kernel
/// from 5.10 to 7.3 takes it, value-misread where kernels take it for another. Nothing where
/// some kernel takes it as it is written. The value itself is not repeated.
std::optional<Finding> value_finding(const Option& option, IdNames names);

}  // namespace azfiles
