// /proc/fs/cifs/open_files of any content: it ends, and counts no more handles than
// there are lines.

#include "core/open_files.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace {

void require(bool condition) {
    if (!condition)
        std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    const auto most = azfiles::most_opened(text, "0x1", "0x5");
    if (!most)
        return 0;
    require(most->count >= 1);
    require(most->count <= 1 + std::count(text.begin(), text.end(), '\n'));
    require(!most->name.empty());
    require(text.find(most->name) != std::string_view::npos);
    return 0;
}
