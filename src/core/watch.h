#pragma once

#include "core/assess.h"
#include "core/host.h"
#include "core/request.h"

namespace azfiles {

/// Looks at a new mount until the verdict is final, nothing changes any more,
/// or verify_timeout is over. From 7.0 on the kernel opens channels after the
/// mount returned, so one look is not enough.
Assessment watch(const Request& request, const MountPlan& plan, const DebugData* before,
                 Host& host);

}  // namespace azfiles
