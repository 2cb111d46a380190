#include "core/kernel.h"

#include "shipped_table.h"

#include <doctest/doctest.h>

using namespace azfiles;
using test::contains;
using test::judged;

TEST_CASE("the verdict at the edges of each rule") {
    struct Row {
        std::string_view id, version, release;
        Environment environment;
        std::string_view verdict;
        bool newer = false;
    };
    using enum Environment;
    static constexpr Row rows[] = {
        // Ubuntu: the series first, the ABI number only within one series.
        {"ubuntu", "24.04", "6.11.0-1018-azure", vm, "too old"},
        {"ubuntu", "24.04", "6.8.0-1063-azure", vm, "too old"},
        {"ubuntu", "24.04", "6.8.0-1042-azure", aks, "supported"},
        {"ubuntu", "24.04", "6.14.0-1016-azure", vm, "too old"},
        {"ubuntu", "24.04", "6.14.0-999-azure", vm, "too old"},
        {"ubuntu", "24.04", "7.0.0-1001-azure", vm, "supported", true},
        {"ubuntu", "22.04", "6.8.0-1043-azure", vm, "too old"},
        {"ubuntu", "22.04", "6.8.0-1044-azure", aks, "distro not listed"},
        // 6.14 is above the row of AKS, but the row for VMs knows that series better.
        {"ubuntu", "24.04", "6.14.0-1012-azure", aks, "too old"},
        {"ubuntu", "24.04", "6.14.0-1017-azure", aks, "supported", true},
        {"ubuntu", "24.04", "6.11.0-1018-azure", aks, "supported", true},
        // Another flavour is neither supported nor too old, however near its name is.
        {"ubuntu", "24.04", "6.14.0-1017-azure-fips", vm, "not comparable"},
        {"ubuntu", "24.04", "6.14.0-1017-azure-nvidia", vm, "not comparable"},
        {"ubuntu", "24.04", "6.14.0-1017-azure+", vm, "not comparable"},
        {"ubuntu", "24.04", "6.14.0-1017-azure-dirty", vm, "not comparable"},
        {"ubuntu", "24.04", "6.14.0-1017-Azure", vm, "not comparable"},
        {"ubuntu", "24.04", "6.14.0-1016-oem", vm, "not comparable"},
        {"ubuntu", "24.04", "6.8.0-1044-raspi", vm, "not comparable"},
        {"ubuntu", "24.04", "5.4.0-1044-gcp", vm, "not comparable"},
        {"ubuntu", "24.04", "6.17.0-061700-generic", vm, "not comparable"},
        {"ubuntu", "24.04", "6.17.0-061700-azure", vm, "not comparable"},
        {"ubuntu", "24.04", "6.17.0-061700rc3-azure", vm, "not comparable"},
        {"ubuntu", "24.04", "6.4.0-150600.8.1-azure", vm, "not comparable"},
        {"ubuntu", "24.04", "6.14.0-1017", vm, "not comparable"},
        {"ubuntu", "24.04", "6.9.0-g699646734ab5-dirty", vm, "not comparable"},
        // RHEL: numbers from left to right, under the tag of the row alone.
        {"rhel", "9.7", "5.14.0-611.5.el9_7.x86_64", vm, "too old"},
        {"rhel", "9.7", "5.14.0-611.el9_7.x86_64", vm, "too old"},
        {"rhel", "9.7", "5.14.0-611.45.1.el9_7.aarch64", vm, "supported"},
        {"rhel", "9.7", "5.14.0-611.5.1.el9_7", vm, "supported"},
        {"rhel", "9.7", "5.14.0-611.5.1.el9_7.x86_64+rt", vm, "not comparable"},
        {"rhel", "9.7", "5.14.0-611.5.1.el9_7.aarch64+64k", vm, "not comparable"},
        {"rhel", "9.7", "5.14.0-611.5.1.el9_7.x86_64+", vm, "not comparable"},
        {"rhel", "9.7", "5.14.0-570.94.1.el9_6.x86_64", vm, "not comparable"},
        {"rhel", "9.7", "5.14.0-708.el9.x86_64", vm, "not comparable"},
        {"rhel", "9.7", "5.15.0-307.178.5.el9uek.x86_64", vm, "not comparable"},
        {"rhel", "9.7", "6.18.2-1.el9.elrepo.x86_64", vm, "not comparable"},
        {"rhel", "9.7", "6.17.0-1008-azure", vm, "not comparable"},
        {"rhel", "9.7", "5.14.0-611.5.1", vm, "not comparable"},
        {"rhel", "10.1", "6.12.0-124.7.9.el10_1.x86_64", vm, "too old"},
        {"rhel", "10.1", "6.12.0-218.el10.x86_64", vm, "not comparable"},
        {"rhel", "9.6", "5.14.0-570.94.1.el9_6.x86_64", vm, "distro not listed"},
        {"rhel", "9.7", "5.14.0-611.5.1.el9_7.x86_64", aks, "distro not listed"},
        // Azure Linux: four numbers, whatever the release of the package is.
        {"azurelinux", "3.0", "6.6.85.1-9.azl3", vm, "too old"},
        {"azurelinux", "3.0", "6.6.106.0-9.azl3", vm, "too old"},
        {"azurelinux", "3.0", "6.6.106.1-1.azl3", vm, "supported"},
        {"azurelinux", "3.0", "6.6.119.3-1.azl3", aks, "supported"},
        {"azurelinux", "3.0", "6.6.139.1-99.osguard1.azl3", aks, "supported"},
        {"azurelinux", "3.0", "6.6.137.mshv2-1.azl3", aks, "not comparable"},
        {"azurelinux", "3.0", "6.6.137.mshv2", aks, "not comparable"},
        {"azurelinux", "3.0", "6.6.150.1", aks, "not comparable"},
        {"azurelinux", "3.0", "6.6.150.1-1.azl4", aks, "not comparable"},
        {"azurelinux", "3.0", "5.15.116.1-2.cm2", aks, "not comparable"},
        {"azurelinux", "3.0", "6.12.57.1-1.azl3", vm, "supported", true},
        {"azurelinux", "2.0", "6.6.150.1-1.azl3", vm, "distro not listed"},
        // ID and VERSION_ID select exactly.
        {"Ubuntu", "24.04", "6.17.0-1008-azure", vm, "distro not listed"},
        {"ubuntu", "24.4", "6.17.0-1008-azure", vm, "distro not listed"},
        {"ubuntu", "", "6.17.0-1008-azure", vm, "distro not listed"},
        {"", "24.04", "6.17.0-1008-azure", vm, "distro not listed"},
        {"sles", "15.6", "6.4.0-150600.8.1-azure", vm, "distro not listed"},
        // What is no release is none on any distribution.
        {"ubuntu", "24.04", "#50~22.04.1-Ubuntu", vm, "not a kernel release"},
        {"ubuntu", "24.04", "linux-image-6.14.0-1017-azure", vm, "not a kernel release"},
        {"nosuch", "", "6.14.0.1017.17", vm, "not a kernel release"},
        {"ubuntu", "24.04", "", vm, "not a kernel release"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.id);
        CAPTURE(row.version);
        CAPTURE(row.release);
        const auto judgement = judged(row.id, row.version, row.release, row.environment);
        CAPTURE(judgement.reason);
        CHECK(to_string(judgement.verdict) == row.verdict);
        CHECK(judgement.newer_than_listed == row.newer);
        const bool compared = row.verdict == "supported" || row.verdict == "too old" ||
                              row.verdict == "not comparable";
        CHECK(judgement.row.has_value() == compared);
    }
}

TEST_CASE("the series of a newer kernel is judged by the row that knows it, and both are named") {
    const auto judgement = judged("ubuntu", "24.04", "6.14.0-1012-azure", Environment::aks);
    REQUIRE(judgement.row.has_value());
    CHECK((judgement.row->environment == Environment::vm));
    CHECK(contains(judgement.reason, "6.8.0-1042-azure, the minimum of ubuntu 24.04 for AKS"));
    CHECK(contains(judgement.reason, "6.14.0-1017-azure, which its own series needs for ubuntu"));
}
