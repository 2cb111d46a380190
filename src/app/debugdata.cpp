// azfiles debugdata: reads a pasted /proc/fs/cifs/DebugData.

#include "app/command.h"
#include "app/input.h"
#include "app/output.h"
#include "base/quote.h"
#include "base/unique_fd.h"
#include "core/status_text.h"
#include "sys/debugdata_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace azfiles {
namespace {

/// Never waits for a writer: a FIFO is refused, as is whatever else is no file.
Result<UniqueFd> open_text(const std::string& name) {
    UniqueFd file{::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
    if (!file)
        return system_error(errno, "open", name);
    struct stat seen {};
    if (::fstat(file.get(), &seen) != 0)
        return system_error(errno, "look at", name);
    if (!S_ISREG(seen.st_mode))
        return make_error(ErrorKind::usage, "{} is no file", quote(name))
            .advise("Give a file, or - for standard input.");
    return file;
}

}  // namespace

Result<CheckCode> run_debugdata(const CommandLine& line, const Root&) {
    if (line.words.size() != 1)
        return make_error(ErrorKind::usage, "one file is needed")
            .advise("Usage: azfiles debugdata FILE, or - for standard input");
    const auto& name = line.words.front();
    UniqueFd file;
    if (name != "-") {
        auto opened = open_text(name);
        if (!opened)
            return std::move(opened).error();
        file = *std::move(opened);
    }
    const auto text = read_all(file ? file.get() : STDIN_FILENO, name, debugdata_limit);
    if (!text)
        return text.error();

    const auto data = parse_debugdata(*text);
    // Whose text it is and of when, the text does not say.
    const auto add = [&data](Json& json) { add_debugdata(json, data); };
    if (auto said = answer(line, JsonHead{}, add, [&data] { return to_text(data); }); !said)
        return std::move(said).error();
    return data.complete ? CheckCode::as_asked : CheckCode::unknown;
}

}  // namespace azfiles
