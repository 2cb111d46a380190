#pragma once

#include "core/facts.h"
#include "core/finding.h"
#include "core/request.h"

#include <vector>

namespace azfiles {

/// What can be said before anything is done. Facts that could not be seen give
/// no finding.
std::vector<Finding> preflight(const Request& request, const Facts& facts);

/// What is wrong with the values of options for the kernel: option-value, value-misread.
std::vector<Finding> value_findings(const Request& request);

/// Those about the kernel alone.
std::vector<Finding> kernel_findings(const KernelJudgement& kernel);

/// The same for a share: the table speaks for Azure Files, an advisory for every
/// server.
std::vector<Finding> kernel_findings_for(const KernelJudgement& kernel, bool azure_files);

/// Those of `findings` with which the user wants no mount: of a kernel that is
/// too old, has an advisory, or is not in the table, under kernel_check=strict; of a
/// public address, under expect=private. With -f also a value that the kernel refuses,
/// since the kernel is not asked then.
std::vector<Finding> refusals(const Request& request, const std::vector<Finding>& findings);

}  // namespace azfiles
