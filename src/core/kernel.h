#pragma once

#include "base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// The parts of os-release(5) that select a row of the support table.
struct OsRelease {
    std::string id;          ///< "ubuntu"
    std::string version_id;  ///< "24.04"; may be empty (arch)
    std::string pretty_name;

    bool operator==(const OsRelease&) const = default;
};

OsRelease parse_os_release(std::string_view text);

/// Where the machine runs, as far as the table tells them apart.
enum class Environment { aks, vm, unknown };

/// "aks", "vm", "unknown".
std::string_view to_string(Environment environment);

/// A row: from this kernel on, SMB Multichannel works with Azure Files.
struct SupportRow {
    std::string os_id;
    std::string version_id;
    Environment environment = Environment::vm;
    std::string minimum;  ///< a `uname -r` without architecture: "6.14.0-1017-azure"
    std::string date;     ///< of the source, YYYY-MM-DD
    std::string source;

    bool operator==(const SupportRow&) const = default;
};

/// Kernels with a known fault of their SMB client. It applies where the numbers
/// at the front of the release lie in [from, before), one of the words of `only` is in
/// it, where there are such, and none of those of `except`; without any bound it applies
/// to none. A bound with an ABI number, "6.2.0-1016", is compared with that too.
struct Advisory {
    std::string id;                   ///< "mainline-before-5.19"
    std::string kernels;              ///< the condition, in words of the data file
    std::string from;                 ///< first version with the fault; empty: no lower bound
    std::string before;               ///< first version without it; empty: no upper bound
    std::vector<std::string> only;    ///< "azure": kernels of that kind alone
    std::vector<std::string> except;  ///< "el" stands for el9, el10_1, el9uek
    /// Versions that carried the cure back: of 6.12.35 on, 6.12 has no fault any more.
    std::vector<std::string> also_fixed;
    std::string symptom;  ///< one sentence
    std::string fixed_in;
    bool unsafe_for_multichannel = false;
    std::string source;
    std::string date;  ///< of the source, YYYY-MM-DD

    bool operator==(const Advisory&) const = default;
};

struct SupportData {
    std::vector<SupportRow> rows;
    std::vector<Advisory> advisories;
    std::string date;  ///< the newest date of a row
    /// What could not be used, each with file and line: "FILE:12: bad date …".
    std::vector<std::string> problems;

    bool operator==(const SupportData&) const = default;
};

enum class KernelVerdict {
    supported,
    too_old,
    not_comparable,
    distro_not_listed,
    not_a_kernel_release,
};

/// The words of the JSON interface: "supported", "too old", "not comparable",
/// "distro not listed", "not a kernel release".
std::string_view to_string(KernelVerdict verdict);

struct KernelJudgement {
    std::string release;  ///< `uname -r`
    KernelVerdict verdict = KernelVerdict::distro_not_listed;
    bool newer_than_listed = false;
    /// The row that decided; with "not comparable" the one that was to decide.
    std::optional<SupportRow> row;
    std::string reason;                ///< one sentence
    std::vector<Advisory> advisories;  ///< those that apply and no row beats
    std::string table_date;
    /// With Environment::unknown, where AKS and VM are judged differently: the
    /// milder verdict. `verdict` is the stricter one, `reason` holds both.
    std::optional<KernelVerdict> other_verdict;

    bool operator==(const KernelJudgement&) const = default;
};

/// The rules of comparison: see src/README.md, "The kernel table". Never
/// throws, whatever the strings hold; `os` is nothing where os-release could
/// not be read.
KernelJudgement judge_kernel(const SupportData& data, const std::optional<OsRelease>& os,
                             std::string_view release, Environment environment);

}  // namespace azfiles
