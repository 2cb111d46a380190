#pragma once

#include "base/secret_memory.h"

#include <string_view>
#include <utility>

namespace azfiles {

/// A storage account key or password. It moves but does not copy, lies in memory
/// that is locked, not dumped, not inherited and wiped when it dies, and has no
/// operator<< and no fmt formatter, so that no log line, report or test failure can
/// show it by accident. reveal() is the one way out: searching for that name lists
/// every place that touches one.
class Secret {
public:
    Secret() noexcept = default;
    explicit Secret(std::string_view text) : bytes_(text.begin(), text.end()) {}
    /// Takes the buffer over; nothing is copied.
    explicit Secret(SecretBuffer&& bytes) noexcept : bytes_(std::move(bytes)) {}
    Secret(Secret&&) noexcept = default;
    Secret& operator=(Secret&& other) noexcept {
        bytes_.swap(other.bytes_);
        return *this;
    }
    Secret(const Secret&) = delete;
    Secret& operator=(const Secret&) = delete;
    ~Secret() = default;

    [[nodiscard]] bool empty() const noexcept { return bytes_.empty(); }
    [[nodiscard]] std::string_view reveal() const noexcept {
        return {bytes_.data(), bytes_.size()};
    }

private:
    // Not std::string: its short strings live inside the object and are copied
    // byte by byte when moved, which leaves a second, unwiped copy behind.
    SecretBuffer bytes_;
};

}  // namespace azfiles
