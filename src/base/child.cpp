#include "base/child.h"

#include "base/child_answer.h"
#include "base/deadline.h"
#include "base/unique_fd.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <ctime>
#include <exception>
#include <string_view>
#include <utility>

namespace azfiles {
namespace {

/// Signals whose handlers would do the parent's work a second time.
constexpr std::array handled_signals = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM, SIGALRM,
                                        SIGCHLD, SIGPIPE, SIGUSR1, SIGUSR2};

// An Error is no part of a task's limit.
constexpr std::size_t answer_room = answer_overhead + (std::size_t{64} << 10);

void drop_signal_handlers() {
    for (const int number : handled_signals) {
        struct sigaction current {};
        // What is ignored stays ignored: nohup(1) means its children too.
        if (::sigaction(number, nullptr, &current) == 0 && current.sa_handler != SIG_IGN)
            static_cast<void>(::signal(number, SIG_DFL));
    }
}

/// The parent is the only other holder of the reading end.
bool parent_is_gone(int answer_fd) {
    pollfd answer{answer_fd, POLLOUT, 0};
    return ::poll(&answer, 1, 0) == 1 && (answer.revents & POLLERR) != 0;
}

void send(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto sent = ::write(fd, bytes.data(), bytes.size());
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return;  // the parent stopped listening
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

std::string answer_of(const std::function<Result<std::string>()>& task, std::size_t limit) {
    auto answer = task();
    if (answer && answer->size() > limit)
        answer = Error{ErrorKind::system, "the answer is too long", {}, EFBIG};
    return pack_answer(answer);
}

/// noexcept: what is thrown where it is not caught ends the child, and never
/// returns into the parent's code with the parent's stack.
[[noreturn]] void be_the_child(int fd, const std::function<Result<std::string>()>& task,
                               std::size_t limit) noexcept {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (parent_is_gone(fd))
        ::_exit(1);
    std::string bytes;
    try {
        bytes = answer_of(task, limit);
    } catch (const std::exception& e) {
        bytes = pack_answer(make_error(ErrorKind::system, "unexpected: {}", e.what()));
    } catch (...) {
        bytes = pack_answer(Error{ErrorKind::system, "unexpected exception", {}, 0});
    }
    send(fd, bytes);
    ::_exit(0);
}

enum class End { running, ended, unknown };

/// A child of ours that has not been waited for yet.
struct Child {
    pid_t pid = -1;
    End end = End::running;
    int status = 0;  ///< of waitpid(2), once it ended

    void look() {
        if (end != End::running)
            return;
        pid_t got = -1;
        do
            got = ::waitpid(pid, &status, WNOHANG);
        while (got < 0 && errno == EINTR);
        if (got == pid)
            end = End::ended;
        else if (got < 0)
            end = End::unknown;  // ECHILD: SIGCHLD is ignored, or somebody else waited
    }

    void wait(const Deadline& deadline) {
        for (look(); end == End::running && !deadline.over(); look()) {
            const timespec pause{0, 1'000'000};
            ::nanosleep(&pause, nullptr);
        }
    }

    /// Only while waitpid() says that the number is still our child's.
    void kill() {
        look();
        if (end == End::running)
            ::kill(pid, SIGKILL);
        wait(Deadline{child_reap_limit});
    }
};

enum class Reading { done, timed_out, too_long, failed };

Reading read_answer(int fd, const Deadline& deadline, std::size_t limit, std::string& bytes) {
    std::array<char, std::size_t{64} << 10> chunk;
    for (;;) {
        pollfd answer{fd, POLLIN, 0};
        const int ready = ::poll(&answer, 1, deadline.remaining_ms());
        if (ready < 0 && errno != EINTR)
            return Reading::failed;
        if (ready <= 0) {
            if (deadline.over())
                return Reading::timed_out;
            continue;
        }
        const auto got = ::read(fd, chunk.data(), chunk.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return Reading::failed;
        if (got == 0)
            return Reading::done;
        bytes.append(chunk.data(), static_cast<std::size_t>(got));
        if (bytes.size() > limit)
            return Reading::too_long;
    }
}

Error died(const Child& child) {
    auto error = make_error(ErrorKind::system, "the child process ended without an answer");
    if (child.end == End::ended && WIFSIGNALED(child.status))
        error.message += fmt::format(": killed by signal {}", WTERMSIG(child.status));
    error.errnum = errnum_child_died;
    return error;
}

Error timed_out(const Child& child, std::chrono::milliseconds deadline) {
    auto error = make_error(ErrorKind::system, "not done after {} ms", deadline.count());
    if (child.end == End::running)
        error.message +=
            fmt::format("; process {} hangs in the kernel and can't be killed", child.pid);
    error.errnum = errnum_timed_out;
    return error;
}

/// Forks with all signals blocked, so that no handler of this program runs in
/// the child. As fork(2), 0 in the child.
pid_t fork_without_handlers() {
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, &before);
    const pid_t pid = ::fork();
    const int errnum = errno;
    if (pid == 0)
        drop_signal_handlers();
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    errno = errnum;
    return pid;
}

}  // namespace

Result<std::string> run_in_child(std::chrono::milliseconds deadline,
                                 const std::function<Result<std::string>()>& task,
                                 std::size_t limit) {
    const Deadline end{deadline};
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return system_error(errno, "pipe", "to a child process");
    UniqueFd reading{ends[0]};
    UniqueFd writing{ends[1]};

    Child child{fork_without_handlers()};
    if (child.pid < 0)
        return system_error(errno, "fork", "a child process");
    if (child.pid == 0) {
        ::close(reading.release());
        be_the_child(writing.get(), task, limit);
    }
    ::close(writing.release());

    std::string bytes;
    const auto reading_ended = read_answer(reading.get(), end, limit + answer_room, bytes);
    if (reading_ended == Reading::done)
        child.wait(Deadline{child_reap_limit});
    else
        child.kill();
    switch (reading_ended) {
        case Reading::timed_out:
            return timed_out(child, deadline);
        case Reading::too_long:
            return system_error(EFBIG, "read", "answer of a child process");
        case Reading::failed:
            return system_error(EIO, "read", "answer of a child process");
        case Reading::done:
            break;
    }
    if (auto answer = unpack_answer(bytes))
        return std::move(*answer);
    return died(child);
}

}  // namespace azfiles
