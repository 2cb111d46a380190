// Whatever the text holds, its entries are whole and their options readable.

#include "core/ip_text.h"
#include "core/mountinfo.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

void require(bool promise) {
    if (!promise)
        std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(bytes), size};
    const auto entries = azfiles::parse_mountinfo(text);
    const auto lines = std::ranges::count(text, '\n') + 1;
    require(entries.size() <= static_cast<std::size_t>(lines));
    for (const auto& entry : entries) {
        require(!entry.mountpoint.empty() && !entry.type.empty());
        for (const auto& option : azfiles::options_of(entry))
            require(azfiles::option_value(entry, option.name).has_value());
        const auto limit = azfiles::channel_limit(entry);
        require(!limit || (*limit >= 1 && *limit <= 16));
    }
    require(azfiles::parse_mountinfo(text) == entries);

    const auto address = azfiles::short_address(text);
    require(azfiles::short_address(address) == address);
    return 0;
}
