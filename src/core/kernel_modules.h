#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// Files of /lib/modules/RELEASE, kmod's: what depmod(8) found there.
struct ModuleFiles {
    std::string softdep;  ///< modules.softdep: what a module loads before itself
    std::string alias;    ///< modules.alias: names that stand for a module
    std::string dep;      ///< modules.dep: all modules
    std::string builtin;  ///< modules.builtin: what is part of the kernel
    std::string modinfo;  ///< modules.builtin.modinfo: and its names; from Linux 5.2 on
};

/// The cryptographic algorithms that cifs loads before itself, as its own module says,
/// and that this kernel has neither built in nor as a module: without one of them a
/// mount ends with ENOENT. Sorted. Kernels differ in what they want: 5.10 lists md4,
/// 7.3 neither that nor sha512. Empty where cifs is built in or lists nothing.
///
/// Where the kernel has no modules.builtin.modinfo, what is built in under another
/// name can't be told from what is missing: nothing.
std::optional<std::vector<std::string>> missing_crypto(const ModuleFiles& files);

}  // namespace azfiles
