#include "core/server_offer.h"

#include <algorithm>
#include <iterator>

namespace azfiles {
namespace {

constexpr Dialect linux_dialects[] = {Dialect::smb_2_1, Dialect::smb_3_0, Dialect::smb_3_0_2,
                                      Dialect::smb_3_1_1};  // vers=default, since 4.14

/// In the order in which Linux has them (smb2pdu.c); it does not ask for the last.
constexpr Cipher all_ciphers[] = {Cipher::aes_128_gcm, Cipher::aes_256_gcm, Cipher::aes_128_ccm,
                                  Cipher::aes_256_ccm};

constexpr std::uint32_t status_invalid_parameter = 0xc000000d;
constexpr std::uint32_t status_not_supported = 0xc00000bb;

template <class Range, class T>
bool holds(const Range& range, const T& value) {
    return std::ranges::find(range, value) != std::end(range);
}

template <class T>
const T* answer_of(const OfferMade& asked) {
    return asked.reply.answer ? std::get_if<T>(&*asked.reply.answer) : nullptr;
}

/// What Linux asks with vers=default and no further option, and with all ciphers.
NegotiateOffer plain_offer(std::string_view host) {
    NegotiateOffer offer;
    offer.dialects.assign(std::begin(linux_dialects), std::end(linux_dialects));
    offer.ciphers.assign(std::begin(all_ciphers), std::end(all_ciphers));
    offer.host = host;
    return offer;
}

NegotiateOffer full_offer(std::string_view host) {
    auto offer = plain_offer(host);
    offer.signing = {SigningAlgorithm::aes_gmac, SigningAlgorithm::aes_cmac,
                     SigningAlgorithm::hmac_sha256};
    offer.compression = {Compression::lz77, Compression::lz77_huffman, Compression::lznt1,
                         Compression::pattern_v1, Compression::lz4};
    return offer;
}

NegotiateOffer oldest_offer() {
    NegotiateOffer offer;
    offer.dialects = {Dialect::smb_2_0_2};
    return offer;
}

NegotiateOffer smb1_offer() {
    NegotiateOffer offer;
    offer.smb1 = true;
    return offer;
}

/// The server knows this offer and has nothing to choose from it. Another error,
/// such as a lack of resources, says nothing of what it takes.
bool is_no(const OfferMade& asked) {
    const auto* refusal = answer_of<NegotiateRefusal>(asked);
    return refusal != nullptr &&
           (refusal->status == status_not_supported || refusal->status == status_invalid_parameter);
}

/// A further connection can't tell more.
bool ends_all(const ServerReply& reply) {
    return reply.kind == ReplyKind::not_connected || reply.kind == ReplyKind::not_asked ||
           reply.kind == ReplyKind::slow || reply.kind == ReplyKind::garbage;
}

/// While the server has agreed to nothing. A refusal that does not name the dialect as
/// its reason is no ground to ask for an older one: who agreed to that would seem to
/// have nothing newer.
std::optional<NegotiateOffer> next_while_refused(std::span<const OfferMade> asked,
                                                 std::string_view host) {
    const auto& last = asked.back();
    if (ends_all(last.reply) || last.offer.smb1)
        return std::nullopt;
    if (last.reply.kind == ReplyKind::silent || answer_of<Smb1Answer>(last) != nullptr)
        return smb1_offer();
    const auto* refusal = answer_of<NegotiateRefusal>(last);
    if (refusal != nullptr && refusal->status == status_not_supported)
        return last.offer == oldest_offer() ? smb1_offer() : oldest_offer();
    if (asked.size() == 1)
        return plain_offer(host);
    if (refusal != nullptr)
        return std::nullopt;
    return smb1_offer();
}

/// What the server said of ciphers so far.
struct Ciphers {
    std::vector<Cipher> taken;
    bool complete = false;
    CipherOrder order = CipherOrder::unknown;
    bool order_asked = false;
};

std::vector<Cipher> without(const std::vector<Cipher>& removed) {
    std::vector<Cipher> rest;
    std::ranges::copy_if(all_ciphers, std::back_inserter(rest),
                         [&removed](Cipher cipher) { return !holds(removed, cipher); });
    return rest;
}

void note_order(Ciphers& ciphers, const OfferMade& asked) {
    ciphers.order_asked = true;
    const auto* answer = answer_of<Negotiated>(asked);
    if (answer == nullptr || !answer->cipher)
        return;
    if (*answer->cipher == ciphers.taken.front())
        ciphers.order = CipherOrder::server;
    else if (*answer->cipher == ciphers.taken.back())
        ciphers.order = CipherOrder::client;
}

/// `asked`: from the first agreement to SMB 3.1.1 on.
Ciphers ciphers_of(std::span<const OfferMade> asked) {
    Ciphers ciphers;
    for (const auto& one : asked) {
        if (ciphers.complete) {
            note_order(ciphers, one);
            continue;
        }
        const auto* answer = answer_of<Negotiated>(one);
        if (answer != nullptr && answer->cipher)
            ciphers.taken.push_back(*answer->cipher);
        ciphers.complete =
            is_no(one) || (answer != nullptr && !answer->cipher) || without(ciphers.taken).empty();
    }
    return ciphers;
}

/// `asked`: from the first agreement to SMB 3.1.1 on.
std::optional<NegotiateOffer> next_about_ciphers(std::span<const OfferMade> asked) {
    const auto ciphers = ciphers_of(asked);
    auto offer = asked.front().offer;
    offer.dialects = {Dialect::smb_3_1_1};
    if (!ciphers.complete) {
        if (answer_of<Negotiated>(asked.back()) == nullptr)
            return std::nullopt;
        offer.ciphers = without(ciphers.taken);
        return offer;
    }
    if (ciphers.order_asked || ciphers.taken.size() < 2)
        return std::nullopt;
    offer.ciphers.assign(ciphers.taken.rbegin(), ciphers.taken.rend());
    return offer;
}

std::span<const OfferMade>::iterator first_agreement(std::span<const OfferMade> asked) {
    return std::ranges::find_if(
        asked, [](const OfferMade& one) { return answer_of<Negotiated>(one) != nullptr; });
}

}  // namespace

ServerReply reply_to(const NegotiateOffer& offer, ByteView message) {
    ServerReply reply;
    reply.kind = ReplyKind::garbage;
    auto answer = parse_negotiate(message);
    if (!answer) {
        reply.wrong = answer.error().message;
        return reply;
    }
    if (const auto* agreed = std::get_if<Negotiated>(&*answer)) {
        if (!holds(offer.dialects, agreed->dialect)) {
            reply.wrong =
                fmt::format("an answer in {}, which was not offered", to_string(agreed->dialect));
            return reply;
        }
        if (agreed->cipher && !holds(offer.ciphers, *agreed->cipher)) {
            reply.wrong =
                fmt::format("an answer with {}, which was not offered", to_string(*agreed->cipher));
            return reply;
        }
    }
    reply.kind = ReplyKind::answered;
    reply.answer = *std::move(answer);
    return reply;
}

std::optional<NegotiateOffer> next_offer(std::span<const OfferMade> asked, std::string_view host) {
    if (asked.empty())
        return full_offer(host);
    if (asked.size() >= offer_limit)
        return std::nullopt;
    const auto first = first_agreement(asked);
    if (first == asked.end())
        return next_while_refused(asked, host);
    if (answer_of<Negotiated>(*first)->dialect != Dialect::smb_3_1_1)
        return std::nullopt;
    return next_about_ciphers({first, asked.end()});
}

ServerOffer server_offer(std::span<const OfferMade> asked) {
    ServerOffer server;
    if (asked.empty())
        return server;
    server.reply = asked.front().reply;
    const auto first = first_agreement(asked);
    if (first == asked.end()) {
        const auto* smb1 = answer_of<Smb1Answer>(asked.back());
        server.smb1_only = smb1 != nullptr && smb1->agreed;
        return server;
    }
    server.reply = first->reply;
    server.first = *answer_of<Negotiated>(*first);
    server.dialect = server.first->dialect;
    if (*server.dialect == Dialect::smb_3_1_1) {
        auto ciphers = ciphers_of({first, asked.end()});
        server.ciphers = std::move(ciphers.taken);
        server.ciphers_complete = ciphers.complete;
        server.cipher_order = ciphers.order;
        return server;
    }
    server.ciphers_complete = true;
    if (*server.dialect >= Dialect::smb_3_0 &&
        (server.first->capabilities & capability::encryption) != 0)
        server.ciphers = {Cipher::aes_128_ccm};
    return server;
}

std::optional<bool> takes(const ServerOffer& server, Cipher cipher) {
    if (holds(server.ciphers, cipher))
        return true;
    if (server.ciphers_complete)
        return false;
    return std::nullopt;
}

std::optional<Cipher> cipher_for(const ServerOffer& server, std::span<const Cipher> client) {
    std::vector<Cipher> common;
    for (const auto cipher : client) {
        const auto taken = takes(server, cipher);
        if (!taken)
            return std::nullopt;
        if (*taken)
            common.push_back(cipher);
    }
    if (common.empty())
        return std::nullopt;
    if (common.size() == 1 || server.cipher_order == CipherOrder::client)
        return common.front();
    if (server.cipher_order == CipherOrder::unknown)
        return std::nullopt;
    for (const auto cipher : server.ciphers)
        if (holds(common, cipher))
            return cipher;
    return std::nullopt;
}

}  // namespace azfiles
