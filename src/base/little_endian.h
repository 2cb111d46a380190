#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace azfiles {

using Bytes = std::vector<std::uint8_t>;
using ByteView = std::span<const std::uint8_t>;

/// `size` bytes of `bytes` from `offset` on; nothing where they are not all there.
constexpr std::optional<ByteView> part_of(ByteView bytes, std::size_t offset, std::size_t size) {
    if (offset > bytes.size() || size > bytes.size() - offset)
        return std::nullopt;
    return bytes.subspan(offset, size);
}

/// The number at `offset`, least significant byte first, whatever this machine's
/// order; nothing where it is not all there.
template <std::unsigned_integral T>
constexpr std::optional<T> little_at(ByteView bytes, std::size_t offset) {
    const auto part = part_of(bytes, offset, sizeof(T));
    if (!part)
        return std::nullopt;
    std::uint64_t value = 0;
    for (std::size_t i = sizeof(T); i-- > 0;)
        value = value << 8 | (*part)[i];
    return static_cast<T>(value);
}

/// Appends a number, least significant byte first.
template <std::unsigned_integral T>
constexpr void add_little(Bytes& bytes, T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i)
        bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> (8 * i)));
}

}  // namespace azfiles
