#include "app/machine.h"

#include "app/answers_json.h"
#include "app/input.h"
#include "base/quote.h"
#include "core/bundle.h"
#include "core/tar.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace azfiles {
namespace {

// A report has 1 MiB at most; one that a person has packed again may have more.
constexpr std::size_t archive_limit = std::size_t{16} << 20;

bool is_file(const char* path) {
    struct stat seen {};
    return ::stat(path, &seen) == 0 && S_ISREG(seen.st_mode);
}

}  // namespace

Result<Root> open_machine(const char* path) {
    if (!is_file(path))
        return Root::open(path);
    const UniqueFd file{::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
    if (!file)
        return system_error(errno, "open", path);
    const auto archive = read_all(file.get(), path, archive_limit);
    if (!archive)
        return archive.error();
    auto files = read_tar(*archive);
    if (!files)
        return std::move(files).error().during(quote(path));
    return Root::from_files(*std::move(files));
}

std::optional<Recording> recording_of(const Root& root) {
    const auto text = root.read(answers_path);
    if (!text && (text.error().errnum == ENOENT || text.error().errnum == ENOTDIR))
        return std::nullopt;
    return parse_answers_json(text ? *text : std::string{});
}

}  // namespace azfiles
