#pragma once

#include "core/assess.h"
#include "core/flow.h"

namespace azfiles {

/// What mount(8) expects of a helper, see EXIT STATUS there.
enum class ExitCode { success = 0, usage = 1, system = 2, software = 4, fail = 32 };

constexpr ExitCode exit_code(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::usage:
        case ErrorKind::denied:
            return ExitCode::usage;
        case ErrorKind::system:
            return ExitCode::system;
        case ErrorKind::failed:
            return ExitCode::fail;
    }
    return ExitCode::software;
}

inline ExitCode exit_code(const Report& report) {
    return report.error ? exit_code(report.error->kind) : ExitCode::success;
}

/// Of `azfiles`, the order that monitoring systems use.
enum class CheckCode { as_asked = 0, degraded = 1, failed = 2, unknown = 3, usage = 64 };

constexpr CheckCode check_code(Verdict verdict) {
    switch (verdict) {
        case Verdict::as_asked:
            return CheckCode::as_asked;
        case Verdict::degraded:
            return CheckCode::degraded;
        case Verdict::failed:
            return CheckCode::failed;
        case Verdict::unknown:
            return CheckCode::unknown;
    }
    return CheckCode::unknown;
}

}  // namespace azfiles
