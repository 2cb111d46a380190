#pragma once

#include "core/debugdata.h"
#include "core/layout.h"
#include "core/recording.h"
#include "core/status.h"

#include <string>

namespace azfiles {

/// "1 of 4 channels"
std::string channel_summary(const MountStatus& mount);

/// For a person, at 80 columns; foreign text made safe to show.
std::string to_text(const StatusReport& report, Colour colour);
std::string to_text(const DebugData& data);
std::string to_text(const KernelJudgement& kernel);
/// Of when a report is, and what it lacks.
std::string to_text(const Recording& recording);

}  // namespace azfiles
