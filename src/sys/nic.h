#pragma once

#include "base/result.h"
#include "core/facts.h"
#include "sys/root.h"

#include <string>

namespace azfiles {

/// The device through which this process's network namespace reaches a numeric
/// address, and how it spreads what it receives. Asks the running kernel by
/// netlink and ioctl, each question with a limit of two seconds; `root` serves
/// for /sys only, so it has to be "/" but in tests.
///
/// The device is the one that the route names, with what carries its traffic in turn
/// where it stands on others.
///
/// An Error has the kernel's errnum: ENETUNREACH, EHOSTUNREACH, EACCES or EINVAL
/// where there is no route, ETIMEDOUT where it did not answer, EINVAL too for
/// text that is no address. A fact of the device that can't be had is no error.
Result<Nic> nic_towards(const Root& root, const std::string& address);

}  // namespace azfiles
