#include "core/cause.h"

#include "base/error.h"
#include "base/text.h"
#include "core/ip_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace azfiles {
namespace {

/// Nothing where the kernel does not say.
std::optional<bool> has_multichannel(const ChannelEvidence& seen) {
    const auto bits =
        seen.session->capability ? seen.session->capability : seen.server->capabilities;
    if (!bits)
        return std::nullopt;
    return (*bits & multichannel_capability) != 0;
}

int listed(const ChannelEvidence& seen) {
    return static_cast<int>(seen.session->channels.size());
}

int count(const ChannelEvidence& seen, ChannelState state) {
    return static_cast<int>(std::ranges::count(seen.session->channels, state, state_of));
}

std::string channels_that_are(int number, int all) {
    return fmt::format("{} of {} channels {}", number, all, number == 1 ? "is" : "are");
}

/// The names under which the kernel log may speak of this session's server.
std::vector<std::string_view> names_of_server(const Session& session) {
    std::vector<std::string_view> names{session.address};
    for (const auto& interface : session.interfaces)
        names.push_back(interface.address);
    for (const auto& tree : session.shares)
        if (const auto parts = words(tree.unc, "\\"); !parts.empty())
            names.push_back(parts.front());
    std::erase(names, "");
    return names;
}

/// A line of the log names a server as "\\HOST message" or "server HOST does not …", an
/// interface as "iface:ADDRESS rc=-13", IPv6 in full.
bool is_about(std::string_view line, const std::vector<std::string_view>& names) {
    const auto is_one = [&names](std::string_view word) {
        return std::ranges::any_of(names, [word](std::string_view name) {
            return same_ignoring_case(word, name) || short_address(word) == name;
        });
    };
    std::string_view before;
    for (auto word : words(line)) {
        if (consume(word, "iface:"))
            return is_one(word);
        if (std::exchange(before, word) == "server" && word != "does")
            return is_one(word);
        if (consume(word, "\\\\")) {
            const auto parts = words(word, "\\");
            return parts.empty() || is_one(parts.front());
        }
    }
    return true;  // it names none
}

/// The log's last line about this server that holds `part`, or an empty view.
std::string_view log_line(const ChannelEvidence& seen, std::string_view part) {
    const auto names = names_of_server(*seen.session);
    // Of this very mount, and still there when the log has gone by.
    if (seen.recorded_line.find(part) != std::string_view::npos &&
        is_about(seen.recorded_line, names))
        return seen.recorded_line;
    if (seen.kernel_log == nullptr)
        return {};
    for (auto line = seen.kernel_log->rbegin(); line != seen.kernel_log->rend(); ++line)
        if (line->find(part) != std::string::npos && is_about(*line, names))
            return *line;
    return {};
}

/// A channel that was there before is not opened but set up again.
bool was_lost(const Channel& channel) {
    return channel.instance.value_or(1) > 1 && state_of(channel) != ChannelState::active;
}

/// Enough channels are there, and some are not usable now.
std::optional<Finding> lost_channels(const ChannelEvidence& seen) {
    const bool opening = seen.opening && std::ranges::none_of(seen.session->channels, was_lost);
    if (listed(seen) < seen.asked || opening)
        return std::nullopt;
    const int gone = count(seen, ChannelState::disconnected) + count(seen, ChannelState::disabled);
    if (gone > 0)
        return make_finding("disconnected", channels_that_are(gone, listed(seen)), "");
    const int back =
        count(seen, ChannelState::reconnecting) + count(seen, ChannelState::negotiating);
    if (back > 0)
        return make_finding("reconnecting", channels_that_are(back, listed(seen)), "");
    return std::nullopt;
}

std::optional<Finding> dialect(const ChannelEvidence& seen) {
    if (seen.server->dialect == "0x311" ||
        (seen.server->dialect.empty() && seen.session->id.empty()))
        return std::nullopt;
    const auto& shown = seen.server->dialect;
    return make_finding("dialect-too-old", shown.empty() ? " (SMB 1)" : fmt::format(" ({})", shown),
                        shown);
}

bool was_reconnected(const ChannelEvidence& seen) {
    return seen.session->channels.front().instance.value_or(1) > 1;
}

/// The capability is a property of the connection. Where it is missing and yet
/// the server lists its interfaces, or another session was there first, it is
/// the connection and not the server that has none.
std::optional<Finding> capability(const ChannelEvidence& seen) {
    if (has_multichannel(seen) != false)
        return std::nullopt;
    const auto evidence =
        fmt::format("capability {:#x} without bit {:#x}", seen.session->capability.value_or(0),
                    multichannel_capability);
    const bool others = seen.server->sessions.size() > 1;
    if (seen.session->interfaces.empty())
        return make_finding("server-no-multichannel", evidence);
    // The list may be older than the connection. From 6.7 on the kernel says that the
    // server had multichannel before.
    if (was_reconnected(seen))
        if (const auto line = log_line(seen, "does not support multichannel anymore");
            !line.empty() || (!others && seen.limit.value_or(1) > 1))
            return make_finding("server-no-multichannel",
                                line.empty() ? evidence + ", since a reconnect" : line);
    if (others)
        return make_finding("shared-connection", evidence);
    if (seen.mount_is_visible && seen.limit.value_or(1) <= 1)
        return make_finding("option-not-in-force", evidence);
    return make_finding("shared-connection", evidence);
}

std::optional<Finding> no_interfaces(const ChannelEvidence& seen) {
    if (has_multichannel(seen) == false || !seen.session->interfaces.empty())
        return std::nullopt;
    return make_finding("server-no-interfaces", log_line(seen, "not advertise interfaces"));
}

std::optional<Finding> no_rss(const ChannelEvidence& seen) {
    const auto& interfaces = seen.session->interfaces;
    if (interfaces.empty() || std::ranges::any_of(interfaces, &Interface::rss))
        return std::nullopt;
    return make_finding("server-not-rss", "");
}

/// rc of "failed to open extra channel on iface:ADDRESS rc=-13", as a positive errno.
std::optional<int> refusal(std::string_view line) {
    const auto at = line.find("rc=-");
    if (at == std::string_view::npos)
        return std::nullopt;
    const auto digits = line.substr(at + 4);
    return to_number<int>(digits.substr(0, digits.find_first_not_of("0123456789")));
}

/// Network errors: ENETUNREACH, ETIMEDOUT, ECONNREFUSED, EHOSTUNREACH, EINPROGRESS.
bool is_unreachable(int errnum) {
    return errnum == 101 || errnum == 110 || errnum == 111 || errnum == 113 || errnum == 115;
}

/// The RSS interfaces of the server that may still be reached.
bool has_way_left(const ChannelEvidence& seen) {
    return std::ranges::any_of(seen.session->interfaces, [&seen](const Interface& interface) {
        return interface.rss &&
               std::ranges::find(seen.unreachable, interface.address) == seen.unreachable.end();
    });
}

/// No address is left on which a further channel could be opened.
std::optional<Finding> no_way(const ChannelEvidence& seen) {
    if (seen.unreachable.empty() || has_way_left(seen))
        return std::nullopt;
    return make_finding("interface-unreachable",
                        fmt::format(" ({})", fmt::join(seen.unreachable, ", ")),
                        "TCP port 445 did not answer");
}

/// An address that is down, while another of them serves.
std::optional<Finding> delay(const ChannelEvidence& seen) {
    if (seen.unreachable.empty() || !has_way_left(seen))
        return std::nullopt;
    return unreachable_interface(seen.unreachable);
}

std::optional<Finding> refused(const ChannelEvidence& seen) {
    const auto line = log_line(seen, "failed to open extra channel");
    if (const auto rc = refusal(line)) {
        const auto detail = fmt::format(" ({})", errno_text(*rc));
        return make_finding(is_unreachable(*rc) ? "interface-unreachable" : "channel-refused",
                            detail, line);
    }
    // Up to 5.18 the log does not name the extra channel, only the session setup that
    // failed; that of the mount itself has succeeded. Other numbers are no refusal: -11
    // is a channel that waits for its session.
    if (const auto logon = log_line(seen, "Send error in SessSetup = -13"); !logon.empty())
        return make_finding("channel-refused", "", logon);
    // 6.9 and later: the words stand on a session that works when an extra
    // channel's logon was denied.
    if (seen.session->password_no_longer_valid && seen.session->status == 1)
        return make_finding("channel-refused", "", "Session Status: 1 password no longer valid");
    return std::nullopt;
}

std::optional<Finding> opening(const ChannelEvidence& seen) {
    if (!seen.opening || lost_channels(seen))
        return std::nullopt;
    return make_finding("still-opening");
}

std::optional<Finding> limit(const ChannelEvidence& seen) {
    if (!seen.mount_is_visible || seen.limit.value_or(1) >= seen.asked)
        return std::nullopt;
    // A limit that went away because of one of the causes before it (5.10) is no
    // cause of its own: see causes_of_missing_channels().
    return make_finding("option-not-in-force", seen.limit
                                                   ? fmt::format("max_channels={}", *seen.limit)
                                                   : "no max_channels");
}

using Cause = std::optional<Finding> (*)(const ChannelEvidence&);
constexpr Cause causes[] = {lost_channels, dialect, capability, no_interfaces,
                            no_rss,        no_way,  refused,    opening};

/// Honest about what was not seen, with what speaks for one cause or another.
Finding not_seen(const ChannelEvidence& seen) {
    const bool encrypted =
        seen.session->encrypted || std::ranges::any_of(seen.session->shares, &Tree::encrypted);
    const std::string_view hint =
        encrypted && !seen.asked_encryption
            ? "encrypted, which the mount did not ask for: the server may demand it of everything, "
              "and refuse further channels"
            : "";
    return make_finding("cause-not-seen",
                        seen.kernel_log == nullptr ? ", the kernel log not being readable" : "",
                        hint);
}

}  // namespace

Finding unreachable_interface(const std::vector<std::string>& addresses) {
    return make_finding("interface-unreachable",
                        fmt::format(" ({}): each try takes 5 s, which holds up the mount up to "
                                    "Linux 6.19 and the channels from 7.0 on",
                                    fmt::join(addresses, ", ")),
                        "TCP port 445 did not answer");
}

std::vector<Finding> causes_of_missing_channels(const ChannelEvidence& evidence) {
    std::vector<Finding> findings;
    const auto add = [&findings](std::optional<Finding> finding) {
        if (finding && !has_finding(findings, finding->id))
            findings.push_back(std::move(*finding));
    };
    for (const auto cause : causes)
        add(cause(evidence));
    if (findings.empty())
        add(limit(evidence));
    if (findings.empty())
        add(not_seen(evidence));
    add(delay(evidence));
    return findings;
}

std::string refused_logon(const Session& session,
                          const std::optional<std::vector<std::string>>& kernel_log) {
    if (!kernel_log)
        return {};
    const auto names = names_of_server(session);
    for (std::size_t i = 1; i < kernel_log->size(); ++i) {
        const auto& line = (*kernel_log)[i];
        const auto& before = (*kernel_log)[i - 1];
        // What another mount was refused is no word on this session.
        const bool of_a_mount = i + 1 < kernel_log->size() &&
                                (*kernel_log)[i + 1].find("cifs_mount failed") != std::string::npos;
        if (line.find("Send error in SessSetup = -13") != std::string::npos && !of_a_mount &&
            is_about(line, names) && before.find("STATUS_LOGON_FAILURE") != std::string::npos)
            return before;
    }
    return {};
}

}  // namespace azfiles
