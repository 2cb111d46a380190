#pragma once

#include "core/facts.h"
#include "core/mountinfo.h"
#include "sys/root.h"

#include <optional>
#include <vector>

namespace azfiles {

/// The support table and advisories of the machine below `root`, all files
/// merged. A captured machine need not have them: then this machine's. Empty
/// where none is installed.
SupportData support_data_of(const Root& root);

/// The kernel of the machine below `root` against its support table. Nothing
/// where its release can't be read or no table is installed.
std::optional<KernelJudgement> judge_host_kernel(const Root& root);

/// Why the kernel below `root` can't be judged, or not by the distribution alone, a clause;
/// empty where it can.
std::string kernel_remark(const Root& root);

/// All mounts of the machine; nothing where mountinfo can't be read.
std::optional<std::vector<MountEntry>> mounts_of(const Root& root);

/// DebugData of the machine, read once.
struct DebugDataReading {
    std::optional<DebugData> data;
    bool missing = false;  ///< no such file: the module is not loaded
    bool killed = false;   ///< the kernel killed who read it
    std::string why;       ///< where it could not be read
};

DebugDataReading debugdata_of(const Root& root);

}  // namespace azfiles
