#pragma once

#include "core/debugdata.h"
#include "core/kernel.h"
#include "core/placed_finding.h"
#include "core/status.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace azfiles {

using Json = nlohmann::ordered_json;

/// What stands at the head of every output. Nothing becomes null.
struct JsonHead {
    std::optional<std::string> time;  ///< RFC 3339
    std::optional<std::string> host;
    std::optional<std::string> kernel;  ///< `uname -r`
};

/// Schema azfiles/1: keys are only ever added, unknown is null, never left out
/// and never zero.
Json to_json(const JsonHead& head);
Json to_json(const Finding& finding);
Json to_json(const Nic& nic);
void add_status(Json& json, const StatusReport& report);
/// What add_status() adds, the verdict on all, and how long it took to come about.
void add_verify(Json& json, const StatusReport& report, double waited_s);
void add_debugdata(Json& json, const DebugData& data);
/// The verdict on them, and the findings with file, line and byte.
void add_placed(Json& json, const std::vector<PlacedFinding>& findings);
void add_kernel(Json& json, const KernelJudgement& kernel);

/// With line ends and, for text that is not UTF-8, replacement characters.
std::string to_text(const Json& json);

}  // namespace azfiles
