// The options of an entry, apart from credentials.

#include "base/quote.h"
#include "base/text.h"
#include "core/lint_entry.h"
#include "core/option_values.h"
#include "core/profile.h"
#include "core/redact.h"
#include "core/share.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace azfiles::linting {
namespace {

constexpr int azure_limit = 4;

/// Options of mount.azfiles that no other type takes.
constexpr std::array<std::string_view, 6> own = {"kernel_check", "nomfsymlinks", "profile",
                                                 "sharesock",    "verify",       "verify_timeout"};

/// Names that could be one, so that they may be repeated.
bool is_name(std::string_view name) {
    return name.size() <= 32 && std::ranges::all_of(name, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '_' || c == '-' || c == '.';
           });
}

bool is_own(std::string_view name) {
    return std::ranges::find(own, name) != own.end();
}

/// Whether whoever mounts the entry takes the option; nothing: only a kernel knows.
bool is_for_mount(const Entry& entry, const Option& option) {
    if (option.name.starts_with("x-") || option.name.starts_with("X-") || option.name == "comment")
        return true;
    if (is_own(option.name))
        return entry.is_azfiles();
    return route_of(option) != Route::cifs;
}

void lint_unknown(const Entry& entry, const LintMachine& machine, Sink& sink) {
    std::size_t number = 0;
    for (const auto& option : entry.split) {
        ++number;
        if (is_for_mount(entry, option))
            continue;
        const auto* kernel = machine.options ? &*machine.options : nullptr;
        const bool known = some_kernel_knows(option.name);
        if (!is_own(option.name) && (kernel != nullptr ? kernel->knows(option.name) : known))
            continue;
        // Behind a password it may be the piece of one that had a comma in it.
        const bool may_show = known || (is_name(option.name) && !entry.secretive);
        const auto shown = may_show ? quote(redacted(option.name))
                                    : fmt::format("number {}, which is not shown", number);
        if (is_own(option.name)) {
            sink.add("option-unknown", fmt::format(": {} is one of type azfiles", shown)).remedy =
                "Make the type azfiles, or leave it out.";
            continue;
        }
        auto& finding = sink.add("option-unknown", fmt::format(": {}", shown));
        const auto near = may_show && !known ? nearest_option(option.name, kernel) : std::nullopt;
        if (near)
            finding.remedy = fmt::format("Write {} if that is meant; else leave it out.", *near);
        else if (known)
            finding.remedy = "Leave it out, or boot a kernel that has it.";
        if (kernel == nullptr)
            finding.evidence = "the running kernel could not be asked; no kernel up to 7.1 has it";
    }
}

void lint_boot(const Entry& entry, const LintMachine&, Sink& sink) {
    if (!entry.is_automatic())
        return;
    if (!entry.has("_netdev"))
        sink.add("netdev-missing");
    // In a unit it has no effect: there it is what wants the unit that decides.
    if (!entry.is_unit && !entry.has("nofail"))
        sink.add("nofail-missing");
}

void lint_dialect(const Entry& entry, const LintMachine&, Sink& sink) {
    constexpr std::array<std::string_view, 6> old = {"1.0", "2.0", "2.1", "3.0", "3.02", "3.0.2"};
    const auto vers = entry.value("vers");
    if (vers && std::ranges::find(old, *vers) != old.end())
        sink.add("vers-too-old", *vers);
}

void lint_security(const Entry& entry, const LintMachine&, Sink& sink) {
    const auto sec = entry.value("sec");
    if (sec && (*sec == "ntlm" || *sec == "ntlmi"))
        sink.add("ntlmv1-refused", *sec, "");
}

bool is_azure(const Entry& entry) {
    const auto profile = entry.value("profile");
    if (profile && *profile != "auto")
        return *profile == to_string(Profile::azure_files);
    const auto share = parse_share(entry.source);
    return share && profile_for(share->host) == Profile::azure_files;
}

void contradict(const Entry& entry, std::string_view one, std::string_view other, Sink& sink) {
    auto& finding = sink.add("options-contradict", fmt::format("{} and {}", one, other));
    // mount.azfiles refuses them; the kernel does from 6.19 on.
    if (!entry.is_azfiles())
        finding.severity = Severity::warning;
}

void lint_channels(const Entry& entry, const LintMachine&, Sink& sink) {
    const auto text = entry.value("max_channels");
    const auto number = text ? to_number<int>(*text) : std::nullopt;
    const bool on = entry.has("multichannel");
    const bool off = entry.has("nomultichannel");
    if (number && *number > azure_limit && *number <= most_channels && is_azure(entry))
        sink.add("over-limit");
    if (on && off)
        contradict(entry, "multichannel", "nomultichannel", sink);
    else if (off && number.value_or(1) > 1)
        contradict(entry, "nomultichannel", "max_channels", sink);
    else if (on && number == 1)
        contradict(entry, "multichannel", "max_channels=1", sink);
    else if (!entry.is_azfiles() && number.value_or(1) > 1 && !on)
        sink.add("channels-ignored");
}

/// mount.azfiles sends the last max_channels= alone, and refuses what is no port.
void lint_values(const Entry& entry, const LintMachine&, Sink& sink) {
    const auto names = entry.is_azfiles() ? IdNames::of_mount : IdNames::of_mount_cifs;
    for (const auto& option : entry.split) {
        const bool is_sent = !entry.is_azfiles() || option.name != "max_channels" ||
                             entry.value(option.name) == option.value.value_or("");
        const auto found = is_sent ? value_finding(option, names) : std::nullopt;
        if (!found)
            continue;
        auto& finding = sink.add(found->id);
        finding.message = found->message;
        finding.remedy = found->remedy;
        if (entry.is_azfiles() && option.name == "port")
            finding.severity = Severity::error;
    }
}

using Rule = void (*)(const Entry&, const LintMachine&, Sink&);
constexpr std::array<Rule, 6> rules = {lint_boot,     lint_dialect, lint_security,
                                       lint_channels, lint_values,  lint_unknown};

}  // namespace

void split_into(Entry& entry, Sink& sink) {
    auto split = split_options(entry.options);
    bool secretive = false;
    const auto look = [&secretive](const std::string& name, std::string_view value) {
        const auto* spec = find_option(name);
        secretive = secretive || (spec != nullptr && spec->name.starts_with("pass")) ||
                    (name.starts_with("user") && value.find('%') != std::string_view::npos);
    };
    if (split) {
        for (const auto& option : *split)
            look(option.name, option.value.value_or(""));
        entry.split = *std::move(split);
    } else {
        for (const auto item : words(entry.options, ",")) {
            const auto [name, value] = cut(trimmed(item), '=');
            look(std::string{name}, value);
        }
        auto& finding = sink.add("options-malformed", split.error().message);
        if (!split.error().remedy.empty())
            finding.remedy = split.error().remedy;
    }
    entry.secretive = secretive;
    if (!secretive)
        return;
    auto& finding = sink.add("password-in-options");
    // mount.azfiles refuses it; mount.cifs takes it.
    if (!entry.is_azfiles())
        finding.severity = Severity::warning;
}

void lint_options(const Entry& entry, const LintMachine& machine, Sink& sink) {
    for (const auto rule : rules)
        rule(entry, machine, sink);
}

}  // namespace azfiles::linting
