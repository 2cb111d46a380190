// azfiles report: one file that tells a stranger what is to be known of the mounts.

#include "app/command.h"
#include "app/machine_report.h"
#include "app/output.h"
#include "base/quote.h"
#include "base/unique_fd.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <ctime>

namespace azfiles {
namespace {

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// "azfiles-report-HOST-20261103T101112Z.tar", of characters that need no quotes.
std::string file_name(std::string host, std::string time) {
    std::erase_if(host, [](char c) { return !is_letter_or_digit(c) && c != '-' && c != '.'; });
    std::erase_if(time, [](char c) { return !is_letter_or_digit(c); });
    constexpr std::size_t longest = 64;  // as the kernel's name of a machine
    return fmt::format("azfiles-report-{}-{}.tar", host.substr(0, longest), time);
}

Status write_all(int fd, std::string_view bytes, const std::string& name) {
    while (!bytes.empty()) {
        const auto written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return system_error(errno, "write", name);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return ok;
}

/// Into a new file that others can't read: even without names it is somebody's.
Status write_file(const std::string& name, std::string_view bytes) {
    UniqueFd file{::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600)};
    if (!file)
        return system_error(errno, "create", name);
    auto written = write_all(file.get(), bytes, name);
    if (written && ::close(file.release()) != 0)
        written = system_error(errno, "write", name);
    if (!written)
        static_cast<void>(::unlink(name.c_str()));
    return written;
}

void say(std::string_view what, const std::vector<std::string>& items) {
    constexpr std::size_t most = 10;
    for (std::size_t i = 0; i < std::min(items.size(), most); ++i)
        static_cast<void>(std::fputs(
            fmt::format("azfiles: {}: {}\n", what, printable(items[i])).c_str(), stderr));
    if (items.size() > most)
        static_cast<void>(std::fputs(
            fmt::format("azfiles: {}: {} more\n", what, items.size() - most).c_str(), stderr));
}

std::string next_steps(const std::string& name, bool is_redacted) {
    const auto shown = printable(name);
    return fmt::format(
        "{0}\nRead it before you send it: less {0}\n{1}"
        "What its reader sees: azfiles status --root {0}\n",
        shown, is_redacted ? "" : "Names and addresses are in it.\n");
}

Result<std::string> write_report(const CommandLine& line, const MachineReport& report,
                                 const std::string& time) {
    const auto name = line.output.value_or(file_name(report.host, time));
    if (auto written = write_file(name, report.archive); !written)
        return std::move(written).error();
    return next_steps(name, line.redact);
}

}  // namespace

Result<CheckCode> run_report(const CommandLine& line, const Root& root) {
    if (!line.words.empty())
        return make_error(ErrorKind::usage, "{} is one argument too many",
                          quote(line.words.front()));
    const auto now = time_now();
    const auto seconds = std::max<std::time_t>(std::time(nullptr), 0);
    const ReportRequest request{line.is_this_machine(), line.redact, now,
                                static_cast<std::uint64_t>(seconds)};
    const auto report = report_on(root, request);
    say("not in the report", report.unread);
    say("in the report", report.cut);
    say("judged otherwise", report.differences);

    const bool to_output = line.output ? *line.output == "-" : ::isatty(STDOUT_FILENO) != 1;
    const auto text = to_output ? Result<std::string>{report.archive}
                                : write_report(line, report, now.value_or(""));
    if (!text)
        return text.error();
    if (auto said = print_out(*text); !said)
        return std::move(said).error();
    return CheckCode::as_asked;
}

}  // namespace azfiles
