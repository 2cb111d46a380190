#include "core/preflight.h"

#include "core/address_class.h"
#include "core/nic_findings.h"
#include "core/option_values.h"

#include <algorithm>
#include <iterator>

namespace azfiles {
namespace {

/// Only who asks for a kernel of the table needs to know that there is none.
std::optional<Finding> unjudged_kernel(const Request& request, const Facts& facts) {
    if (facts.kernel || request.kernel_check != Strictness::strict)
        return std::nullopt;
    return make_finding("kernel-not-comparable",
                        "The kernel could not be judged: no support table is installed", "");
}

std::optional<Finding> over_limit(const Request& request, const Facts&) {
    const int limit = defaults_of(request.profile).channel_limit;
    if (limit == 0 || request.channels.value_or(0) <= limit)
        return std::nullopt;
    return make_finding("over-limit");
}

/// The user says that the share has a private endpoint: then its key goes nowhere else.
std::optional<Finding> not_private(const Request& request, const Facts& facts) {
    if (!request.expect_private)
        return std::nullopt;
    for (const auto& address : facts.addresses)
        if (!is_private(address.address))
            return make_finding("address-not-private", with_class(address.address), "");
    return std::nullopt;
}

using Check = std::optional<Finding> (*)(const Request&, const Facts&);
constexpr Check checks[] = {unjudged_kernel, over_limit, not_private};

}  // namespace

std::vector<Finding> kernel_findings(const KernelJudgement& kernel) {
    std::vector<Finding> findings;
    switch (kernel.verdict) {
        case KernelVerdict::too_old:
            findings.push_back(make_finding("kernel-too-old", kernel.reason, kernel.release));
            break;
        case KernelVerdict::not_comparable:
        case KernelVerdict::not_a_kernel_release:
            findings.push_back(
                make_finding("kernel-not-comparable", kernel.reason, kernel.release));
            break;
        case KernelVerdict::distro_not_listed:
            findings.push_back(make_finding("kernel-not-listed", kernel.reason, kernel.release));
            break;
        case KernelVerdict::supported:
            break;
    }
    for (const auto& advisory : kernel.advisories)
        if (advisory.unsafe_for_multichannel)
            findings.push_back(make_finding("kernel-advisory", advisory.symptom, advisory.id));
    return findings;
}

std::vector<Finding> kernel_findings_for(const KernelJudgement& kernel, bool azure_files) {
    auto findings = kernel_findings(kernel);
    if (!azure_files)
        std::erase_if(findings, [](const Finding& each) { return each.id != "kernel-advisory"; });
    return findings;
}

std::vector<Finding> value_findings(const Request& request) {
    std::vector<Finding> findings;
    const auto add = [&findings](const Option& option) {
        if (auto finding = value_finding(option, IdNames::of_mount))
            findings.push_back(std::move(*finding));
    };
    for (const auto& option : request.cifs)
        add(option);
    if (request.odd_max_channels)
        add({"max_channels", request.odd_max_channels});
    return findings;
}

std::vector<Finding> preflight(const Request& request, const Facts& facts) {
    std::vector<Finding> findings;
    if (facts.kernel && request.kernel_check != Strictness::off)
        findings = kernel_findings_for(*facts.kernel, request.profile == Profile::azure_files);
    std::ranges::move(value_findings(request), std::back_inserter(findings));
    for (const auto check : checks)
        if (auto finding = check(request, facts))
            findings.push_back(std::move(*finding));
    if (facts.nic) {
        std::ranges::move(nic_findings(*facts.nic, channels_of(request), std::nullopt),
                          std::back_inserter(findings));
    }
    return findings;
}

std::vector<Finding> refusals(const Request& request, const std::vector<Finding>& findings) {
    std::vector<Finding> refused;
    for (auto finding : findings) {
        if (finding.id == "address-not-private" || (request.fake && finding.id == "option-value"))
            refused.push_back(std::move(finding));
        else if (request.kernel_check == Strictness::strict && finding.id.starts_with("kernel-")) {
            finding.remedy = "Boot a kernel of the table, or leave kernel_check=strict out.";
            refused.push_back(std::move(finding));
        }
    }
    return refused;
}

}  // namespace azfiles
