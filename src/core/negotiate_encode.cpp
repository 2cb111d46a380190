#include "core/negotiate.h"

#include <algorithm>

namespace azfiles {
namespace {

// [MS-SMB2] 2.2.3.1, ContextType.
constexpr std::uint16_t preauth_context = 1;
constexpr std::uint16_t encryption_context = 2;
constexpr std::uint16_t compression_context = 3;
constexpr std::uint16_t netname_context = 5;
constexpr std::uint16_t signing_context = 8;

constexpr std::uint16_t sha_512 = 1;  // [MS-SMB2] 2.2.3.1.1
constexpr std::uint16_t signing_enabled = 1;
constexpr std::uint32_t chained_compression = 1;
constexpr std::size_t fixed_part = 64 + 36;  // the SMB2 header and the request before its dialects

void pad_to_eight(Bytes& bytes, std::size_t start = 0) {
    while ((bytes.size() - start) % 8 != 0)
        bytes.push_back(0);
}

/// Count and ids, as ciphers and signing algorithms are written.
template <class T>
Bytes counted(const std::vector<T>& ids) {
    Bytes data;
    add_little(data, static_cast<std::uint16_t>(ids.size()));
    for (const auto id : ids)
        add_little(data, static_cast<std::uint16_t>(id));
    return data;
}

Bytes preauth_data(const Salt& salt) {
    Bytes data;
    add_little(data, std::uint16_t{1});
    add_little(data, static_cast<std::uint16_t>(salt.size()));
    add_little(data, sha_512);
    data.insert(data.end(), salt.begin(), salt.end());
    return data;
}

Bytes compression_data(const std::vector<Compression>& algorithms) {
    Bytes data;
    add_little(data, static_cast<std::uint16_t>(algorithms.size()));
    add_little(data, std::uint16_t{0});
    add_little(data, chained_compression);
    for (const auto id : algorithms)
        add_little(data, static_cast<std::uint16_t>(id));
    return data;
}

/// UTF-16 without an end.
Bytes netname_data(std::string_view host) {
    Bytes data;
    for (const char c : host)
        add_little(data, static_cast<std::uint16_t>(static_cast<unsigned char>(c)));
    return data;
}

bool can_be_named(std::string_view host) {
    return !host.empty() && host.size() <= 255 &&
           std::ranges::all_of(host, [](char c) { return c > 0x20 && c < 0x7f; });
}

/// The contexts of 3.1.1 one after the other, each but the last padded ([MS-SMB2]
/// 2.2.3.1).
struct Contexts {
    Bytes bytes;
    std::uint16_t count = 0;

    void add(std::uint16_t type, const Bytes& data) {
        pad_to_eight(bytes);
        add_little(bytes, type);
        add_little(bytes, static_cast<std::uint16_t>(data.size()));
        add_little(bytes, std::uint32_t{0});
        bytes.insert(bytes.end(), data.begin(), data.end());
        ++count;
    }
};

Contexts contexts_of(const NegotiateOffer& offer, const Salt& salt) {
    Contexts contexts;
    contexts.add(preauth_context, preauth_data(salt));
    if (!offer.ciphers.empty())
        contexts.add(encryption_context, counted(offer.ciphers));
    if (!offer.compression.empty())
        contexts.add(compression_context, compression_data(offer.compression));
    if (can_be_named(offer.host))
        contexts.add(netname_context, netname_data(offer.host));
    if (!offer.signing.empty())
        contexts.add(signing_context, counted(offer.signing));
    return contexts;
}

/// [MS-SMB2] 2.2.1.2: command 0 is NEGOTIATE, and it is message 0.
void add_header(Bytes& bytes) {
    bytes.insert(bytes.end(), {0xfe, 'S', 'M', 'B'});
    add_little(bytes, std::uint16_t{64});  // StructureSize
    add_little(bytes, std::uint16_t{0});   // CreditCharge
    add_little(bytes, std::uint32_t{0});   // Status
    add_little(bytes, std::uint16_t{0});   // Command
    add_little(bytes, std::uint16_t{1});   // CreditRequest
    bytes.resize(bytes.size() + 48, 0);    // from Flags to Signature
}

Bytes smb2_message(const NegotiateOffer& offer, const Guid& client_guid, const Salt& salt) {
    const auto offers = [&offer](Dialect dialect) {
        return std::ranges::find(offer.dialects, dialect) != offer.dialects.end();
    };
    const bool any_3 = std::ranges::any_of(
        offer.dialects, [](Dialect dialect) { return dialect >= Dialect::smb_3_0; });
    const bool only_2_0_2 = std::ranges::all_of(
        offer.dialects, [](Dialect dialect) { return dialect == Dialect::smb_2_0_2; });
    Bytes bytes;
    add_header(bytes);
    add_little(bytes, std::uint16_t{36});  // StructureSize
    add_little(bytes, static_cast<std::uint16_t>(offer.dialects.size()));
    add_little(bytes, signing_enabled);
    add_little(bytes, std::uint16_t{0});
    add_little(bytes, any_3 ? capability::all : 0);
    const auto guid = only_2_0_2 ? Guid{} : client_guid;
    bytes.insert(bytes.end(), guid.begin(), guid.end());

    Contexts contexts;
    if (offers(Dialect::smb_3_1_1))
        contexts = contexts_of(offer, salt);
    const auto at = (fixed_part + 2 * offer.dialects.size() + 7) / 8 * 8;
    // NegotiateContextOffset, NegotiateContextCount, Reserved2; without 3.1.1 the
    // ClientStartTime, which is 0.
    add_little(bytes, static_cast<std::uint32_t>(contexts.count == 0 ? 0 : at));
    add_little(bytes, contexts.count);
    add_little(bytes, std::uint16_t{0});
    for (const auto dialect : offer.dialects)
        add_little(bytes, static_cast<std::uint16_t>(dialect));
    if (contexts.count > 0)
        pad_to_eight(bytes);
    bytes.insert(bytes.end(), contexts.bytes.begin(), contexts.bytes.end());
    return bytes;
}

/// [MS-CIFS] 2.2.4.52.1. Flags and Flags2 as clients of that time sent them: names
/// without case, NTSTATUS, long names.
Bytes smb1_message() {
    constexpr std::string_view dialect = "NT LM 0.12";
    Bytes bytes{0xff, 'S', 'M', 'B', 0x72, 0, 0, 0, 0, 0x18, 0x01, 0x40};
    bytes.resize(32, 0);
    bytes.push_back(0);  // WordCount
    add_little(bytes, static_cast<std::uint16_t>(dialect.size() + 2));
    bytes.push_back(2);  // BufferFormat: a dialect
    bytes.insert(bytes.end(), dialect.begin(), dialect.end());
    bytes.push_back(0);
    return bytes;
}

}  // namespace

Bytes encode_negotiate(const NegotiateOffer& offer, const Guid& client_guid, const Salt& salt) {
    const auto message = offer.smb1 ? smb1_message() : smb2_message(offer, client_guid, salt);
    // A zero, then the length in three bytes, the most significant first.
    Bytes bytes{0};
    for (int shift = 16; shift >= 0; shift -= 8)
        bytes.push_back(static_cast<std::uint8_t>(message.size() >> shift));
    bytes.insert(bytes.end(), message.begin(), message.end());
    return bytes;
}

}  // namespace azfiles
