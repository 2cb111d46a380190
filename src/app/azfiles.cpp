// azfiles: looks at the cifs mounts of a machine and says the truth about them.

#include "app/command.h"
#include "app/machine.h"
#include "app/output.h"
#include "base/deadline.h"
#include "base/quote.h"
#include "base/text.h"
#include "base/wrap.h"
#include "core/options.h"
#include "core/report.h"

#include <getopt.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace azfiles {
namespace {

// One table of commands, in the order of the help, and one of their options.
constexpr std::array commands = {
    Command{"status", "[MOUNTPOINT…]", "each mounted share: its channels, and why there are fewer",
            "json root no-color watch", run_status},
    Command{"verify", "[MOUNTPOINT…]", "the same as an exit status; also what is not mounted",
            "json root no-color wait channels quiet", run_verify},
    Command{"check", "[SPEC]", "before mounting: kernel, name, network, server, key",
            "json root no-color options", run_check},
    Command{"kernel", "", "the kernel against the support table and the known faults",
            "json root no-color os-release release environment", run_kernel},
    Command{"lint", "[FSTAB…]", "faults in fstab and mount units of shares; --print a good one",
            "json root no-color print", run_lint},
    Command{"credential", "check FILE", "faults in a credentials file, never what is in it",
            "json root no-color fix storage-key", run_credential},
    Command{"debugdata", "FILE", "read a pasted /proc/fs/cifs/DebugData (- for standard input)",
            "json no-color", run_debugdata},
    Command{"explain", "[ID|ERRNO]", "a finding or an error number: meaning, remedy, cost",
            "json no-color", run_explain},
    Command{"metrics", "", "what status says, for Prometheus", "root", run_metrics},
    Command{"report", "", "one file for a support ticket, without names, addresses and keys",
            "root output no-redact", run_report},
};

struct Parsed {
    enum class What { run, help, version };
    What what = What::run;
    const Command* command = nullptr;
    CommandLine line;
};

Error usage(std::string text) {
    return Error{ErrorKind::usage, std::move(text), "azfiles --help lists the commands.", 0};
}

constexpr int longest_wait_s =
    static_cast<int>(std::chrono::duration_cast<std::chrono::seconds>(Deadline::longest).count());

std::optional<int> number_between(const char* text, int least, int most) {
    const auto number = to_number<int>(text);
    return number && *number >= least && *number <= most ? number : std::nullopt;
}

/// A row of the option table. `set` gets the value, or an empty text.
struct OptionRow {
    std::string_view name;
    std::string_view value;  ///< what its value is called in the help; empty: it has none
    std::string_view help;
    Status (*set)(CommandLine& line, const char* value);
    char letter = 0;  ///< of its short form; 0: it has none
};

template <bool CommandLine::*member, bool value>
Status set_flag(CommandLine& line, const char*) {
    line.*member = value;
    return ok;
}

template <auto member>
Status set_text(CommandLine& line, const char* value) {
    line.*member = value;
    return ok;
}

/// An empty path would be the working directory, which nobody named.
template <auto member>
Status set_path(CommandLine& line, const char* value) {
    if (*value == '\0')
        return usage("an option that takes a file or a directory has an empty one");
    line.*member = value;
    return ok;
}

Status set_wait(CommandLine& line, const char* value) {
    const auto seconds = number_between(value, 0, longest_wait_s);
    if (!seconds)
        return usage(fmt::format("--wait takes seconds, 0 to {}", longest_wait_s));
    line.wait = std::chrono::seconds{*seconds};
    return ok;
}

Status set_channels(CommandLine& line, const char* value) {
    line.channels = number_between(value, 1, most_channels);
    if (!line.channels)
        return usage(fmt::format("--channels takes a number, 1 to {}", most_channels));
    return ok;
}

constexpr std::array option_rows = {
    OptionRow{"json", "", "for programs (schema azfiles/1)", set_flag<&CommandLine::json, true>},
    OptionRow{"root", "DIR|FILE", "the machine below DIR, or that of a report in FILE",
              set_path<&CommandLine::root>},
    OptionRow{"no-color", "", "no colours; NO_COLOR in the environment does the same",
              set_flag<&CommandLine::colour, false>},
    OptionRow{"watch", "", "draw again each second, with the traffic",
              set_flag<&CommandLine::watch, true>},
    OptionRow{"wait", "SECONDS", "until all is as asked, but not longer", set_wait},
    OptionRow{"channels", "NUMBER", "what each mount should have", set_channels},
    OptionRow{"quiet", "", "the exit status alone (-q)", set_flag<&CommandLine::quiet, true>, 'q'},
    OptionRow{"print", "", "a line and units for a share and a directory",
              set_flag<&CommandLine::print, true>},
    OptionRow{"fix", "", "write a corrected file FILE.fixed beside it",
              set_flag<&CommandLine::fix, true>},
    OptionRow{"storage-key", "", "the password must be a storage account key",
              set_flag<&CommandLine::storage_key, true>},
    OptionRow{"os-release", "FILE", "judge this distribution", set_path<&CommandLine::os_release>},
    OptionRow{"release", "STRING", "judge this kernel, as uname -r says it",
              set_text<&CommandLine::release>},
    OptionRow{"environment", "aks|vm", "judge for a node of AKS, or for any other machine",
              set_text<&CommandLine::environment>},
    OptionRow{"options", "OPTIONS", "check a mount with these options (-o)",
              set_text<&CommandLine::mount_options>, 'o'},
    OptionRow{"output", "FILE", "write to FILE, which must not exist; - is standard output",
              set_path<&CommandLine::output>},
    OptionRow{"no-redact", "", "names and addresses as they are; keys are removed all the same",
              set_flag<&CommandLine::redact, false>},
};

bool takes(const Command& command, std::string_view option) {
    const auto names = words(command.options, " ");
    return std::ranges::find(names, option) != names.end();
}

bool may_colour() {
    const char* objection = std::getenv("NO_COLOR");
    return ::isatty(STDOUT_FILENO) == 1 && (objection == nullptr || *objection == '\0');
}

/// The table as getopt_long(3) reads it; the rows are numbered from 256 on, behind
/// the letters.
constexpr int first_row = 256;

std::vector<option> long_options() {
    std::vector<option> all = {{"help", no_argument, nullptr, 'h'},
                               {"version", no_argument, nullptr, 'V'}};
    int number = first_row;
    for (const auto& row : option_rows)
        all.push_back({row.name.data(), row.value.empty() ? no_argument : required_argument,
                       nullptr, number++});
    all.push_back({nullptr, 0, nullptr, 0});
    return all;
}

/// "-13", as error messages have it: no options 1 and 3. For who asks what an error
/// number means.
bool is_negative_number(std::string_view word) {
    return word.size() > 1 && word[0] == '-' &&
           word.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

/// The row of what getopt_long(3) found; null where it found none.
const OptionRow* find_row(int which) {
    if (which >= first_row)
        return &option_rows[static_cast<std::size_t>(which - first_row)];
    const auto* at = std::ranges::find_if(option_rows, [which](const OptionRow& row) {
        return row.letter != 0 && row.letter == which;
    });
    return at == option_rows.end() ? nullptr : at;
}

/// Options may stand before and behind the command; which it takes is known at the
/// end.
Result<Parsed> parse(int argc, char** argv) {
    bool explains = false;
    for (int i = 1; i < argc; ++i) {
        if (explains && is_negative_number(argv[i]))
            ++argv[i];
        explains = explains || argv[i] == std::string_view{"explain"};
    }
    const auto options = long_options();
    Parsed parsed;
    auto& line = parsed.line;
    line.colour = may_colour();
    std::vector<const OptionRow*> given;
    opterr = 0;
    for (int which = 0;
         (which = ::getopt_long(argc, argv, "hVqo:", options.data(), nullptr)) != -1;) {
        if (which == 'h' || which == 'V') {
            parsed.what = which == 'h' ? Parsed::What::help : Parsed::What::version;
            return parsed;
        }
        const auto* row = find_row(which);
        if (row == nullptr)
            return usage(
                fmt::format("option {} is not known or lacks its value", quote(argv[optind - 1])));
        given.push_back(row);
        if (auto set = row->set(line, row->value.empty() ? "" : optarg); !set)
            return std::move(set).error();
    }
    if (optind >= argc)
        return usage("no command is given");
    const auto* command =
        std::ranges::find(commands, std::string_view{argv[optind]}, &Command::name);
    if (command == commands.end())
        return usage(fmt::format("there is no command {}", quote(argv[optind])));
    parsed.command = command;
    for (const auto* row : given)
        if (!takes(*command, row->name))
            return usage(fmt::format("{} takes no --{}", command->name, row->name));
    line.words.assign(argv + optind + 1, argv + argc);
    if (std::ranges::find(line.words, "") != line.words.end())
        return usage("an argument is an empty word");
    return parsed;
}

/// Which command takes an option that only one takes.
std::string takers(std::string_view option) {
    std::string names;
    std::size_t count = 0;
    for (const auto& command : commands)
        if (takes(command, option)) {
            names += fmt::format("{}{}", names.empty() ? "" : ", ", command.name);
            ++count;
        }
    return count > 1 ? std::string{} : fmt::format("{}: ", names);
}

/// What stands on the left, and its sentence on the right.
std::string help_line(const std::string& left, const std::string& right) {
    constexpr std::size_t column = 28;
    return fmt::format("  {:<{}}{}\n", left, column - 2, wrapped(right, column, column));
}

int print_help() {
    std::string text = "Usage: azfiles COMMAND [OPTIONS]\n\n";
    for (const auto& command : commands)
        text += help_line(fmt::format("{:<10} {}", command.name, command.arguments),
                          std::string{command.summary});
    text += "\n";
    for (const auto& row : option_rows)
        text +=
            help_line(fmt::format("--{}{}{}", row.name, row.value.empty() ? "" : " ", row.value),
                      fmt::format("{}{}", takers(row.name), row.help));
    text += "  --version\n\nSee azfiles(8).\n";
    return print_out(text) ? 0 : static_cast<int>(CheckCode::unknown);
}

int refuse(const Error& error) {
    for (const auto& text : spoken(error))
        static_cast<void>(std::fputs(fmt::format("azfiles: {}\n", text).c_str(), stderr));
    return static_cast<int>(error.kind == ErrorKind::usage ? CheckCode::usage : CheckCode::unknown);
}

int azfiles_main(int argc, char** argv) {
    // A file at its limit is an error like others.
    static_cast<void>(std::signal(SIGXFSZ, SIG_IGN));
    const auto parsed = parse(argc, argv);
    if (!parsed)
        return refuse(parsed.error());
    if (parsed->what == Parsed::What::help)
        return print_help();
    if (parsed->what == Parsed::What::version)
        return print_out(fmt::format("azfiles {}\n", AZFILES_VERSION))
                   ? 0
                   : static_cast<int>(CheckCode::unknown);
    const auto machine = open_machine(parsed->line.root.c_str());
    if (!machine)
        return refuse(machine.error());
    const auto code = parsed->command->run(parsed->line, *machine);
    return code ? static_cast<int>(*code) : refuse(code.error());
}

}  // namespace

}  // namespace azfiles

int main(int argc, char** argv) {
    try {
        return azfiles::azfiles_main(argc, argv);
    } catch (...) {
        static_cast<void>(std::fputs("azfiles: internal error, giving up\n", stderr));
    }
    return static_cast<int>(azfiles::CheckCode::unknown);
}
