#pragma once

#include "core/failure.h"
#include "core/failure_words.h"

#include <span>
#include <string>
#include <string_view>

namespace azfiles {

/// How well the evidence of one failure fits one cause.
enum class Fit {
    no,
    possible,  ///< nothing speaks against it
    likely,    ///< something speaks for it
    sure,      ///< it was seen; what is merely possible is then left out
};

struct Judgement {
    Fit fit = Fit::no;
    std::string detail;    ///< for the "{}" of the finding's message
    std::string evidence;  ///< what was seen
    std::string remedy;    ///< instead of the table's, where it is not empty
};

/// The evidence of a failure, with what follows from it at first sight.
struct Seen {
    const FailureEvidence& evidence;
    KernelWords words;
    std::string_view security;  ///< the value of the last sec=, empty if there is none
    bool azure = false;         ///< the host has a name of Azure Files
    bool krb5 = false;
    bool by_password = false;  ///< neither Kerberos nor guest
};
Seen seen_of(const FailureEvidence& evidence);

/// One cause of a failed mount.
struct CauseRule {
    std::string_view id;    ///< of finding_table()
    std::string_view tell;  ///< how it is told from others: "if so, …"
    Judgement (*judge)(const Seen& seen);
};

/// Sorted by id.
std::span<const CauseRule> cause_rules();
const CauseRule* find_cause_rule(std::string_view id);

/// The causes that an errno can have at a mount, the likeliest first; empty for
/// one that tells nothing.
std::span<const std::string_view> causes_of_errno(int errnum);

/// All errnos that tell something, in ascending order.
std::vector<int> telling_errnos();

/// Causes that may stand behind any errno.
std::span<const std::string_view> causes_of_any_errno();

}  // namespace azfiles
