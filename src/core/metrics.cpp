#include "core/metrics.h"

#include "base/quote.h"
#include "core/share.h"
#include "core/verify.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <utility>

namespace azfiles {
namespace {

using Labels = std::vector<std::pair<std::string_view, std::string>>;

/// Backslash, quote and end of line have to be escaped; other odd bytes are shown as
/// elsewhere, since the format wants UTF-8.
std::string label_value(std::string_view text) {
    std::string escaped;
    for (const char c : printable(text)) {
        if (c == '\\' || c == '"')
            escaped += '\\';
        escaped += c;
    }
    return escaped;
}

/// One metric: its head, then its samples, which the format wants together.
class Metric {
public:
    Metric(std::string_view name, std::string_view type, std::string_view help)
        : name_{name}, text_{fmt::format("# HELP {0} {2}\n# TYPE {0} {1}\n", name, type, help)} {}

    template <class T>
    void add(const Labels& labels, T value) {
        any_ = true;
        text_ += name_;
        char separator = '{';
        for (const auto& [label, what] : labels) {
            text_ += fmt::format("{}{}=\"{}\"", separator, label, label_value(what));
            separator = ',';
        }
        text_ += fmt::format("{} {}\n", labels.empty() ? "" : "}", value);
    }

    template <class T>
    void add_if_known(const Labels& labels, const std::optional<T>& value) {
        if (value)
            add(labels, *value);
    }

    /// Empty without a sample.
    [[nodiscard]] std::string text() && { return any_ ? std::move(text_) : std::string{}; }

private:
    std::string_view name_;
    std::string text_;
    bool any_ = false;
};

Labels labels_of(const MountStatus& mount) {
    const auto& entry = mount.group.entries.front();
    return {{"mountpoint", entry.mountpoint}, {"share", shown_source(entry.source)}};
}

Labels labels_of(const PromiseState& state) {
    return {{"mountpoint", state.share.mountpoint}, {"share", shown_source(state.share.source)}};
}

Labels labels_of(const ServerStatus& server) {
    Labels labels{{"address", server.address}};
    if (server.net_namespace)
        labels.emplace_back("network_namespace", std::to_string(*server.net_namespace));
    return labels;
}

/// Of several that have the same labels, which the format does not allow, the last: of
/// mounts at one place it is the one that is seen there. Views into `all`.
template <class T>
std::vector<const T*> told_apart(const std::vector<T>& all) {
    std::map<Labels, const T*> last;
    for (const auto& one : all)
        last.insert_or_assign(labels_of(one), &one);
    std::vector<const T*> kept;
    for (const auto& [labels, one] : last)
        kept.push_back(one);
    std::ranges::sort(kept);  // pointers into one vector: in its order
    return kept;
}

Labels with(Labels labels, std::string_view name, std::string_view value) {
    labels.emplace_back(name, value);
    return labels;
}

/// How often the connections of a session were made anew.
std::optional<int> reconnects_of(const MountStatus& mount) {
    if (!mount.assessment.session)
        return std::nullopt;
    std::optional<int> reconnects;
    for (const auto& channel : mount.assessment.session->channels)
        if (channel.instance && *channel.instance > 0)
            reconnects = reconnects.value_or(0) + *channel.instance - 1;
    return reconnects;
}

std::string channels_text(const std::vector<const MountStatus*>& mounts) {
    Metric requested{"azfiles_mount_channels_requested", "gauge",
                     "Channels that the mount asked for."};
    Metric listed{"azfiles_mount_channels_listed", "gauge",
                  "Channels that the session lists, the primary included."};
    Metric active{"azfiles_mount_channels_active", "gauge", "Channels that carry traffic."};
    Metric reconnects{"azfiles_mount_reconnects_total", "counter",
                      "How often the connections of the session were made anew."};
    for (const auto* mount : mounts) {
        const auto labels = labels_of(*mount);
        requested.add_if_known(labels, mount->asked.channels);
        listed.add_if_known(labels, mount->assessment.channels.listed);
        active.add_if_known(labels, mount->assessment.channels.active);
        reconnects.add_if_known(labels, reconnects_of(*mount));
    }
    return std::move(requested).text() + std::move(listed).text() + std::move(active).text() +
           std::move(reconnects).text();
}

std::string verdicts_text(const std::vector<const MountStatus*>& mounts) {
    constexpr std::array all{Verdict::as_asked, Verdict::degraded, Verdict::unknown,
                             Verdict::failed};
    Metric verdicts{"azfiles_mount_verdict", "gauge",
                    "The verdict on the mount: 1 for the one that holds."};
    Metric findings{"azfiles_mount_finding", "gauge",
                    "A finding on the mount, by its id: azfiles explain ID."};
    for (const auto* mount : mounts) {
        const auto labels = labels_of(*mount);
        for (const auto verdict : all)
            verdicts.add(with(labels, "verdict", to_string(verdict)),
                         mount->assessment.verdict == verdict ? 1 : 0);
        std::vector<std::string_view> said;
        const auto of_mount = findings_of(*mount);
        for (const auto& finding : of_mount) {
            if (std::ranges::find(said, finding.id) != said.end())
                continue;
            said.push_back(finding.id);
            findings.add(
                with(with(labels, "id", finding.id), "severity", to_string(finding.severity)), 1);
        }
    }
    return std::move(verdicts).text() + std::move(findings).text();
}

std::string promises_text(const StatusReport& report) {
    Metric missing{"azfiles_promised_share_missing", "gauge",
                   "A share that fstab or a unit promises and that is not mounted as promised."};
    const auto states = missing_of(report);
    for (const auto* state : told_apart(states))
        missing.add(labels_of(*state), 1);
    return std::move(missing).text();
}

double seconds(std::chrono::milliseconds time) {
    return std::chrono::duration<double>{time}.count();
}

std::string servers_text(const StatusReport& report) {
    Metric channels{"azfiles_server_channels_active", "gauge",
                    "Channels to the server's address that carry traffic."};
    Metric connections{"azfiles_server_connections", "gauge",
                       "TCP connections to the server's address and to those it advertised."};
    Metric sent{"azfiles_connection_sent_bytes_total", "counter",
                "Bytes of payload sent on a connection, repeats included."};
    Metric received{"azfiles_connection_received_bytes_total", "counter",
                    "Bytes of payload received on a connection."};
    Metric age{"azfiles_connection_last_received_seconds", "gauge",
               "Time since payload was last received on a connection."};
    for (const auto* server : told_apart(report.servers)) {
        const auto labels = labels_of(*server);
        channels.add_if_known(labels, server->channels);
        if (!server->connections)
            continue;
        connections.add(labels, server->connections->size());
        for (std::size_t i = 0; i < server->connections->size(); ++i) {
            const auto& connection = (*server->connections)[i];
            const auto one = with(labels, "connection", std::to_string(i));
            sent.add_if_known(one, connection.bytes_sent);
            received.add_if_known(one, connection.bytes_received);
            if (connection.last_received)
                age.add(one, seconds(*connection.last_received));
        }
    }
    return std::move(channels).text() + std::move(connections).text() + std::move(sent).text() +
           std::move(received).text() + std::move(age).text();
}

std::string machine_text(const StatusReport& report, std::string_view version) {
    Metric build{"azfiles_build_info", "gauge", "The version of azfiles that looked."};
    build.add({{"version", std::string{version}}}, 1);
    Metric kernel{"azfiles_kernel_info", "gauge",
                  "The running kernel and what the support table says of it."};
    if (report.kernel)
        kernel.add({{"release", report.kernel->release},
                    {"verdict", std::string{to_string(report.kernel->verdict)}}},
                   1);
    Metric mounts{"azfiles_mounts", "gauge", "Mounted shares, bind mounts counted once."};
    if (!report.mounts_unreadable)
        mounts.add({}, report.mounts.size());
    Metric known{"azfiles_promises_known", "gauge",
                 "Whether all that fstab and units promise could be read."};
    known.add({}, report.unknown_promises.empty() ? 1 : 0);
    return std::move(build).text() + std::move(kernel).text() + std::move(mounts).text() +
           std::move(known).text();
}

}  // namespace

std::string metrics_text(const StatusReport& report, std::string_view version) {
    const auto mounts = told_apart(report.mounts);
    return machine_text(report, version) + channels_text(mounts) + verdicts_text(mounts) +
           promises_text(report) + servers_text(report);
}

}  // namespace azfiles
