#include "core/connection.h"

#include <fmt/format.h>

namespace azfiles {

std::string_view to_string(TcpState state) {
    switch (state) {
        case TcpState::established:
            return "established";
        case TcpState::syn_sent:
            return "syn-sent";
        case TcpState::fin_wait1:
            return "fin-wait-1";
        case TcpState::fin_wait2:
            return "fin-wait-2";
        case TcpState::close_wait:
            return "close-wait";
        case TcpState::last_ack:
            return "last-ack";
        case TcpState::closing:
            return "closing";
    }
    return "unknown";
}

std::string with_port(std::string_view address, std::uint16_t port) {
    const bool is_v6 = address.find(':') != std::string_view::npos;
    return is_v6 ? fmt::format("[{}]:{}", address, port) : fmt::format("{}:{}", address, port);
}

std::string bytes_text(double bytes) {
    static constexpr std::array units = {"B", "kB", "MB", "GB", "TB"};
    if (bytes < 999.5)
        return fmt::format("{:.0f} {}", bytes, units.front());
    std::size_t unit = 1;
    double value = bytes / 1000;
    // What would be shown as 1000.0 is 1.0 of the next.
    for (; value >= 999.95 && unit + 1 < units.size(); ++unit)
        value /= 1000;
    return fmt::format("{:.1f} {}", value, units[unit]);
}

}  // namespace azfiles
