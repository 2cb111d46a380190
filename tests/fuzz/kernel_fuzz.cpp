#include "core/kernel_release.h"
#include "core/support_data.h"

#include <cstdint>
#include <cstdlib>

using namespace azfiles;

namespace {

void require(bool holds) {
    if (!holds)
        std::abort();
}

/// Splits off what stands before the first NUL byte.
std::string_view take(std::string_view& input) {
    const auto end = input.find('\0');
    const auto field = input.substr(0, end);
    input = end == std::string_view::npos ? std::string_view{} : input.substr(end + 1);
    return field;
}

SupportData table() {
    return *parse_support_data(
        "source = fuzz\ndate = 2026-07-13\n"
        "[kernel]\nid = ubuntu\nversion = 24.04\nenvironment = aks\nminimum = 6.8.0-1042-azure\n"
        "[kernel]\nid = ubuntu\nversion = 24.04\nenvironment = vm\nminimum = 6.14.0-1017-azure\n"
        "[kernel]\nid = azurelinux\nversion = 3.0\nenvironment = vm\nminimum = 6.6.106.1\n"
        "[kernel]\nid = rhel\nversion = 9.7\nenvironment = vm\n"
        "minimum = 5.14.0-611.5.1.el9_7\n",
        "table");
}

/// The release with the least number of its series, where that is below the
/// minimum's; else nothing.
std::string lowered(const KernelRelease& kernel, const KernelRelease& minimum) {
    if (kernel.version != minimum.version || compare({"1"}, minimum.build) >= 0)
        return {};
    const auto version = fmt::format("{}", fmt::join(kernel.version, "."));
    if (kernel.form == ReleaseForm::ubuntu)
        return fmt::format("{}-1-{}", version, kernel.flavour);
    return fmt::format("{}-1.{}", version, kernel.dist);
}

/// A kernel is called supported or too old only under the row's own flavour and
/// tag, and a lower number of the same series never keeps it supported.
void check_row(const SupportData& data, const SupportRow& row, std::string_view release) {
    const OsRelease os{row.os_id, row.version_id, {}};
    const auto judgement = judge_kernel(data, os, release, row.environment);
    require(judgement == judge_kernel(data, os, release, row.environment));
    require(judgement.reason.find('\n') == std::string::npos && judgement.reason.ends_with('.'));
    const auto kernel = parse_kernel_release(release);
    require(!kernel == (judgement.verdict == KernelVerdict::not_a_kernel_release));
    const bool supported = judgement.verdict == KernelVerdict::supported;
    if (!supported && judgement.verdict != KernelVerdict::too_old)
        return;
    const auto minimum = minimum_release(row);
    require(kernel->form == minimum->form && kernel->flavour == minimum->flavour &&
            kernel->dist == minimum->dist && !kernel->mainline_build);
    require(judgement.row.has_value() && judgement.advisories.empty());
    require(supported == (compare(kernel->version, minimum->version) > 0 ||
                          (kernel->version == minimum->version &&
                           compare(kernel->build, minimum->build) >= 0)) ||
            judgement.row != row);
    const auto lower = lowered(*kernel, *minimum);
    if (!lower.empty())
        require(judge_kernel(data, os, lower, row.environment).verdict == KernelVerdict::too_old);
}

/// Not knowing the environment never gives a better verdict than knowing it.
void check_unknown(const SupportData& data, const OsRelease& os, std::string_view release) {
    const auto either = judge_kernel(data, os, release, Environment::unknown);
    const auto vm = judge_kernel(data, os, release, Environment::vm);
    const auto aks = judge_kernel(data, os, release, Environment::aks);
    require(either.verdict == vm.verdict || either.verdict == aks.verdict);
    if (either.verdict == KernelVerdict::supported)
        require(vm.verdict == KernelVerdict::supported);
}

}  // namespace

/// Input: os-release, release and a data file, with NUL bytes between them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static const SupportData data = table();
    std::string_view input{reinterpret_cast<const char*>(bytes), size};
    const auto release = take(input);
    const auto os = parse_os_release(take(input));
    for (const auto& row : data.rows)
        check_row(data, row, release);
    check_unknown(data, {"ubuntu", "24.04", {}}, release);
    check_unknown(data, os, release);
    static_cast<void>(judge_kernel(data, std::nullopt, release, Environment::unknown));

    const auto local = parse_support_data(input, "local");
    if (!local)
        return 0;
    for (const auto& row : local->rows)
        check_row(*local, row, release);
    check_unknown(*local, os, release);
    const SupportData files[] = {*local, *local};
    require(merge_support_data(files).rows == local->rows);
    return 0;
}
