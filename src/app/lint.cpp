// azfiles lint: faults in fstab and mount units, and --print.

#include "core/lint.h"
#include "app/command.h"
#include "app/host_facts.h"
#include "app/output.h"
#include "base/quote.h"
#include "core/fstab_line.h"
#include "core/redact.h"
#include "sys/credential_file.h"
#include "sys/host_facts.h"
#include "sys/unit_files.h"

#include <cerrno>

namespace azfiles {
namespace {

constexpr const char* kernel_options_path = "proc/fs/cifs/mount_params";
/// Of credentials files, and of mount points; each may take seconds.
constexpr std::size_t looked_at_limit = 64;

void add_unseen(LintInput& input, const std::string& path) {
    input.units.unread.push_back(fmt::format("{} could not be read", path));
}

/// One that was named, of the caller's machine.
Status add_file(LintInput& input, const std::string& path) {
    const auto folder = Root::open(path.starts_with('/') ? "/" : ".");
    if (!folder)
        return folder.error();
    auto text = folder->read(path.c_str());
    if (!text)
        return std::move(text).error();
    const auto name = path.substr(path.rfind('/') + 1);
    if (name.ends_with(".mount") || name.ends_with(".automount"))
        input.units.units.push_back({path, name, *std::move(text)});
    else
        input.fstabs.push_back({path, *std::move(text)});
    return ok;
}

void add_machine(LintInput& input, const Root& root) {
    auto text = root.read("etc/fstab");
    if (text)
        input.fstabs.push_back({"/etc/fstab", *std::move(text)});
    else if (text.error().errnum != ENOENT)
        add_unseen(input, "/etc/fstab");
    auto units = unit_files(root);
    units.unread.insert(units.unread.end(), input.units.unread.begin(), input.units.unread.end());
    input.units = std::move(units);
}

/// Mount points that are free, and not below what may hang or wait to be mounted.
std::vector<SeenFile> look_at_places(const LintInput& input, const Root& root,
                                     const std::vector<MountEntry>& mounts) {
    std::vector<SeenFile> places;
    for (const auto& path : share_places(input)) {
        const auto place = with_links_followed(root, path, mounts);
        const auto* mount = mount_at(mounts, place);
        if (mount == nullptr || mount->mountpoint == place || !is_local(*mount))
            continue;
        if (places.size() == looked_at_limit)
            break;
        const auto seen = credential_file_rights(root, path);
        places.push_back({path, seen.rights, seen.absent});
    }
    return places;
}

LintMachine look(const LintInput& input, const CommandLine& line, const Root& root) {
    LintMachine machine;
    if (const auto text = root.read(kernel_options_path))
        machine.options = KernelOptions{*text};
    machine.azure_vm = is_azure_vm(root);
    // A bundle holds no credentials: that they are not there says nothing.
    if (!line.is_this_machine())
        return machine;
    for (const auto& path : credential_paths(input)) {
        if (machine.files.size() == looked_at_limit)
            break;
        const auto seen = credential_file_rights(root, path);
        machine.files.push_back({path, seen.rights, seen.absent});
    }
    if (const auto mounts = mounts_of(root))
        machine.places = look_at_places(input, root, *mounts);
    return machine;
}

Result<CheckCode> print_line(const CommandLine& line, const Root& root) {
    if (line.words.size() != 2)
        return make_error(ErrorKind::usage, "--print needs a share and a directory")
            .advise("Usage: azfiles lint --print //HOST/SHARE DIRECTORY");
    const auto share = parse_share(line.words[0]);
    if (!share)
        return share.error();
    const auto& directory = line.words[1];
    if (!is_boot_directory(directory))
        return make_error(ErrorKind::usage, "{} is no directory to mount on at boot",
                          quote(redacted(directory)))
            .advise("Write an absolute path, without .. in it.");
    const auto mount = boot_mount(*share, directory);
    const auto add = [&mount](Json& json) {
        const auto units = units_of(mount);
        json["fstab"] = redacted(fstab_line_of(mount));
        json["units"] = {
            {{"name", units.mount_name}, {"text", redacted(units.mount_text)}},
            {{"name", units.automount_name}, {"text", redacted(units.automount_text)}}};
    };
    const auto text = [&mount] { return redacted(boot_mount_text(mount)); };
    if (auto said = answer(line, head_of(line, root), add, text); !said)
        return std::move(said).error();
    return CheckCode::as_asked;
}

}  // namespace

Result<CheckCode> run_lint(const CommandLine& line, const Root& root) {
    if (line.print)
        return print_line(line, root);
    LintInput input;
    for (const auto& path : line.words)
        if (auto added = add_file(input, path); !added)
            return std::move(added).error();
    if (line.words.empty())
        add_machine(input, root);
    input.machine = look(input, line, root);
    const auto report = lint(input);
    const auto findings = findings_of(report);
    const auto add = [&report, &findings](Json& json) {
        add_placed(json, findings);
        json["checked"] = report.subjects.size();
    };
    if (auto said = answer(line, head_of(line, root), add, [&report] { return to_text(report); });
        !said)
        return std::move(said).error();
    return check_code(verdict_of(findings));
}

}  // namespace azfiles
