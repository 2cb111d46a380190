#include "core/assess.h"

#include "base/quote.h"
#include "base/text.h"
#include "core/cause.h"
#include "core/failure_words.h"
#include "core/ip_text.h"
#include "core/witness.h"

#include <fmt/format.h>

#include <algorithm>

namespace azfiles {
namespace {

int disk_trees(const Session& session) {
    return static_cast<int>(std::ranges::count(session.shares, false, &Tree::ipc));
}

/// The kernel holds one reference more than there are trees while it adds
/// channels (7.0 and later do that after the mount returned).
bool is_opening(const Session& session) {
    const bool negotiating = std::ranges::any_of(session.channels, [](const Channel& channel) {
        return channel.number > 1 && state_of(channel) == ChannelState::negotiating;
    });
    return negotiating || session.uses.value_or(0) > disk_trees(session);
}

/// Findings of a mount whose session can't be told.
std::optional<Finding> why_unknown(const MountState& state) {
    if (state.debugdata)
        return std::nullopt;
    if (state.debugdata_killed) {
        const auto crash = state.kernel_log ? crash_line(*state.kernel_log) : std::string_view{};
        return make_finding("kernel-bug", ": it killed who read /proc/fs/cifs/DebugData", crash);
    }
    return make_finding(state.debugdata_missing ? "debugdata-missing" : "debugdata-unreadable");
}

Finding session_down(const Session& session, std::string_view refusal) {
    if (session.password_no_longer_valid || !refusal.empty())
        return make_finding("key-no-longer-valid", refusal);
    const bool reconnecting = std::ranges::any_of(session.channels, &Channel::reconnecting);
    return make_finding(reconnecting ? "reconnecting" : "disconnected", "The session is", "");
}

/// Not a copy with its sessions thrown away: of a server with a thousand sessions
/// that would be done for each of a thousand mounts.
Server without_sessions(const Server& server) {
    Server alone;
    alone.hostname = server.hostname;
    alone.connection_id = server.connection_id;
    alone.dialect = server.dialect;
    alone.tcp_status = server.tcp_status;
    alone.instance = server.instance;
    alone.capabilities = server.capabilities;
    alone.net_namespace = server.net_namespace;
    alone.cipher = server.cipher;
    alone.nosharesock = server.nosharesock;
    return alone;
}

class Assessor {
public:
    Assessor(const Asked& asked, const Share& share, const MountState& state)
        : asked_{asked}, unc_{unc_of(share)}, state_{state} {}

    Assessment judge(const SessionMatch& match) {
        if (state_.witnesses != nullptr)
            if (const auto* witness = witness_of(*state_.witnesses, *match.server))
                unreachable_ = unreachable_interfaces(*witness, *match.session);
        auto seen = judge_books(match);
        hear_witnesses(match, seen);
        return seen;
    }

    Assessment unknown(const Finding& finding) {
        result_.settled = true;
        result_.findings.push_back(finding);
        return std::move(result_);
    }

    void set_limit(std::optional<int> limit) { result_.channels.limit = limit; }

private:
    /// By what DebugData says alone.
    Assessment judge_books(const SessionMatch& match) {
        result_.session = *match.session;
        result_.server = without_sessions(*match.server);
        result_.channels.listed = static_cast<int>(match.session->channels.size());
        result_.channels.active = active_channels(*match.session);
        result_.settled = !is_opening(*match.session);
        if (!match.session->status)
            return unknown(make_finding("debugdata-unreadable", " as to the session's status", ""));
        if (match.session->id.empty() && state_.debugdata->numbers_connections)
            return unknown(make_finding("debugdata-unreadable", " as to the session's id", ""));
        const bool session_is_down = is_down(*match.session);
        // Up to 5.18 a session whose key is refused looks as good as its share does not.
        if (session_is_down || is_share_down(*match.session))
            if (const auto line = refused_logon(*match.session, state_.kernel_log);
                session_is_down || !line.empty())
                return down(*match.session, line);
        if (asked_.channels && *result_.channels.active < *asked_.channels)
            return missing(match);
        return enough(*match.session);
    }

    /// The books lie about an idle session whose wire is dead: the connections
    /// beneath it have a say in what is more than failed.
    void hear_witnesses(const SessionMatch& match, Assessment& seen) const {
        // RDMA has no TCP connections.
        const bool is_rdma = state_.entry && option_value(*state_.entry, "rdma");
        if (state_.witnesses == nullptr || is_rdma || seen.verdict == Verdict::failed)
            return;
        auto finding = objection(*state_.witnesses, *state_.debugdata, *match.server,
                                 *match.session, echo_interval());
        if (!finding)
            return;
        const bool is_cause = seen.verdict == Verdict::as_asked;
        seen.findings.insert(is_cause ? seen.findings.begin() : seen.findings.end(),
                             *std::move(finding));
        seen.verdict = worse(seen.verdict, Verdict::unknown);
    }

    std::chrono::seconds echo_interval() const {
        const auto shown = state_.entry ? option_value(*state_.entry, "echo_interval")
                                        : std::optional<std::string>{};
        const auto seconds = shown ? to_number<unsigned>(*shown) : std::nullopt;
        return seconds ? std::chrono::seconds{*seconds} : default_echo_interval;
    }

    bool is_down(const Session& session) const {
        return session.status != 1 || *result_.channels.active == 0;
    }

    bool is_of_mount(const Tree& tree) const {
        return !tree.ipc && same_ignoring_case(tree.unc, unc_);
    }

    bool is_sealed() const { return state_.entry && option_value(*state_.entry, "seal"); }

    /// The channels are there, and the session is not what the mount asked for.
    std::optional<Finding> weaker_than_asked(const Session& session) const {
        if (!state_.entry)
            return std::nullopt;
        const auto& entry = *state_.entry;
        const bool encrypted =
            session.encrypted || std::ranges::any_of(session.shares, [this](const Tree& tree) {
                return is_of_mount(tree) && tree.encrypted;
            });
        if (is_sealed() && !encrypted)
            return make_finding("not-encrypted");
        const bool named = !option_value(entry, "username").value_or("").empty();
        if (session.guest && named && option_value(entry, "sec") != "none")
            return make_finding("guest-session");
        return std::nullopt;
    }

    Assessment down(const Session& session, std::string_view refusal) {
        result_.verdict = Verdict::failed;
        result_.findings.push_back(session_down(session, refusal));
        return std::move(result_);
    }

    bool is_share_down(const Session& session) const {
        return std::ranges::any_of(session.shares, [this](const Tree& tree) {
            return is_of_mount(tree) && tree.disconnected;
        });
    }

    Assessment missing(const SessionMatch& match) {
        ChannelEvidence evidence;
        evidence.asked = *asked_.channels;
        evidence.active = *result_.channels.active;
        evidence.server = match.server;
        evidence.session = match.session;
        evidence.mount_is_visible = state_.entry.has_value();
        evidence.limit = result_.channels.limit;
        evidence.asked_encryption = is_sealed();
        evidence.opening = !result_.settled;
        evidence.unreachable = unreachable_;
        evidence.recorded_line = state_.recorded_line;
        evidence.kernel_log = state_.kernel_log ? &*state_.kernel_log : nullptr;
        result_.findings = causes_of_missing_channels(evidence);
        if (is_share_down(*match.session))
            result_.findings.push_back(make_finding("share-disconnected"));
        // A text that was cut may lack the channels that seem to be missing.
        const bool seen_whole = state_.debugdata->complete;
        result_.verdict = seen_whole ? Verdict::degraded : Verdict::unknown;
        if (!seen_whole)
            result_.findings.insert(result_.findings.begin(),
                                    make_finding("debugdata-unreadable", " to its end", ""));
        const auto& cause = result_.findings.front().id;
        result_.final = cause == "dialect-too-old" || cause == "server-no-multichannel" ||
                        cause == "server-no-interfaces" ||
                        (cause == "shared-connection" && result_.settled);
        return std::move(result_);
    }

    Assessment enough(const Session& session) {
        result_.final = true;
        // What follows in a text that was cut may say that something is lost.
        if (!state_.debugdata->complete)
            return unknown(make_finding("debugdata-unreadable", " to its end", ""));
        const auto lost =
            std::ranges::count(session.channels, ChannelState::disconnected, azfiles::state_of);
        if (is_share_down(session))
            result_.findings.push_back(make_finding("share-disconnected"));
        else if (lost > 0)
            result_.findings.push_back(
                make_finding("disconnected",
                             fmt::format("{} of {} channels {}", lost, *result_.channels.listed,
                                         lost == 1 ? "is" : "are"),
                             ""));
        if (auto weaker = weaker_than_asked(session))
            result_.findings.push_back(*std::move(weaker));
        result_.verdict = result_.findings.empty() ? Verdict::as_asked : Verdict::degraded;
        if (!unreachable_.empty())
            result_.findings.push_back(unreachable_interface(unreachable_));
        if (!asked_.channels)
            result_.findings.push_back(make_finding("not-asked"));
        return std::move(result_);
    }

    const Asked& asked_;
    std::string unc_;
    const MountState& state_;
    std::vector<std::string> unreachable_;
    Assessment result_;
};

}  // namespace

std::string_view to_string(Verdict verdict) {
    switch (verdict) {
        case Verdict::as_asked:
            return "ok";
        case Verdict::degraded:
            return "degraded";
        case Verdict::unknown:
            return "unknown";
        case Verdict::failed:
            return "failed";
    }
    return "unknown";
}

Verdict worse(Verdict left, Verdict right) {
    return std::max(left, right);
}

Assessment assess(const Asked& asked, const Share& share, const MountState& state,
                  const DebugData* before) {
    Assessor assessor{asked, share, state};
    if (state.entry)
        assessor.set_limit(channel_limit(*state.entry));
    if (const auto finding = why_unknown(state))
        return assessor.unknown(*finding);

    SessionHint hint{share, state.session_id, state.tree_id, std::nullopt, before};
    if (state.entry)
        if (const auto address = option_value(*state.entry, "addr"))
            hint.address = short_address(*address);
    const auto match = match_session(*state.debugdata, hint);
    if (match.how == SessionMatch::How::ambiguous)
        return assessor.unknown(make_finding("session-ambiguous"));
    if (match.how == SessionMatch::How::none)
        return assessor.unknown(make_finding("session-not-found"));
    return assessor.judge(match);
}

}  // namespace azfiles
