#include "core/negotiate.h"

#include "base/quote.h"

namespace azfiles {
namespace {

constexpr std::size_t header_size = 64;
constexpr std::size_t body_size = 64;  // of the answer before its Buffer
constexpr std::uint32_t from_server = 1;
constexpr std::uint16_t signing_required = 2;
constexpr std::uint16_t sha_512 = 1;

/// Words that go on behind "it sent".
template <class... Args>
Error wrong(fmt::format_string<Args...> text, Args&&... args) {
    return make_error(ErrorKind::failed, text, std::forward<Args>(args)...);
}

std::string shown(ByteView bytes) {
    return quote(std::string{bytes.begin(), bytes.end()});
}

/// A number within a part whose size has been checked.
template <class T>
T at(ByteView checked, std::size_t offset) {
    return little_at<T>(checked, offset).value();
}

template <class T>
std::optional<T> known(std::uint16_t id) {
    const auto value = static_cast<T>(id);
    if (to_string(value).empty())
        return std::nullopt;
    return value;
}

/// The one id of a context that must hold just one: count, id.
std::optional<std::uint16_t> only_id(ByteView data) {
    if (little_at<std::uint16_t>(data, 0) != 1)
        return std::nullopt;
    return little_at<std::uint16_t>(data, 2);
}

// One context each, [MS-SMB2] 2.2.4.1 and, for what is an error, 3.2.5.2.

Status read_preauth(ByteView data, Negotiated&) {
    // HashAlgorithmCount, SaltLength, the hash, the salt.
    const auto salt = little_at<std::uint16_t>(data, 2);
    if (little_at<std::uint16_t>(data, 0) != 1 || little_at<std::uint16_t>(data, 4) != sha_512 ||
        !salt || !part_of(data, 6, *salt))
        return wrong("an SMB 3.1.1 answer whose hash is not SHA-512");
    return ok;
}

Status read_encryption(ByteView data, Negotiated& answer) {
    const auto id = only_id(data);
    if (!id)
        return wrong("an SMB 3.1.1 answer that does not name one cipher");
    if (*id == 0)
        return ok;  // none in common
    answer.cipher = known<Cipher>(*id);
    if (!answer.cipher)
        return wrong("an SMB 3.1.1 answer with the unknown cipher {:#06x}", *id);
    return ok;
}

Status read_compression(ByteView data, Negotiated& answer) {
    const auto count = little_at<std::uint16_t>(data, 0);
    constexpr std::size_t ids_at = 8;  // behind count, padding and flags
    if (!count || !part_of(data, ids_at, std::size_t{2} * *count))
        return wrong("an SMB 3.1.1 answer whose list of compressions is cut short");
    for (std::size_t i = 0; i < *count; ++i)
        // 0 is NONE. What is unknown here was not offered, and is no harm.
        if (const auto one = known<Compression>(at<std::uint16_t>(data, ids_at + 2 * i)))
            answer.compression.push_back(*one);
    return ok;
}

Status read_signing(ByteView data, Negotiated& answer) {
    const auto id = only_id(data);
    if (!id)
        return wrong("an SMB 3.1.1 answer that does not name one way of signing");
    answer.signing = known<SigningAlgorithm>(*id);
    if (!answer.signing)
        return wrong("an SMB 3.1.1 answer with the unknown way of signing {:#06x}", *id);
    return ok;
}

struct ContextReader {
    std::uint16_t type;
    Status (*read)(ByteView data, Negotiated& answer);
};

constexpr ContextReader readers[] = {
    {1, read_preauth},
    {2, read_encryption},
    {3, read_compression},
    {8, read_signing},
};

/// [MS-SMB2] 2.2.4: contexts from NegotiateContextOffset on, each beginning at a
/// multiple of eight. Others than those above are left alone.
Status read_contexts(ByteView message, std::size_t offset, std::size_t count, Negotiated& answer) {
    unsigned seen = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto type = little_at<std::uint16_t>(message, offset);
        const auto size = little_at<std::uint16_t>(message, offset + 2);
        const auto data = size ? part_of(message, offset + 8, *size) : std::nullopt;
        if (!type || !data)
            return wrong("an SMB 3.1.1 answer with {} contexts, of which number {} is cut short",
                         count, i + 1);
        for (const auto& reader : readers) {
            if (reader.type != *type)
                continue;
            if ((seen >> *type & 1U) != 0)
                return wrong("an SMB 3.1.1 answer with two contexts of type {}", *type);
            seen |= 1U << *type;
            if (auto read = reader.read(*data, answer); !read)
                return read;
        }
        offset = (offset + 8 + *size + 7) / 8 * 8;
    }
    if ((seen >> 1 & 1U) == 0)
        return wrong("an SMB 3.1.1 answer without a context for its integrity");
    return ok;
}

/// FILETIME: 100 ns since 1601; 0 where the server does not tell.
std::optional<std::int64_t> unix_time(std::uint64_t filetime) {
    if (filetime == 0)
        return std::nullopt;
    constexpr std::int64_t from_1601_to_1970 = 11'644'473'600;
    return static_cast<std::int64_t>(filetime / 10'000'000) - from_1601_to_1970;
}

Result<NegotiateAnswer> parse_agreement(ByteView message) {
    const auto body = part_of(message, header_size, body_size);
    if (!body)
        return wrong("an SMB 2 answer of {} bytes, which is too short", message.size());
    if (at<std::uint16_t>(*body, 0) != 65)
        return wrong("an SMB 2 answer that is none to a NEGOTIATE");
    const auto dialect = at<std::uint16_t>(*body, 4);
    const auto known_dialect = known<Dialect>(dialect);
    if (!known_dialect)
        return wrong("an SMB 2 answer with the unknown dialect {:#06x}", dialect);
    Negotiated answer;
    answer.dialect = *known_dialect;
    answer.signing_required = (at<std::uint16_t>(*body, 2) & signing_required) != 0;
    for (std::size_t i = 0; i < answer.server_guid.size(); ++i)
        answer.server_guid[i] = (*body)[8 + i];
    answer.capabilities = at<std::uint32_t>(*body, 24);
    answer.max_transact = at<std::uint32_t>(*body, 28);
    answer.max_read = at<std::uint32_t>(*body, 32);
    answer.max_write = at<std::uint32_t>(*body, 36);
    answer.server_time = unix_time(at<std::uint64_t>(*body, 40));
    const auto token_size = at<std::uint16_t>(*body, 58);
    if (token_size > 0 && !part_of(message, at<std::uint16_t>(*body, 56), token_size))
        return wrong("an SMB 2 answer whose security token is cut short");
    if (answer.dialect == Dialect::smb_3_1_1)
        if (auto read = read_contexts(message, at<std::uint32_t>(*body, 60),
                                      at<std::uint16_t>(*body, 6), answer);
            !read)
            return std::move(read).error();
    return NegotiateAnswer{answer};
}

Result<NegotiateAnswer> parse_smb2(ByteView message) {
    const auto header = part_of(message, 0, header_size);
    if (!header)
        return wrong("an SMB 2 answer of {} bytes, which is too short", message.size());
    const auto command = at<std::uint16_t>(*header, 12);
    if (command != 0 || (at<std::uint32_t>(*header, 16) & from_server) == 0)
        return wrong("an SMB 2 message that is no answer to a NEGOTIATE");
    const auto status = at<std::uint32_t>(*header, 8);
    if (status != 0)
        return NegotiateAnswer{NegotiateRefusal{status}};
    return parse_agreement(message);
}

/// [MS-CIFS] 2.2.4.52.2: WordCount and DialectIndex follow the header of 32 bytes.
/// An answer without words is an error's.
Result<NegotiateAnswer> parse_smb1(ByteView message) {
    const auto words = little_at<std::uint8_t>(message, 32);
    if (!words)
        return wrong("an SMB 1 answer of {} bytes, which is too short", message.size());
    const auto status = at<std::uint32_t>(message, 5);
    const auto dialect = little_at<std::uint16_t>(message, 33);
    return NegotiateAnswer{Smb1Answer{status == 0 && *words > 0 && dialect == 0}};
}

}  // namespace

Result<std::size_t> message_size(const std::array<std::uint8_t, frame_size>& frame) {
    if (frame[0] != 0)
        return wrong("no SMB, but {}", shown(frame));
    const auto size = std::size_t{frame[1]} << 16 | std::size_t{frame[2]} << 8 | frame[3];
    if (size > longest_answer)
        return wrong("the beginning of {} bytes, too many for an answer", size);
    return size;
}

Result<NegotiateAnswer> parse_negotiate(ByteView message) {
    const auto mark = part_of(message, 0, 4);
    if (!mark)
        return wrong("a message of {} bytes", message.size());
    const bool named_smb = (*mark)[1] == 'S' && (*mark)[2] == 'M' && (*mark)[3] == 'B';
    if (named_smb && (*mark)[0] == 0xfe)
        return parse_smb2(message);
    if (named_smb && (*mark)[0] == 0xff)
        return parse_smb1(message);
    return wrong("no SMB, but {}", shown(*mark));
}

}  // namespace azfiles
