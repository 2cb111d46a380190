#pragma once

#include "core/support_data.h"
#include "support.h"

#include <array>

namespace azfiles::test {

/// The data files as they are shipped.
inline const SupportData& shipped() {
    static const SupportData data = [] {
        const std::array files = {
            *parse_support_data(read_data("../data/support.d/azure-files.kernels"), "table"),
            *parse_support_data(read_data("../data/support.d/linux.advisories"), "list")};
        return merge_support_data(files);
    }();
    return data;
}

inline KernelJudgement judged(std::string_view id, std::string_view version,
                              std::string_view release, Environment environment = Environment::vm) {
    return judge_kernel(shipped(), OsRelease{std::string{id}, std::string{version}, {}}, release,
                        environment);
}

}  // namespace azfiles::test
