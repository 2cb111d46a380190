// What the lines of one fstab do to each other.

#include "base/text.h"
#include "core/lint_entry.h"
#include "core/status.h"

#include <fmt/format.h>

#include <algorithm>

namespace azfiles::linting {
namespace {

/// `path` is in `folder`, not `folder` itself; both absolute.
bool is_below(std::string_view path, std::string_view folder) {
    const auto start = as_mountpoint(folder, "");
    const auto whole = as_mountpoint(path, "");
    return start == "/" ? whole != "/" : whole.starts_with(start + "/");
}

/// The mounts of one fstab, all types, for what they do to each other.
class Neighbours {
public:
    explicit Neighbours(const Fstab& fstab) : fstab_{fstab} {}

    void lint(const FstabEntry& line, const LintMachine& machine, Sink& sink) const {
        if (!line.mountpoint.starts_with('/')) {
            sink.add("mountpoint-not-absolute");
            return;
        }
        lint_twice(line, sink);
        if (!is_noauto(line))
            lint_covered(line, machine, sink);
    }

private:
    static bool is_noauto(const FstabEntry& line) {
        const auto options = words(line.options, ",");
        return std::ranges::find(options, "noauto") != options.end();
    }

    static bool is_resource_disk(const FstabEntry& line) {
        return line.source.find("azure_resource") != std::string::npos ||
               line.options.find("comment=cloudconfig") != std::string::npos;
    }

    static std::string line_text(const FstabEntry& line) {
        return fmt::format("line {}", line.line);
    }

    void lint_twice(const FstabEntry& line, Sink& sink) const {
        const auto place = as_mountpoint(line.mountpoint, "");
        for (const auto& other : fstab_.entries) {
            // Of two shares the second has it.
            const bool has_it = is_share(other.type, other.source) ? other.line < line.line
                                                                   : other.line != line.line;
            if (has_it && as_mountpoint(other.mountpoint, "") == place) {
                sink.add("mountpoint-twice", line_text(other));
                return;
            }
        }
    }

    void lint_covered(const FstabEntry& line, const LintMachine& machine, Sink& sink) const {
        for (const auto& other : fstab_.entries) {
            if (!other.mountpoint.starts_with('/') || !is_below(line.mountpoint, other.mountpoint))
                continue;
            if (is_resource_disk(other)) {
                sink.add("mountpoint-on-resource-disk", "", line_text(other));
                return;
            }
            if (other.line > line.line && !is_noauto(other)) {
                sink.add("mountpoint-covered", line_text(other));
                return;
            }
        }
        for (const auto* folder : {"/mnt", "/mnt/resource"})
            if (machine.azure_vm == true && as_mountpoint(line.mountpoint, "") == folder) {
                sink.add("mountpoint-on-resource-disk", "", "this is a virtual machine of Azure");
                return;
            }
        if (machine.azure_vm == true && is_below(line.mountpoint, "/mnt/resource"))
            sink.add("mountpoint-on-resource-disk", "", "this is a virtual machine of Azure");
    }

    const Fstab& fstab_;
};

}  // namespace

void lint_neighbours(const Fstab& fstab, const FstabEntry& line, const LintMachine& machine,
                     Sink& sink) {
    Neighbours{fstab}.lint(line, machine, sink);
}

}  // namespace azfiles::linting
