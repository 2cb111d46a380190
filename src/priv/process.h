#pragma once

#include "base/result.h"

namespace azfiles {

/// To be called before anything is opened. From then on:
/// - descriptors 0 to 2 are open, those that were not on /dev/null, so that nothing
///   opened later is written to as if it were standard error;
/// - the process leaves no core dump and can't be traced by who started it.
/// An Error of kind system says which of these could not be had.
Status guard_process();

/// An Error of kind usage if this process has rights that its caller has not: a
/// set-user-ID or set-group-ID bit, or file capabilities. The kernel says so itself
/// (AT_SECURE, getauxval(3)).
///
/// mount.azfiles takes options from its command line, and must not where that is not
/// the administrator's.
Status own_rights_only();

}  // namespace azfiles
