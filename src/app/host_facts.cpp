#include "app/host_facts.h"

#include "core/support_data.h"
#include "sys/debugdata_file.h"
#include "sys/host_facts.h"

#include <cerrno>

namespace azfiles {

std::optional<KernelJudgement> judge_host_kernel(const Root& root) {
    const auto release = kernel_release(root);
    if (!release)
        return std::nullopt;
    std::optional<OsRelease> os;
    if (const auto text = os_release_text(root))
        os = parse_os_release(*text);
    return judge_kernel(support_data_of(root), os, *release, environment_of(root));
}

SupportData support_data_of(const Root& root) {
    std::vector<SupportData> files;
    for (const auto& file : support_texts(root).texts)
        if (auto data = parse_support_data(file.text, file.path))
            files.push_back(*std::move(data));
    return merge_support_data(files);
}

std::optional<std::vector<MountEntry>> mounts_of(const Root& root) {
    // A machine with thousands of mounts writes some hundred bytes a line.
    constexpr std::size_t limit = std::size_t{64} << 20;
    const auto text = root.read("proc/self/mountinfo", limit);
    if (!text)
        return std::nullopt;
    return parse_mountinfo(*text);
}

DebugDataReading debugdata_of(const Root& root) {
    const auto text = read_debugdata(root);
    if (text)
        return {parse_debugdata(*text), false, {}};
    return {std::nullopt, text.error().errnum == ENOENT, text.error().message};
}

}  // namespace azfiles
