#include "core/kernel.h"

#include "base/quote.h"
#include "base/text.h"
#include "core/kernel_compare.h"
#include "core/kernel_origin.h"
#include "core/kernel_release.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace azfiles {
namespace {

/// What is asked: one kernel in one environment.
struct Question {
    const SupportData& data;
    const OsRelease& os;
    const KernelRelease& kernel;
    Environment environment;
};

/// The answer for one environment; `reason` is a clause without a full stop.
struct Answer {
    KernelVerdict verdict = KernelVerdict::distro_not_listed;
    bool newer_than_listed = false;
    std::optional<SupportRow> row;
    std::string reason;
    std::optional<KernelVerdict> milder_verdict = std::nullopt;
};

std::string name_of(const OsRelease& os) {
    return quote(fmt::format("{}{}{}", os.id, os.version_id.empty() ? "" : " ", os.version_id), 64);
}

const SupportRow* find_row(const Question& ask, Environment environment) {
    const auto found = std::ranges::find_if(ask.data.rows, [&](const SupportRow& row) {
        return row.os_id == ask.os.id && row.version_id == ask.os.version_id &&
               row.environment == environment;
    });
    return found == ask.data.rows.end() ? nullptr : &*found;
}

/// Another row of the same distribution, release and flavour that names the
/// kernel's series and a higher ABI number: it is the better witness.
const SupportRow* find_stricter_row(const Question& ask, const SupportRow& decided) {
    const auto found = std::ranges::find_if(ask.data.rows, [&](const SupportRow& row) {
        return row.os_id == decided.os_id && row.version_id == decided.version_id &&
               row.environment != decided.environment && names_series(row, ask.kernel) &&
               compare_with(ask.kernel, row).reach == Reach::below;
    });
    return found == ask.data.rows.end() ? nullptr : &*found;
}

std::string passes(const Question& ask, const SupportRow& row, Reach reach) {
    auto text = fmt::format("kernel {} reaches {}, the minimum of {}", ask.kernel.text, row.minimum,
                            name_of(row));
    if (reach == Reach::newer_series)
        text += "; it is of a newer series than listed, and not tested for the table";
    if (!ask.kernel.rebuild.empty())
        text += fmt::format("; it is a rebuild ({})", ask.kernel.rebuild);
    return text;
}

Answer judge_by(const Question& ask, const SupportRow& row) {
    const auto [reach, why] = compare_with(ask.kernel, row);
    switch (reach) {
        case Reach::unknown:
            return {KernelVerdict::not_comparable, false, row,
                    fmt::format("kernel {} can't be compared with {}, the minimum of {}: {}",
                                ask.kernel.text, row.minimum, name_of(row), why)};
        case Reach::below:
            return {KernelVerdict::too_old, false, row,
                    fmt::format("kernel {} is older than {}, the minimum of {}", ask.kernel.text,
                                row.minimum, name_of(row))};
        case Reach::reached:
        case Reach::newer_series:
            break;
    }
    if (const auto* stricter = find_stricter_row(ask, row))
        return {KernelVerdict::too_old, false, *stricter,
                fmt::format("kernel {} is of a newer series than {}, the minimum of {}, but older "
                            "than {}, which its own series needs for {}",
                            ask.kernel.text, row.minimum, name_of(row), stricter->minimum,
                            name_of(*stricter))};
    return {KernelVerdict::supported, reach == Reach::newer_series, row, passes(ask, row, reach)};
}

/// What can be said of a kernel without a row, beyond that: the row of the other
/// environment, or one of another distribution that counts the same way.
std::string hint(const Question& ask, const SupportRow& row) {
    const auto [reach, why] = compare_with(ask.kernel, row);
    if (reach == Reach::unknown)
        return fmt::format("; {}", why);
    return fmt::format("; by its number it would {} {}, the minimum of {}",
                       reach == Reach::below ? "not reach" : "reach", row.minimum, name_of(row));
}

Answer judge_unlisted(const Question& ask) {
    const bool on_aks = ask.environment == Environment::aks;
    if (const auto* other = find_row(ask, on_aks ? Environment::vm : Environment::aks)) {
        auto reason =
            fmt::format("{} is listed {} only", name_of(ask.os), on_aks ? "for VMs" : "for AKS");
        return {KernelVerdict::distro_not_listed, false, {}, reason + hint(ask, *other)};
    }
    auto reason = fmt::format("the distribution {} is not listed", name_of(ask.os));
    if (ask.kernel.mainline_build)
        reason += "; a mainline build carries no number of the distribution";
    // Rebuilds of RHEL have its kernel, number and tag.
    const auto same_kernel = std::ranges::find_if(ask.data.rows, [&](const SupportRow& row) {
        return ask.kernel.form == ReleaseForm::rhel && row.version_id == ask.os.version_id &&
               compare_with(ask.kernel, row).reach != Reach::unknown;
    });
    if (same_kernel != ask.data.rows.end())
        reason += hint(ask, *same_kernel);
    return {KernelVerdict::distro_not_listed, false, {}, std::move(reason)};
}

Answer judge_in(const Question& ask) {
    const auto* row = find_row(ask, ask.environment);
    return row != nullptr ? judge_by(ask, *row) : judge_unlisted(ask);
}

/// By what it costs the user if the milder answer is wrong.
int strictness(KernelVerdict verdict) {
    switch (verdict) {
        case KernelVerdict::supported:
            return 0;
        case KernelVerdict::distro_not_listed:
            return 1;
        case KernelVerdict::not_comparable:
            return 2;
        case KernelVerdict::too_old:
            return 3;
        case KernelVerdict::not_a_kernel_release:
            break;
    }
    return 4;
}

bool lists_for_aks(const Question& ask) {
    return std::ranges::any_of(ask.data.rows, [&](const SupportRow& row) {
        return row.os_id == ask.os.id && row.environment == Environment::aks;
    });
}

/// Where it is not known whether this is an AKS node, both answers are given.
Answer stricter_of(Answer on_aks, Answer elsewhere) {
    const bool same_row = on_aks.row && elsewhere.row
                              ? on_aks.row->minimum == elsewhere.row->minimum
                              : on_aks.row == elsewhere.row;
    // Two minimums matter to one who has to reach them.
    if (on_aks.verdict == elsewhere.verdict &&
        on_aks.newer_than_listed == elsewhere.newer_than_listed &&
        (same_row || elsewhere.verdict != KernelVerdict::too_old))
        return elsewhere;
    auto both = fmt::format("it is not known whether this is an AKS node: if so, {}; if not, {}",
                            on_aks.reason, elsewhere.reason);
    const auto aks_rank = std::pair{strictness(on_aks.verdict), on_aks.newer_than_listed};
    const auto other_rank = std::pair{strictness(elsewhere.verdict), elsewhere.newer_than_listed};
    auto& stricter = aks_rank > other_rank ? on_aks : elsewhere;
    auto& milder = aks_rank > other_rank ? elsewhere : on_aks;
    if (milder.verdict != stricter.verdict)
        stricter.milder_verdict = milder.verdict;
    stricter.reason = std::move(both);
    return std::move(stricter);
}

Answer judge(const Question& ask) {
    if (ask.environment != Environment::unknown)
        return judge_in(ask);
    auto elsewhere = judge_in({ask.data, ask.os, ask.kernel, Environment::vm});
    // Without a row for AKS in any release (RHEL) it runs on no AKS node.
    if (!lists_for_aks(ask))
        return elsewhere;
    return stricter_of(judge_in({ask.data, ask.os, ask.kernel, Environment::aks}),
                       std::move(elsewhere));
}

std::strong_ordering compare_to(const KernelRelease& kernel, std::string_view bound) {
    const auto [version, abi] = cut(bound, '-');
    const auto order = compare(leading_numbers(kernel.text), leading_numbers(version));
    return order != 0 || abi.empty() ? order : compare(kernel.build, leading_numbers(abi));
}

/// Both begin with the same two numbers: 6.12.
bool is_of_branch(const KernelRelease& kernel, std::string_view version) {
    auto left = leading_numbers(kernel.text);
    auto right = leading_numbers(version);
    left.resize(2);
    right.resize(2);
    return left == right;
}

bool applies(const Advisory& advisory, const KernelRelease& kernel) {
    if (advisory.from.empty() && advisory.before.empty())
        return false;
    if (!advisory.from.empty() && compare_to(kernel, advisory.from) < 0)
        return false;
    if (!advisory.before.empty() && compare_to(kernel, advisory.before) >= 0)
        return false;
    const auto is_in = [&kernel](const std::string& word) { return has_word(kernel.text, word); };
    const auto has_cure = [&kernel](const std::string& version) {
        return is_of_branch(kernel, version) && compare_to(kernel, version) >= 0;
    };
    return (advisory.only.empty() || std::ranges::any_of(advisory.only, is_in)) &&
           std::ranges::none_of(advisory.except, is_in) &&
           std::ranges::none_of(advisory.also_fixed, has_cure);
}

std::vector<Advisory> advisories_for(const SupportData& data, const KernelRelease& kernel,
                                     KernelVerdict verdict) {
    std::vector<Advisory> found;
    if (verdict == KernelVerdict::supported)
        return found;
    // A row speaks of this very kind of kernel, and so does an advisory for one alone.
    const bool row_decides = verdict == KernelVerdict::too_old;
    std::ranges::copy_if(data.advisories, std::back_inserter(found), [&](const Advisory& advisory) {
        return applies(advisory, kernel) && (!row_decides || !advisory.only.empty());
    });
    return found;
}

/// A clause as a sentence: a capital in front, a full stop behind.
std::string sentence(std::string clause) {
    if (!clause.empty() && clause.front() >= 'a' && clause.front() <= 'z')
        clause.front() = static_cast<char>(clause.front() - 'a' + 'A');
    return clause + ".";
}

}  // namespace

std::string_view to_string(Environment environment) {
    switch (environment) {
        case Environment::aks:
            return "aks";
        case Environment::vm:
            return "vm";
        case Environment::unknown:
            break;
    }
    return "unknown";
}

std::string_view to_string(KernelVerdict verdict) {
    switch (verdict) {
        case KernelVerdict::supported:
            return "supported";
        case KernelVerdict::too_old:
            return "too old";
        case KernelVerdict::not_comparable:
            return "not comparable";
        case KernelVerdict::distro_not_listed:
            return "distro not listed";
        case KernelVerdict::not_a_kernel_release:
            break;
    }
    return "not a kernel release";
}

KernelJudgement judge_kernel(const SupportData& data, const std::optional<OsRelease>& os,
                             std::string_view release, Environment environment) {
    KernelJudgement judgement;
    judgement.release = release;
    judgement.table_date = data.date;
    const auto kernel = parse_kernel_release(release);
    if (!kernel) {
        judgement.verdict = KernelVerdict::not_a_kernel_release;
        judgement.reason = sentence(kernel.error().message);
        return judgement;
    }
    Answer answer;
    if (!os || os->id.empty()) {
        answer.reason = "the distribution could not be read (no os-release, or none with an ID)";
    } else {
        answer = judge({data, *os, *kernel, environment});
        const auto mismatch = userland_mismatch(*os, *kernel);
        if (!mismatch.empty())
            answer.reason += fmt::format("; {}", mismatch);
    }
    judgement.verdict = answer.verdict;
    judgement.newer_than_listed = answer.newer_than_listed;
    judgement.row = std::move(answer.row);
    judgement.reason = sentence(std::move(answer.reason));
    judgement.advisories = advisories_for(data, *kernel, answer.verdict);
    judgement.other_verdict = answer.milder_verdict;
    return judgement;
}

}  // namespace azfiles
