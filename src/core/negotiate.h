#pragma once

#include "base/little_endian.h"
#include "base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// SMB2 NEGOTIATE, the first message of a connection, which needs neither user nor
// key. [MS-SMB2] 2.2.3 (request), 2.2.4 (answer). Bytes in, values out.

namespace azfiles {

/// [MS-SMB2] 2.2.3, Dialects. A later one is a greater one.
enum class Dialect : std::uint16_t {
    smb_2_0_2 = 0x0202,
    smb_2_1 = 0x0210,
    smb_3_0 = 0x0300,
    smb_3_0_2 = 0x0302,
    smb_3_1_1 = 0x0311,
};

/// [MS-SMB2] 2.2.3.1.2.
enum class Cipher : std::uint16_t {
    aes_128_ccm = 1,
    aes_128_gcm = 2,
    aes_256_ccm = 3,
    aes_256_gcm = 4,
};

/// [MS-SMB2] 2.2.3.1.7.
enum class SigningAlgorithm : std::uint16_t { hmac_sha256 = 0, aes_cmac = 1, aes_gmac = 2 };

/// [MS-SMB2] 2.2.3.1.3.
enum class Compression : std::uint16_t {
    lznt1 = 1,
    lz77 = 2,
    lz77_huffman = 3,
    pattern_v1 = 4,
    lz4 = 5,
};

/// [MS-SMB2] 2.2.4, Capabilities. A server sets only those that the client has set.
namespace capability {
inline constexpr std::uint32_t dfs = 0x01;
inline constexpr std::uint32_t leasing = 0x02;
inline constexpr std::uint32_t large_mtu = 0x04;
inline constexpr std::uint32_t multichannel = 0x08;
inline constexpr std::uint32_t persistent_handles = 0x10;
inline constexpr std::uint32_t directory_leasing = 0x20;
inline constexpr std::uint32_t encryption = 0x40;  ///< of 3.0 and 3.0.2 only
inline constexpr std::uint32_t all = 0x7f;
}  // namespace capability

/// "SMB 3.1.1"
std::string_view to_string(Dialect dialect);
/// "AES-128-GCM", as Azure and Samba write it.
std::string_view to_string(Cipher cipher);
/// "AES-GMAC"
std::string_view to_string(SigningAlgorithm algorithm);
/// "LZ77"
std::string_view to_string(Compression algorithm);
/// "STATUS_NOT_SUPPORTED (0xc00000bb)"; the number alone where it has no name here.
std::string status_text(std::uint32_t status);

/// What a client lays before a server. Lists are in order of preference.
struct NegotiateOffer {
    std::vector<Dialect> dialects;
    // The rest counts with SMB 3.1.1 among the dialects only.
    std::vector<Cipher> ciphers;            ///< empty: no word on encryption
    std::vector<SigningAlgorithm> signing;  ///< empty: no word on it
    std::vector<Compression> compression;   ///< empty: no word on it
    /// The server's name as the user wrote it, for servers that stand for several.
    /// Left out where it is empty, longer than 255 bytes or not plain ASCII.
    std::string host;
    /// Instead of all this: SMB 1 with the dialect "NT LM 0.12" alone ([MS-CIFS]
    /// 2.2.4.52), to tell a server that speaks only that.
    bool smb1 = false;

    bool operator==(const NegotiateOffer&) const = default;
};

using Guid = std::array<std::uint8_t, 16>;
using Salt = std::array<std::uint8_t, 32>;

/// The bytes of an offer, with the four bytes of length that stand before each
/// message over TCP ([MS-SMB2] 2.1). `client_guid` and `salt` should be random, and
/// new for each connection: Samba joins connections of one guid.
Bytes encode_negotiate(const NegotiateOffer& offer, const Guid& client_guid, const Salt& salt);

/// The server agreed.
struct Negotiated {
    Dialect dialect = Dialect::smb_2_0_2;
    bool signing_required = false;
    std::uint32_t capabilities = 0;
    std::uint32_t max_transact = 0;  ///< bytes
    std::uint32_t max_read = 0;      ///< bytes
    std::uint32_t max_write = 0;     ///< bytes
    Guid server_guid{};
    std::optional<std::int64_t> server_time;  ///< seconds since 1970, UTC; nothing: not told
    // What only SMB 3.1.1 tells.
    std::optional<Cipher> cipher;             ///< nothing: none that was offered
    std::optional<SigningAlgorithm> signing;  ///< nothing: the dialect's own
    std::vector<Compression> compression;

    bool operator==(const Negotiated&) const = default;
};

/// The server answered with an error: an NTSTATUS.
struct NegotiateRefusal {
    std::uint32_t status = 0;

    bool operator==(const NegotiateRefusal&) const = default;
};

/// The server answered in SMB 1.
struct Smb1Answer {
    bool agreed = false;  ///< it took the dialect that was offered

    bool operator==(const Smb1Answer&) const = default;
};

using NegotiateAnswer = std::variant<Negotiated, NegotiateRefusal, Smb1Answer>;

/// What stands before a message over TCP.
inline constexpr std::size_t frame_size = 4;

/// No answer to a NEGOTIATE is near that: Windows and Samba send 200 to 600 bytes.
inline constexpr std::size_t longest_answer = 65536;

/// The size in bytes of the message behind a frame, up to `longest_answer`. An
/// Error says what came instead, in words that go on behind "it sent": "no SMB, but
/// "HTTP"".
Result<std::size_t> message_size(const std::array<std::uint8_t, frame_size>& frame);

/// Reads a message without its frame. An Error says what is wrong with it, in the
/// same form. Nothing outside of `message` is read. That dialect and cipher are
/// among those offered is the caller's to check.
Result<NegotiateAnswer> parse_negotiate(ByteView message);

}  // namespace azfiles
