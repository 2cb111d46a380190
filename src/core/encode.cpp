#include "core/encode.h"

#include <algorithm>

namespace azfiles {

MountAttributes mount_attributes(const std::vector<Option>& vfs) {
    using AccessTime = MountAttributes::AccessTime;
    struct Switch {
        std::string_view name;
        bool MountAttributes::*member;
        bool value;
    };
    static constexpr Switch switches[] = {
        {"ro", &MountAttributes::read_only, true},
        {"rw", &MountAttributes::read_only, false},
        {"nosuid", &MountAttributes::nosuid, true},
        {"suid", &MountAttributes::nosuid, false},
        {"nodev", &MountAttributes::nodev, true},
        {"dev", &MountAttributes::nodev, false},
        {"noexec", &MountAttributes::noexec, true},
        {"exec", &MountAttributes::noexec, false},
        {"nodiratime", &MountAttributes::nodiratime, true},
        {"diratime", &MountAttributes::nodiratime, false},
        {"nosymfollow", &MountAttributes::nosymfollow, true},
        {"symfollow", &MountAttributes::nosymfollow, false},
        {"sync", &MountAttributes::synchronous, true},
        {"async", &MountAttributes::synchronous, false},
        {"dirsync", &MountAttributes::dirsync, true},
        {"lazytime", &MountAttributes::lazytime, true},
        {"nolazytime", &MountAttributes::lazytime, false},
    };
    static constexpr std::pair<std::string_view, AccessTime> access_times[] = {
        {"noatime", AccessTime::noatime},         {"atime", AccessTime::relatime},
        {"relatime", AccessTime::relatime},       {"norelatime", AccessTime::strictatime},
        {"strictatime", AccessTime::strictatime}, {"nostrictatime", AccessTime::relatime},
    };

    MountAttributes attributes;
    for (const auto& option : vfs) {
        for (const auto& row : switches)
            if (row.name == option.name)
                attributes.*row.member = row.value;
        for (const auto& [name, access_time] : access_times)
            if (name == option.name)
                attributes.access_time = access_time;
    }
    return attributes;
}

std::vector<KernelOption> kernel_options(const MountPlan& plan, const Credentials& credentials,
                                         const std::string& address) {
    std::vector<KernelOption> options;
    options.push_back({"ip", address});
    for (const auto& option : plan.options)
        options.push_back({option.name, option.value
                                            ? std::optional<std::string_view>{*option.value}
                                            : std::nullopt});
    // The user's own word first, then the credentials', then the account's name.
    if (credentials.username && !plan.user_is_given)
        options.push_back({"username", *credentials.username});
    else if (plan.username)
        options.push_back({"username", *plan.username});
    const bool domain_is_given = std::ranges::any_of(plan.options, [](const Option& option) {
        return option.name == "domain" || option.name == "dom";
    });
    if (credentials.domain && !domain_is_given)
        options.push_back({"domain", *credentials.domain});
    if (!credentials.password.empty())
        options.push_back({"password", credentials.password.reveal()});
    if (!credentials.password2.empty())
        options.push_back({"password2", credentials.password2.reveal()});
    return options;
}

bool needs_mount2(const MountPlan& plan, const std::vector<KernelOption>& options) {
    return plan.source.size() > fsconfig_limit ||
           std::ranges::any_of(options, [](const KernelOption& option) {
               return option.value && option.value->size() > fsconfig_limit;
           });
}

bool has_comma(const std::vector<KernelOption>& options) {
    return std::ranges::any_of(options, [](const KernelOption& option) {
        return option.value && option.value->find(',') != std::string_view::npos;
    });
}

Secret mount_data(const std::vector<KernelOption>& options) {
    SecretBuffer data;
    const auto append = [&data](std::string_view text) {
        for (const char c : text)
            data.insert(data.end(), c == ',' ? 2U : 1U, c);
    };
    for (const auto& option : options) {
        if (!data.empty())
            data.push_back(',');
        append(option.name);
        if (!option.value)
            continue;
        data.push_back('=');
        append(*option.value);
    }
    return Secret{std::move(data)};
}

}  // namespace azfiles
