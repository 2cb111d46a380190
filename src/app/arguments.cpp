#include "app/arguments.h"

#include "base/quote.h"

#include <getopt.h>

namespace azfiles {
namespace {

void add_options(std::string& all, std::string_view more) {
    if (!all.empty())
        all += ',';
    all += more;
}

Error unknown_letter(int letter) {
    const char text[] = {'-', static_cast<char>(letter), '\0'};
    return make_error(ErrorKind::usage, "{} is not known or lacks its value", quote(text))
        .advise("Usage: mount.azfiles //HOST/SHARE DIRECTORY [-fnrsvwV] [-t azfiles] [-o OPTIONS]");
}

}  // namespace

Result<HelperCommand> read_arguments(int argc, char** argv) {
    HelperCommand command;
    auto& arguments = command.arguments;
    static constexpr option long_options[] = {
        {"help", no_argument, nullptr, 'h'},
        {"version", no_argument, nullptr, 'V'},
        {nullptr, 0, nullptr, 0},
    };
    opterr = 0;
    for (int letter = 0;
         (letter = ::getopt_long(argc, argv, "fnrsvwVht:o:", long_options, nullptr)) != -1;) {
        switch (letter) {
            case 'f':
                arguments.fake = true;
                break;
            case 'n':
                break;  // "no mtab": there is none to write
            case 'r':
                arguments.read_only = true;
                break;
            case 's':
                arguments.sloppy = true;
                break;
            case 'v':
                arguments.verbose = true;
                break;
            case 'w':
                arguments.read_write = true;
                break;
            case 't':
                arguments.type = optarg;
                break;
            case 'o':
                add_options(arguments.options, optarg);
                break;
            case 'V':
                command.what = HelperCommand::What::version;
                return command;
            case 'h':
                command.what = HelperCommand::What::help;
                return command;
            default:
                return unknown_letter(optopt == 0 ? '-' : optopt);
        }
    }
    arguments.positional.assign(argv + optind, argv + argc);
    return command;
}

}  // namespace azfiles
