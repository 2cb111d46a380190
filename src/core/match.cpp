#include "core/match.h"

#include "base/text.h"

#include <algorithm>
#include <vector>

namespace azfiles {
namespace {

bool has_session(const DebugData& data, const Session& session) {
    return std::ranges::any_of(data.servers, [&session](const Server& server) {
        return std::ranges::any_of(server.sessions, [&session](const Session& other) {
            return other.id == session.id && other.address == session.address;
        });
    });
}

/// Kernels that tell a mount's tree connect (6.1) show its id in DebugData too.
bool has_share(const Session& session, std::string_view unc, const SessionHint& hint) {
    return std::ranges::any_of(session.shares, [unc, &hint](const Tree& tree) {
        return !tree.ipc && same_ignoring_case(tree.unc, unc) &&
               (!hint.tree_id || tree.tid.empty() || tree.tid == *hint.tree_id);
    });
}

using Candidates = std::vector<SessionMatch>;

Candidates candidates_for(const DebugData& now, const SessionHint& hint) {
    const auto unc = unc_of(hint.share);
    Candidates found;
    for (const auto& server : now.servers)
        for (const auto& session : server.sessions)
            if (has_share(session, unc, hint) &&
                (!hint.address || session.address == *hint.address))
                found.push_back({SessionMatch::How::only_one, &server, &session});
    return found;
}

SessionMatch single(const Candidates& candidates, SessionMatch::How how) {
    if (candidates.size() == 1)
        return {how, candidates[0].server, candidates[0].session};
    return {candidates.empty() ? SessionMatch::How::none : SessionMatch::How::ambiguous};
}

}  // namespace

SessionMatch match_session(const DebugData& now, const SessionHint& hint) {
    auto candidates = candidates_for(now, hint);
    if (hint.session_id) {
        // The server chose the id, so that two servers may have the same one: the
        // share and the address have to fit too.
        std::erase_if(candidates, [&hint](const SessionMatch& match) {
            return match.session->id != *hint.session_id;
        });
        return single(candidates, SessionMatch::How::by_id);
    }
    if (hint.before != nullptr) {
        Candidates appeared;
        std::ranges::copy_if(candidates, std::back_inserter(appeared), [&hint](const auto& match) {
            return !has_session(*hint.before, *match.session);
        });
        if (!appeared.empty())
            return single(appeared, SessionMatch::How::appeared);
    }
    return single(candidates, SessionMatch::How::only_one);
}

}  // namespace azfiles
