#pragma once

#include "base/result.h"

#include <chrono>
#include <functional>
#include <string>

namespace azfiles {

/// Writes what `draw` returns to `fd`, again after each `pause`. On a terminal each
/// drawing takes the place of the one before, is cut to the size, and is cut anew
/// as soon as the size changes; elsewhere a blank line stands between two. The
/// cursor and the terminal's modes are left alone.
///
/// Ends well on SIGINT, SIGTERM and SIGHUP where the process is not told to ignore
/// them, and when nobody reads any more; also while a reader does not read. Signals
/// that come while `draw` works wait for it. Treats signals as before when it
/// returns. For a single-threaded caller.
Status keep_showing(int fd, const std::function<std::string()>& draw,
                    std::chrono::milliseconds pause);

}  // namespace azfiles
