#pragma once

#include "core/fstab.h"
#include "core/lint.h"
#include "core/mount_unit.h"
#include "core/options.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// The parts of core/lint: an entry of fstab or a unit, and the rules for it.
namespace azfiles::linting {

/// What an fstab line or a mount unit says, escapes undone.
struct Entry {
    std::string source;
    std::string mountpoint;
    std::string type;
    std::string options;
    int passno = 0;
    bool is_unit = false;
    /// A specifier of systemd stands in it, so that source and mount point are not known.
    bool has_specifier = false;

    std::vector<Option> split = {};  ///< the options; empty where they can't be split
    /// A password may stand among the options, so that what is unknown may be a piece of
    /// it and is not repeated.
    bool secretive = false;

    [[nodiscard]] bool is_azfiles() const { return type == "azfiles"; }
    [[nodiscard]] bool has(std::string_view option) const;
    /// The last value of the option; nothing where it is not given.
    [[nodiscard]] std::optional<std::string> value(std::string_view option) const;
    /// Mounted at boot, or by an automount.
    [[nodiscard]] bool is_automatic() const;
};

/// Takes the findings of one place.
class Sink {
public:
    explicit Sink(LintSubject& subject) : subject_{subject} {}

    /// As the finding's row says it, with `detail` in it; keys are taken out of both.
    Finding& add(std::string_view id, std::string_view detail = {}, std::string_view seen = {});

    void not_seen(std::string_view id, std::string_view detail, std::string_view seen);

    [[nodiscard]] bool has_error() const;

private:
    LintSubject& subject_;
};

/// What is wrong with the words of an fstab line, as an fstab reader splits them: a blank
/// that cuts a field. True where the line is meant for us and can't be judged further.
bool lint_fields(std::string_view line, Sink& sink);

/// The line is meant to be a share, whether it can be read or not.
bool is_meant_for_us(std::string_view line);

/// The type of a share that was meant with `type`: "azfiles" for "azurefiles" or "AZFILES".
/// Nothing where it is one, or resembles none, or the source is no share.
std::optional<std::string_view> meant_type(std::string_view type, std::string_view source);

/// Fills in `split` and `secretive`; says where the options can't be split.
void split_into(Entry& entry, Sink& sink);

/// An fstab and where each of its entries is mounted, as mountinfo would have it.
struct Neighbourhood {
    explicit Neighbourhood(const Fstab& of);

    const Fstab& fstab;
    std::vector<std::string> places;
};

/// Doubled and covered mount points, and Azure's resource disk.
void lint_neighbours(const Neighbourhood& all, const FstabEntry& line, const LintMachine& machine,
                     Sink& sink);

/// What stands at the mount point, and times that systemd can't read.
void lint_place(const Entry& entry, const LintMachine& machine, Sink& sink);
void lint_times(const Entry& entry, Sink& sink);
/// What a unit says apart from its mount.
void lint_unit(const MountUnit& unit, Sink& sink);
void lint_automount_unit(const AutomountUnit& unit, Sink& sink);

void lint_source(const Entry& entry, Sink& sink);
void lint_options(const Entry& entry, const LintMachine& machine, Sink& sink);
void lint_credentials(const Entry& entry, const LintMachine& machine, Sink& sink);

/// The path of credentials=, as mount.azfiles and mount.cifs take it.
std::optional<std::string> credentials_path(const Entry& entry);

}  // namespace azfiles::linting
