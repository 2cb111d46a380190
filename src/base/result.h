#pragma once

#include "base/error.h"

#include <utility>
#include <variant>

namespace azfiles {

/// Either a value or the Error that stood in its way.
///
/// It has the names of std::expected (which g++ 12 hides behind -std=c++23 and
/// clang 14 lacks), so that one day it can be that. Unlike it, it can't be
/// ignored: a discarded Result is a compile error. Reading the wrong side is a
/// bug in this program and throws, which main() reports as such.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : state_{std::in_place_index<0>, std::move(value)} {}
    Result(Error error) : state_{std::in_place_index<1>, std::move(error)} {}

    explicit operator bool() const noexcept { return state_.index() == 0; }

    T& operator*() & { return std::get<0>(state_); }
    const T& operator*() const& { return std::get<0>(state_); }
    T&& operator*() && { return std::get<0>(std::move(state_)); }
    T* operator->() { return &std::get<0>(state_); }
    const T* operator->() const { return &std::get<0>(state_); }

    [[nodiscard]] const Error& error() const& { return std::get<1>(state_); }
    [[nodiscard]] Error&& error() && { return std::get<1>(std::move(state_)); }

private:
    std::variant<T, Error> state_;
};

/// For what succeeds without a value: `return ok;`
struct Ok {};
inline constexpr Ok ok;
using Status = Result<Ok>;

}  // namespace azfiles
