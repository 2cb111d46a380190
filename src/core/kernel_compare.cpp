#include "core/kernel_compare.h"

#include "base/quote.h"
#include "base/text.h"
#include "core/support_data.h"

#include <algorithm>

namespace azfiles {
namespace {

/// A, B and C; of Azure Linux, where C counts the stable releases, A and B.
Numbers series_of(const KernelRelease& release) {
    auto series = release.version;
    if (release.form == ReleaseForm::azure_linux && series.size() > 2)
        series.resize(2);
    return series;
}

Reach reach_of(const KernelRelease& kernel, const KernelRelease& minimum) {
    const auto series = compare(series_of(kernel), series_of(minimum));
    if (series > 0)
        return Reach::newer_series;
    const auto version = compare(kernel.version, minimum.version);
    const auto order = version != 0 ? version : compare(kernel.build, minimum.build);
    return series < 0 || order < 0 ? Reach::below : Reach::reached;
}

std::string_view in_words(Reach reach) {
    switch (reach) {
        case Reach::below:
            return "would be too old";
        case Reach::reached:
        case Reach::newer_series:
            return "would pass";
        case Reach::unknown:
            break;
    }
    return "says nothing";
}

std::string flavour_differs(const KernelRelease& kernel, const KernelRelease& minimum) {
    auto why = fmt::format("the flavour {} is not the listed {}", kernel.flavour, minimum.flavour);
    // These two alone are built from the source of -azure and share its counter.
    if (minimum.flavour == "azure" &&
        (kernel.flavour == "azure-fde" || kernel.flavour == "azure-fips"))
        why += fmt::format(" (it shares the counter of {}: by that number it {})", minimum.flavour,
                           in_words(reach_of(kernel, minimum)));
    return why;
}

std::string dist_differs(const KernelRelease& kernel, const KernelRelease& minimum) {
    const auto is_stream = kernel.dist.starts_with("el") &&
                           kernel.dist.find_first_not_of("0123456789", 2) == std::string::npos;
    return fmt::format("its tag {} is not the listed {}{}", kernel.dist, minimum.dist,
                       is_stream ? " (CentOS Stream counts on its own)" : "");
}

/// Why the two can't be compared, as a clause; empty if they can.
std::string obstacle(const KernelRelease& kernel, const KernelRelease& minimum) {
    if (kernel.form != minimum.form)
        return fmt::format("it is not written like the listed {}", minimum.text);
    if (kernel.mainline_build)
        return "a mainline build carries no number of the distribution";
    if (kernel.dist != minimum.dist)
        return dist_differs(kernel, minimum);
    if (kernel.form == ReleaseForm::ubuntu && kernel.flavour != minimum.flavour)
        return flavour_differs(kernel, minimum);
    if (kernel.flavour != minimum.flavour)
        return fmt::format("its variant {} is not listed", kernel.flavour);
    return {};
}

}  // namespace

Comparison compare_with(const KernelRelease& kernel, const SupportRow& row) {
    const auto minimum = minimum_release(row);
    if (!minimum)
        return {Reach::unknown, fmt::format("the listed {} is no release", quote(row.minimum, 64))};
    auto why = obstacle(kernel, *minimum);
    if (!why.empty())
        return {Reach::unknown, std::move(why)};
    return {reach_of(kernel, *minimum), {}};
}

bool names_series(const SupportRow& row, const KernelRelease& kernel) {
    const auto minimum = minimum_release(row);
    return minimum && minimum->form == ReleaseForm::ubuntu && kernel.form == minimum->form &&
           kernel.flavour == minimum->flavour && kernel.version == minimum->version;
}

std::string name_of(const SupportRow& row) {
    return fmt::format("{} {} {}", printable(row.os_id, 64), printable(row.version_id, 64),
                       row.environment == Environment::aks ? "for AKS" : "for VMs");
}

}  // namespace azfiles
