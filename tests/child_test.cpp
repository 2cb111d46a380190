#include "base/child.h"
#include "base/child_answer.h"
#include "base/deadline.h"

#include "support.h"
#include "sys_support.h"

#include <doctest/doctest.h>

#include <poll.h>
#include <sys/time.h>
#include <sys/wait.h>

#include <array>
#include <chrono>
#include <csignal>

using namespace azfiles;
using namespace std::chrono_literals;
using test::contains;

namespace {

/// Sets how a signal is treated, for as long as it lives.
class Treatment {
public:
    Treatment(int number, void (*handler)(int)) : number_{number} {
        struct sigaction action {};
        action.sa_handler = handler;
        ::sigaction(number, &action, &before_);
    }
    Treatment(const Treatment&) = delete;
    Treatment& operator=(const Treatment&) = delete;
    ~Treatment() { ::sigaction(number_, &before_, nullptr); }

private:
    int number_;
    struct sigaction before_ {};
};

bool has_children() {
    return ::waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD;
}

std::chrono::milliseconds since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                 start);
}

Result<std::string> sleeps() {
    ::poll(nullptr, 0, 60'000);
    return std::string{"too late"};
}

Result<std::string> says_hello() {
    return std::string{"hello\0there", 11};
}

}  // namespace

TEST_CASE("a child's answer comes back") {
    SUBCASE("bytes as they are") {
        CHECK(*run_in_child(60s, says_hello) == std::string{"hello\0there", 11});
        CHECK(run_in_child(60s, [] { return Result<std::string>{std::string{}}; })->empty());
    }
    SUBCASE("far more than a pipe holds") {
        const auto answer = run_in_child(
            20s, [] { return Result<std::string>{std::string(std::size_t{8} << 20, 'z')}; });
        REQUIRE(answer);
        CHECK(*answer == std::string(std::size_t{8} << 20, 'z'));
    }
    SUBCASE("an Error with all its parts") {
        const auto answer = run_in_child(60s, [] {
            return Result<std::string>{Error{ErrorKind::denied, "no", "ask root", EACCES}};
        });
        REQUIRE_FALSE(answer);
        CHECK(answer.error().kind == ErrorKind::denied);
        CHECK(answer.error().message == "no");
        CHECK(answer.error().remedy == "ask root");
        CHECK(answer.error().errnum == EACCES);
    }
    CHECK_FALSE(has_children());
}

TEST_CASE("an answer over the limit is an error") {
    const auto ten = [] { return Result<std::string>{std::string{"0123456789"}}; };
    CHECK(*run_in_child(60s, ten, 10) == "0123456789");
    CHECK(run_in_child(60s, ten, 9).error().errnum == EFBIG);
    // An Error is never too long for its task's limit.
    const auto fails = [] { return Result<std::string>{system_error(EIO, "read", "file")}; };
    CHECK(run_in_child(60s, fails, 1).error().errnum == EIO);
}

TEST_CASE("a child that is not done in time is killed") {
    const auto start = std::chrono::steady_clock::now();
    const auto answer = run_in_child(150ms, sleeps);
    const auto took = since(start);

    REQUIRE_FALSE(answer);
    CHECK(answer.error().errnum == errnum_timed_out);
    CHECK(contains(answer.error().message, "not done after 150 ms"));
    CHECK(took >= 150ms);
    CHECK(took < 20s);  // of 60: the machine may be busy
    CHECK_FALSE(has_children());
}

TEST_CASE("a child that is stopped is killed too") {
    const auto answer = run_in_child(200ms, [] {
        ::raise(SIGSTOP);
        return Result<std::string>{std::string{"never"}};
    });
    REQUIRE_FALSE(answer);
    CHECK(answer.error().errnum == errnum_timed_out);
    CHECK_FALSE(has_children());
}

TEST_CASE("a child that dies is told from one that is slow") {
    struct Row {
        std::string_view name;
        void (*task)();
        std::string_view says;
    };
    static constexpr Row rows[] = {
        {"killed", [] { ::raise(SIGKILL); }, "killed by signal 9"},
        {"terminated, whatever the parent's handler", [] { ::raise(SIGTERM); }, "signal 15"},
        {"left without a word", [] { ::_exit(0); }, "without an answer"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.name);
        const auto answer = run_in_child(60s, [&row] {
            row.task();
            return says_hello();
        });
        REQUIRE_FALSE(answer);
        CHECK(answer.error().errnum == errnum_child_died);
        CHECK(contains(answer.error().message, row.says));
    }
    CHECK_FALSE(has_children());
}

TEST_CASE("an exception in the child stays there") {
    const auto known =
        run_in_child(60s, []() -> Result<std::string> { throw std::runtime_error{"oh no"}; });
    REQUIRE_FALSE(known);
    CHECK(contains(known.error().message, "oh no"));

    const auto unknown = run_in_child(60s, []() -> Result<std::string> { throw 7; });
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().errnum == 0);
    CHECK_FALSE(has_children());
}

TEST_CASE("how the caller treats signals does not matter") {
    SUBCASE("SIGCHLD ignored, as some service managers leave it") {
        const Treatment ignored{SIGCHLD, SIG_IGN};
        CHECK(run_in_child(60s, says_hello));
        CHECK(run_in_child(100ms, sleeps).error().errnum == errnum_timed_out);
        const auto killed = run_in_child(60s, [] {
            ::raise(SIGKILL);
            return says_hello();
        });
        CHECK(killed.error().errnum == errnum_child_died);
    }
    SUBCASE("everything blocked") {
        sigset_t all;
        sigset_t before;
        ::sigfillset(&all);
        ::sigprocmask(SIG_SETMASK, &all, &before);
        CHECK(run_in_child(60s, says_hello));
        CHECK(run_in_child(100ms, sleeps).error().errnum == errnum_timed_out);
        sigset_t after;
        ::sigprocmask(SIG_SETMASK, &before, &after);
        CHECK(::sigismember(&after, SIGUSR2) == 1);
    }
    SUBCASE("SIGPIPE ignored") {
        const Treatment ignored{SIGPIPE, SIG_IGN};
        CHECK(run_in_child(60s, says_hello));
    }
    SUBCASE("a handler that interrupts the wait, again and again") {
        const Treatment alarm{SIGALRM, [](int) {}};
        const itimerval often{{0, 3000}, {0, 3000}};
        ::setitimer(ITIMER_REAL, &often, nullptr);
        const auto answer = run_in_child(60s, [] {
            ::usleep(100'000);
            return Result<std::string>{std::string(std::size_t{1} << 20, 'x')};
        });
        const auto late = run_in_child(150ms, sleeps);
        const itimerval never{};
        ::setitimer(ITIMER_REAL, &never, nullptr);
        CHECK(answer->size() == std::size_t{1} << 20);
        CHECK(late.error().errnum == errnum_timed_out);
    }
    SUBCASE("a handler of the parent does not run in the child") {
        const Treatment handler{SIGTERM, [](int) {}};
        const auto answer = run_in_child(60s, [] {
            ::raise(SIGTERM);
            return says_hello();
        });
        CHECK(answer.error().errnum == errnum_child_died);
    }
}

TEST_CASE("the child dies with its parent") {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    const pid_t parent = ::fork();
    REQUIRE(parent >= 0);
    if (parent == 0) {
        ::close(ends[0]);
        // The grandchild holds the pipe's writing end for as long as it lives.
        static_cast<void>(run_in_child(60s, [&] {
            static_cast<void>(!::write(ends[1], "x", 1));
            return sleeps();
        }));
        ::_exit(0);
    }
    ::close(ends[1]);
    char started = 0;
    REQUIRE(::read(ends[0], &started, 1) == 1);
    ::kill(parent, SIGKILL);
    REQUIRE(::waitpid(parent, nullptr, 0) == parent);
    pollfd closed{ends[0], POLLIN, 0};
    CHECK(::poll(&closed, 1, 60'000) == 1);
    CHECK(::read(ends[0], &started, 1) == 0);
    ::close(ends[0]);
}

TEST_CASE("no descriptor is left behind") {
    const int before = ::dup(0);
    ::close(before);
    for (int i = 0; i < 5; ++i)
        CHECK(run_in_child(60s, says_hello));
    static_cast<void>(run_in_child(50ms, sleeps));
    const int after = ::dup(0);
    ::close(after);
    CHECK(after == before);
}

TEST_CASE("half an answer is none") {
    const auto packed = pack_answer(Result<std::string>{std::string{"hello"}});
    CHECK(packed.size() <= 5 + answer_overhead);
    for (std::size_t size = 0; size < packed.size(); ++size)
        CHECK_FALSE(unpack_answer(std::string_view{packed}.substr(0, size)));
    CHECK_FALSE(unpack_answer(packed + "x"));
    CHECK(**unpack_answer(packed) == "hello");
}

TEST_CASE("a deadline is clamped and never negative") {
    CHECK(Deadline{-5ms}.over());
    CHECK(Deadline{-5ms}.remaining_ms() == 0);
    CHECK(Deadline{std::chrono::milliseconds::max()}.remaining_ms() <= 3'600'000);
    CHECK_FALSE(Deadline{1h}.over());
}
