#include "core/preflight.h"

#include "nics.h"

#include <doctest/doctest.h>

using namespace azfiles;

namespace {

KernelJudgement judged(KernelVerdict verdict) {
    KernelJudgement kernel;
    kernel.release = "6.1.0-1-amd64";
    kernel.verdict = verdict;
    kernel.reason = "A reason.";
    return kernel;
}

Advisory advisory(bool unsafe) {
    Advisory known;
    known.id = "mainline-before-5.19";
    known.symptom = "A symptom.";
    known.unsafe_for_multichannel = unsafe;
    return known;
}

std::string ids(const std::vector<Finding>& findings) {
    std::string text;
    for (const auto& finding : findings)
        text += (text.empty() ? "" : " ") + finding.id;
    return text;
}

Request of(Profile profile) {
    Request request;
    request.profile = profile;
    return request;
}

}  // namespace

TEST_CASE("each verdict on a kernel is one finding, with its reason and release") {
    struct Row {
        KernelVerdict verdict;
        std::string_view id;
    };
    static constexpr Row rows[] = {
        {KernelVerdict::supported, ""},
        {KernelVerdict::too_old, "kernel-too-old"},
        {KernelVerdict::not_comparable, "kernel-not-comparable"},
        {KernelVerdict::not_a_kernel_release, "kernel-not-comparable"},
        {KernelVerdict::distro_not_listed, "kernel-not-listed"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.id);
        const auto findings = kernel_findings(judged(row.verdict));
        CHECK(ids(findings) == row.id);
        for (const auto& finding : findings) {
            CHECK(finding.message == "A reason.");
            CHECK(finding.evidence == "6.1.0-1-amd64");
        }
    }
}

TEST_CASE("an advisory counts where it is about multichannel") {
    auto kernel = judged(KernelVerdict::distro_not_listed);
    kernel.advisories = {advisory(false)};
    CHECK(ids(kernel_findings(kernel)) == "kernel-not-listed");
    kernel.advisories = {advisory(false), advisory(true)};
    const auto findings = kernel_findings(kernel);
    REQUIRE(ids(findings) == "kernel-not-listed kernel-advisory");
    CHECK(findings[1].message == "A symptom.");
    CHECK(findings[1].evidence == "mainline-before-5.19");
}

TEST_CASE("the table speaks for Azure Files only, an advisory for every server") {
    struct Row {
        Profile profile;
        KernelVerdict verdict;
        bool advised;
        std::string_view want;
    };
    static constexpr Row rows[] = {
        {Profile::azure_files, KernelVerdict::supported, false, ""},
        {Profile::azure_files, KernelVerdict::too_old, false, "kernel-too-old"},
        {Profile::azure_files, KernelVerdict::too_old, true, "kernel-too-old kernel-advisory"},
        {Profile::azure_files, KernelVerdict::distro_not_listed, false, "kernel-not-listed"},
        {Profile::smb, KernelVerdict::too_old, false, ""},
        {Profile::smb, KernelVerdict::too_old, true, "kernel-advisory"},
        {Profile::netapp, KernelVerdict::distro_not_listed, false, ""},
        {Profile::netapp, KernelVerdict::distro_not_listed, true, "kernel-advisory"},
        {Profile::none, KernelVerdict::too_old, true, "kernel-advisory"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.want);
        Facts facts;
        facts.kernel = judged(row.verdict);
        if (row.advised)
            facts.kernel->advisories = {advisory(true)};
        auto request = of(row.profile);
        CHECK(ids(preflight(request, facts)) == row.want);
        request.kernel_check = Strictness::off;
        CHECK(ids(preflight(request, facts)).empty());
    }
}

TEST_CASE("what could not be seen gives no finding") {
    CHECK(preflight(of(Profile::azure_files), Facts{}).empty());
    Facts facts;
    facts.nic = test::nic("eth0", "", std::nullopt, std::nullopt);
    CHECK(preflight(of(Profile::azure_files), facts).empty());
}

TEST_CASE("more than four channels are warned about at Azure Files, and nowhere else") {
    struct Row {
        Profile profile;
        std::optional<int> channels;
        bool warned;
    };
    static constexpr Row rows[] = {
        {Profile::azure_files, std::nullopt, false},
        {Profile::azure_files, 1, false},
        {Profile::azure_files, 4, false},
        {Profile::azure_files, 5, true},
        {Profile::azure_files, 16, true},
        {Profile::netapp, 16, false},
        {Profile::smb, 16, false},
        {Profile::none, 16, false},
    };
    for (const auto& row : rows) {
        CAPTURE(to_string(row.profile));
        CAPTURE(row.channels.value_or(0));
        auto request = of(row.profile);
        request.channels = row.channels;
        CHECK(has_finding(preflight(request, Facts{}), "over-limit") == row.warned);
    }
}

TEST_CASE("one receive queue is worth a note where several channels are asked for") {
    struct Row {
        Profile profile;
        std::optional<int> channels;
        std::optional<int> queues;
        bool noted;
    };
    static constexpr Row rows[] = {
        {Profile::azure_files, std::nullopt, 1, true},
        {Profile::azure_files, std::nullopt, 2, false},
        {Profile::azure_files, std::nullopt, std::nullopt, false},
        {Profile::azure_files, 1, 1, false},
        {Profile::azure_files, 2, 1, true},
        {Profile::smb, std::nullopt, 1, true},
        // Asks for nothing by itself.
        {Profile::none, std::nullopt, 1, false},
        {Profile::none, 4, 1, true},
    };
    for (const auto& row : rows) {
        CAPTURE(to_string(row.profile));
        CAPTURE(row.channels.value_or(0));
        auto request = of(row.profile);
        request.channels = row.channels;
        Facts facts;
        facts.nic = test::nic("eth\n0", "", row.queues, std::nullopt);
        const auto findings = preflight(request, facts);
        CHECK(has_finding(findings, "single-queue-nic") == row.noted);
        for (const auto& finding : findings) {
            CHECK(finding.severity == Severity::note);
            CHECK(finding.message.find(R"(eth\n0)") != std::string::npos);
        }
    }
}

TEST_CASE("kernel_check=strict refuses the unfit and the unlisted, and nothing else does") {
    struct Row {
        std::string_view id;
        bool refused;
    };
    static constexpr Row rows[] = {
        {"kernel-too-old", true},        {"kernel-advisory", true}, {"kernel-not-listed", true},
        {"kernel-not-comparable", true}, {"over-limit", false},     {"single-queue-nic", false},
    };
    for (const auto& row : rows) {
        CAPTURE(row.id);
        auto request = of(Profile::azure_files);
        const std::vector<Finding> findings = {make_finding("over-limit"), make_finding(row.id)};
        CHECK(refusals(request, findings).empty());
        request.kernel_check = Strictness::off;
        CHECK(refusals(request, findings).empty());
        request.kernel_check = Strictness::strict;
        const auto refused = refusals(request, findings);
        CHECK(ids(refused) == (row.refused ? row.id : ""));
        for (const auto& finding : refused)
            CHECK(finding.remedy.find("kernel_check=strict") != std::string::npos);
        CHECK(refusals(request, {}).empty());
    }
}

TEST_CASE("kernel_check=strict refuses a kernel that could not be judged") {
    Request request;
    request.kernel_check = Strictness::strict;
    const auto refused = refusals(request, preflight(request, Facts{}));
    REQUIRE(refused.size() == 1);
    CHECK(refused[0].id == "kernel-not-comparable");
    request.kernel_check = Strictness::warn;
    CHECK(preflight(request, Facts{}).empty());
}
