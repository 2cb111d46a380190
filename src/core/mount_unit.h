#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace azfiles {

/// The value of a setting. `text` is empty where the unit does not set it.
struct UnitValue {
    std::string text;
    /// It holds a specifier (%h, %H), which only systemd can fill in.
    bool has_specifier = false;

    bool operator==(const UnitValue&) const = default;
};

/// What a .mount unit of systemd says, systemd.mount(5).
struct MountUnit {
    UnitValue what;
    UnitValue where;
    UnitValue type;
    UnitValue options;
    UnitValue timeout;               ///< TimeoutSec=
    UnitValue default_dependencies;  ///< DefaultDependencies= of [Unit]
    std::string after;               ///< all After= of [Unit], with blanks between

    bool operator==(const MountUnit&) const = default;
};

/// Reads the text of a unit, or of a drop-in, over what `base` says, as systemd
/// does (checked against version 252): the last assignment wins and an empty one
/// takes it back; a line that ends in a backslash goes on in the next one, over
/// comments; "%%" is "%". Quotes are characters like any other. Lines that
/// systemd would warn about say nothing.
MountUnit read_mount_unit(std::string_view text, MountUnit base = {});

/// What an .automount unit says, systemd.automount(5).
struct AutomountUnit {
    UnitValue where;
    UnitValue idle_timeout;  ///< TimeoutIdleSec=
};

/// Reads the text of an .automount unit in the same way.
AutomountUnit read_automount_unit(std::string_view text);

/// systemd reads it as a time, systemd.time(7): "90", "1min 30s", "infinity".
bool is_time_span(std::string_view text);

/// systemd reads it as "no".
bool is_false(std::string_view text);

/// "/mnt/my share" and ".mount" is "mnt-my\x20share.mount", as systemd-escape
/// --path writes it. Nothing where `path` is not absolute or has a "..".
std::optional<std::string> unit_name_of(std::string_view path, std::string_view suffix);

/// The path that a unit's name stands for: "mnt-share.mount" is "/mnt/share".
/// Nothing for a name that unit_name_of() makes of no path: systemd does not load
/// such a unit.
std::optional<std::string> path_of_unit(std::string_view name);

}  // namespace azfiles
