#pragma once

#include "base/result.h"

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// Numbers of a version as decimal digits without leading zeros. They stay text
/// because they have no upper limit: the "upload number" of a mainline build has
/// twelve digits, and nobody promises that no kernel has thirty.
using Numbers = std::vector<std::string>;

/// From left to right, as numbers; a missing number is less than any.
std::strong_ordering compare(const Numbers& left, const Numbers& right);

/// The numbers at the front: {5, 10, 0} of "5.10.0-33-cloud-amd64".
Numbers leading_numbers(std::string_view text);

/// How a distribution writes `uname -r`.
enum class ReleaseForm {
    ubuntu,       ///< A.B.C-ABI-flavour
    rhel,         ///< A.B.C-R1.R2.R3.elX_Y.arch+variant
    azure_linux,  ///< A.B.C.D-R.azlN
    other,        ///< nothing that could be compared
};

/// A `uname -r`, taken apart.
struct KernelRelease {
    std::string text;
    ReleaseForm form = ReleaseForm::other;
    Numbers version;      ///< what stands before the first "-"; of form other: leading numbers
    Numbers build;        ///< ubuntu: the ABI number; rhel: R1, R2, …; else empty
    std::string flavour;  ///< ubuntu: "azure"; rhel and azure_linux: "+rt", mostly empty
    std::string dist;     ///< rhel and azure_linux: "el9_7", "azl3"
    std::string rebuild;  ///< azure_linux: R where it holds a word: "99.osguard1"
    bool mainline_build = false;  ///< ubuntu: "061700" or "050200rc7" instead of an ABI number

    bool operator==(const KernelRelease&) const = default;
};

/// Takes a release apart. Refuses what `uname -r` never says, such as the version
/// or the name of a package, or `uname -v`, and says which it looks like.
Result<KernelRelease> parse_kernel_release(std::string_view text);

/// The number behind `mark`, where a part of the release is that mark and a
/// number: of "el" in "5.14.0-611.el9_7.x86_64" that is "9_7", of "9uek" it is "9".
std::optional<std::string_view> tag_number(std::string_view release, std::string_view mark);

/// Whether a part of the release, between . - + and _, is `word`, or `word` with
/// a number behind it.
bool has_word(std::string_view release, std::string_view word);

}  // namespace azfiles
