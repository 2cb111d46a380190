#include "app/input.h"

#include <unistd.h>

#include <array>
#include <cerrno>

namespace azfiles {

Result<std::string> read_all(int fd, const std::string& name, std::size_t limit) {
    std::string text;
    std::array<char, 65536> chunk;
    for (;;) {
        const auto got = ::read(fd, chunk.data(), chunk.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return system_error(errno, "read", name);
        if (got == 0)
            return text;
        text.append(chunk.data(), static_cast<std::size_t>(got));
        if (text.size() > limit)
            return system_error(EFBIG, "read", name);
    }
}

}  // namespace azfiles
