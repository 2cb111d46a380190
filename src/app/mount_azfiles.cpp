// mount.azfiles: the helper that mount(8) starts for `mount -t azfiles`.

#include "app/arguments.h"
#include "app/exit_code.h"
#include "app/linux_host.h"
#include "core/flow.h"
#include "core/redact.h"
#include "core/report.h"
#include "priv/process.h"

#include <cerrno>
#include <csignal>
#include <cstdio>

namespace azfiles {
namespace {

void say(const std::vector<std::string>& lines) {
    // Where nobody can be told, the exit status still tells mount(8).
    for (const auto& line : lines)
        static_cast<void>(
            std::fputs(fmt::format("mount.azfiles: {}\n", redacted(line)).c_str(), stderr));
}

int refuse(const Error& error) {
    say(spoken(error));
    return static_cast<int>(exit_code(error.kind));
}

/// The answer to -f, -V and --help, which is all that they are for.
int print_out(const std::string& text) {
    const bool written = std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
    return written ? 0 : refuse(system_error(errno, "write", "standard output"));
}

std::string help() {
    std::string text =
        "Usage: mount.azfiles //HOST/SHARE[/DIR] DIRECTORY [-fnrsvwV] [-t azfiles] [-o OPTIONS]\n"
        "Started by mount(8): mount -t azfiles //HOST/SHARE DIRECTORY -o credentials=FILE\n\n"
        "Own options; most options of mount.cifs(8) go to the kernel as they are.\n";
    for (const auto& option : option_table())
        if (option.route == Route::helper)
            text += fmt::format("  {:<16} {}\n", option.name, option.note);
    return text + "\nSee mount.azfiles(8).\n";
}

int mount_main(int argc, char** argv) {
    if (auto guarded = guard_process(); !guarded)
        return refuse(guarded.error());
    if (auto own = own_rights_only(); !own)
        return refuse(own.error());
    // A reader that went away, or a file at its limit, must not end this between
    // mounting and reporting.
    static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
    static_cast<void>(std::signal(SIGXFSZ, SIG_IGN));
    const auto command = read_arguments(argc, argv);
    if (!command)
        return refuse(command.error());
    if (command->what == HelperCommand::What::version) {
        return print_out(fmt::format("mount.azfiles {}\n", AZFILES_VERSION));
    }
    if (command->what == HelperCommand::What::help) {
        return print_out(help());
    }
    const auto request = make_request(command->arguments);
    if (!request)
        return refuse(request.error());
    auto root = Root::open("/");
    if (!root)
        return refuse(root.error());

    LinuxHost host{*std::move(root)};
    const auto report = run(*request, host);
    if (request->fake && report.plan && !report.error)
        return print_out(redacted(to_string(*report.plan)));
    say(host.remarks());
    say(spoken(*request, report));
    return static_cast<int>(exit_code(report));
}

}  // namespace
}  // namespace azfiles

int main(int argc, char** argv) {
    // Failures that we expect are Results and have been reported by now. What
    // arrives here is a bug or a lack of memory: nothing is known, so nothing is
    // claimed, and no text from the exception is trusted to be fit to print.
    try {
        return azfiles::mount_main(argc, argv);
    } catch (...) {
        static_cast<void>(std::fputs("mount.azfiles: internal error, giving up\n", stderr));
    }
    return static_cast<int>(azfiles::ExitCode::software);
}
