// azfiles kernel: a kernel against the support table and the known faults.

#include "app/command.h"
#include "app/host_facts.h"
#include "app/output.h"
#include "base/quote.h"
#include "core/kernel_origin.h"
#include "core/status_text.h"
#include "sys/host_facts.h"

#include <cerrno>
#include <cstdio>

namespace azfiles {
namespace {

Result<std::optional<OsRelease>> os_release_for(const CommandLine& line, const Root& root) {
    if (line.os_release) {
        // A path of the caller's own machine, not of the captured one.
        auto here = Root::open("/");
        if (!here)
            return std::move(here).error();
        auto path = *line.os_release;
        if (!path.starts_with('/')) {
            auto folder = Root::open(".");
            if (!folder)
                return std::move(folder).error();
            here = std::move(folder);
        }
        const auto text = here->read(path.c_str());
        if (!text)
            return text.error();
        return std::optional{parse_os_release(*text)};
    }
    if (const auto text = os_release_text(root))
        return std::optional{parse_os_release(*text)};
    return std::optional<OsRelease>{};
}

Result<Environment> environment_for(const CommandLine& line, const Root& root) {
    if (!line.environment)
        return environment_of(root);
    if (*line.environment == "aks")
        return Environment::aks;
    if (*line.environment == "vm")
        return Environment::vm;
    return make_error(ErrorKind::usage, "--environment does not know {}", quote(*line.environment))
        .advise("Write aks or vm.");
}

}  // namespace

Result<CheckCode> run_kernel(const CommandLine& line, const Root& root) {
    if (!line.words.empty())
        return make_error(ErrorKind::usage, "{} is one argument too many",
                          quote(line.words.front()));
    const auto os = os_release_for(line, root);
    if (!os)
        return os.error();
    const auto environment = environment_for(line, root);
    if (!environment)
        return environment.error();
    auto release = line.release ? Result<std::string>{*line.release} : kernel_release(root);
    if (!release)
        return std::move(release).error();

    const auto data = support_data_of(root);
    for (const auto& problem : data.problems)
        static_cast<void>(
            std::fputs(fmt::format("azfiles: {}\n", printable(problem)).c_str(), stderr));
    if (data.rows.empty())
        return make_error(ErrorKind::system, "no support table is installed")
            .advise("Put it into " AZFILES_DATADIR "/support.d, where the package has it.");
    auto kernel = judge_kernel(data, *os, *release, *environment);
    const bool is_own = !line.release && !line.os_release;
    if (is_own && in_container(root) == true)
        say_container(kernel);
    const auto add = [&kernel](Json& json) { add_kernel(json, kernel); };
    if (auto said = answer(line, head_of(line, root), add, [&kernel] { return to_text(kernel); });
        !said)
        return std::move(said).error();
    return CheckCode::as_asked;
}

}  // namespace azfiles
