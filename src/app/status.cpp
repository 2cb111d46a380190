// azfiles status: every cifs mount of a machine, and why it has the channels it has.

#include "app/status.h"
#include "app/machine.h"
#include "app/output.h"
#include "app/snapshot.h"
#include "app/watch.h"
#include "core/status_text.h"

#include <unistd.h>

#include <array>
#include <climits>

namespace azfiles {
namespace {

/// Empty where it is gone: a relative path then is taken from "/".
std::string working_directory() {
    std::array<char, PATH_MAX> path;
    return ::getcwd(path.data(), path.size()) == nullptr ? std::string{} : std::string{path.data()};
}

std::vector<std::string> mountpoints_of(const CommandLine& line) {
    const auto directory = line.is_this_machine() ? working_directory() : std::string{};
    std::vector<std::string> mountpoints;
    for (const auto& word : line.words)
        mountpoints.push_back(as_mountpoint(word, directory));
    return mountpoints;
}

}  // namespace

StatusReport look_at_mounts(const CommandLine& line, const Root& root) {
    const auto mountpoints = mountpoints_of(line);
    return judge(take_snapshot(root, line.is_this_machine(), mountpoints), mountpoints,
                 line.channels);
}

Result<CheckCode> run_status(const CommandLine& line, const Root& root) {
    if (line.watch)
        return watch_status(line, root);
    const auto report = look_at_mounts(line, root);
    const auto add = [&report](Json& json) { add_status(json, report); };
    const auto recording = line.is_this_machine() ? std::nullopt : recording_of(root);
    const auto text = [&report, &recording, &line] {
        return (recording ? to_text(*recording) : std::string{}) +
               to_text(report, line.colour ? Colour::yes : Colour::no);
    };
    if (auto said = answer(line, head_of(line, root), add, text); !said)
        return std::move(said).error();
    return is_incomplete(report) ? CheckCode::unknown : CheckCode::as_asked;
}

}  // namespace azfiles
