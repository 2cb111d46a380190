// azfiles: looks at the cifs mounts of a machine and says the truth about them.

#include "app/command.h"
#include "app/output.h"
#include "base/quote.h"
#include "core/report.h"

#include <getopt.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

namespace azfiles {
namespace {

constexpr std::array commands = {
    Command{"debugdata", "FILE", "read a pasted /proc/fs/cifs/DebugData (- for standard input)",
            run_debugdata},
    Command{"kernel", "", "the kernel against the support table and the known faults", run_kernel},
    Command{"status", "[MOUNTPOINT…]", "each mounted share: its channels, and why there are fewer",
            run_status},
};

enum LongOption { json = 256, root, no_color, os_release, release, environment };

struct Parsed {
    enum class What { run, help, version };
    What what = What::run;
    const Command* command = nullptr;
    CommandLine line;
};

Error usage(std::string text) {
    return Error{ErrorKind::usage, std::move(text), "azfiles --help lists the commands.", 0};
}

bool may_colour() {
    const char* objection = std::getenv("NO_COLOR");
    return ::isatty(STDOUT_FILENO) == 1 && (objection == nullptr || *objection == '\0');
}

Result<Parsed> parse(int argc, char** argv) {
    static constexpr option options[] = {
        {"help", no_argument, nullptr, 'h'},
        {"version", no_argument, nullptr, 'V'},
        {"json", no_argument, nullptr, json},
        {"root", required_argument, nullptr, root},
        {"no-color", no_argument, nullptr, no_color},
        {"os-release", required_argument, nullptr, os_release},
        {"release", required_argument, nullptr, release},
        {"environment", required_argument, nullptr, environment},
        {nullptr, 0, nullptr, 0},
    };
    Parsed parsed;
    auto& line = parsed.line;
    line.colour = may_colour();
    opterr = 0;
    for (int which = 0; (which = ::getopt_long(argc, argv, "hV", options, nullptr)) != -1;) {
        switch (which) {
            case 'h':
                parsed.what = Parsed::What::help;
                return parsed;
            case 'V':
                parsed.what = Parsed::What::version;
                return parsed;
            case json:
                line.json = true;
                break;
            case root:
                line.root = optarg;
                break;
            case no_color:
                line.colour = false;
                break;
            case os_release:
                line.os_release = optarg;
                break;
            case release:
                line.release = optarg;
                break;
            case environment:
                line.environment = optarg;
                break;
            default:
                return usage(fmt::format("option {} is not known or lacks its value",
                                         quote(argv[optind - 1])));
        }
    }
    if (optind >= argc)
        return usage("no command is given");
    const auto* command =
        std::ranges::find(commands, std::string_view{argv[optind]}, &Command::name);
    if (command == commands.end())
        return usage(fmt::format("there is no command {}", quote(argv[optind])));
    parsed.command = command;
    if (command->name != "kernel" && (line.os_release || line.release || line.environment))
        return usage(
            fmt::format("{} takes no --os-release, --release or --environment", command->name));
    line.words.assign(argv + optind + 1, argv + argc);
    return parsed;
}

int print_help() {
    std::string text = "Usage: azfiles COMMAND [OPTIONS]\n\n";
    for (const auto& command : commands)
        text +=
            fmt::format("  {:<10} {:<14} {}\n", command.name, command.arguments, command.summary);
    text +=
        "\n"
        "  --json           for programs (schema azfiles/1)\n"
        "  --root DIR       read /proc, /sys and /etc below DIR: a captured machine\n"
        "  --no-color       no colours; NO_COLOR in the environment does the same\n"
        "  --version\n\n"
        "kernel takes --os-release FILE, --release STRING and --environment aks|vm to\n"
        "judge another machine. See azfiles(8).\n";
    return print_out(text) ? 0 : static_cast<int>(CheckCode::unknown);
}

int refuse(const Error& error) {
    for (const auto& text : spoken(error))
        static_cast<void>(std::fputs(fmt::format("azfiles: {}\n", text).c_str(), stderr));
    return static_cast<int>(error.kind == ErrorKind::usage ? CheckCode::usage : CheckCode::unknown);
}

int azfiles_main(int argc, char** argv) {
    const auto parsed = parse(argc, argv);
    if (!parsed)
        return refuse(parsed.error());
    if (parsed->what == Parsed::What::help)
        return print_help();
    if (parsed->what == Parsed::What::version)
        return print_out(fmt::format("azfiles {}\n", AZFILES_VERSION))
                   ? 0
                   : static_cast<int>(CheckCode::unknown);
    const auto root_directory = Root::open(parsed->line.root.c_str());
    if (!root_directory)
        return refuse(root_directory.error());
    const auto code = parsed->command->run(parsed->line, *root_directory);
    return code ? static_cast<int>(*code) : refuse(code.error());
}

}  // namespace

std::span<const Command> command_table() {
    return commands;
}

}  // namespace azfiles

int main(int argc, char** argv) {
    try {
        return azfiles::azfiles_main(argc, argv);
    } catch (...) {
        static_cast<void>(std::fputs("azfiles: internal error, giving up\n", stderr));
    }
    return static_cast<int>(azfiles::CheckCode::unknown);
}
