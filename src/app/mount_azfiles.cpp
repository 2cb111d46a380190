// mount.azfiles: the helper that mount(8) starts for `mount -t azfiles`.

#include "app/arguments.h"
#include "app/exit_code.h"
#include "app/linux_host.h"
#include "core/flow.h"
#include "core/redact.h"
#include "core/report.h"

#include <cstdio>

namespace azfiles {
namespace {

void say(const std::vector<std::string>& lines) {
    for (const auto& line : lines)
        fmt::print(stderr, "mount.azfiles: {}\n", line);
}

int refuse(const Error& error) {
    say(spoken(error));
    return static_cast<int>(exit_code(error.kind));
}

void print_help() {
    fmt::print(
        "Usage: mount.azfiles //HOST/SHARE[/DIR] DIRECTORY [-fnrsvwV] [-t azfiles] [-o OPTIONS]\n"
        "Started by mount(8): mount -t azfiles //HOST/SHARE DIRECTORY -o credentials=FILE\n\n"
        "Own options; every option of mount.cifs(8) goes to the kernel.\n");
    for (const auto& option : option_table())
        if (option.route == Route::helper)
            fmt::print("  {:<16} {}\n", option.name, option.note);
    fmt::print("\nSee mount.azfiles(8).\n");
}

int mount_main(int argc, char** argv) {
    const auto command = read_arguments(argc, argv);
    if (!command)
        return refuse(command.error());
    if (command->what == HelperCommand::What::version) {
        fmt::print("mount.azfiles {}\n", AZFILES_VERSION);
        return 0;
    }
    if (command->what == HelperCommand::What::help) {
        print_help();
        return 0;
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
        fmt::print("{}", redacted(to_string(*report.plan)));
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
