#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace azfiles {

/// The payload of the first netlink attribute of a type (the flags NLA_F_NESTED
/// and NLA_F_NET_BYTEORDER in it don't count). Nothing where it is not there, or
/// where the attributes before it do not fit their bytes.
std::optional<std::string_view> attribute(std::string_view attributes, std::uint16_t type);

/// A number in the host's order, as netlink has them. Nothing where `bytes` is of
/// another size.
template <class T>
std::optional<T> number_in(std::optional<std::string_view> bytes) {
    T value{};
    if (!bytes || bytes->size() != sizeof value)
        return std::nullopt;
    std::memcpy(&value, bytes->data(), sizeof value);
    return value;
}

template <class T>
std::optional<T> attribute_number(std::string_view attributes, std::uint16_t type) {
    return number_in<T>(attribute(attributes, type));
}

}  // namespace azfiles
