#pragma once

#include "core/kernel.h"
#include "core/kernel_release.h"

namespace azfiles {

enum class Reach {
    below,         ///< the row's minimum is not reached
    reached,       ///< at or above it
    newer_series,  ///< above it, of a series that the row does not name
    unknown,       ///< the two can't be compared
};

/// How a kernel stands to the minimum of one row.
struct Comparison {
    Reach reach = Reach::unknown;
    std::string why;  ///< a clause, where it is unknown
};

Comparison compare_with(const KernelRelease& kernel, const SupportRow& row);

/// Whether the row names the very series of an Ubuntu kernel, and its flavour.
bool names_series(const SupportRow& row, const KernelRelease& kernel);

/// "ubuntu 24.04 for AKS".
std::string name_of(const SupportRow& row);

}  // namespace azfiles
