#include "core/rates.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string_view>
#include <tuple>

namespace azfiles {
namespace {

constexpr std::size_t width = 80;
constexpr int bar_length = 34;  // with a label, two rates and a state: the width

auto place_of(const Connection& connection) {
    return std::tie(connection.remote, connection.local, connection.local_port,
                    connection.remote_port);
}

using Counter = std::optional<std::uint64_t>;
using Rate = std::optional<double>;

bool went_back(const Counter& before, const Counter& now) {
    return before && now && *now < *before;
}

/// Not so where the ports were used again.
bool is_same(const Connection& before, const Connection& now) {
    return !went_back(before.bytes_sent, now.bytes_sent) &&
           !went_back(before.bytes_received, now.bytes_received);
}

Rate rate(const Counter& before, const Counter& now, double seconds) {
    if (!before || !now || seconds <= 0)
        return std::nullopt;
    return static_cast<double>(*now - *before) / seconds;
}

ConnectionRate rate_of(const Connection& now, const Connection* before, double seconds) {
    const bool stayed = before != nullptr && is_same(*before, now);
    return {now, stayed ? Presence::stayed : Presence::appeared,
            rate(stayed ? before->bytes_sent : 0, now.bytes_sent, seconds),
            rate(stayed ? before->bytes_received : 0, now.bytes_received, seconds)};
}

double traffic(const ConnectionRate& rate) {
    return rate.sent.value_or(0) + rate.received.value_or(0);
}

Rate sum(const Rate& left, const Rate& right) {
    return left && right ? Rate{*left + *right} : std::nullopt;
}

std::string columns(std::string_view label, const Rate& sent, const Rate& received) {
    const auto text = [](const Rate& rate) { return rate ? rate_text(*rate) : "unknown"; };
    return fmt::format("{:>8} {:>11} {:>11}", label, text(sent), text(received));
}

/// Any traffic has a sign, so that it is not taken for none.
std::string bar(double value, double longest) {
    if (value <= 0)
        return {};
    const int length = static_cast<int>(value / longest * bar_length + 0.5);
    return std::string(static_cast<std::size_t>(std::clamp(length, 1, bar_length)), '#');
}

std::string_view remark(const ConnectionRate& rate) {
    if (rate.connection.state != TcpState::established)
        return to_string(rate.connection.state);
    return rate.presence == Presence::appeared ? "new" : "";
}

std::string row(const ConnectionRate& rate, double longest) {
    const auto port = fmt::format("{}", rate.connection.local_port);
    if (rate.presence == Presence::vanished)
        return fmt::format("{:>8}  gone\n", port);
    auto text = columns(port, rate.sent, rate.received);
    for (const auto& part : {bar(traffic(rate), longest), std::string{remark(rate)}})
        if (!part.empty())
            text += "  " + part;
    return text + "\n";
}

/// Those between two ends. Never empty.
using Group = std::span<const ConnectionRate>;

std::string group_text(Group group, double longest) {
    const auto& ends = group.front().connection;
    const bool fits = ends.remote.size() + ends.local.size() + 6 <= width;
    auto text = fmt::format("{}{}from {}\n", ends.remote, fits ? " " : "\n  ", ends.local);
    Rate sent = 0;
    Rate received = 0;
    for (const auto& rate : group) {
        text += row(rate, longest);
        if (rate.presence == Presence::vanished)
            continue;
        sent = sum(sent, rate.sent);
        received = sum(received, rate.received);
    }
    return group.size() == 1 ? text : text + columns("total", sent, received) + "\n";
}

bool between_same_ends(const ConnectionRate& left, const ConnectionRate& right) {
    return left.connection.remote == right.connection.remote &&
           left.connection.local == right.connection.local;
}

}  // namespace

std::vector<ConnectionRate> rates_between(const TrafficSample& before, const TrafficSample& now) {
    std::map<decltype(place_of(Connection{})), const Connection*> earlier;
    for (const auto& connection : before.connections)
        earlier.emplace(place_of(connection), &connection);
    const double seconds = std::chrono::duration<double>(now.at - before.at).count();
    std::vector<ConnectionRate> rates;
    for (const auto& connection : now.connections) {
        const auto at = earlier.find(place_of(connection));
        rates.push_back(rate_of(connection, at == earlier.end() ? nullptr : at->second, seconds));
        if (at != earlier.end())
            earlier.erase(at);
    }
    for (const auto& [place, connection] : earlier)
        rates.push_back({*connection, Presence::vanished, std::nullopt, std::nullopt});
    std::ranges::stable_sort(rates, {},
                             [](const ConnectionRate& rate) { return place_of(rate.connection); });
    return rates;
}

std::string rate_text(double bytes_per_second) {
    return bytes_text(bytes_per_second) + "/s";
}

std::string to_text(const std::vector<ConnectionRate>& rates) {
    if (rates.empty())
        return "No TCP connection to a server.\n";
    double longest = 0;
    for (const auto& rate : rates)
        longest = std::max(longest, traffic(rate));
    std::string text = fmt::format("{:>8} {:>11} {:>11}\n", "port", "sent", "received");
    for (auto first = rates.begin(); first != rates.end();) {
        const auto last = std::find_if(first, rates.end(), [first](const auto& rate) {
            return !between_same_ends(*first, rate);
        });
        text += group_text(Group{first, last}, longest);
        first = last;
    }
    return text;
}

}  // namespace azfiles
