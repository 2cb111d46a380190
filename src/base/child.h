#pragma once

#include "base/result.h"

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

namespace azfiles {

/// The errnum of an Error for work that was not done by its deadline.
inline constexpr int errnum_timed_out = ETIMEDOUT;
/// The errnum of an Error for a child that ended without an answer: killed by a
/// signal, as by a fault of the kernel in what it was reading. No system call
/// that a task makes here fails with this number.
inline constexpr int errnum_child_died = EOWNERDEAD;

/// The most that a task may answer, in bytes: DebugData's 64 MiB and some room.
inline constexpr std::size_t child_answer_limit = (std::size_t{64} << 20) + 4096;

/// How long a child that was killed is waited for. A process in an
/// uninterruptible sleep of the kernel ends later, or never.
inline constexpr std::chrono::milliseconds child_reap_limit{500};

/// Runs `task` in a child process and hands back its answer, or its Error with
/// kind, texts and errnum kept, and no id. Returns `deadline` plus child_reap_limit after
/// the call at the latest.
///
/// Not done in time: the child is killed and the Error is errnum_timed_out. If
/// it can't be killed it is left behind, to end when the kernel lets it, and the
/// Error says so. Killed by something else: errnum_child_died. An exception
/// in the task is an Error, never an exception here. An answer of more than
/// `limit` bytes is EFBIG.
///
/// The child is a copy of this process: it has its descriptors, and dies when
/// this process does. What it changes in memory is lost, what it leaves in
/// stdio buffers is not written. Handlers for signals that end a program are
/// taken away from it. How the caller treats SIGCHLD and SIGPIPE does not
/// matter. For a single-threaded caller.
Result<std::string> run_in_child(std::chrono::milliseconds deadline,
                                 const std::function<Result<std::string>()>& task,
                                 std::size_t limit = child_answer_limit);

}  // namespace azfiles
