#pragma once

#include <string_view>
#include <vector>

namespace azfiles {

/// A storage account key or password. It moves but does not copy, wipes its
/// bytes when it dies, and has no operator<< and no fmt formatter, so that no
/// log line, report or test failure can show it by accident. reveal() is the
/// one way out: searching for that name lists every place that touches one.
class Secret {
public:
    Secret() noexcept = default;
    explicit Secret(std::string_view text) : bytes_(text.begin(), text.end()) {}
    /// Takes the buffer over; nothing is copied.
    explicit Secret(std::vector<char>&& bytes) noexcept : bytes_(std::move(bytes)) {}
    Secret(Secret&&) noexcept = default;
    Secret& operator=(Secret&& other) noexcept {
        bytes_.swap(other.bytes_);
        return *this;
    }
    Secret(const Secret&) = delete;
    Secret& operator=(const Secret&) = delete;
    ~Secret();

    [[nodiscard]] bool empty() const noexcept { return bytes_.empty(); }
    [[nodiscard]] std::string_view reveal() const noexcept {
        return {bytes_.data(), bytes_.size()};
    }

private:
    // Not std::string: its short strings live inside the object and are copied
    // byte by byte when moved, which leaves a second, unwiped copy behind.
    std::vector<char> bytes_;
};

/// Overwrites what a buffer held, in a way the compiler may not drop.
void wipe(std::vector<char>& bytes) noexcept;

}  // namespace azfiles
