// What the lines of one fstab do to each other.

#include "base/text.h"
#include "core/lint_entry.h"
#include "core/status.h"

#include <fmt/format.h>

#include <algorithm>

namespace azfiles::linting {
namespace {

/// `path` is in `folder`, not `folder` itself; both as as_mountpoint() makes them.
bool is_below(std::string_view path, std::string_view folder) {
    if (folder == "/")
        return path != "/";
    return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

/// The mounts of one fstab, all types, for what they do to each other.
class Neighbours {
public:
    explicit Neighbours(const Neighbourhood& all) : all_{all} {}

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
        for (std::size_t i = 0; i < all_.places.size(); ++i) {
            const auto& other = all_.fstab.entries[i];
            // Of two shares the second has it.
            const bool has_it = is_share(other.type, other.source) ? other.line < line.line
                                                                   : other.line != line.line;
            if (has_it && all_.places[i] == place) {
                sink.add("mountpoint-twice", line_text(other));
                return;
            }
        }
    }

    void lint_covered(const FstabEntry& line, const LintMachine& machine, Sink& sink) const {
        const auto place = as_mountpoint(line.mountpoint, "");
        for (std::size_t i = 0; i < all_.places.size(); ++i) {
            const auto& other = all_.fstab.entries[i];
            if (!other.mountpoint.starts_with('/') || !is_below(place, all_.places[i]))
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
        const bool is_disk = place == "/mnt" || place == "/mnt/resource";
        if (machine.azure_vm == true && (is_disk || is_below(place, "/mnt/resource")))
            sink.add("mountpoint-on-resource-disk", "", "this is a virtual machine of Azure");
    }

    const Neighbourhood& all_;
};

}  // namespace

Neighbourhood::Neighbourhood(const Fstab& of) : fstab{of} {
    for (const auto& entry : of.entries)
        places.push_back(as_mountpoint(entry.mountpoint, ""));
}

void lint_neighbours(const Neighbourhood& all, const FstabEntry& line, const LintMachine& machine,
                     Sink& sink) {
    Neighbours{all}.lint(line, machine, sink);
}

}  // namespace azfiles::linting
