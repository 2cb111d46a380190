#pragma once

#include "core/bundle.h"
#include "sys/root.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace azfiles {

/// How a report is to be made.
struct ReportRequest {
    bool is_this_machine = true;      ///< then it is asked, too
    bool replace_names = true;        ///< and addresses
    std::optional<std::string> time;  ///< now, RFC 3339
    std::uint64_t seconds = 0;        ///< now, since 1970
};

struct MachineReport {
    std::string archive;
    std::string host;  ///< the machine's name, as it is in the report
    /// What is missing in it, a sentence each.
    std::vector<std::string> unread;
    std::vector<std::string> cut;
    std::vector<std::string> differences;
};

/// Everything that `azfiles report` writes about the machine below `root`: its files,
/// what it answers now or, of another machine, what was written down there, and what
/// `azfiles status` makes of it. What the report as written is judged as is compared
/// with the machine's own verdicts.
MachineReport report_on(const Root& root, const ReportRequest& request);

}  // namespace azfiles
