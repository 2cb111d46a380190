#pragma once

#include "core/debugdata.h"
#include "core/finding.h"

#include <optional>
#include <string>
#include <vector>

namespace azfiles {

/// What is known of a session that may have too few channels.
struct ChannelEvidence {
    int asked = 1;
    int active = 1;
    const Server* server = nullptr;                        ///< never null
    const Session* session = nullptr;                      ///< never null
    bool mount_is_visible = false;                         ///< the mount's line could be read
    std::optional<int> limit;                              ///< max_channels of that line
    bool asked_encryption = false;                         ///< the mount's line says seal
    bool opening = false;                                  ///< the kernel is at work on channels
    const std::vector<std::string>* kernel_log = nullptr;  ///< null: not readable
    std::string_view recorded_line;                        ///< of the helper's record of this mount
    /// Addresses of its interfaces that do not answer, nothing being connected to them.
    std::vector<std::string> unreachable;
};

/// Bit of "Server capabilities" and of a session's "Capability": multichannel
/// was negotiated on this connection (MS-SMB2 2.2.4, SMB2_GLOBAL_CAP_MULTI_CHANNEL).
inline constexpr std::uint64_t multichannel_capability = 0x8;

/// Why there are fewer channels than asked, the likeliest first; the rest are
/// other things that are true as well. Never empty: where nothing is seen it
/// says that.
std::vector<Finding> causes_of_missing_channels(const ChannelEvidence& evidence);

/// What an advertised address that does not answer costs where it is not the cause.
Finding unreachable_interface(const std::vector<std::string>& addresses);

/// The log's line with STATUS_LOGON_FAILURE that goes with a session setup at this
/// session's server, empty where there is none. Up to 5.18 nothing else tells that the
/// key of a session is refused: its status stays 1. The line names no server; the one
/// behind it does.
std::string refused_logon(const Session& session,
                          const std::optional<std::vector<std::string>>& kernel_log);

}  // namespace azfiles
