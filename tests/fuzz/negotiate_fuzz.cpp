// A server that answers anything at all: reading ends within the answer, the talk ends
// within its limit, and what is concluded keeps its promises.

#include "core/negotiate.h"
#include "core/offer_judge.h"
#include "core/server_offer.h"
#include "negotiate_bytes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace azfiles;

namespace {

void require(bool promise) {
    if (!promise)
        std::abort();
}

/// The server's words, taken off one after the other.
class Script {
public:
    explicit Script(ByteView bytes) : rest_{bytes} {}

    std::uint8_t byte() {
        if (rest_.empty())
            return 0;
        const auto value = rest_.front();
        rest_ = rest_.subspan(1);
        return value;
    }

    /// In a block of its own, so that a byte too far is seen.
    Bytes bytes(std::size_t size) {
        const auto part = rest_.first(std::min(size, rest_.size()));
        rest_ = rest_.subspan(part.size());
        return {part.begin(), part.end()};
    }

private:
    ByteView rest_;
};

/// Bytes as they come, or with a head that is right, so that what is behind it is
/// reached soon.
Bytes message_of(Script& script) {
    const auto shape = script.byte();
    const auto said = script.bytes(shape >= 0xf0 ? 4096 : std::size_t{script.byte()});
    Bytes message;
    if (shape % 4 == 1)
        message = test::hex(test::answer_header);
    if (shape % 4 == 2)
        message = test::agreement(Dialect::smb_3_1_1);
    if (shape % 4 == 3)
        message = test::agreement_on(static_cast<Cipher>(shape / 4 % 6));
    if (message.size() > 127) {
        message[70] = static_cast<std::uint8_t>(shape / 32);
        message[124] = 128;
    }
    message.insert(message.end(), said.begin(), said.end());
    return {message.begin(), message.end()};
}

ServerReply reply_of(Script& script, const NegotiateOffer& offer) {
    constexpr ReplyKind kinds[] = {ReplyKind::not_connected, ReplyKind::not_asked,
                                   ReplyKind::silent,        ReplyKind::slow,
                                   ReplyKind::closed,        ReplyKind::cut_short};
    const auto kind = script.byte();
    if (kind < std::size(kinds)) {
        ServerReply reply;
        reply.kind = kinds[kind];
        return reply;
    }
    const auto message = message_of(script);
    const auto reply = reply_to(offer, message);
    require(reply == reply_to(offer, message));
    require((reply.kind == ReplyKind::answered) == reply.answer.has_value());
    require((reply.kind == ReplyKind::garbage) == !reply.wrong.empty());
    return reply;
}

void check(const Negotiated& answer) {
    require(!to_string(answer.dialect).empty());
    require(!answer.cipher || !to_string(*answer.cipher).empty());
    require(!answer.signing || !to_string(*answer.signing).empty());
    for (const auto algorithm : answer.compression)
        require(!to_string(algorithm).empty());
    require(answer.dialect == Dialect::smb_3_1_1 || !answer.cipher);
}

/// The finding's place for a detail was filled. A server's own bytes may be "{}".
bool no_gap(std::string_view message, std::string_view quoted) {
    const auto gap = message.find("{}");
    return gap == std::string_view::npos || quoted.find("{}") != std::string_view::npos;
}

void check(const ServerOffer& server) {
    require(server.dialect.has_value() == server.first.has_value());
    require(!server.smb1_only || !server.dialect);
    require(server.dialect || server.ciphers.empty());
    if (server.first)
        check(*server.first);
    for (const auto gcm256 : {Gcm256::off, Gcm256::offered, Gcm256::required}) {
        ClientSide client;
        client.gcm256 = gcm256;
        client.channels = 4;
        client.azure = true;
        for (const auto& finding : judge_offer(server, client))
            require(!finding.message.empty() && no_gap(finding.message, server.reply.wrong));
        const auto list = linux_ciphers(gcm256);
        if (const auto cipher = cipher_for(server, list))
            require(takes(server, *cipher) == true);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Script script{{data, size}};
    std::vector<OfferMade> asked;
    while (auto offer = next_offer(asked, "fs")) {
        require(asked.size() < offer_limit);
        const auto request = encode_negotiate(*offer, Guid{}, Salt{});
        require(message_size({request[0], request[1], request[2], request[3]})
                    ? request.size() > frame_size
                    : false);
        // A request is no answer: a server that sends it back has agreed to nothing.
        const auto echoed = parse_negotiate(ByteView{request}.subspan(frame_size));
        require(!echoed || std::holds_alternative<Smb1Answer>(*echoed));
        auto reply = reply_of(script, *offer);
        asked.push_back({*std::move(offer), std::move(reply)});
    }
    check(server_offer(asked));
    return 0;
}
