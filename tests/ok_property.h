#pragma once

#include "base/text.h"
#include "core/assess.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace azfiles::test {

inline int count_of(std::string_view text, std::string_view part) {
    int count = 0;
    for (auto at = text.find(part); at != text.npos; at = text.find(part, at + part.size()))
        ++count;
    return count;
}

/// Pasted text has its lines broken anywhere.
inline std::string with_single_blanks(std::string_view text) {
    std::string plain;
    for (const auto word : words(text))
        plain.append(word).push_back(' ');
    return plain;
}

/// What a verdict of ok implies, found out again without the code that gave it: by the
/// letters of the text, and by the records that were read from it. Empty: it is
/// justified.
inline std::string why_ok_is_wrong(std::string_view written, const DebugData& data,
                                   const Assessment& seen, std::string_view unc, int asked) {
    if (!seen.session || !seen.server)
        return "no session";
    const auto text = with_single_blanks(written);
    // By the letters: each channel has a record of its own, and the session too.
    if (count_of(text, "TCP status:") < asked)
        return "fewer TCP states in the text than channels";
    if (count_of(text, "ession Status:") + count_of(text, "ession status:") == 0)
        return "no session's status in the text";
    if (text.find(seen.session->id) == text.npos)
        return "the session's id is not in the text";
    // By the records.
    if (!data.complete)
        return "the text is cut";
    if (seen.session->id.empty() && data.numbers_connections)
        return "a session without its id";
    int sessions = 0;
    for (const auto& server : data.servers)
        for (const auto& session : server.sessions)
            sessions += session == *seen.session ? 1 : 0;
    if (sessions != 1)
        return "not exactly one such session";
    const auto& session = *seen.session;
    if (session.status != 1)
        return "the session is not good";
    int good = 0;
    for (const auto& channel : session.channels)
        good += channel.tcp_status == 1 && !channel.disconnected && !channel.disabled &&
                        !channel.reconnecting
                    ? 1
                    : 0;
    if (good < asked)
        return "fewer good channels than asked";
    const bool has_tree = std::ranges::any_of(session.shares, [unc](const Tree& tree) {
        return !tree.ipc && !tree.disconnected && tree.unc == unc;
    });
    return has_tree ? "" : "no tree connect of the share";
}

/// Judges every share of every session in a text as if a mount had asked for 1, 2 and 4
/// channels. The first unjustified ok, or an empty text.
inline std::string find_false_ok(std::string_view text) {
    MountState state;
    state.debugdata = parse_debugdata(text);
    const auto data = *state.debugdata;
    for (const auto& server : data.servers)
        for (const auto& session : server.sessions)
            for (const auto& tree : session.shares) {
                const auto share = parse_share(tree.unc);
                if (!share || tree.ipc)
                    continue;
                state.entry.emplace();
                state.entry->super_options = "rw,addr=" + session.address;
                state.session_id.reset();
                for (const int asked : {1, 2, 4}) {
                    // By the kernel's word, and by share and address.
                    if (asked == 4)
                        state.session_id = session.id;
                    const auto seen = assess({asked, true}, *share, state, nullptr);
                    if (seen.verdict != Verdict::as_asked)
                        continue;
                    if (auto why = why_ok_is_wrong(text, data, seen, tree.unc, asked); !why.empty())
                        return tree.unc + ": " + why;
                }
            }
    return {};
}

}  // namespace azfiles::test
