#include "core/lint.h"

#include "base/quote.h"
#include "base/text.h"
#include "core/finding_text.h"
#include "core/lint_entry.h"
#include "core/mount_unit.h"
#include "core/redact.h"
#include "core/request.h"
#include "core/share.h"
#include "core/status.h"

#include <fmt/format.h>

#include <algorithm>

namespace azfiles {
namespace {

using linting::Entry;
using linting::Sink;

constexpr std::string_view mount_suffix = ".mount";
constexpr std::string_view automount_suffix = ".automount";

std::string title_of(std::string_view source, std::string_view mountpoint) {
    return redacted(fmt::format("{} on {}", shown_source(redacted(source)),
                                printable(redacted(mountpoint), 512)));
}

/// A key in a path is no run of base64 any more once systemd has escaped it.
std::string redacted_unit_name(const std::string& name) {
    const auto path = path_of_unit(name);
    if (!path || redacted(*path) == *path)
        return redacted(name);
    return unit_name_of(redacted(*path), name.substr(name.rfind('.'))).value_or("a unit");
}

std::string shown_path(std::string_view file) {
    const auto start = file.rfind('/') + 1;  // npos + 1 is 0
    return redacted(file.substr(0, start)) + redacted_unit_name(std::string{file.substr(start)});
}

/// What mount.azfiles would say of it, apart from options that mount(8) keeps to itself.
bool is_refused(const Entry& entry) {
    Arguments arguments;
    arguments.positional = {entry.source, entry.mountpoint};
    for (const auto option : words(entry.options, ","))
        if (!option.starts_with("x-") && !option.starts_with("X-"))
            arguments.options += fmt::format("{},", option);
    return !make_request(arguments);
}

Entry to_entry(const FstabEntry& line) {
    Entry entry;
    entry.source = line.source;
    entry.mountpoint = line.mountpoint;
    entry.type = line.type;
    entry.options = line.options;
    entry.passno = line.passno;
    return entry;
}

class Linter {
public:
    explicit Linter(const LintInput& input) : input_{input} {}

    LintReport all() && {
        for (const auto& file : input_.fstabs)
            lint_fstab(file);
        for (const auto& file : input_.units.units)
            if (file.name.ends_with(mount_suffix))
                lint_mount_unit(file);
        for (const auto& file : input_.units.units)
            if (file.name.ends_with(automount_suffix))
                lint_automount(file);
        for (const auto& sentence : input_.units.unread)
            add_unseen(sentence);
        for (auto& subject : report_.subjects)
            std::ranges::stable_sort(
                subject.findings, std::ranges::greater{},
                [](const PlacedFinding& each) { return each.finding.severity; });
        return std::move(report_);
    }

private:
    LintSubject& add_subject(std::string_view file, std::size_t line) {
        auto& subject = report_.subjects.emplace_back();
        subject.file = shown_path(file);
        subject.line = line;
        return subject;
    }

    void add_unseen(const std::string& sentence) {
        auto& added = report_.unseen.emplace_back();
        added.finding = make_finding("promise-unreadable", ": " + redacted(sentence), "");
        added.file = "fstab and units";
        added.not_seen = true;
    }

    void lint_fstab(const LintInput::File& file) {
        const auto fstab = parse_fstab(file.text);
        const linting::Neighbourhood neighbourhood{fstab};
        std::string_view text = file.text;
        for (std::size_t number = 1; !text.empty(); ++number) {
            auto [line, rest] = cut(text, '\n');
            text = rest;
            if (line.ends_with('\r'))
                line.remove_suffix(1);
            const auto start = line.find_first_not_of(" \t");
            if (start != std::string_view::npos && line[start] != '#' &&
                linting::is_meant_for_us(line))
                lint_line(file.path, neighbourhood, line, number);
        }
    }

    void lint_line(const std::string& path, const linting::Neighbourhood& all,
                   std::string_view line, std::size_t number) {
        auto& subject = add_subject(path, number);
        Sink sink{subject};
        if (linting::lint_fields(line, sink))
            return;
        // The entries are in the order of their lines.
        const auto at = std::ranges::lower_bound(all.fstab.entries, number, {}, &FstabEntry::line);
        if (at == all.fstab.entries.end() || at->line != number)
            return;
        subject.title = title_of(at->source, at->mountpoint);
        auto entry = to_entry(*at);
        correct_type(entry, sink);
        lint_entry(entry, sink);
        if (entry.passno != 0)
            sink.add("passno-set");
        linting::lint_place(entry, input_.machine, sink);
        linting::lint_neighbours(all, *at, input_.machine, sink);
        const auto unit = unit_name_of(at->mountpoint, mount_suffix).value_or("");
        const auto same = std::ranges::find(input_.units.units, unit, &UnitFile::name);
        if (!unit.empty() && same != input_.units.units.end() && same->before_fstab)
            sink.add("mountpoint-twice", redacted(same->path));
    }

    static void correct_type(Entry& entry, Sink& sink) {
        const auto meant = linting::meant_type(entry.type, entry.source);
        if (!meant)
            return;
        sink.add("type-misspelt", quote(entry.type), "").remedy =
            fmt::format("Write {} if that is meant.", *meant);
        entry.type = *meant;
    }

    void lint_entry(Entry& entry, Sink& sink) {
        linting::lint_source(entry, sink);
        linting::split_into(entry, sink);
        // What can't be split, can't be said to lack anything.
        if (entry.split.empty() && !entry.options.empty())
            return;
        linting::lint_credentials(entry, input_.machine, sink);
        linting::lint_options(entry, input_.machine, sink);
        linting::lint_times(entry, sink);
        if (!entry.is_azfiles() || entry.has_specifier || sink.has_error() || !is_refused(entry))
            return;
        // Its message quotes what may be the piece of a key.
        auto& finding = sink.add("option-value");
        finding.message = "mount.azfiles refuses these options";
        finding.remedy = "azfiles check, with the mount point, names the one that it refuses.";
    }

    /// With the drop-ins; nothing where it is masked, could not be read or is no share.
    std::optional<MountUnit> unit_of(const UnitFile& file) {
        if (file.masked)
            return std::nullopt;
        if (!file.text) {
            add_unseen(fmt::format("{} could not be read", file.path));
            return std::nullopt;
        }
        auto unit = read_mount_unit(*file.text);
        for (const auto& drop_in : input_.units.drop_ins) {
            if (drop_in.name != file.name || drop_in.masked)
                continue;
            if (drop_in.text)
                unit = read_mount_unit(*drop_in.text, std::move(unit));
            else
                add_unseen(fmt::format("{} could not be read", drop_in.path));
        }
        if (!is_share(unit.type.text, unit.what.text) &&
            !linting::meant_type(unit.type.text, unit.what.text))
            return std::nullopt;
        return unit;
    }

    void lint_mount_unit(const UnitFile& file) {
        auto unit = unit_of(file);
        if (!unit)
            return;
        // systemd takes the name where there is none.
        if (unit->where.text.empty())
            unit->where.text = path_of_unit(file.name).value_or("");
        auto& subject = add_subject(file.path, 0);
        Sink sink{subject};
        subject.title = title_of(unit->what.text, unit->where.text);
        shares_.push_back(file.name);
        if (!unit->where.has_specifier)
            lint_name(file.name, unit->where.text, mount_suffix, sink);
        Entry entry;
        entry.source = unit->what.text;
        entry.mountpoint = unit->where.text;
        entry.type = unit->type.text;
        entry.options = unit->options.text;
        entry.is_unit = true;
        entry.has_specifier = unit->what.has_specifier || unit->options.has_specifier;
        correct_type(entry, sink);
        linting::lint_unit(*unit, sink);
        lint_entry(entry, sink);
    }

    static void lint_name(std::string_view name, std::string_view where, std::string_view suffix,
                          Sink& sink) {
        const auto right = unit_name_of(where, suffix);
        if (!right)
            sink.add("mountpoint-not-absolute");
        else if (name != *right)
            sink.add("unit-name", "", "").remedy =
                fmt::format("Rename it to {}; systemd-escape --path finds such a name.",
                            printable(redacted_unit_name(*right)));
    }

    /// A mount unit or an fstab line of a share has this unit name.
    bool is_of_share(std::string_view unit) const {
        if (std::ranges::find(shares_, unit) != shares_.end())
            return true;
        for (const auto& file : input_.fstabs)
            for (const auto& entry : parse_fstab(file.text).entries)
                if (is_share(entry.type, entry.source) &&
                    unit_name_of(entry.mountpoint, mount_suffix) == unit)
                    return true;
        return false;
    }

    void lint_automount(const UnitFile& file) {
        if (file.masked || !file.text)
            return;
        const auto unit = read_automount_unit(*file.text);
        const auto& where = unit.where;
        if (where.has_specifier)
            return;
        const auto mount = [](std::string_view name) {
            return fmt::format("{}{}", name.substr(0, name.rfind('.')), mount_suffix);
        };
        const auto by_where = unit_name_of(where.text, mount_suffix).value_or("");
        if (!is_of_share(mount(file.name)) && !is_of_share(by_where))
            return;
        auto& subject = add_subject(file.path, 0);
        subject.title = fmt::format("automount of {}", printable(redacted(where.text), 512));
        Sink sink{subject};
        lint_name(file.name, where.text, automount_suffix, sink);
        linting::lint_automount_unit(unit, sink);
    }

    const LintInput& input_;
    LintReport report_;
    std::vector<std::string> shares_;  ///< names of mount units of shares
};

}  // namespace

namespace linting {

bool Entry::has(std::string_view option) const {
    return std::ranges::find(split, option, &Option::name) != split.end();
}

std::optional<std::string> Entry::value(std::string_view option) const {
    std::optional<std::string> last;
    for (const auto& each : split)
        if (each.name == option)
            last = each.value.value_or("");
    return last;
}

bool Entry::is_automatic() const {
    return is_unit || !has("noauto") || has("x-systemd.automount");
}

Finding& Sink::add(std::string_view id, std::string_view detail, std::string_view seen) {
    auto& added = subject_.findings.emplace_back();
    added.finding = make_finding(id, redacted(detail), redacted(seen));
    added.file = subject_.file;
    added.line = subject_.line;
    return added.finding;
}

void Sink::not_seen(std::string_view id, std::string_view detail, std::string_view seen) {
    auto& finding = add(id, detail, seen);
    finding.severity = Severity::warning;
    finding.remedy = "Look again as root.";
    subject_.findings.back().not_seen = true;
}

bool Sink::has_error() const {
    return std::ranges::any_of(subject_.findings, [](const PlacedFinding& each) {
        return each.finding.severity == Severity::error;
    });
}

}  // namespace linting

LintReport lint(const LintInput& input) {
    return Linter{input}.all();
}

std::vector<std::string> credential_paths(const LintInput& input) {
    std::vector<std::string> paths;
    const auto add = [&paths](std::string_view options) {
        const auto split = split_options(options);
        if (!split)
            return;
        Entry entry;
        entry.split = *split;
        const auto path = linting::credentials_path(entry);
        if (path && path->starts_with('/') && std::ranges::find(paths, *path) == paths.end())
            paths.push_back(*path);
    };
    for (const auto& file : input.fstabs)
        for (const auto& entry : parse_fstab(file.text).entries)
            if (is_share(entry.type, entry.source))
                add(entry.options);
    for (const auto* files : {&input.units.units, &input.units.drop_ins})
        for (const auto& file : *files)
            if (file.text && file.name.ends_with(mount_suffix))
                add(read_mount_unit(*file.text).options.text);
    return paths;
}

std::vector<std::string> share_places(const LintInput& input) {
    std::vector<std::string> places;
    for (const auto& file : input.fstabs)
        for (const auto& entry : parse_fstab(file.text).entries)
            if (is_share(entry.type, entry.source) && entry.mountpoint.starts_with('/'))
                places.push_back(as_mountpoint(entry.mountpoint, ""));
    return places;
}

std::vector<PlacedFinding> findings_of(const LintReport& report) {
    std::vector<PlacedFinding> all;
    for (const auto& subject : report.subjects)
        all.insert(all.end(), subject.findings.begin(), subject.findings.end());
    all.insert(all.end(), report.unseen.begin(), report.unseen.end());
    return all;
}

std::string to_text(const LintReport& report) {
    std::string out;
    for (const auto& subject : report.subjects) {
        PlacedFinding place;
        place.file = subject.file;
        place.line = subject.line;
        if (subject.findings.empty()) {
            out += fmt::format("{}: ok\n", place_of(place));
            continue;
        }
        out += fmt::format("{}\n", place_of(place));
        if (!subject.title.empty())
            out += labelled("share", subject.title);
        for (const auto& each : subject.findings)
            out += finding_text(each.finding);
    }
    if (report.subjects.empty() && report.unseen.empty())
        out += "No line and no unit is for a share (types azfiles, cifs and smb3).\n";
    return out + to_text(report.unseen);
}

}  // namespace azfiles
