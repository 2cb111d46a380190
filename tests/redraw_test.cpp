#include "app/redraw.h"

#include "base/deadline.h"
#include "base/quote.h"
#include "base/unique_fd.h"

#include "support.h"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <functional>
#include <stdexcept>
#include <string>

using namespace azfiles;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::seconds patience{20};  // on a busy machine
constexpr std::chrono::milliseconds never{1h};

/// "1", "2", … and what follows it each time.
std::function<std::string()> counted(std::string rest = "\n") {
    return [number = 0, rest]() mutable { return fmt::format("drawing {}{}", ++number, rest); };
}

/// keep_showing() in a process of its own, and what it wrote.
class Shown {
public:
    /// On a terminal of this size, or into a pipe.
    explicit Shown(winsize size, const std::function<std::string()>& draw,
                   std::chrono::milliseconds pause) {
        int master = -1;
        pid_ = ::forkpty(&master, nullptr, nullptr, &size);
        if (pid_ == 0)
            run(STDOUT_FILENO, draw, pause);
        output_ = UniqueFd{master};
    }
    explicit Shown(const std::function<std::string()>& draw, std::chrono::milliseconds pause) {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0)
            throw std::runtime_error{"pipe2"};
        output_ = UniqueFd{ends[0]};
        const UniqueFd input{ends[1]};
        pid_ = ::fork();
        if (pid_ == 0) {
            output_ = UniqueFd{};
            run(input.get(), draw, pause);
        }
    }
    Shown(const Shown&) = delete;
    Shown& operator=(const Shown&) = delete;
    ~Shown() {
        if (pid_ > 0) {
            ::kill(pid_, SIGKILL);
            ::waitpid(pid_, nullptr, 0);
        }
    }

    /// What came up to and with `text`; throws if it does not come.
    std::string until(std::string_view text) {
        const Deadline deadline{patience};
        while (!deadline.over()) {
            if (const auto at = pending_.find(text); at != std::string::npos) {
                const auto read = pending_.substr(0, at + text.size());
                pending_.erase(0, read.size());
                return read;
            }
            if (!read_more(deadline))
                break;
        }
        throw std::runtime_error{fmt::format("no {} in {}", quote(text), quote(pending_))};
    }

    /// The rest, after it ended.
    std::string rest() {
        const Deadline deadline{patience};
        while (!deadline.over() && read_more(deadline))
            continue;
        return std::exchange(pending_, {});
    }

    void close() { output_ = UniqueFd{}; }
    void signal(int number) const { ::kill(pid_, number); }
    void type(std::string_view keys) const {
        if (::write(output_.get(), keys.data(), keys.size()) < 0)
            throw std::runtime_error{"type"};
    }
    void resize(winsize size) const { ::ioctl(output_.get(), TIOCSWINSZ, &size); }

    /// "exit 0", "signal 15", or "runs" where it does not end.
    std::string how_it_ended() {
        for (const Deadline deadline{patience}; !deadline.over(); ::poll(nullptr, 0, 5)) {
            int status = 0;
            if (::waitpid(pid_, &status, WNOHANG) != pid_)
                continue;
            pid_ = -1;
            return WIFEXITED(status) ? fmt::format("exit {}", WEXITSTATUS(status))
                                     : fmt::format("signal {}", WTERMSIG(status));
        }
        return "runs";
    }

private:
    [[noreturn]] static void run(int fd, const std::function<std::string()>& draw,
                                 std::chrono::milliseconds pause) {
        const auto status = keep_showing(fd, draw, pause);
        ::_exit(status ? 0 : 1);
    }

    bool read_more(const Deadline& deadline) {
        pollfd ready{output_.get(), POLLIN, 0};
        std::array<char, 4096> chunk;
        if (::poll(&ready, 1, deadline.remaining_ms()) <= 0)
            return false;
        const auto size = ::read(output_.get(), chunk.data(), chunk.size());
        if (size <= 0)  // EIO: nobody has the terminal open
            return false;
        pending_.append(chunk.data(), static_cast<std::size_t>(size));
        return true;
    }

    pid_t pid_ = -1;
    UniqueFd output_;
    std::string pending_;
};

constexpr winsize usual{24, 80, 0, 0};
constexpr std::string_view frame_end = "\033[J";

}  // namespace

TEST_CASE("on a terminal a drawing takes the place of the one before") {
    Shown shown{usual, counted(), 10ms};
    CHECK(shown.until(frame_end) == "\033[H\033[Kdrawing 1\r\n\033[K\033[J");
    CHECK(shown.until(frame_end) == "\033[H\033[Kdrawing 2\r\n\033[K\033[J");
}

TEST_CASE("^C ends it well, below what was drawn") {
    Shown shown{usual, counted(), never};
    shown.until(frame_end);
    shown.type("\003");
    CHECK(shown.how_it_ended() == "exit 0");
    CHECK(shown.rest() == "^C\r\n");
}

TEST_CASE("the signals that end a program end it well") {
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        CAPTURE(number);
        Shown on_terminal{usual, counted(), never};
        on_terminal.until(frame_end);
        on_terminal.signal(number);
        CHECK(on_terminal.how_it_ended() == "exit 0");
        Shown in_pipe{counted(), never};
        in_pipe.until("drawing 1\n");
        in_pipe.signal(number);
        CHECK(in_pipe.how_it_ended() == "exit 0");
    }
}

TEST_CASE("a signal that comes during a drawing ends it after it") {
    const auto draw = [] {
        ::kill(::getpid(), SIGTERM);
        return std::string{"whole\n"};
    };
    Shown shown{draw, 10ms};
    CHECK(shown.how_it_ended() == "exit 0");
    CHECK_FALSE(test::contains(shown.rest(), "whole\n\nwhole"));
}

TEST_CASE("a signal that the process is told to ignore does not end it") {
    const auto draw = [number = 0]() mutable {
        ::kill(::getpid(), SIGHUP);
        return fmt::format("drawing {}\n", ++number);
    };
    ::signal(SIGHUP, SIG_IGN);
    Shown shown{draw, 10ms};
    ::signal(SIGHUP, SIG_DFL);
    shown.until("drawing 3\n");
    shown.signal(SIGTERM);
    CHECK(shown.how_it_ended() == "exit 0");
}

TEST_CASE("a new size is drawn for at once, and without looking again") {
    std::string lines;
    for (int i = 0; i < 30; ++i)
        lines += fmt::format("\nline {:2} of a text that is long", i);
    Shown shown{winsize{4, 12, 0, 0}, counted(lines + "\n"), never};
    CHECK(shown.until(frame_end) ==
          "\033[H\033[Kdrawing 1\r\n\033[Kline  0 of …\r\n\033[K… 29 more l…\r\n\033[K\033[J");
    shown.resize({3, 20, 0, 0});
    CHECK(shown.until(frame_end) ==
          "\033[H\033[Kdrawing 1\r\n\033[K… 30 more lines\r\n\033[K\033[J");
    shown.resize({100, 200, 0, 0});
    const auto whole = shown.until(frame_end);
    CHECK(test::contains(whole, "drawing 1\r\n"));
    CHECK(test::contains(whole, "line 29 of a text that is long\r\n"));
}

TEST_CASE("a terminal without a size is one of 24 lines and 80 columns") {
    std::string lines;
    for (int i = 0; i < 30; ++i)
        lines += std::string(90, 'x') + "\n";
    Shown shown{winsize{0, 0, 0, 0}, [lines] { return lines; }, never};
    const auto frame = shown.until(frame_end);
    CHECK(test::contains(frame, "\033[K" + std::string(79, 'x') + "…\r\n"));
    CHECK(test::contains(frame, "\033[K… 8 more lines\r\n"));
}

TEST_CASE("a terminal that is gone ends it well") {
    for (const auto pause : {std::chrono::milliseconds{1}, never}) {
        Shown shown{usual, counted(), pause};
        shown.until(frame_end);
        shown.close();
        CHECK(shown.how_it_ended() == "exit 0");
    }
}

TEST_CASE("in a pipe drawings stand below each other, as they are") {
    Shown shown{counted(" \033[32m" + std::string(100, 'x') + "\n"), 1ms};
    const auto line = " \033[32m" + std::string(100, 'x') + "\n";
    CHECK(shown.until("\n") == "drawing 1" + line);
    CHECK(shown.until("x\n") == "\ndrawing 2" + line);
    CHECK(shown.until("x\n") == "\ndrawing 3" + line);
}

TEST_CASE("a reader that closes its pipe ends it well, also while nothing is written") {
    for (const auto pause : {std::chrono::milliseconds{1}, never}) {
        Shown shown{counted(), pause};
        shown.until("drawing 1\n");
        shown.close();
        CHECK(shown.how_it_ended() == "exit 0");
    }
}

TEST_CASE("a reader that does not read can't keep it from ending") {
    Shown shown{[] { return std::string(1U << 20, 'x'); }, never};
    shown.until(std::string(1'000, 'x'));  // it has begun, and can't finish
    shown.signal(SIGTERM);
    CHECK(shown.how_it_ended() == "exit 0");
}

TEST_CASE("a terminal that was stopped with ^S can't either") {
    Shown shown{usual, counted(), 1ms};
    shown.until(frame_end);
    shown.type("\023");
    shown.signal(SIGTERM);
    CHECK(shown.how_it_ended() == "exit 0");
}

TEST_CASE("what can't be written is an error") {
    const UniqueFd full{::open("/dev/full", O_WRONLY | O_CLOEXEC)};
    const auto status = keep_showing(full.get(), counted(), 1ms);
    REQUIRE_FALSE(status);
    CHECK(status.error().errnum == ENOSPC);
    constexpr int not_open = 1'000'000;
    CHECK_FALSE(keep_showing(not_open, counted(), 1ms));
}

TEST_CASE("signals are treated as before when it has ended") {
    sigset_t before{};
    ::sigprocmask(SIG_SETMASK, nullptr, &before);
    int ends[2];
    REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
    { const UniqueFd reader{ends[0]}; }
    const UniqueFd writer{ends[1]};
    CHECK(keep_showing(writer.get(), counted(), 1ms));
    sigset_t now{};
    ::sigprocmask(SIG_SETMASK, nullptr, &now);
    for (int number = 1; number < NSIG; ++number)
        CHECK(::sigismember(&before, number) == ::sigismember(&now, number));
}
