#pragma once

#include "core/snapshot.h"

#include <optional>
#include <string>
#include <vector>

namespace azfiles {

/// What was heard when a machine's files were taken, and no file of it holds.
struct Recording {
    std::optional<std::string> time;  ///< RFC 3339; nothing: not known
    /// What could not be read there, each in a few words: "the kernel log".
    std::vector<std::string> unread;
    /// DebugData was there and could not be read: that it is not among the files does
    /// not mean that the machine had none.
    bool debugdata_unreadable = false;
    bool debugdata_killed = false;  ///< the kernel killed who read it
    /// What fstab and units promise: a report holds no unit, and of fstab the lines of
    /// shares alone. Nothing: not written down.
    std::optional<Expected> expected;
    Answers answers;
};

}  // namespace azfiles
