#include "app/machine_report.h"

#include "app/answers_json.h"
#include "app/host_facts.h"
#include "app/json.h"
#include "app/machine.h"
#include "app/machine_files.h"
#include "app/output.h"
#include "app/snapshot.h"
#include "core/bundle_redact.h"
#include "core/redact.h"
#include "core/status.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace azfiles {
namespace {

/// What could not be heard of this machine, as far as it matters to a reader.
std::vector<std::string> unheard(const Answers& answers, const std::vector<MountGroup>& groups) {
    std::vector<std::string> all;
    if (!answers.kernel_log)
        all.emplace_back("the kernel log, which needs root");
    const auto silent = std::ranges::count_if(groups, [&answers](const MountGroup& group) {
        return std::ranges::none_of(group.entries, [&answers](const MountEntry& entry) {
            return answers.sessions.contains(entry.id);
        });
    });
    if (silent > 0)
        all.push_back(fmt::format("which session carries {} of {} mounts", silent, groups.size()));
    for (const auto& witness : answers.witnesses)
        if (!witness.connections)
            all.push_back(fmt::format("the TCP connections: {}", witness.why));
    return all;
}

Recording record_this_machine(const Root& root, const Root& files, const ReportRequest& request) {
    Recording recording;
    recording.time = request.time;
    const auto groups = group_mounts(mounts_of(files).value_or(std::vector<MountEntry>{}));
    const auto data = debugdata_of(files).data;
    recording.answers = ask_machine(root, groups, data ? &*data : nullptr);
    recording.unread = unheard(recording.answers, groups);
    return recording;
}

/// A machine's files, and what it answered.
struct Machine {
    Files files;
    Recording recording;
};

Machine look_at(const Root& root, const ReportRequest& request) {
    auto collected = collect_files(root);
    auto recording = request.is_this_machine
                         ? record_this_machine(root, Root::from_files(collected.files), request)
                         : recording_of(root).value_or(Recording{});
    if (!recording.expected)
        recording.expected = expected_of(root, mounts_of(root).value_or(std::vector<MountEntry>{}));
    recording.debugdata_unreadable |= collected.debugdata_unreadable;
    recording.debugdata_killed |= collected.debugdata_killed;
    std::ranges::move(collected.unread, std::back_inserter(recording.unread));
    return {std::move(collected.files), std::move(recording)};
}

Machine redacted(Anonymiser& names, const Machine& machine) {
    for (const auto& [path, text] : machine.files)
        learn_file(names, path, text);
    learn_answers(names, machine.recording.answers);
    if (machine.recording.expected)
        learn_expected(names, *machine.recording.expected);
    Machine other;
    for (const auto& [path, text] : machine.files)
        other.files[without_secrets(path)] = redacted_file(names, path, text);
    other.recording = machine.recording;
    other.recording.answers = redacted_answers(names, machine.recording.answers);
    if (machine.recording.expected)
        other.recording.expected = redacted_expected(names, *machine.recording.expected);
    for (auto& text : other.recording.unread)
        text = without_secrets(names.replaced(text));
    return other;
}

StatusReport judged(const Root& root) {
    return judge(take_snapshot(root, false, {}), {});
}

/// "ok" and the ids of all findings, for each mount; what became of each promise.
std::vector<std::string> verdicts_of(const StatusReport& report) {
    std::vector<std::string> all;
    for (const auto& mount : report.mounts) {
        auto text = std::string{to_string(mount.assessment.verdict)};
        for (const auto& finding : findings_of(mount))
            text += fmt::format(" {}", finding.id);
        all.push_back(std::move(text));
    }
    for (const auto& promise : report.promises)
        all.push_back(promise.finding ? promise.finding->id : "promise kept");
    for (const auto& unknown : report.unknown_promises)
        all.push_back(unknown.id);
    all.push_back(report.kernel ? fmt::format("kernel {}", to_string(report.kernel->verdict))
                                : "kernel not judged");
    return all;
}

/// How what is said `here` differs from what is said `there`, and how often.
std::vector<std::string> differences(const StatusReport& here, const StatusReport& there) {
    const auto left = verdicts_of(here);
    const auto right = verdicts_of(there);
    if (left.size() != right.size())
        return {fmt::format("{} mounts and promises here, {} in the report", left.size() - 1,
                            right.size() - 1)};
    std::map<std::string, int> counts;
    for (std::size_t i = 0; i < left.size(); ++i)
        if (left[i] != right[i])
            ++counts[fmt::format("\"{}\" here and \"{}\" from the report", left[i], right[i])];
    std::vector<std::string> all;
    for (const auto& [difference, count] : counts)
        all.push_back(fmt::format("{} times {}", count, difference));
    return all;
}

/// What `azfiles status` says of files that are redacted already. Not what it said of
/// the machine, redacted: a sentence may hold a name or a key in another spelling, as in
/// the name of a mount unit, where nobody would find it.
std::string status_json(const std::optional<std::string>& time, const Root& redacted_files) {
    auto json = to_json(head_of(time, redacted_files));
    add_status(json, judged(redacted_files));
    return to_text(json);
}

}  // namespace

MachineReport report_on(const Root& root, const ReportRequest& request) {
    auto seen = look_at(root, request);
    auto whole = seen.files;
    whole[answers_path] = answers_json(seen.recording);
    const auto machine = Root::from_files(std::move(whole));
    const auto here = judged(machine);

    Anonymiser names{request.replace_names ? Anonymiser::Replace::names_and_addresses
                                           : Anonymiser::Replace::nothing};
    auto told = redacted(names, seen);
    MachineReport report;
    report.unread = told.recording.unread;
    const auto time = told.recording.time;
    auto answers = bounded_answers_json(std::move(told.recording), answers_limit);
    told.files[answers_path] = std::move(answers.text);
    const auto redacted_machine = Root::from_files(told.files);
    told.files[status_path] = status_json(time, redacted_machine);
    report.host = head_of(time, redacted_machine).host.value_or("");

    BundleNotes notes{time,          AZFILES_VERSION,        request.replace_names,
                      report.unread, std::move(answers.cut), {}};
    auto bundle = pack_bundle(told.files, notes, request.seconds);
    if (const auto as_read = read_tar(bundle.archive))
        notes.differences = differences(here, judged(Root::from_files(*as_read)));
    if (!notes.differences.empty())
        bundle = pack_bundle(told.files, notes, request.seconds);
    report.archive = std::move(bundle.archive);
    report.cut = std::move(bundle.cut);
    report.differences = std::move(notes.differences);
    return report;
}

}  // namespace azfiles
