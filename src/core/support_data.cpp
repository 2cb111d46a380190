#include "core/support_data.h"

#include "base/quote.h"
#include "base/text.h"
#include "core/support_sections.h"

#include <algorithm>

namespace azfiles {
namespace {

/// Of the section, else of the file.
std::string value_of(const Section& section, const Section& defaults, std::string_view key) {
    if (const auto* field = section.find(key))
        return std::string{field->value};
    if (const auto* field = defaults.find(key))
        return std::string{field->value};
    return {};
}

bool is_date(std::string_view text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-')
        return false;
    const auto year = to_number<unsigned>(text.substr(0, 4));
    const auto month = to_number<unsigned>(text.substr(5, 2));
    const auto day = to_number<unsigned>(text.substr(8, 2));
    return year && month && day && *month >= 1 && *month <= 12 && *day >= 1 && *day <= 31;
}

/// As os-release(5) writes ID and VERSION_ID.
bool is_name(std::string_view text) {
    return text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789._-") ==
           std::string_view::npos;
}

/// "5.19", or with an ABI number "6.2.0-1016".
bool is_bound_or_empty(std::string_view text) {
    const auto [version, abi] = cut(text, '-');
    const bool has_abi = version.size() != text.size();
    return version.find_first_not_of("0123456789.") == std::string_view::npos &&
           abi.find_first_not_of("0123456789") == std::string_view::npos &&
           (text.empty() || !leading_numbers(version).empty()) && has_abi != abi.empty();
}

std::string provenance_problem(std::string_view source, std::string_view date) {
    if (source.empty())
        return "source is missing";
    if (!is_date(date))
        return fmt::format("date {} is not YYYY-MM-DD", quote(date, 64));
    return {};
}

std::string problem_of(const SupportRow& row, const Section& section) {
    if (row.os_id.empty() || !is_name(row.os_id))
        return fmt::format("id {} is not an ID of os-release", quote(row.os_id, 64));
    if (section.find("version") == nullptr || !is_name(row.version_id))
        return fmt::format("version {} is not a VERSION_ID of os-release",
                           quote(row.version_id, 64));
    if (row.environment == Environment::unknown)
        return "environment is neither aks nor vm";
    if (!minimum_release(row))
        return fmt::format("minimum {} is no release that others can be compared with",
                           quote(row.minimum, 64));
    return provenance_problem(row.source, row.date);
}

Result<SupportRow> read_row(const Section& section, const Section& defaults) {
    const auto value = [&](std::string_view key) { return value_of(section, defaults, key); };
    SupportRow row;
    row.os_id = value("id");
    row.version_id = value("version");
    const auto environment = value("environment");
    row.environment = environment == "aks"  ? Environment::aks
                      : environment == "vm" ? Environment::vm
                                            : Environment::unknown;
    row.minimum = value("minimum");
    row.date = value("date");
    row.source = value("source");
    auto problem = problem_of(row, section);
    if (!problem.empty())
        return Error{ErrorKind::failed, std::move(problem), {}, 0};
    return row;
}

std::vector<std::string> list_of(const std::string& text) {
    std::vector<std::string> list;
    for (const auto word : words(text))
        list.emplace_back(word);
    return list;
}

std::string problem_of(const Advisory& advisory, std::string_view unsafe) {
    if (advisory.id.empty() || !is_name(advisory.id))
        return fmt::format("id {} is not a name of small letters, digits, . _ -",
                           quote(advisory.id, 64));
    if (advisory.kernels.empty() || advisory.symptom.empty())
        return "kernels or symptom is missing";
    if (advisory.from.empty() && advisory.before.empty())
        return "from and before are both missing";
    if (!is_bound_or_empty(advisory.from) || !is_bound_or_empty(advisory.before))
        return "from or before is not a version such as 5.19";
    for (const auto& version : advisory.also_fixed)
        if (!is_bound_or_empty(version) || leading_numbers(version).size() < 3)
            return fmt::format("also-fixed {} is not a version such as 6.12.35",
                               quote(version, 64));
    if (unsafe != "yes" && unsafe != "no" && !unsafe.empty())
        return "unsafe-for-multichannel is neither yes nor no";
    return provenance_problem(advisory.source, advisory.date);
}

Result<Advisory> read_advisory(const Section& section, const Section& defaults) {
    const auto value = [&](std::string_view key) { return value_of(section, defaults, key); };
    Advisory advisory;
    advisory.id = value("id");
    advisory.kernels = value("kernels");
    advisory.from = value("from");
    advisory.before = value("before");
    advisory.only = list_of(value("only"));
    advisory.except = list_of(value("except"));
    advisory.also_fixed = list_of(value("also-fixed"));
    advisory.symptom = value("symptom");
    advisory.fixed_in = value("fixed-in");
    const auto unsafe = value("unsafe-for-multichannel");
    advisory.unsafe_for_multichannel = unsafe == "yes";
    advisory.source = value("source");
    advisory.date = value("date");
    auto problem = problem_of(advisory, unsafe);
    if (!problem.empty())
        return Error{ErrorKind::failed, std::move(problem), {}, 0};
    return advisory;
}

bool speak_of_the_same(const SupportRow& left, const SupportRow& right) {
    return left.os_id == right.os_id && left.version_id == right.version_id &&
           left.environment == right.environment;
}

bool speak_of_the_same(const Advisory& left, const Advisory& right) {
    return left.id == right.id;
}

template <class T>
void replace_or_add(std::vector<T>& list, T item) {
    const auto found = std::ranges::find_if(
        list, [&item](const T& other) { return speak_of_the_same(other, item); });
    if (found == list.end())
        list.push_back(std::move(item));
    else
        *found = std::move(item);
}

std::string newest_date(const std::vector<SupportRow>& rows) {
    const auto newest = std::ranges::max_element(rows, {}, &SupportRow::date);
    return newest == rows.end() ? std::string{} : newest->date;
}

/// Adds what the section says, or tells why not.
std::string add_section(SupportData& data, const Section& section, const Section& defaults) {
    if (section.kind == SectionKind::kernel) {
        auto row = read_row(section, defaults);
        if (!row)
            return row.error().message;
        replace_or_add(data.rows, *std::move(row));
    }
    if (section.kind == SectionKind::advisory) {
        auto advisory = read_advisory(section, defaults);
        if (!advisory)
            return advisory.error().message;
        replace_or_add(data.advisories, *std::move(advisory));
    }
    return {};
}

}  // namespace

Result<SupportData> parse_support_data(std::string_view text, std::string_view file_name) {
    const auto sections = split_sections(text);
    if (!sections)
        return Error{sections.error()}.during(printable(file_name, 256));
    SupportData data;
    const auto& defaults = sections->front();
    for (const auto& section : *sections) {
        auto problem = section.problem;
        if (problem.empty())
            problem = add_section(data, section, defaults);
        if (!problem.empty())
            data.problems.push_back(
                fmt::format("{}:{}: {}", printable(file_name, 256), section.line, problem));
    }
    data.date = newest_date(data.rows);
    return data;
}

SupportData merge_support_data(std::span<const SupportData> files) {
    SupportData all;
    for (const auto& file : files) {
        for (const auto& row : file.rows)
            replace_or_add(all.rows, row);
        for (const auto& advisory : file.advisories)
            replace_or_add(all.advisories, advisory);
        all.problems.insert(all.problems.end(), file.problems.begin(), file.problems.end());
    }
    all.date = newest_date(all.rows);
    return all;
}

std::optional<KernelRelease> minimum_release(const SupportRow& row) {
    auto parsed = parse_kernel_release(row.minimum);
    if (!parsed)
        return std::nullopt;
    auto release = *std::move(parsed);
    const auto is_bare = release.text.find_first_not_of("0123456789.") == std::string::npos;
    if (row.os_id == "azurelinux" && is_bare && release.version.size() == 4) {
        release.form = ReleaseForm::azure_linux;
        release.dist = fmt::format("azl{}", cut(row.version_id, '.').first);
    }
    const auto has_variant = release.form != ReleaseForm::ubuntu && !release.flavour.empty();
    if (release.form == ReleaseForm::other || release.mainline_build || has_variant)
        return std::nullopt;
    return release;
}

}  // namespace azfiles
