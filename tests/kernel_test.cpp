#include "core/kernel.h"

#include "core/kernel_origin.h"

#include "shipped_table.h"

#include <doctest/doctest.h>

using namespace azfiles;
using test::contains;
using test::judged;
using test::shipped;

TEST_CASE("every kernel of the field is judged as its row says") {
    const auto table = test::read_table("field/kernels.tsv");
    CHECK(table.size() >= 40);
    for (const auto& cells : table) {
        REQUIRE(cells.size() == 9);
        const auto& release = cells[5];
        CAPTURE(cells[0]);
        CAPTURE(release);
        const auto os = cells[1].empty()
                            ? std::nullopt
                            : std::optional{OsRelease{cells[1], cells[2], std::string{}}};
        const auto judgement = judge_kernel(shipped(), os, release,
                                            cells[4] == "AKS" ? Environment::aks : Environment::vm);
        CAPTURE(judgement.reason);
        CHECK(to_string(judgement.verdict) == cells[7]);
        CHECK(judgement.newer_than_listed == contains(cells[8], "newer series than listed"));
        CHECK(judgement.release == release);
        CHECK(judgement.table_date == "2026-07-13");
        CHECK_FALSE(judgement.other_verdict.has_value());
    }
}

TEST_CASE("the reason says what the verdict alone would hide") {
    struct Row {
        std::string_view number;  ///< of field/kernels.tsv
        std::string_view id, version, release;
        Environment environment;
        std::string_view words;
    };
    using enum Environment;
    static constexpr Row rows[] = {
        {"1", "ubuntu", "24.04", "6.14.0-1017-azure", vm, "Kernel 6.14.0-1017-azure reaches 6.14"},
        {"2", "ubuntu", "24.04", "6.14.0-1012-azure", vm, "older than 6.14.0-1017-azure"},
        {"4", "ubuntu", "24.04", "6.17.0-1008-azure", vm, "newer series than listed"},
        {"12", "ubuntu", "22.04", "6.8.0-1063-azure-fde", vm, "flavour azure-fde is not the"},
        {"12", "ubuntu", "22.04", "6.8.0-1063-azure-fde", vm, "by that number it would pass"},
        {"13", "ubuntu", "22.04", "5.15.0-1116-azure-fips", aks, "is listed for VMs only"},
        {"13", "ubuntu", "22.04", "5.15.0-1116-azure-fips", aks, "it would be too old"},
        {"15", "ubuntu", "22.04", "6.8.0-87-generic", vm, "flavour generic"},
        {"20", "ubuntu", "20.04", "6.8.0-1044-aws", vm, "userland and kernel do not belong"},
        {"21", "ubuntu", "18.04", "5.2.0-050200rc7-generic", vm, "mainline build"},
        {"25", "ubuntu", "22.04", "6.8.0-1044.50~22.04.1", vm, "version of a package"},
        {"26", "ubuntu", "24.04", "6.6.87.2-microsoft-standard-WSL2", vm, "not written like"},
        {"34", "azurelinux", "3.0", "6.18.36.1-1.azl3", vm, "newer series than listed"},
        {"", "azurelinux", "3.0", "6.6.139.1-99.osguard1.azl3", aks, "rebuild (99.osguard1)"},
        {"36", "mariner", "2.0", "5.15.116.1-2.cm2", aks, "\"mariner 2.0\" is not listed"},
        {"43", "rocky", "9.7", "5.14.0-611.5.1.el9_7.x86_64", vm, "reach 5.14.0-611.5.1.el9_7"},
        {"49", "rhel", "10.1", "6.12.0-211.18.1.el10_2.x86_64", vm, "do not belong together"},
        {"49", "rhel", "10.1", "6.12.0-211.18.1.el10_2.x86_64", vm, "tagged el10_2"},
        {"51", "centos", "9", "5.14.0-580.el9.x86_64", vm, "\"centos 9\" is not listed"},
        {"", "rhel", "9.7", "5.14.0-708.el9.x86_64", vm, "CentOS Stream"},
        {"", "rhel", "9.7", "5.14.0-611.5.1.el9_7.x86_64+rt", vm, "variant +rt"},
        {"", "ubuntu", "24.04", "6.6.150.1-1.azl3", aks, "a kernel of Azure Linux under"},
        {"", "azurelinux", "3.0", "6.8.0-1063-azure", aks, "a kernel of Ubuntu under"},
        {"", "ubuntu", "24.04", "5.15.0-1098-azure", aks, "a kernel 5.15 of another release"},
        {"", "ubuntu", "24.04", "6.1.0-44-cloud-amd64", vm, "a kernel of Debian under"},
        {"", "arch", "", "6.15.2-arch1-1", vm, "distribution \"arch\" is not listed"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.number);
        const auto judgement = judged(row.id, row.version, row.release, row.environment);
        CAPTURE(judgement.reason);
        CHECK(contains(judgement.reason, row.words));
        CHECK(judgement.reason.ends_with('.'));
    }
}

TEST_CASE("an agreeing userland is not called a stranger") {
    struct Row {
        std::string_view id, version, release;
    };
    static constexpr Row rows[] = {
        {"ubuntu", "20.04", "5.15.0-1098-azure"},
        {"ubuntu", "24.04", "6.17.0-1008-azure"},
        {"ubuntu", "24.04", "6.8.0-88-generic"},
        {"ubuntu", "26.04", "7.0.0-14-generic"},
        {"debian", "13", "6.12.74+deb13+1-amd64"},
        {"kali", "2025.4", "6.18.5+kali-amd64"},
        {"debian", "12", "6.18.44-fc-v782"},
        {"rocky", "10.0", "6.12.0-55.12.1.el10_0.x86_64"},
        {"ol", "9.5", "5.15.0-307.el9uek.x86_64"},
        {"centos", "9", "5.14.0-580.el9.x86_64"},
        {"azurelinux", "3.0", "6.6.137.mshv2-1.azl3"},
        {"fedora", "43", "6.17.7-300.fc43.x86_64"},
        {"amzn", "2023", "6.1.134-152.225.amzn2023.x86_64"},
        {"mariner", "2.0", "5.15.116.1-2.cm2"},
        {"sles", "16.0", "6.12.0-160000.9-default"},
        {"pop", "22.04", "6.17.9-76061709-generic"},
        {"ubuntu", "24.04", "6.6.87.2-microsoft-standard-WSL2"},
        {"ubuntu", "18.04", "5.2.0-050200rc7-generic"},
    };
    for (const auto& row : rows) {
        const auto judgement = judged(row.id, row.version, row.release);
        CAPTURE(judgement.reason);
        CHECK_FALSE(contains(judgement.reason, "do not belong together"));
    }
}

TEST_CASE("where AKS is not ruled out both answers are given, and the stricter one decides") {
    struct Row {
        std::string_view id, version, release;
        std::string_view verdict, other;
        std::string_view words;
    };
    static constexpr Row rows[] = {
        {"ubuntu", "24.04", "6.8.0-1042-azure", "too old", "supported", "if so, kernel 6.8.0-1042"},
        {"ubuntu", "24.04", "6.8.0-1042-azure", "too old", "supported", "if not, kernel 6.8.0-10"},
        {"ubuntu", "24.04", "6.11.0-1018-azure", "too old", "supported", "not known whether"},
        {"ubuntu", "24.04", "6.8.0-1041-azure", "too old", "", "6.8.0-1042-azure"},
        {"ubuntu", "24.04", "6.14.0-1012-azure", "too old", "", "6.14.0-1017-azure"},
        {"ubuntu", "24.04", "6.14.0-1017-azure", "supported", "", "newer series than listed"},
        {"ubuntu", "24.04", "6.17.0-1008-azure", "supported", "", "newer series than listed"},
        {"ubuntu", "24.04", "6.8.0-88-generic", "not comparable", "", "flavour generic"},
        {"ubuntu", "22.04", "6.8.0-1044-azure", "distro not listed", "supported", "for VMs only"},
        {"ubuntu", "22.04", "6.5.0-1025-azure", "too old", "distro not listed", "for VMs only"},
        {"ubuntu", "25.10", "6.17.0-1006-azure", "distro not listed", "", "is not listed"},
        {"azurelinux", "3.0", "6.6.104.2-1.azl3", "too old", "", "Kernel 6.6.104.2-1.azl3 is"},
        // RHEL is not listed for AKS in any release: it does not run there.
        {"rhel", "9.7", "5.14.0-611.5.1.el9_7.x86_64", "supported", "", "Kernel 5.14.0-611.5.1"},
        {"debian", "12", "6.1.0-44-cloud-amd64", "distro not listed", "", "is not listed"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.release);
        const auto judgement = judged(row.id, row.version, row.release, Environment::unknown);
        CAPTURE(judgement.reason);
        CHECK(to_string(judgement.verdict) == row.verdict);
        CHECK(judgement.other_verdict.has_value() == !row.other.empty());
        if (judgement.other_verdict)
            CHECK(to_string(*judgement.other_verdict) == row.other);
        CHECK(contains(judgement.reason, row.words));
    }
}

TEST_CASE("no string makes the judge throw, and its reason stays one printable line") {
    const std::string nines(30, '9');
    const std::string texts[] = {
        "",
        std::string(10000, 'a'),
        std::string(10000, '.'),
        std::string(10000, '-'),
        nines + "." + nines + ".0-1-a",
        "6.14.0-" + nines + "-azure",
        "6.6." + nines + ".1-1.azl3",
        "5.14.0-" + nines + ".el9_7.x86_64",
        "6.14.0-000000001017-azure",
        std::string{"6.14.0-1017-azure\0x", 19},
        "6.14.0-1017-azure\nsupported",
        "\x1b[31m6.14.0-1017-azure",
        "\xff\xfe\x80",
        "-------",
        "6.8.0-",
        "6.8.0--azure",
        "6.8.0-+-",
        "6.8.0-1.el",
        "6.8.0-.el9_7",
        "5.14.0-611..1.el9_7",
        "+++",
        ".el9_7.x86_64",
    };
    for (const auto& release : texts) {
        for (const auto& row : shipped().rows) {
            const auto judgement = judged(row.os_id, row.version_id, release, row.environment);
            CAPTURE(judgement.reason);
            CHECK(judgement.release == release);
            CHECK(judgement.reason.size() < 600);
            CHECK(judgement.reason.find_first_of("\n\r\x1b") == std::string::npos);
        }
        const auto strange = judged(release, release, "6.1.0-44-cloud-amd64");
        CHECK(to_string(strange.verdict) == "distro not listed");
        CHECK(strange.reason.find_first_of("\n\r\x1b") == std::string::npos);
        CHECK(strange.reason.size() < 600);
    }
    CHECK(to_string(judged("ubuntu", "24.04", "6.14.0-" + nines + "-azure").verdict) ==
          "supported");
    CHECK(to_string(judged("rhel", "9.7", "5.14.0-" + nines + ".el9_7.x86_64").verdict) ==
          "supported");
    CHECK(judge_kernel({}, std::nullopt, "", Environment::unknown).table_date.empty());
    SupportData broken;
    broken.rows.push_back({"ubuntu", "24.04", Environment::vm, "\n", "", ""});
    const auto judgement = judge_kernel(broken, OsRelease{"ubuntu", "24.04", {}},
                                        "6.14.0-1017-azure", Environment::vm);
    CHECK(to_string(judgement.verdict) == "not comparable");
}

TEST_CASE("that it is a container is said, and the verdict stays") {
    KernelJudgement judgement;
    judgement.verdict = KernelVerdict::too_old;
    judgement.reason = "A reason.";
    say_container(judgement);
    CHECK(judgement.reason == "A reason. This is a container, and the kernel is that of its host.");
    CHECK(judgement.verdict == KernelVerdict::too_old);
}
