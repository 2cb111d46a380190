#include "core/kernel_origin.h"

#include "base/quote.h"
#include "base/text.h"

#include <algorithm>
#include <array>

namespace azfiles {
namespace {

struct Family {
    std::string_view name;
    std::string_view ids;   ///< of os-release, those that are sure
    std::string_view mark;  ///< stands before the release's number: el9_7
};

constexpr std::array<Family, 9> families = {{
    {"Ubuntu", "ubuntu", ""},
    {"Debian", "debian kali", "deb"},
    {"Red Hat Enterprise Linux", "rhel centos rocky almalinux ol", "el"},
    {"Azure Linux", "azurelinux", "azl"},
    {"CBL-Mariner", "mariner", "cm"},
    {"Fedora", "fedora", "fc"},
    {"Amazon Linux", "amzn", "amzn"},
    {"SUSE", "sles sled opensuse-leap opensuse-tumbleweed", ""},
    {"Arch Linux", "arch", "arch"},
}};

struct UbuntuRelease {
    std::string_view version_id;
    std::string_view first;  ///< series of its first kernel
    std::string_view last;   ///< of its last one; empty where more may come
};

// Of all flavours, "oem" and "azure" included.
constexpr std::array<UbuntuRelease, 5> ubuntu_releases = {{
    {"16.04", "4.4", "4.15"},
    {"18.04", "4.15", "5.4"},
    {"20.04", "5.4", "5.15"},
    {"22.04", "5.15", "6.8"},
    {"24.04", "6.8", ""},
}};

bool is_one_of(std::string_view word, std::string_view list) {
    return std::ranges::count(words(list), word) != 0;
}

bool is_ubuntu_flavour(std::string_view flavour) {
    return is_one_of(cut(flavour, '-').first,
                     "generic azure aws gcp oracle ibm kvm lowlatency oem raspi nvidia realtime");
}

const Family* family_named(std::string_view name) {
    return std::ranges::find(families, name, &Family::name);
}

/// Whose kernel it is, or nullptr.
const Family* family_of(const KernelRelease& kernel) {
    for (const auto& family : families) {
        if (!family.mark.empty() && tag_number(kernel.text, family.mark))
            return &family;
    }
    if (kernel.form == ReleaseForm::ubuntu && is_ubuntu_flavour(kernel.flavour))
        return family_named("Ubuntu");
    if (kernel.text.ends_with("-amd64") || kernel.text.ends_with("-arm64"))
        return family_named("Debian");
    if (kernel.text.ends_with("-default"))
        return family_named("SUSE");
    return nullptr;
}

const Family* family_of(const OsRelease& os) {
    const auto* found = std::ranges::find_if(
        families, [&os](const Family& family) { return is_one_of(os.id, family.ids); });
    return found == families.end() ? nullptr : found;
}

/// The kernel's tag says 10_2: true of VERSION_ID 10.2, and 9 is true of 9.7.
bool tag_fits(std::string_view number, std::string_view version_id) {
    const auto tag = leading_numbers(fmt::format("{}", fmt::join(words(number, "_"), ".")));
    const auto version = leading_numbers(version_id);
    if (version.empty())
        return true;
    return tag.size() <= version.size() &&
           std::ranges::equal(
               tag,
               Numbers(version.begin(), version.begin() + static_cast<std::ptrdiff_t>(tag.size())));
}

bool series_fits(const Numbers& version, std::string_view version_id) {
    const auto* found = std::ranges::find(ubuntu_releases, version_id, &UbuntuRelease::version_id);
    if (found == ubuntu_releases.end() || version.size() < 2)
        return true;
    const Numbers series = {version[0], version[1]};
    return compare(series, leading_numbers(found->first)) >= 0 &&
           (found->last.empty() || compare(series, leading_numbers(found->last)) <= 0);
}

std::string mismatch(std::string_view kernel_of, const OsRelease& os) {
    return fmt::format(
        "userland and kernel do not belong together: {} under {} (a container, a "
        "chroot or a half-done upgrade)",
        kernel_of, quote(fmt::format("{} {}", os.id, os.version_id), 64));
}

}  // namespace

std::string userland_mismatch(const OsRelease& os, const KernelRelease& kernel) {
    const auto* theirs = family_of(kernel);
    const auto* ours = family_of(os);
    if (theirs == nullptr || ours == nullptr)
        return {};
    if (theirs != ours)
        return mismatch(fmt::format("a kernel of {}", theirs->name), os);
    const auto number = theirs->mark.empty() ? std::nullopt : tag_number(kernel.text, theirs->mark);
    if (number && !tag_fits(*number, os.version_id))
        return mismatch(fmt::format("a kernel tagged {}{}", theirs->mark, *number), os);
    if (kernel.form == ReleaseForm::ubuntu && !kernel.mainline_build && theirs->name == "Ubuntu" &&
        !series_fits(kernel.version, os.version_id))
        return mismatch(
            fmt::format("a kernel {}.{} of another release", kernel.version[0], kernel.version[1]),
            os);
    return {};
}

void say_container(KernelJudgement& judgement) {
    judgement.reason += fmt::format("{}This is a container, and the kernel is that of its host.",
                                    judgement.reason.empty() ? "" : " ");
}

}  // namespace azfiles
