#include "app/answers_json.h"

#include "app/json.h"
#include "core/redact.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <utility>

namespace azfiles {
namespace {

constexpr std::string_view not_readable = "the report's answers could not be read";

constexpr std::array<std::pair<PortState, std::string_view>, 4> port_states = {{
    {PortState::open, "open"},
    {PortState::refused, "refused"},
    {PortState::silent, "silent"},
    {PortState::unreachable, "unreachable"},
}};

std::string_view text_of(PortState state) {
    return std::ranges::find(port_states, state, &std::pair<PortState, std::string_view>::first)
        ->second;
}

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

template <class Duration>
Json count_or_null(const std::optional<Duration>& time) {
    return time ? Json(time->count()) : Json(nullptr);
}

Json to_json(const Connection& connection) {
    return {{"local", connection.local},
            {"local_port", connection.local_port},
            {"remote", connection.remote},
            {"remote_port", connection.remote_port},
            {"state", to_string(connection.state)},
            {"bytes_sent", or_null(connection.bytes_sent)},
            {"bytes_received", or_null(connection.bytes_received)},
            {"rtt_us", count_or_null(connection.rtt)},
            {"last_received_ms", count_or_null(connection.last_received)},
            {"backoff", or_null(connection.backoff)},
            {"retransmits", or_null(connection.retransmits)}};
}

Json to_json(const Witness& witness) {
    Json connections = nullptr;
    if (witness.connections) {
        connections = Json::array();
        for (const auto& connection : *witness.connections)
            connections.push_back(to_json(connection));
    }
    Json ports = Json::array();
    for (const auto& [address, state] : witness.ports)
        ports.push_back({{"address", address}, {"state", text_of(state)}});
    return {{"network_namespace", or_null(witness.net_namespace)},
            {"connections", connections},
            {"why", witness.why},
            {"ports", ports}};
}

Json devices_json(const std::optional<std::vector<Ethernet>>& devices) {
    if (!devices)
        return nullptr;
    Json all = Json::array();
    for (const auto& device : *devices)
        all.push_back({{"name", device.name},
                       {"driver", device.driver},
                       {"master", device.master},
                       {"hardware", device.hardware},
                       {"up", device.up}});
    return all;
}

Json to_json(const Expected& expected) {
    Json shares = Json::array();
    for (const auto& share : expected.shares)
        shares.push_back({{"source", share.source},
                          {"mountpoint", share.mountpoint},
                          {"place", share.place},
                          {"origin", share.origin},
                          {"unit", share.unit},
                          {"on_demand", share.on_demand}});
    return {{"shares", std::move(shares)}, {"unknown", expected.unknown}};
}

Json to_json(const Answers& answers) {
    Json sessions = Json::array();
    for (const auto& [mount, key] : answers.sessions)
        sessions.push_back({{"mount", mount}, {"session", key.session_id}, {"tree", key.tree_id}});
    Json nics = Json::array();
    for (const auto& [address, nic] : answers.nics)
        nics.push_back({{"address", address}, {"device", azfiles::to_json(nic)}});
    Json witnesses = Json::array();
    for (const auto& witness : answers.witnesses)
        witnesses.push_back(to_json(witness));
    return {{"sessions", sessions},
            {"nics", nics},
            {"devices", devices_json(answers.devices)},
            {"witnesses", witnesses},
            {"kernel_log", or_null(answers.kernel_log)}};
}

void remove_secrets(Json& json) {
    if (json.is_string())
        json = without_secrets(json.get_ref<const std::string&>());
    if (json.is_structured())
        for (auto& item : json)
            remove_secrets(item);
}

// Reading. A member that is missing is null.

const Json& member(const Json& object, const char* name) {
    static const Json null;
    if (!object.is_object())
        return null;
    const auto at = object.find(name);
    return at == object.end() ? null : *at;
}

std::optional<std::string> text_at(const Json& object, const char* name) {
    const auto& value = member(object, name);
    return value.is_string() ? std::optional{value.get<std::string>()} : std::nullopt;
}

std::optional<bool> bool_at(const Json& object, const char* name) {
    const auto& value = member(object, name);
    return value.is_boolean() ? std::optional{value.get<bool>()} : std::nullopt;
}

/// A number that T can hold.
template <class T>
std::optional<T> number_at(const Json& object, const char* name) {
    const auto& value = member(object, name);
    if (!value.is_number_unsigned())
        return std::nullopt;
    const auto number = value.get<std::uint64_t>();
    if (number > static_cast<std::uint64_t>(std::numeric_limits<T>::max()))
        return std::nullopt;
    return static_cast<T>(number);
}

/// Null, or a number: anything else is a fault of the whole it belongs to.
bool is_number_or_null(const Json& object, const char* name) {
    const auto& value = member(object, name);
    return value.is_null() || number_at<std::int64_t>(object, name);
}

template <class Duration>
std::optional<Duration> duration_at(const Json& object, const char* name) {
    const auto count = number_at<std::int64_t>(object, name);
    return count ? std::optional{Duration{*count}} : std::nullopt;
}

std::optional<TcpState> tcp_state_at(const Json& object) {
    const auto text = text_at(object, "state");
    const auto* state = std::ranges::find_if(
        tcp_states, [&text](TcpState candidate) { return text && to_string(candidate) == *text; });
    return state == tcp_states.end() ? std::nullopt : std::optional{*state};
}

std::optional<Connection> connection_of(const Json& json) {
    const auto local = text_at(json, "local");
    const auto remote = text_at(json, "remote");
    const auto local_port = number_at<std::uint16_t>(json, "local_port");
    const auto remote_port = number_at<std::uint16_t>(json, "remote_port");
    const auto state = tcp_state_at(json);
    const bool sound =
        std::ranges::all_of(std::array{"rtt_us", "last_received_ms", "backoff", "retransmits"},
                            [&json](const char* name) { return is_number_or_null(json, name); });
    if (!local || !remote || !local_port || !remote_port || !state || !sound)
        return std::nullopt;
    return Connection{*local,
                      *remote,
                      *local_port,
                      *remote_port,
                      *state,
                      number_at<std::uint64_t>(json, "bytes_sent"),
                      number_at<std::uint64_t>(json, "bytes_received"),
                      duration_at<std::chrono::microseconds>(json, "rtt_us"),
                      duration_at<std::chrono::milliseconds>(json, "last_received_ms"),
                      number_at<int>(json, "backoff"),
                      number_at<int>(json, "retransmits")};
}

/// "2026-11-03T10:11:12Z"
bool is_time(std::string_view text) {
    constexpr std::string_view form = "0000-00-00T00:00:00Z";
    return std::ranges::equal(
        text, form, [](char c, char of) { return of == '0' ? c >= '0' && c <= '9' : c == of; });
}

/// All of a list, or nothing where one of it makes no sense.
template <class T>
std::optional<std::vector<T>> list_of(const Json& json, std::optional<T> (*read)(const Json&)) {
    if (!json.is_array())
        return std::nullopt;
    std::vector<T> all;
    for (const auto& item : json) {
        auto value = read(item);
        if (!value)
            return std::nullopt;
        all.push_back(*std::move(value));
    }
    return all;
}

std::optional<std::string> string_of(const Json& json) {
    return json.is_string() ? std::optional{json.get<std::string>()} : std::nullopt;
}

using Port = std::pair<std::string, PortState>;

std::optional<Port> port_of(const Json& json) {
    const auto address = text_at(json, "address");
    const auto state = text_at(json, "state");
    const auto* row = std::ranges::find_if(
        port_states, [&state](const auto& candidate) { return candidate.second == state; });
    if (!address || row == port_states.end())
        return std::nullopt;
    return Port{*address, row->first};
}

std::optional<Witness> witness_of(const Json& json) {
    if (!json.is_object())
        return std::nullopt;
    Witness witness;
    witness.net_namespace = number_at<std::uint64_t>(json, "network_namespace");
    witness.connections = list_of(member(json, "connections"), connection_of);
    const auto ports = list_of(member(json, "ports"), port_of);
    if (ports)
        witness.ports = {ports->begin(), ports->end()};
    else  // a connection may be silent, which its port would have told
        witness.connections.reset();
    witness.why = text_at(json, "why").value_or("");
    if (!witness.connections && witness.why.empty())
        witness.why = not_readable;
    return witness;
}

/// A witness of nothing: what it should have seen is not known.
Witness lost_witness() {
    Witness witness;
    witness.why = not_readable;
    return witness;
}

std::optional<Ethernet> device_of(const Json& json) {
    auto name = text_at(json, "name");
    if (!name)
        return std::nullopt;
    return Ethernet{*std::move(name),
                    text_at(json, "driver").value_or(""),
                    text_at(json, "master").value_or(""),
                    bool_at(json, "hardware").value_or(false),
                    bool_at(json, "up").value_or(false),
                    false};
}

std::optional<ExpectedShare> expected_share_of(const Json& json) {
    auto source = text_at(json, "source");
    auto mountpoint = text_at(json, "mountpoint");
    if (!source || !mountpoint)
        return std::nullopt;
    auto place = text_at(json, "place").value_or(*mountpoint);
    return ExpectedShare{*std::move(source),
                         *std::move(mountpoint),
                         std::move(place),
                         text_at(json, "origin").value_or(""),
                         text_at(json, "unit").value_or(""),
                         bool_at(json, "on_demand").value_or(false)};
}

/// What can't be read may have been a promise.
std::optional<Expected> expected_of(const Json& json) {
    if (!json.is_object())
        return std::nullopt;
    auto shares = list_of(member(json, "shares"), expected_share_of);
    auto unknown = list_of(member(json, "unknown"), string_of);
    const bool is_whole = shares && unknown;
    Expected expected{std::move(shares).value_or(std::vector<ExpectedShare>{}),
                      std::move(unknown).value_or(std::vector<std::string>{})};
    if (!is_whole)
        expected.unknown.emplace_back("what the report says of promised shares");
    return expected;
}

/// One device; its carriers stand on nothing.
Nic device_alone(const Json& json) {
    Nic nic;
    nic.name = text_at(json, "name").value_or("");
    nic.driver = text_at(json, "driver").value_or("");
    nic.kind = text_at(json, "kind").value_or("");
    nic.rx_queues = number_at<int>(json, "rx_queues");
    nic.most_queues = number_at<int>(json, "most_queues");
    nic.combined = bool_at(json, "combined").value_or(true);
    nic.rss = bool_at(json, "rss");
    nic.unseen = text_at(json, "why_not_seen").value_or("");
    return nic;
}

Nic nic_of(const Json& json) {
    auto nic = device_alone(json);
    if (const auto& carriers = member(json, "carried_by"); carriers.is_array())
        std::ranges::transform(carriers, std::back_inserter(nic.carriers), device_alone);
    return nic;
}

Answers answers_of(const Json& json) {
    Answers answers;
    if (const auto& sessions = member(json, "sessions"); sessions.is_array())
        for (const auto& item : sessions) {
            const auto mount = number_at<int>(item, "mount");
            const auto session = text_at(item, "session");
            const auto tree = text_at(item, "tree");
            if (mount && session && tree)
                answers.sessions[*mount] = {*session, *tree};
        }
    if (const auto& nics = member(json, "nics"); nics.is_array())
        for (const auto& item : nics)
            if (const auto address = text_at(item, "address"))
                answers.nics[*address] = nic_of(member(item, "device"));
    answers.devices = list_of(member(json, "devices"), device_of);
    if (auto witnesses = list_of(member(json, "witnesses"), witness_of))
        answers.witnesses = *std::move(witnesses);
    else
        answers.witnesses.push_back(lost_witness());
    answers.kernel_log = list_of(member(json, "kernel_log"), string_of);
    return answers;
}

}  // namespace

std::string answers_json(const Recording& recording) {
    Json json = {{"time", or_null(recording.time)},
                 {"unread", recording.unread},
                 {"debugdata_unreadable", recording.debugdata_unreadable},
                 {"debugdata_killed", recording.debugdata_killed},
                 {"expected", recording.expected ? to_json(*recording.expected) : Json(nullptr)},
                 {"answers", to_json(recording.answers)}};
    remove_secrets(json);
    return json.dump(1, ' ', true, Json::error_handler_t::replace) + "\n";
}

Recording parse_answers_json(std::string_view text) {
    const auto json = Json::parse(text, nullptr, false);
    Recording recording;
    if (auto time = text_at(json, "time"); time && is_time(*time))
        recording.time = std::move(time);
    recording.unread =
        list_of(member(json, "unread"), string_of).value_or(std::vector<std::string>{});
    recording.debugdata_unreadable = bool_at(json, "debugdata_unreadable").value_or(false);
    recording.debugdata_killed = bool_at(json, "debugdata_killed").value_or(false);
    recording.expected = expected_of(member(json, "expected"));
    recording.answers = answers_of(member(json, "answers"));
    return recording;
}

BoundedAnswers bounded_answers_json(Recording recording, std::size_t limit) {
    BoundedAnswers bounded{answers_json(recording), {}};
    auto& answers = recording.answers;
    const auto is_done = [&](const char* what) {
        bounded.text = answers_json(recording);
        bounded.cut.emplace_back(what);
        return bounded.text.size() <= limit;
    };
    if (bounded.text.size() <= limit)
        return bounded;
    constexpr std::ptrdiff_t newest = 64;
    if (auto& log = answers.kernel_log; log && std::ssize(*log) > newest) {
        log->erase(log->begin(), log->end() - newest);
        if (is_done("of the kernel log the newest 64 lines are there"))
            return bounded;
    }
    for (auto& witness : answers.witnesses) {
        witness.connections.reset();
        witness.why = "too many connections for a report";
    }
    if (is_done("there was no room for the TCP connections"))
        return bounded;
    answers = {};
    answers.witnesses.push_back(lost_witness());
    if (is_done("there was no room for what the kernel and the network answered"))
        return bounded;
    recording.expected = Expected{{}, {"there was no room for the promised shares"}};
    static_cast<void>(is_done("there was no room for the promised shares"));
    return bounded;
}

}  // namespace azfiles
