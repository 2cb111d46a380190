#include "core/kernel_modules.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace azfiles {
namespace {

// "nls" and "aead2" are among cifs's too: the one is no cryptography, and there has
// never been a module of the other name.
constexpr std::array<std::string_view, 11> algorithms = {
    "aes", "ccm", "cmac", "ctr", "ecb", "gcm", "hmac", "md4", "md5", "sha256", "sha512"};

bool is_algorithm(std::string_view name) {
    return std::ranges::find(algorithms, name) != algorithms.end();
}

std::set<std::string> wanted_by_cifs(std::string_view softdep) {
    std::set<std::string> wanted;
    for (const auto line : words(softdep, "\n")) {
        const auto parts = words(line);
        // "softdep cifs pre: gcm", or without "pre:" as older kmod writes it.
        if (parts.size() < 3 || parts[0] != "softdep" || parts[1] != "cifs")
            continue;
        for (const auto name : parts)
            if (is_algorithm(name))
                wanted.emplace(name);
    }
    // Both are made of it, and ask for it when they are set up.
    if (wanted.contains("gcm") || wanted.contains("ccm"))
        wanted.emplace("ctr");
    return wanted;
}

/// "kernel/crypto/gcm.ko.xz: …": the file's name without what follows ".ko".
std::string_view module_of(std::string_view line) {
    auto path = cut(line, ':').first;
    const auto slash = path.rfind('/');
    if (slash != std::string_view::npos)
        path.remove_prefix(slash + 1);
    const auto end = path.find(".ko");
    return end == std::string_view::npos ? std::string_view{} : path.substr(0, end);
}

void add(std::set<std::string>& names, std::string_view name) {
    constexpr std::string_view of_crypto = "crypto-";
    if (name.starts_with(of_crypto))
        name.remove_prefix(of_crypto.size());
    if (is_algorithm(name))
        names.emplace(name);
}

std::set<std::string> names_there(const ModuleFiles& files) {
    std::set<std::string> names;
    for (const auto* list : {&files.dep, &files.builtin})
        for (const auto line : words(*list, "\n"))
            add(names, module_of(line));
    for (const auto line : words(files.alias, "\n"))
        if (const auto parts = words(line); parts.size() >= 2 && parts[0] == "alias")
            add(names, parts[1]);
    // "gcm.alias=crypto-gcm", each ending with a NUL.
    constexpr std::string_view nul{"\0", 1};
    for (const auto item : words(files.modinfo, nul))
        if (const auto [key, value] = cut(item, '='); key.ends_with(".alias"))
            add(names, value);
    return names;
}

}  // namespace

std::optional<std::vector<std::string>> missing_crypto(const ModuleFiles& files) {
    const auto wanted = wanted_by_cifs(files.softdep);
    const auto there = names_there(files);
    std::vector<std::string> missing;
    std::ranges::set_difference(wanted, there, std::back_inserter(missing));
    if (!missing.empty() && files.modinfo.empty())
        return std::nullopt;
    return missing;
}

}  // namespace azfiles
