#pragma once

#include "core/debugdata.h"
#include "core/share.h"

#include <optional>
#include <string>

namespace azfiles {

/// Which of the kernel's sessions a mount uses. The pointers point into the
/// DebugData that was searched.
struct SessionMatch {
    enum class How {
        by_id,      ///< the kernel said so (CIFS_IOC_GET_TCON_INFO)
        appeared,   ///< the one that came while the mount was made
        only_one,   ///< the only one with this share at this address
        ambiguous,  ///< several fit
        none,       ///< none fits
    };

    How how = How::none;
    const Server* server = nullptr;
    const Session* session = nullptr;
};

/// What is known of the mount whose session is looked for.
struct SessionHint {
    Share share;
    std::optional<std::string> session_id;  ///< exact, where the kernel said it
    std::optional<std::string> tree_id;     ///< the same of the tree connect
    std::optional<std::string> address;     ///< of the server, in its short form
    const DebugData* before = nullptr;      ///< sessions that existed before the mount was made
};

/// Never guesses: several that fit are ambiguous.
SessionMatch match_session(const DebugData& now, const SessionHint& hint);

}  // namespace azfiles
