#pragma once

#include "core/connection.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace azfiles {

/// The connections as they were at one time.
struct TrafficSample {
    std::chrono::microseconds at{0};  ///< of a clock that is never set
    std::vector<Connection> connections;
};

enum class Presence {
    stayed,    ///< in both samples
    appeared,  ///< in the later one only: it was made in between
    vanished,  ///< in the earlier one only
};

/// What went over a connection between two samples, in bytes a second; nothing
/// where it can't be told.
struct ConnectionRate {
    Connection connection;  ///< as it was last seen
    Presence presence = Presence::stayed;
    std::optional<double> sent;
    std::optional<double> received;
};

/// The rate of each connection of either sample, ordered as samples are. Two
/// connections are the same one where addresses and ports are, and no counter went
/// back; else the later one appeared. All that one which appeared has carried went
/// over it since.
std::vector<ConnectionRate> rates_between(const TrafficSample& before, const TrafficSample& now);

/// "12.3 MB/s", in powers of 1000; "0 B/s".
std::string rate_text(double bytes_per_second);

/// A line a connection, below its server and its own address, with a bar for
/// both directions together; the busiest connection of all has the longest. A
/// terminal's width is enough.
std::string to_text(const std::vector<ConnectionRate>& rates);

}  // namespace azfiles
