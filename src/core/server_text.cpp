#include "core/server_text.h"

#include "base/quote.h"

#include <fmt/format.h>

namespace azfiles {
namespace {

std::string reply_said(const ServerReply& reply) {
    switch (reply.kind) {
        case ReplyKind::not_connected:
            return "no connection to the server";
        case ReplyKind::not_asked:
            return "the server could not be asked from here";
        case ReplyKind::silent:
            return "the server took the connection and said nothing";
        case ReplyKind::slow:
            return "the server began to answer and did not end in time";
        case ReplyKind::closed:
            return "the server closed the connection without an answer";
        case ReplyKind::cut_short:
            return "the server closed the connection within its answer";
        case ReplyKind::garbage:
            return fmt::format("what answers is no SMB server: it sent {}", printable(reply.wrong));
        case ReplyKind::answered:
            break;
    }
    return "the server answered, and agreed to nothing";
}

bool has(const Negotiated& answer, std::uint32_t bit) {
    return (answer.capabilities & bit) != 0;
}

}  // namespace

std::string offer_said(const ServerOffer& server) {
    if (server.smb1_only)
        return "the server speaks SMB 1 alone";
    if (!server.first || !server.dialect)
        return reply_said(server.reply);
    const auto& answer = *server.first;
    auto text = std::string{to_string(*server.dialect)};
    text += has(answer, capability::multichannel) ? ", multichannel" : ", no multichannel";
    if (has(answer, capability::leasing))
        text += ", leasing";
    if (answer.signing_required)
        text += ", signing required";
    for (const auto cipher : server.ciphers)
        text += fmt::format(", {}", to_string(cipher));
    if (server.ciphers.empty() && server.ciphers_complete)
        text += ", no encryption";
    return text;
}

}  // namespace azfiles
