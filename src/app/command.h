#pragma once

#include "app/exit_code.h"
#include "base/result.h"
#include "sys/root.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// The command line of one `azfiles` command.
struct CommandLine {
    std::vector<std::string> words;
    std::string root = "/";
    bool json = false;
    bool watch = false;                      ///< status: --watch
    bool colour = false;                     ///< standard output is a terminal and nobody objected
    std::optional<std::string> os_release;   ///< kernel: --os-release FILE
    std::optional<std::string> release;      ///< kernel: --release STRING
    std::optional<std::string> environment;  ///< kernel: --environment aks|vm
    std::chrono::seconds wait{0};            ///< verify: --wait SECONDS
    std::optional<int> channels;             ///< verify: --channels NUMBER
    bool quiet = false;                      ///< verify: --quiet
    std::optional<std::string> mount_options;  ///< check: --options OPTIONS
    std::optional<std::string> output;         ///< report: --output FILE
    bool redact = true;                        ///< report: without --no-redact
    bool fix = false;                          ///< credential: --fix
    bool storage_key = false;                  ///< credential: --storage-key
    bool print = false;                        ///< lint: --print

    /// The machine that this runs on, and not a copy of another's files.
    [[nodiscard]] bool is_this_machine() const { return root == "/"; }
};

/// A row of the command table; the help is made from it.
struct Command {
    std::string_view name;
    std::string_view arguments;
    std::string_view summary;
    std::string_view options;  ///< names of those it takes, with blanks between
    /// What the exit status is made of; an Error is said on standard error.
    Result<CheckCode> (*run)(const CommandLine& line, const Root& root);
};

Result<CheckCode> run_status(const CommandLine& line, const Root& root);
Result<CheckCode> run_verify(const CommandLine& line, const Root& root);
Result<CheckCode> run_kernel(const CommandLine& line, const Root& root);
Result<CheckCode> run_debugdata(const CommandLine& line, const Root& root);
Result<CheckCode> run_credential(const CommandLine& line, const Root& root);
Result<CheckCode> run_lint(const CommandLine& line, const Root& root);
Result<CheckCode> run_explain(const CommandLine& line, const Root& root);
Result<CheckCode> run_check(const CommandLine& line, const Root& root);
Result<CheckCode> run_metrics(const CommandLine& line, const Root& root);
Result<CheckCode> run_report(const CommandLine& line, const Root& root);

}  // namespace azfiles
