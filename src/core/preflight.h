#pragma once

#include "core/facts.h"
#include "core/finding.h"
#include "core/request.h"

#include <vector>

namespace azfiles {

/// What can be said before anything is done. Facts that could not be seen give
/// no finding.
std::vector<Finding> preflight(const Request& request, const Facts& facts);

/// Those about the kernel alone; `azfiles kernel` and `azfiles status` use it too.
std::vector<Finding> kernel_findings(const KernelJudgement& kernel);

/// True where the user wants no mount with these findings: kernel_check=strict
/// on a kernel that is too old, has an advisory, or is not in the table.
bool refuses(const Request& request, const std::vector<Finding>& findings);

}  // namespace azfiles
