#include "sys/client_facts.h"

#include "base/text.h"
#include "core/kernel_modules.h"
#include "sys/host_facts.h"

#include <algorithm>
#include <cerrno>

namespace azfiles {
namespace {

constexpr const char* rules_file = "etc/request-key.conf";
constexpr const char* rules_folder = "etc/request-key.d";
constexpr const char* usual_program = "usr/sbin/cifs.upcall";

std::optional<bool> exists(const Root& root, const char* path) {
    const auto there = root.exists(path);
    return there ? std::optional{*there} : std::nullopt;
}

/// "Y", "N", "1", "0" as the kernel writes a switch.
std::optional<bool> switch_at(const Root& root, const char* path) {
    const auto text = root.read(path);
    if (!text)
        return std::nullopt;
    const auto word = trimmed(*text);
    if (word == "Y" || word == "1")
        return true;
    if (word == "N" || word == "0")
        return false;
    return std::nullopt;
}

/// A kernel that can't do FIPS has no such file.
std::optional<bool> fips(const Root& root) {
    constexpr const char* path = "proc/sys/crypto/fips_enabled";
    if (exists(root, path) == false && exists(root, "proc/sys") == true)
        return false;
    return switch_at(root, path);
}

std::optional<Gcm256> gcm256(const Root& root) {
    constexpr const char* required = "sys/module/cifs/parameters/require_gcm_256";
    if (exists(root, "sys/module/cifs/parameters") != true)
        return std::nullopt;
    if (exists(root, required) == false)
        return Gcm256::unknown_to_kernel;
    const auto must = switch_at(root, required);
    const auto may = switch_at(root, "sys/module/cifs/parameters/enable_gcm_256");
    if (must == true)
        return Gcm256::required;
    if (!must || !may)
        return std::nullopt;
    return *may ? Gcm256::offered : Gcm256::off;
}

/// The program of the first rule "create cifs.spnego * * PROGRAM …"; a "*" at the
/// end of the type stands for anything.
std::optional<std::string> program_for_spnego(std::string_view rules) {
    constexpr std::string_view type = "cifs.spnego";
    for (const auto line : words(rules, "\n")) {
        const auto parts = words(line);
        if (parts.size() < 5 || parts[0] != "create")
            continue;
        const auto given = parts[1];
        if (given == type ||
            (given.ends_with('*') && type.starts_with(given.substr(0, given.size() - 1))))
            return std::string{parts[4]};
    }
    return std::nullopt;
}

struct Upcall {
    std::optional<bool> rule;
    std::optional<std::string> program;
};

Upcall upcall(const Root& root) {
    std::vector<std::string> files{rules_file};
    Upcall found;
    bool all_seen = true;
    if (const auto names = root.list(rules_folder))
        for (const auto& name : *names)
            files.push_back(std::string{rules_folder} + '/' + name);
    else
        all_seen = names.error().errnum == ENOENT;
    for (const auto& file : files) {
        const auto text = root.read(file.c_str());
        if (!text) {
            all_seen = all_seen && text.error().errnum == ENOENT;
            continue;
        }
        if (auto program = program_for_spnego(*text))
            return {true, std::move(program)};
    }
    if (all_seen)
        found.rule = false;
    return found;
}

/// Nothing where /lib/modules is empty or can't be seen, as in a container.
std::optional<bool> modules_present(const Root& root, const std::string& release) {
    const auto folders = root.list("lib/modules");
    if (!folders || folders->empty())
        return std::nullopt;
    return std::ranges::find(*folders, release) != folders->end();
}

}  // namespace

ClientFacts client_facts(const Root& root) {
    ClientFacts facts;
    facts.fips = fips(root);
    facts.gcm256 = gcm256(root);
    const auto way = upcall(root);
    facts.upcall_rule = way.rule;
    facts.upcall_program = exists(root, way.program ? way.program->c_str() : usual_program);
    if (const auto release = kernel_release(root)) {
        facts.kernel_release = *release;
        facts.cifs_loaded = cifs_registered(root);
        facts.cifs_available = cifs_available(root, *release);
        facts.modules_present = modules_present(root, *release);
    }
    return facts;
}

/// Files that kmod may not have written are empty then.
std::optional<std::vector<std::string>> crypto_missing(const Root& root,
                                                       const std::string& release) {
    constexpr std::size_t limit = std::size_t{16} << 20;
    const auto file = [&](std::string_view name) {
        auto text = root.read(fmt::format("lib/modules/{}/{}", release, name).c_str(), limit);
        return text ? *std::move(text) : std::string{};
    };
    const ModuleFiles files{file("modules.softdep"), file("modules.alias"), file("modules.dep"),
                            file("modules.builtin"), file("modules.builtin.modinfo")};
    if (files.softdep.empty() || files.dep.empty())
        return std::nullopt;
    return missing_crypto(files);
}

}  // namespace azfiles
