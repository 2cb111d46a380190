#include "core/kernel.h"

#include "shipped_table.h"

#include <doctest/doctest.h>

using namespace azfiles;
using test::contains;
using test::judged;
using test::shipped;

namespace {

bool has_advisory(const KernelJudgement& judgement, std::string_view id = "mainline-before-5.19") {
    return judgement.advisories.size() == 1 && judgement.advisories.front().id == id;
}

std::string ids_of(const KernelJudgement& judgement) {
    std::string text;
    for (const auto& advisory : judgement.advisories)
        text += (text.empty() ? "" : " ") + advisory.id;
    return text;
}

}  // namespace

TEST_CASE("an advisory speaks only where no row decided, and never of kernels with backports") {
    struct Row {
        std::string_view id, version, release;
        bool applies;
    };
    static constexpr Row rows[] = {
        {"debian", "11", "5.10.0-33-cloud-amd64", true},
        {"debian", "12", "6.1.0-44-cloud-amd64", false},
        {"debian", "12", "5.18.19", true},
        {"debian", "12", "5.19.0-1-amd64", false},
        {"debian", "12", "5.19", false},
        {"debian", "10", "4.19.0-27-amd64", true},
        {"debian", "12", "5.100.0-1-amd64", false},
        {"flatcar", "2605.4.0", "5.4.65-flatcar", true},
        {"ubuntu", "22.04", "5.15.0-87-generic", true},
        {"ubuntu", "22.04", "5.15.0-1037-azure", false},
        {"ubuntu", "20.04", "5.15.0-1098-azure", false},
        {"ubuntu", "22.04", "5.15.0-1116-azure-fips", false},
        {"rhel", "9.4", "5.14.0-427.13.1.el9_4.x86_64", false},
        {"rocky", "9.7", "5.14.0-611.5.1.el9_7.x86_64", false},
        {"centos", "9", "5.14.0-580.el9.x86_64", false},
        {"ol", "9.5", "5.15.0-307.178.5.el9uek.x86_64", false},
        {"azurelinux", "4.0", "5.15.1.1-1.azl4", false},
        {"mariner", "2.0", "5.15.116.1-2.cm2", false},
        {"sles", "15.5", "5.14.21-150500.55.19-default", false},
        {"debian", "12", "4.19.0~1", false},
    };
    for (const auto& row : rows) {
        CAPTURE(row.release);
        const auto judgement = judged(row.id, row.version, row.release);
        CHECK(has_advisory(judgement) == row.applies);
    }
    const auto unread =
        judge_kernel(shipped(), std::nullopt, "5.10.0-33-cloud-amd64", Environment::unknown);
    CHECK(has_advisory(unread));
    CHECK(contains(unread.reason, "distribution could not be read"));
}

TEST_CASE("a matching row of the administrator's beats an advisory") {
    auto data = shipped();
    data.rows.push_back(
        {"debian", "11", Environment::vm, "5.10.0-30-cloud-amd64", "2026-08-01", "our own tests"});
    const OsRelease debian{"debian", "11", {}};
    const auto good = judge_kernel(data, debian, "5.10.0-33-cloud-amd64", Environment::vm);
    CHECK(to_string(good.verdict) == "supported");
    CHECK(good.advisories.empty());
    const auto old = judge_kernel(data, debian, "5.10.0-29-cloud-amd64", Environment::vm);
    CHECK(to_string(old.verdict) == "too old");
    CHECK(old.advisories.empty());
    const auto other = judge_kernel(data, debian, "5.10.0-33-amd64", Environment::vm);
    CHECK(to_string(other.verdict) == "not comparable");
    CHECK(has_advisory(other));
}

TEST_CASE("bounds of an advisory are numbers, and one without bounds applies to nothing") {
    SupportData data;
    data.advisories.resize(1);
    const auto applies = [&data](std::string_view release) {
        return !judge_kernel(data, std::nullopt, release, Environment::vm).advisories.empty();
    };
    CHECK_FALSE(applies("6.13.4"));
    data.advisories[0].from = "6.9";
    CHECK(applies("6.13.4"));
    CHECK(applies("6.9"));
    CHECK_FALSE(applies("6.8.99"));
    data.advisories[0].before = "6.14";
    CHECK(applies("6.13.99999999999999999999999999999"));
    CHECK_FALSE(applies("6.14.0-1017-azure"));
}

TEST_CASE("the shipped advisories hit the kernels that they speak of, and no others") {
    struct Row {
        std::string_view id, version, release, want;
    };
    static constexpr Row rows[] = {
        {"debian", "12", "6.1.0-44-cloud-amd64", "reconnect-before-6.16"},
        {"debian", "13", "6.12.34-amd64", "reconnect-before-6.16"},
        {"debian", "13", "6.12.35-amd64", ""},
        {"debian", "13", "6.12.117+deb13-cloud-amd64", ""},
        {"arch", "", "6.6.94-1-lts", "reconnect-before-6.16"},
        {"arch", "", "6.6.95-1-lts", ""},
        {"arch", "", "6.15.9-arch1-1", "reconnect-before-6.16"},
        {"arch", "", "6.16.0-arch1-1", ""},
        {"arch", "", "6.18.44-arch1-1", ""},
        {"arch", "", "6.19.2-arch1-1", "max-channels-alone-6.19 options-unchecked-6.19"},
        {"arch", "", "7.0.1-arch1-1", "max-channels-alone-6.19"},
        {"arch", "", "7.1.3-arch1-1", "max-channels-alone-6.19"},
        {"arch", "", "7.1.5-arch1-1", ""},
        {"debian", "13", "7.3.4+deb13-cloud-amd64", ""},
        {"ubuntu", "22.04", "6.2.0-1015-azure", ""},
        {"ubuntu", "22.04", "6.2.0-1016-azure", "azure-6.2.0-1016-without-cifs"},
        {"ubuntu", "22.04", "6.2.0-1017-azure", ""},
        {"ubuntu", "22.04", "6.2.0-1016-gcp", "reconnect-before-6.16"},
        {"rocky", "10.1", "6.12.0-124.8.1.el10_1.x86_64", ""},
        {"rocky", "9.7", "5.14.0-611.5.1.el9_7.x86_64", ""},
        {"azurelinux", "4.0", "6.6.50.1-1.azl4", ""},
        {"sles", "16.0", "6.12.0-160000.5-default", ""},
    };
    for (const auto& row : rows) {
        CAPTURE(row.release);
        CHECK(ids_of(judged(row.id, row.version, row.release)) == row.want);
    }
}
