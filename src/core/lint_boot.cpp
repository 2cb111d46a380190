// Mount points, and what systemd makes of an entry.

#include "core/lint_entry.h"
#include "core/status.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace azfiles::linting {
namespace {

/// Settings of fstab that systemd reads as times, systemd.mount(5).
constexpr std::array<std::string_view, 3> times = {
    "x-systemd.device-timeout", "x-systemd.idle-timeout", "x-systemd.mount-timeout"};

void lint_time(std::string_view name, std::string_view text, Sink& sink) {
    if (!is_time_span(text))
        sink.add("timeout-unreadable", fmt::format("{}=", name));
}

void lint_setting(std::string_view name, const UnitValue& value, Sink& sink) {
    if (!value.text.empty() && !value.has_specifier)
        lint_time(name, value.text, sink);
}

bool is_behind_network(std::string_view after) {
    return after.find("network") != std::string_view::npos ||
           after.find("remote-fs-pre") != std::string_view::npos;
}

/// systemd makes the directory of what it mounts by itself.
bool makes_directory(const Entry& entry) {
    return entry.has("X-mount.mkdir") || entry.has("x-mount.mkdir") ||
           entry.has("x-systemd.automount");
}

}  // namespace

void lint_place(const Entry& entry, const LintMachine& machine, Sink& sink) {
    if (!entry.mountpoint.starts_with('/'))
        return;
    const auto place = as_mountpoint(entry.mountpoint, "");
    if (place == "/") {
        sink.add("mountpoint-unfit", "is /, and the share would hide the running system", "")
            .severity = Severity::warning;
        return;
    }
    const auto at = std::ranges::find(machine.places, place, &SeenFile::path);
    if (at == machine.places.end())
        return;
    if (at->rights && !at->rights->is_folder)
        sink.add("mountpoint-unfit", "is no directory", "");
    else if (at->absent && !makes_directory(entry))
        sink.add("mountpoint-missing");
}

void lint_times(const Entry& entry, Sink& sink) {
    for (const auto name : times)
        if (const auto value = entry.value(name))
            lint_time(name, *value, sink);
}

void lint_unit(const MountUnit& unit, Sink& sink) {
    lint_setting("TimeoutSec", unit.timeout, sink);
    if (is_false(unit.default_dependencies.text) && !is_behind_network(unit.after))
        sink.add("default-dependencies-off");
}

void lint_automount_unit(const AutomountUnit& unit, Sink& sink) {
    lint_setting("TimeoutIdleSec", unit.idle_timeout, sink);
}

}  // namespace azfiles::linting
