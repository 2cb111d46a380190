// Whatever the text holds, a reading of it keeps its promises.

#include "core/debugdata.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace {

void require(bool promise) {
    if (!promise)
        std::abort();
}

void check(const std::vector<azfiles::Session>& sessions) {
    for (const auto& session : sessions) {
        require(!session.channels.empty());
        const auto active = azfiles::active_channels(session);
        require(active >= 0 && static_cast<std::size_t>(active) <= session.channels.size());
        require(session.mids >= 0);
        for (const auto& channel : session.channels)
            require(!to_string(state_of(channel)).empty());
        for (const auto& tree : session.shares)
            require(tree.unc.starts_with(R"(\\)"));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(bytes), size};
    const auto data = azfiles::parse_debugdata(text);
    check(data.loose_sessions);
    for (const auto& server : data.servers)
        check(server.sessions);
    if (data.complete)
        require(data.loose_sessions.empty() && data.loose_shares.empty() &&
                data.loose_interfaces.empty());
    require(azfiles::parse_debugdata(text) == data);
    return 0;
}
