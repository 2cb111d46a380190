#include "app/json.h"

#include "core/redact.h"
#include "core/share.h"
#include "core/verify.h"

namespace azfiles {
namespace {

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

Json to_json(const Channel& channel) {
    return {{"number", channel.number},
            {"connection_id", or_null(channel.connection_id)},
            {"state", to_string(state_of(channel))},
            {"instance", or_null(channel.instance)},
            {"in_flight", or_null(channel.in_flight)}};
}

Json to_json(const Interface& interface) {
    return {{"address", or_null(interface.address)},
            {"speed_bps", or_null(interface.speed_bps)},
            {"rss", interface.rss},
            {"rdma", interface.rdma},
            {"connected", interface.connected}};
}

Json to_json(const Connection& connection) {
    const auto milliseconds =
        connection.last_received ? std::optional{connection.last_received->count()} : std::nullopt;
    const auto microseconds =
        connection.rtt ? std::optional{connection.rtt->count()} : std::nullopt;
    return {{"local", with_port(connection.local, connection.local_port)},
            {"remote", with_port(connection.remote, connection.remote_port)},
            {"bytes_sent", or_null(connection.bytes_sent)},
            {"bytes_received", or_null(connection.bytes_received)},
            {"rtt_us", or_null(microseconds)},
            {"last_received_ms", or_null(milliseconds)},
            {"backoff", or_null(connection.backoff)}};
}

template <class T>
Json list(const std::vector<T>& values) {
    Json all = Json::array();
    for (const auto& value : values)
        all.push_back(to_json(value));
    return all;
}

Json session_json(const Session& session, const std::optional<Server>& server) {
    return {{"id", or_null(session.id)},
            {"dialect", server ? or_null(server->dialect) : Json(nullptr)},
            {"security", or_null(session.security)},
            {"encrypted", session.encrypted},
            {"signed", session.signed_},
            {"cipher", server ? or_null(server->cipher) : Json(nullptr)},
            {"channels", list(session.channels)}};
}

/// Files count lines and bytes from 1.
Json or_null(std::size_t number) {
    return number == 0 ? Json(nullptr) : Json(number);
}

Json channels_json(const MountStatus& mount) {
    const auto& counts = mount.assessment.channels;
    Json by = nullptr;
    if (mount.asked.by_user)
        by = *mount.asked.by_user ? "user" : "profile";
    return {{"requested", or_null(mount.asked.channels)},
            {"requested_by", by},
            {"limit", or_null(counts.limit)},
            {"listed", or_null(counts.listed)},
            {"active", or_null(counts.active)}};
}

Json mount_json(const MountStatus& mount) {
    const auto& seen = mount.assessment;
    const auto& entry = mount.group.entries.front();
    Json mountpoints = Json::array();
    for (const auto& each : mount.group.entries)
        mountpoints.push_back(each.mountpoint);
    return {
        {"mountpoints", mountpoints},
        {"device", fmt::format("{}:{}", entry.major, entry.minor)},
        {"source", entry.source},
        {"server_address", or_null(address_of(mount.group))},
        {"network_namespace", seen.server ? or_null(seen.server->net_namespace) : Json(nullptr)},
        {"verdict", to_string(seen.verdict)},
        {"channels", channels_json(mount)},
        {"session", seen.session ? session_json(*seen.session, seen.server) : Json(nullptr)},
        {"interfaces", seen.session ? list(seen.session->interfaces) : Json(nullptr)},
        {"nic", list(mount.nics)},
        {"findings", list(findings_of(mount))}};
}

/// What was asked for and is no mount point of a share: all of it is unknown.
Json not_cifs_json(const std::string& mountpoint) {
    return {{"mountpoints", Json::array({mountpoint})},
            {"device", nullptr},
            {"source", nullptr},
            {"server_address", nullptr},
            {"network_namespace", nullptr},
            {"verdict", to_string(Verdict::unknown)},
            {"channels", nullptr},
            {"session", nullptr},
            {"interfaces", nullptr},
            {"nic", nullptr},
            {"findings", Json::array({to_json(make_finding("not-cifs"))})}};
}

Json servers_json(const std::vector<ServerStatus>& servers) {
    Json all = Json::array();
    for (const auto& server : servers)
        all.push_back(
            {{"address", server.address},
             {"network_namespace", or_null(server.net_namespace)},
             {"mounts", server.mounts},
             {"channels", or_null(server.channels)},
             {"connections", server.connections ? list(*server.connections) : Json(nullptr)}});
    return all;
}

/// Null where none is known to be missing and not all that is promised is known.
Json missing_json(const StatusReport& report) {
    const auto missing = missing_of(report);
    if (report.mounts_unreadable || (missing.empty() && !report.unknown_promises.empty()))
        return nullptr;
    Json all = Json::array();
    for (const auto& state : missing)
        all.push_back({{"source", shown_source(state.share.source)},
                       {"mountpoint", state.share.mountpoint},
                       {"origin", state.share.origin},
                       {"finding", to_json(*state.finding)}});
    return all;
}

Json advisory_json(const std::vector<Advisory>& advisories) {
    Json all = Json::array();
    for (const auto& advisory : advisories)
        all.push_back({{"id", advisory.id},
                       {"kernels", advisory.kernels},
                       {"symptom", advisory.symptom},
                       {"fixed_in", or_null(advisory.fixed_in)},
                       {"unsafe_for_multichannel", advisory.unsafe_for_multichannel},
                       {"source", or_null(advisory.source)}});
    return all;
}

Json shares_json(const Session& session) {
    Json all = Json::array();
    for (const auto& tree : session.shares)
        all.push_back({{"unc", tree.unc}, {"ipc", tree.ipc}, {"disconnected", tree.disconnected}});
    return all;
}

}  // namespace

Json to_json(const JsonHead& head) {
    return {{"schema", "azfiles/1"},
            {"time", or_null(head.time)},
            {"version", AZFILES_VERSION},
            {"host", or_null(head.host)},
            {"kernel", Json{{"release", or_null(head.kernel)}}}};
}

Json to_json(const Nic& nic) {
    return {{"name", nic.name},
            {"driver", or_null(nic.driver)},
            {"kind", or_null(nic.kind)},
            {"rx_queues", or_null(nic.rx_queues)},
            {"most_queues", or_null(nic.most_queues)},
            {"combined", nic.combined},
            {"rss", or_null(nic.rss)},
            {"carried_by", list(nic.carriers)},
            {"why_not_seen", or_null(nic.unseen)}};
}

Json to_json(const Finding& finding) {
    return {{"id", finding.id},
            {"severity", to_string(finding.severity)},
            {"message", finding.message},
            {"remedy", or_null(finding.remedy)},
            {"evidence", or_null(finding.evidence)}};
}

void add_status(Json& json, const StatusReport& report) {
    Json mounts = Json::array();
    for (const auto& mount : report.mounts)
        mounts.push_back(mount_json(mount));
    for (const auto& mountpoint : report.not_cifs)
        mounts.push_back(not_cifs_json(mountpoint));
    json["mounts"] = report.mounts_unreadable ? Json(nullptr) : mounts;
    json["servers"] = servers_json(report.servers);
    json["kernel_verdict"] =
        report.kernel ? Json(to_string(report.kernel->verdict)) : Json(nullptr);
    json["expected_missing"] = missing_json(report);
    json["expected_unknown"] = list(report.unknown_promises);
}

void add_verify(Json& json, const StatusReport& report, double waited_s) {
    add_status(json, report);
    json["verdict"] = to_string(verdict_of(report));
    json["waited_s"] = waited_s;
}

void add_debugdata(Json& json, const DebugData& data) {
    json["cifs_version"] = or_null(data.cifs_version);
    Json servers = Json::array();
    for (const auto& server : data.servers) {
        Json sessions = Json::array();
        for (const auto& session : server.sessions) {
            Json channels = Json::array();
            for (const auto& channel : session.channels)
                channels.push_back(to_json(channel));
            sessions.push_back({{"id", or_null(session.id)},
                                {"address", or_null(session.address)},
                                {"active", active_channels(session)},
                                {"channels", channels},
                                {"shares", shares_json(session)},
                                {"interfaces", list(session.interfaces)}});
        }
        servers.push_back({{"hostname", or_null(server.hostname)},
                           {"dialect", or_null(server.dialect)},
                           {"tcp_status", or_null(server.tcp_status)},
                           {"sessions", sessions}});
    }
    json["servers"] = servers;
    json["complete"] = data.complete;
}

void add_placed(Json& json, const std::vector<PlacedFinding>& findings) {
    json["verdict"] = to_string(verdict_of(findings));
    json["findings"] = Json::array();
    for (const auto& placed : findings) {
        auto each = to_json(placed.finding);
        for (const auto* text : {"message", "remedy", "evidence"})
            if (each[text].is_string())
                each[text] = redacted(each[text].get<std::string>());
        each["file"] = redacted(placed.file);
        each["line"] = or_null(placed.line);
        each["byte"] = or_null(placed.byte);
        json["findings"].push_back(std::move(each));
    }
}

void add_kernel(Json& json, const KernelJudgement& kernel) {
    json["release"] = kernel.release;
    json["verdict"] = to_string(kernel.verdict);
    json["newer_than_listed"] = kernel.newer_than_listed;
    json["row"] = nullptr;
    json["minimum"] = nullptr;
    if (kernel.row) {
        json["row"] = {{"os_id", kernel.row->os_id},
                       {"version_id", kernel.row->version_id},
                       {"environment", to_string(kernel.row->environment)},
                       {"source", or_null(kernel.row->source)},
                       {"date", or_null(kernel.row->date)}};
        json["minimum"] = kernel.row->minimum;
    }
    json["reason"] = or_null(kernel.reason);
    json["other_verdict"] =
        kernel.other_verdict ? Json(to_string(*kernel.other_verdict)) : Json(nullptr);
    json["table_date"] = or_null(kernel.table_date);
    json["advisories"] = advisory_json(kernel.advisories);
}

std::string to_text(const Json& json) {
    // In ASCII, so that no foreign name can steer a terminal; of the control
    // characters the library leaves DEL as it is.
    auto text = json.dump(2, ' ', true, Json::error_handler_t::replace);
    for (std::size_t at = 0; (at = text.find('\x7f', at)) != std::string::npos;)
        text.replace(at, 1, "\\u007f");
    return text + "\n";
}

}  // namespace azfiles
