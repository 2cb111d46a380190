#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace azfiles::test {

/// As the value lies in memory.
template <class T>
std::string bytes_of(const T& value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// A netlink attribute, padded.
inline std::string attr(std::uint16_t type, std::string_view payload) {
    std::string bytes = bytes_of(static_cast<std::uint16_t>(4 + payload.size())) + bytes_of(type);
    bytes += payload;
    bytes.resize((bytes.size() + 3) / 4 * 4, '\0');
    return bytes;
}

inline std::string attr(std::uint16_t type, std::uint32_t number) {
    return attr(type, bytes_of(number));
}

}  // namespace azfiles::test
