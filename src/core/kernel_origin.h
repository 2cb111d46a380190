#pragma once

#include "core/kernel.h"
#include "core/kernel_release.h"

namespace azfiles {

/// Says, as a clause, that this kernel is not one of that userland's, as in a
/// container, a chroot or a half-done upgrade; empty where nothing shows it. It
/// explains and never decides: the verdict comes from the release's form.
std::string userland_mismatch(const OsRelease& os, const KernelRelease& kernel);

/// Adds to the reason that this was judged in a container. The verdict stays.
void say_container(KernelJudgement& judgement);

}  // namespace azfiles
