#pragma once

#include "core/negotiate.h"

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace azfiles::test {

/// Bytes written as "fe 53 4d 42"; blanks and line ends between them don't count.
inline Bytes hex(std::string_view text) {
    const auto value = [](char c) {
        constexpr std::string_view digits = "0123456789abcdef";
        const auto at = digits.find(c);
        if (at == std::string_view::npos)
            throw std::logic_error{"no hex digit"};
        return static_cast<unsigned>(at);
    };
    Bytes bytes;
    while (!text.empty()) {
        if (text.front() == ' ' || text.front() == '\n') {
            text.remove_prefix(1);
            continue;
        }
        bytes.push_back(static_cast<std::uint8_t>(value(text.at(0)) << 4 | value(text.at(1))));
        text.remove_prefix(2);
    }
    return bytes;
}

inline constexpr std::string_view zeros_16 = "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 ";

/// The SMB2 header of an answer to NEGOTIATE, status 0, written by hand after
/// [MS-SMB2] 2.2.1.2.
inline constexpr std::string_view answer_header =
    "fe 53 4d 42 40 00 00 00 00 00 00 00 00 00 01 00"
    "01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
    "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
    "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00";

/// An agreement after [MS-SMB2] 2.2.4 without a token and contexts: signing enabled,
/// all capabilities, 8 MiB, no time.
inline Bytes agreement(Dialect dialect, std::uint32_t capabilities = capability::all,
                       std::uint16_t security_mode = 1) {
    auto bytes = hex(answer_header);
    add_little(bytes, std::uint16_t{65});
    add_little(bytes, security_mode);
    add_little(bytes, static_cast<std::uint16_t>(dialect));
    add_little(bytes, std::uint16_t{0});
    for (int i = 0; i < 16; ++i)
        bytes.push_back(0xa0);
    add_little(bytes, capabilities);
    for (int i = 0; i < 3; ++i)
        add_little(bytes, std::uint32_t{0x800000});
    bytes.resize(bytes.size() + 16, 0);     // both times
    add_little(bytes, std::uint16_t{128});  // where a token would be
    add_little(bytes, std::uint16_t{0});
    add_little(bytes, std::uint32_t{0});
    return bytes;
}

struct Context {
    std::uint16_t type;
    Bytes data;
};

inline Context preauth() {
    return {1, hex("01 00 04 00 01 00 aa bb cc dd")};
}

/// 0: no cipher in common.
inline Context one_cipher(std::uint16_t id) {
    Bytes data{1, 0};
    add_little(data, id);
    return {2, data};
}

/// SMB 3.1.1 with contexts.
inline Bytes agreement_with(std::span<const Context> contexts,
                            std::uint32_t capabilities = capability::all,
                            std::uint16_t security_mode = 1) {
    auto bytes = agreement(Dialect::smb_3_1_1, capabilities, security_mode);
    bytes[64 + 6] = static_cast<std::uint8_t>(contexts.size());
    bytes[64 + 60] = 128;
    for (const auto& context : contexts) {
        while (bytes.size() % 8 != 0)
            bytes.push_back(0);
        add_little(bytes, context.type);
        add_little(bytes, static_cast<std::uint16_t>(context.data.size()));
        add_little(bytes, std::uint32_t{0});
        bytes.insert(bytes.end(), context.data.begin(), context.data.end());
    }
    return bytes;
}

/// What a server says that knows `cipher` and nothing more of 3.1.1; 0: none.
inline Bytes agreement_on(Cipher cipher) {
    const Context contexts[] = {preauth(), one_cipher(static_cast<std::uint16_t>(cipher))};
    return agreement_with(contexts);
}

inline Bytes refusal(std::uint32_t status) {
    auto bytes = hex(answer_header);
    for (std::size_t i = 0; i < 4; ++i)
        bytes[8 + i] = static_cast<std::uint8_t>(status >> 8 * i);
    const auto body = hex("09 00 00 00 00 00 00 00 00");  // [MS-SMB2] 2.2.2
    bytes.insert(bytes.end(), body.begin(), body.end());
    return bytes;
}

/// SMB 1, [MS-CIFS] 2.2.4.52.2: the dialect with this index, or 0xffff.
inline Bytes smb1_answer(std::uint16_t index) {
    auto bytes = hex("ff 53 4d 42 72 00 00 00 00 98 01 40 00 00 00 00");
    bytes.resize(32, 0);
    bytes.push_back(17);
    add_little(bytes, index);
    bytes.resize(bytes.size() + 34, 0);
    return bytes;
}

/// With the four bytes that stand before a message over TCP.
inline Bytes framed(const Bytes& message) {
    Bytes bytes{0, static_cast<std::uint8_t>(message.size() >> 16),
                static_cast<std::uint8_t>(message.size() >> 8),
                static_cast<std::uint8_t>(message.size())};
    bytes.insert(bytes.end(), message.begin(), message.end());
    return bytes;
}

}  // namespace azfiles::test
