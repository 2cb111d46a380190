#include "app/redraw.h"

#include "base/deadline.h"
#include "base/screen.h"
#include "base/unique_fd.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>

namespace azfiles {
namespace {

constexpr std::array ending_signals = {SIGINT, SIGTERM, SIGHUP};

/// The signals that matter here, as a descriptor to read them from. SIGPIPE is one
/// of them so that it does not kill: the write says EPIPE.
class Signals {
public:
    Signals() {
        ::sigemptyset(&set_);
        ::sigaddset(&set_, SIGPIPE);
        ::sigaddset(&set_, SIGWINCH);
        for (const int number : ending_signals)
            if (!is_ignored(number))
                ::sigaddset(&set_, number);
        ::sigprocmask(SIG_BLOCK, &set_, &before_);
        fd_ = UniqueFd{::signalfd(-1, &set_, SFD_CLOEXEC | SFD_NONBLOCK)};
        failure_ = fd_ ? 0 : errno;
    }
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;
    ~Signals() {
        while (next() != 0)
            continue;
        ::sigprocmask(SIG_SETMASK, &before_, nullptr);
    }

    /// errno, where there is no descriptor.
    [[nodiscard]] int failure() const { return failure_; }
    [[nodiscard]] int fd() const { return fd_.get(); }

    /// The number of one that came; 0 where none did.
    [[nodiscard]] int next() const {
        signalfd_siginfo signal{};
        const auto size = ::read(fd_.get(), &signal, sizeof signal);
        return size == sizeof signal ? static_cast<int>(signal.ssi_signo) : 0;
    }

private:
    /// As nohup(1) and a shell do for what runs in the background. A blocked signal
    /// would come nevertheless.
    static bool is_ignored(int number) {
        struct sigaction now {};
        return ::sigaction(number, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
    }

    sigset_t set_{};
    sigset_t before_{};
    UniqueFd fd_;
    int failure_ = 0;
};

enum class Event { none, ready, resized, end };

class Output {
public:
    Output(int fd, const Signals& signals)
        : fd_{fd}, signals_{signals}, is_terminal_{::isatty(fd) == 1} {}

    /// Writes a drawing; `end` where that could not be finished.
    Result<Event> show(const std::string& text, bool is_first) {
        if (!is_terminal_)
            return write_all(is_first ? text : "\n" + text);
        auto event = write_all(frame(text));
        while (event && *event == Event::resized)
            event = write_all(frame(text));
        return event;
    }

    /// Waits, and writes `text` again if the size changes meanwhile.
    Result<Event> pause(std::chrono::milliseconds how_long, const std::string& text) {
        const Deadline deadline{how_long};
        while (!deadline.over()) {
            Result<Event> event = wait(0, deadline.remaining_ms());
            if (*event == Event::resized)
                event = show(text, false);
            if (!event || *event == Event::end)
                return event;
        }
        return Event::none;
    }

    /// Leaves the terminal with its cursor in an empty line, where it takes it.
    void leave() {
        pollfd output{fd_, POLLOUT, 0};
        if (!is_terminal_ || ::poll(&output, 1, 0) != 1 || output.revents != POLLOUT)
            return;
        // Where it can't be written there is nobody to see the cursor.
        [[maybe_unused]] const auto written = ::write(fd_, "\n", 1);
    }

private:
    /// Until the output can be written to, if `events` is POLLOUT; until its reader
    /// is gone or a signal comes.
    Event wait(short events, int timeout_ms) {
        pollfd both[] = {{fd_, events, 0}, {signals_.fd(), POLLIN, 0}};
        if (::poll(both, 2, timeout_ms) <= 0)
            return Event::none;
        if (both[1].revents != 0)
            return event_of(signals_.next());
        return events == 0 ? Event::end : Event::ready;
    }

    [[nodiscard]] Event event_of(int signal) const {
        if (signal == SIGWINCH && is_terminal_)
            return Event::resized;
        return std::ranges::count(ending_signals, signal) > 0 ? Event::end : Event::none;
    }

    /// `resized` where that happened meanwhile.
    Result<Event> write_all(std::string_view bytes) {
        auto after = Event::none;
        while (!bytes.empty()) {
            const auto event = wait(POLLOUT, -1);
            if (event == Event::end)
                return event;
            if (event == Event::resized)
                after = event;
            if (event != Event::ready)
                continue;
            // A pipe that poll(2) calls ready takes this much without blocking.
            const auto size =
                ::write(fd_, bytes.data(), std::min<std::size_t>(bytes.size(), PIPE_BUF));
            const int failure = size < 0 ? errno : 0;
            if (failure == EPIPE || (failure == EIO && is_terminal_))
                return Event::end;
            if (failure != 0 && failure != EINTR && failure != EAGAIN)
                return system_error(failure, "write", "standard output");
            bytes.remove_prefix(size < 0 ? 0 : static_cast<std::size_t>(size));
        }
        return after;
    }

    [[nodiscard]] std::string frame(std::string_view text) const {
        winsize size{};
        ScreenSize screen;
        if (::ioctl(fd_, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
            screen = {size.ws_row, size.ws_col};
        // Each line is erased before it is written: behind a line of full width the
        // cursor still stands on its last character.
        std::string out = "\033[H\033[K";
        for (const char c : fitted(text, screen))
            out += c == '\n' ? std::string{"\n\033[K"} : std::string{c};
        return out + "\033[J";
    }

    int fd_;
    const Signals& signals_;
    bool is_terminal_;
};

}  // namespace

Status keep_showing(int fd, const std::function<std::string()>& draw,
                    std::chrono::milliseconds pause) {
    const Signals signals;
    if (signals.failure() != 0)
        return system_error(signals.failure(), "open", "signalfd");
    Output output{fd, signals};
    for (bool is_first = true;; is_first = false) {
        const auto text = draw();
        auto event = output.show(text, is_first);
        if (event && *event != Event::end)
            event = output.pause(pause, text);
        if (!event)
            return std::move(event).error();
        if (*event == Event::end) {
            output.leave();
            return ok;
        }
    }
}

}  // namespace azfiles
