#include "core/status_text.h"

#include "base/quote.h"
#include "core/finding_text.h"
#include "core/share.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace azfiles {
namespace {

/// A label and what is shown as it is, on one line: a name may hold two blanks.
std::string name_line(std::string_view label, std::string_view name) {
    return fmt::format("  {:<12}{}\n", label, printable(name));
}

std::string number_or_unknown(std::optional<int> number) {
    return number ? fmt::format("{}", *number) : "unknown";
}

std::string speed(const Interface& interface) {
    if (!interface.speed_bps)
        return "speed unknown";
    const auto bps = *interface.speed_bps;
    if (bps >= 1'000'000'000)
        return fmt::format("{:g} Gbit/s", static_cast<double>(bps) / 1e9);
    return fmt::format("{:g} Mbit/s", static_cast<double>(bps) / 1e6);
}

std::string session_line(const Session& session, const std::optional<Server>& server) {
    std::string text = session.id.empty() ? "unknown id" : printable(session.id);
    if (server && !server->dialect.empty())
        text += fmt::format(", dialect {}", printable(server->dialect));
    if (!session.security.empty())
        text += fmt::format(", {}", printable(session.security));
    if (session.signed_)
        text += ", signed";
    if (session.encrypted)
        text += ", encrypted";
    if (server && !server->cipher.empty())
        text += fmt::format(", {}", printable(server->cipher));
    return text;
}

std::string channel_line(const Channel& channel) {
    std::string text = fmt::format("{:>2}  {:<13}", channel.number, to_string(state_of(channel)));
    if (!channel.connection_id.empty())
        text += fmt::format(" connection {}", printable(channel.connection_id));
    if (channel.instance.value_or(1) > 1)
        text += fmt::format(", reconnected {} time{}", *channel.instance - 1,
                            *channel.instance == 2 ? "" : "s");
    return text;
}

std::string interface_line(const Interface& interface) {
    return fmt::format("{}  {}{}{}", printable(interface.address), speed(interface),
                       interface.rss ? ", RSS" : ", no RSS", interface.rdma ? ", RDMA" : "");
}

std::string nic_line(const Nic& nic) {
    std::string text = printable(nic.name);
    if (!nic.driver.empty())
        text += fmt::format(" ({})", printable(nic.driver));
    text += fmt::format(", receive queues: {}", number_or_unknown(nic.rx_queues));
    if (nic.most_queues && nic.rx_queues && *nic.most_queues > *nic.rx_queues)
        text += fmt::format(" of {}", *nic.most_queues);
    text += nic.rss ? (*nic.rss ? ", RSS on" : ", RSS off") : ", RSS unknown";
    return text;
}

/// A device that stands on others has no queues that count.
std::string nic_lines(const Nic& nic) {
    if (nic.carriers.empty() && nic.unseen.empty())
        return labelled("NIC", nic_line(nic));
    auto out = labelled(
        "NIC", printable(nic.name) +
                   (nic.driver.empty() ? "" : fmt::format(" ({})", printable(nic.driver))) +
                   ", carried by");
    for (const auto& carrier : nic.carriers)
        out += labelled("", nic_line(carrier));
    if (!nic.unseen.empty())
        out += labelled("", "what can't be seen: " + printable(nic.unseen));
    return out;
}

std::string session_lines(const Session& session, const std::optional<Server>& server) {
    std::string out = labelled("session", session_line(session, server));
    std::string_view label = "channels";
    for (const auto& channel : session.channels)
        out += fmt::format("  {:<12}{}\n", std::exchange(label, ""), channel_line(channel));
    label = "interfaces";
    for (const auto& interface : session.interfaces)
        out += fmt::format("  {:<12}{}\n", std::exchange(label, ""), interface_line(interface));
    if (session.interfaces.empty())
        out += labelled("interfaces", "the server lists none");
    return out;
}

std::string milliseconds_text(std::chrono::microseconds time) {
    return fmt::format("{:.1f} ms", static_cast<double>(time.count()) / 1000);
}

std::string age_text(std::chrono::milliseconds age) {
    return age < std::chrono::seconds{10}
               ? fmt::format("{:.1f} s ago", static_cast<double>(age.count()) / 1000)
               : fmt::format("{} s ago",
                             std::chrono::duration_cast<std::chrono::seconds>(age).count());
}

std::string or_unknown(std::optional<std::uint64_t> bytes) {
    return bytes ? bytes_text(static_cast<double>(*bytes)) : "unknown";
}

std::string connection_line(const Connection& connection) {
    return fmt::format("{:>9} {:>10} {:>10} {:>10}  {}", fmt::format("{}", connection.local_port),
                       or_unknown(connection.bytes_sent), or_unknown(connection.bytes_received),
                       connection.rtt ? milliseconds_text(*connection.rtt) : "unknown",
                       connection.state != TcpState::established ? to_string(connection.state)
                       : connection.last_received ? age_text(*connection.last_received)
                                                  : "unknown");
}

/// The TCP connections to a server, which are those of all its mounts together.
std::string server_text(const ServerStatus& server) {
    std::string out = fmt::format("TCP connections to {}\n", printable(server.address));
    if (!server.connections)
        return out + labelled("not seen", server.why_no_connections);
    if (server.connections->empty())
        return out + labelled("none", "");
    out += fmt::format("  {:<12}{:>9} {:>10} {:>10} {:>10}  {}\n", "from", "port", "sent",
                       "received", "round trip", "heard");
    std::string last;
    for (const auto& connection : *server.connections) {
        out += fmt::format("  {:<12}{}\n", connection.local == last ? "" : connection.local,
                           connection_line(connection));
        last = connection.local;
    }
    return out;
}

std::string mount_text(const MountStatus& mount, Colour colour) {
    const auto& seen = mount.assessment;
    std::string out;
    for (const auto& entry : mount.group.entries)
        out += fmt::format("{}\n", printable(entry.mountpoint));
    const auto& entry = mount.group.entries.front();
    out += name_line("share", entry.source);
    const auto summary = fmt::format("{}: {}", to_string(seen.verdict), channel_summary(mount));
    out += fmt::format("  {:<12}{}\n", "verdict", coloured(summary, seen.verdict, colour));
    for (const auto& finding : findings_of(mount))
        out += finding_text(finding);
    const auto address = address_of(mount.group);
    out += name_line("server", address.empty() ? "unknown" : address);
    if (seen.session)
        out += session_lines(*seen.session, seen.server);
    for (const auto& nic : mount.nics)
        out += nic_lines(nic);
    return out;
}

/// A share that should be mounted and is not.
std::string missing_text(const PromiseState& state, Colour colour) {
    auto out = fmt::format("{}\n", printable(state.share.mountpoint));
    out += name_line("share", shown_source(state.share.source));
    out += fmt::format("  {:<12}{}\n", "verdict", coloured("failed", Verdict::failed, colour));
    return out + finding_text(*state.finding);
}

}  // namespace

std::string channel_summary(const MountStatus& mount) {
    const auto& counts = mount.assessment.channels;
    if (!counts.active)
        return "channels not known";
    const auto active = *counts.active;
    if (mount.asked.channels && active > *mount.asked.channels)
        return fmt::format("{} channels, {} asked for", active, *mount.asked.channels);
    if (mount.asked.channels)
        return fmt::format("{} of {} channels", active, *mount.asked.channels);
    return fmt::format("{} channel{}", active, active == 1 ? "" : "s");
}

std::string to_text(const StatusReport& report, Colour colour) {
    std::string out;
    if (report.mounts_unreadable)
        out += "The mounts of this machine could not be read (/proc/self/mountinfo).\n";
    for (const auto& mountpoint : report.not_cifs)
        out += fmt::format("{} is not the mount point of a share.\n", quote(mountpoint));
    std::vector<std::string> parts;
    for (const auto& mount : report.mounts)
        parts.push_back(mount_text(mount, colour));
    for (const auto& state : missing_of(report))
        parts.push_back(missing_text(state, colour));
    for (const auto& finding : report.unknown_promises)
        parts.push_back("fstab and units\n" + finding_text(finding));
    if (parts.empty() && report.not_cifs.empty() && !report.mounts_unreadable)
        out += "No share is mounted by the kernel's SMB client (types cifs and smb3).\n";
    out += fmt::format("{}", fmt::join(parts, "\n"));
    for (const auto& server : report.servers)
        if (server.connections || !server.why_no_connections.empty())
            out += "\n" + server_text(server);
    return out;
}

std::string to_text(const DebugData& data) {
    std::string out;
    if (data.servers.empty() && data.loose_sessions.empty() && data.complete)
        out += "No server is connected.\n";
    for (const auto& server : data.servers) {
        out += fmt::format(
            "{}\n", server.hostname.empty() ? "server without a name" : printable(server.hostname));
        if (server.sessions.empty())
            out += labelled("session", "none");
        for (const auto& session : server.sessions) {
            auto alone = server;
            alone.sessions.clear();
            for (const auto& tree : session.shares)
                if (!tree.ipc)
                    out +=
                        name_line("share", tree.unc + (tree.disconnected ? " DISCONNECTED" : ""));
            out += name_line("server", session.address.empty() ? "unknown" : session.address);
            out += session_lines(session, alone);
        }
    }
    for (const auto& session : data.loose_sessions)
        out += "session without its server\n" + session_lines(session, std::nullopt);
    for (const auto& tree : data.loose_shares)
        out += name_line("share", tree.unc);
    for (const auto& interface : data.loose_interfaces)
        out += name_line("interface", interface_line(interface));
    if (!data.complete)
        out += "The text is not complete: there may be more than is shown here.\n";
    return out;
}

std::string to_text(const KernelJudgement& kernel) {
    std::string out = labelled("kernel", kernel.release);
    auto verdict = std::string{to_string(kernel.verdict)};
    if (kernel.newer_than_listed)
        verdict += ", newer series than listed";
    out += labelled("verdict", verdict);
    out += labelled("reason", kernel.reason);
    if (kernel.row)
        out += labelled("minimum", kernel.row->minimum);
    for (const auto& advisory : kernel.advisories) {
        out += labelled("advisory", advisory.symptom);
        if (!advisory.fixed_in.empty())
            out += labelled("fixed in", advisory.fixed_in);
    }
    if (!kernel.table_date.empty())
        out += labelled("table of", kernel.table_date);
    return out;
}

std::string to_text(const Recording& recording) {
    std::string out = labelled("report of", recording.time.value_or("a time that is not known") +
                                                "; nothing is asked again");
    if (!recording.unread.empty())
        out += labelled("it lacks", fmt::format("{}", fmt::join(recording.unread, "; ")));
    return out + "\n";
}

}  // namespace azfiles
