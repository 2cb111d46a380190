// azfiles metrics: what status says, for Prometheus.

#include "core/metrics.h"
#include "app/output.h"
#include "app/status.h"

namespace azfiles {

Result<CheckCode> run_metrics(const CommandLine& line, const Root& root) {
    const auto report = look_at_mounts(line, root);
    if (auto said = print_out(metrics_text(report, AZFILES_VERSION)); !said)
        return std::move(said).error();
    return is_incomplete(report) ? CheckCode::unknown : CheckCode::as_asked;
}

}  // namespace azfiles
