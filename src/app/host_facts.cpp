#include "app/host_facts.h"

#include "base/child.h"
#include "core/kernel_origin.h"
#include "core/support_data.h"
#include "sys/debugdata_file.h"
#include "sys/host_facts.h"

#include <cerrno>

namespace azfiles {

namespace {

SupportData read_support_data(const Root& root) {
    const auto texts = support_texts(root);
    std::vector<SupportData> files;
    std::vector<std::string> problems;
    for (const auto& error : texts.unread)
        problems.push_back(error.message);
    for (const auto& file : texts.texts) {
        auto data = parse_support_data(file.text, file.path);
        if (data)
            files.push_back(*std::move(data));
        else
            problems.push_back(data.error().message);
    }
    auto merged = merge_support_data(files);
    merged.problems.insert(merged.problems.end(), problems.begin(), problems.end());
    return merged;
}

}  // namespace

SupportData support_data_of(const Root& root) {
    auto data = read_support_data(root);
    if (!data.rows.empty())
        return data;
    const auto here = Root::open("/");
    return here ? read_support_data(*here) : data;
}

std::optional<KernelJudgement> judge_host_kernel(const Root& root) {
    const auto release = kernel_release(root);
    const auto data = support_data_of(root);
    if (!release || data.rows.empty())
        return std::nullopt;
    std::optional<OsRelease> os;
    if (const auto text = os_release_text(root))
        os = parse_os_release(*text);
    auto judgement = judge_kernel(data, os, *release, environment_of(root));
    if (in_container(root) == true)
        say_container(judgement);
    return judgement;
}

std::string kernel_remark(const Root& root) {
    if (!kernel_release(root))
        return "the kernel's release can't be read";
    if (support_data_of(root).rows.empty())
        return "no support table is installed";
    if (in_container(root) == true)
        return "in a container, with the kernel of its host";
    return os_release_text(root) ? "" : "/etc/os-release can't be read";
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
        return {parse_debugdata(*text), false, false, {}};
    const int errnum = text.error().errnum;
    return {std::nullopt, errnum == ENOENT, errnum == errnum_child_died, text.error().message};
}

}  // namespace azfiles
