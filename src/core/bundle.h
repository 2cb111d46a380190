#pragma once

#include "core/tar.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// The most that a report may take, in bytes.
inline constexpr std::size_t bundle_limit = std::size_t{1} << 20;

/// The files of azfiles's own in a report.
inline constexpr const char* answers_path = "azfiles/answers.json";
inline constexpr const char* status_path = "azfiles/status.json";
inline constexpr const char* readme_path = "azfiles/README";

/// The most that answers.json may take, so that it is never cut.
inline constexpr std::size_t answers_limit = std::size_t{256} << 10;

/// What a person should know of a report before it is sent, and who reads it after.
struct BundleNotes {
    std::optional<std::string> time;
    std::string version;                   ///< of this program
    bool replaced = true;                  ///< names and addresses
    std::vector<std::string> unread;       ///< what could not be read
    std::vector<std::string> cut;          ///< what was left out before it is packed
    std::vector<std::string> differences;  ///< what is judged otherwise from the report
};

struct Bundle {
    std::string archive;
    std::vector<std::string> cut;  ///< what had no room, a sentence each; those of the notes too
};

/// Packs the files of a report, redacted already, into an archive of at most
/// bundle_limit bytes. What is too long is cut at the end of a line, with a last line
/// that says so: without an end, so that DebugData is not taken for complete.
/// JSON is left out whole.
Bundle pack_bundle(const Files& files, const BundleNotes& notes, std::uint64_t seconds);

}  // namespace azfiles
