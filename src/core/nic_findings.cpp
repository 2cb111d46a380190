#include "core/nic_findings.h"

#include "base/quote.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace azfiles {
namespace {

/// "ethtool -L eth0 combined 4": as many queues as can be used, but no more than there
/// can be.
std::string more_queues(const Nic& nic, int channels) {
    return fmt::format("ethtool -L {} {} {}", printable(nic.name), nic.combined ? "combined" : "rx",
                       std::min(nic.most_queues.value_or(channels), channels));
}

Finding with_remedy(Finding finding, std::string remedy) {
    finding.remedy = std::move(remedy);
    return finding;
}

std::optional<Finding> finding_of(const Nic& nic, int channels, std::optional<int> cpus) {
    const auto name = printable(nic.name);
    if (!nic.rx_queues)
        return std::nullopt;
    const int useful = std::min(channels, cpus.value_or(channels));
    const bool can_have_more = nic.most_queues.value_or(0) > *nic.rx_queues;
    if (*nic.rx_queues == 1 && useful > 1) {
        auto finding = make_finding("single-queue-nic", name, "");
        return can_have_more ? with_remedy(std::move(finding), more_queues(nic, useful) + ".")
                             : finding;
    }
    if (nic.rss == false && *nic.rx_queues > 1)
        return with_remedy(
            make_finding("rss-off", name, ""),
            fmt::format("Spread it again: ethtool -X {} equal {}.", name, *nic.rx_queues));
    if (*nic.rx_queues > 1 && *nic.rx_queues < useful && can_have_more)
        return with_remedy(make_finding("few-queues", name, ""), more_queues(nic, useful) + ".");
    return std::nullopt;
}

}  // namespace

std::span<const Nic> devices_that_count(const Nic& nic) {
    if (!nic.carriers.empty())
        return nic.carriers;
    return {&nic, nic.unseen.empty() ? 1U : 0U};
}

std::vector<Finding> nic_findings(const Nic& nic, int channels, std::optional<int> cpus) {
    std::vector<Finding> findings;
    if (channels <= 1)
        return findings;
    for (const auto& device : devices_that_count(nic))
        if (auto finding = finding_of(device, channels, cpus))
            findings.push_back(*std::move(finding));
    if (!nic.unseen.empty())
        findings.push_back(make_finding("nic-not-seen", nic.unseen, ""));
    return findings;
}

}  // namespace azfiles
