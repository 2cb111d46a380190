#include "core/server_offer.h"

#include "negotiate_bytes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <string>

using namespace azfiles;

namespace {

using Server = std::function<ServerReply(const NegotiateOffer&)>;
using Ciphers = std::vector<Cipher>;

constexpr auto ccm = Cipher::aes_128_ccm;
constexpr auto gcm = Cipher::aes_128_gcm;
constexpr auto ccm_256 = Cipher::aes_256_ccm;
constexpr auto gcm_256 = Cipher::aes_256_gcm;

ServerReply ended(ReplyKind kind) {
    ServerReply reply;
    reply.kind = kind;
    return reply;
}

bool offers(const NegotiateOffer& offer, Dialect dialect) {
    return std::ranges::find(offer.dialects, dialect) != offer.dialects.end();
}

/// A server of SMB 3.1.1 with these ciphers, that goes by its own order or not.
Server with_ciphers(const Ciphers& own, bool by_own_order) {
    return [own, by_own_order](const NegotiateOffer& offer) {
        const auto& first = by_own_order ? own : offer.ciphers;
        const auto& second = by_own_order ? offer.ciphers : own;
        const auto at = std::ranges::find_if(first, [&second](Cipher cipher) {
            return std::ranges::find(second, cipher) != second.end();
        });
        return reply_to(offer, test::agreement_on(at == first.end() ? Cipher{} : *at));
    };
}

std::vector<OfferMade> talk(const Server& server) {
    std::vector<OfferMade> asked;
    while (auto offer = next_offer(asked, "fs")) {
        REQUIRE(asked.size() < offer_limit);
        auto reply = server(*offer);
        asked.push_back({*std::move(offer), std::move(reply)});
    }
    return asked;
}

ServerOffer offer_of(const Server& server) {
    return server_offer(talk(server));
}

}  // namespace

TEST_CASE("the first offer is that of Linux, with all ciphers") {
    const auto offer = next_offer({}, "fs");
    REQUIRE(offer);
    CHECK(offer->dialects ==
          std::vector{Dialect::smb_2_1, Dialect::smb_3_0, Dialect::smb_3_0_2, Dialect::smb_3_1_1});
    CHECK(offer->ciphers == Ciphers{gcm, gcm_256, ccm, ccm_256});
    CHECK(offer->signing.size() == 3);
    CHECK(offer->compression.size() == 5);
    CHECK(offer->host == "fs");
    CHECK_FALSE(offer->smb1);
}

TEST_CASE("ciphers are found one after the other, and whose order counts") {
    struct Row {
        Ciphers own;
        bool by_own_order;
        Ciphers found;
        CipherOrder order;
        std::size_t asked;
    };
    const Row rows[] = {
        {{gcm_256, ccm_256, ccm, gcm}, true, {gcm_256, ccm_256, ccm, gcm}, CipherOrder::server, 5},
        {{gcm_256, ccm_256, ccm, gcm}, false, {gcm, gcm_256, ccm, ccm_256}, CipherOrder::client, 5},
        {{ccm, gcm}, true, {ccm, gcm}, CipherOrder::server, 4},
        {{ccm, gcm}, false, {gcm, ccm}, CipherOrder::client, 4},
        {{gcm_256}, true, {gcm_256}, CipherOrder::unknown, 2},
        {{}, true, {}, CipherOrder::unknown, 1},
    };
    for (const auto& row : rows) {
        const auto asked = talk(with_ciphers(row.own, row.by_own_order));
        const auto server = server_offer(asked);
        CHECK(server.ciphers == row.found);
        CHECK(server.ciphers_complete);
        CHECK(server.cipher_order == row.order);
        CHECK(asked.size() == row.asked);
        CHECK(server.dialect == Dialect::smb_3_1_1);
        CHECK(server.first->capabilities == capability::all);
        CHECK(server.reply.kind == ReplyKind::answered);
    }
}

TEST_CASE("what could not be asked is not seen, and never no") {
    // The server stops answering after two offers, in each of the ways there are.
    for (const auto kind : {ReplyKind::not_connected, ReplyKind::not_asked, ReplyKind::silent,
                            ReplyKind::slow, ReplyKind::closed, ReplyKind::garbage}) {
        int left = 2;
        const auto good = with_ciphers({gcm, ccm, gcm_256}, true);
        const auto server = offer_of(
            [&](const NegotiateOffer& offer) { return left-- > 0 ? good(offer) : ended(kind); });
        CHECK(server.ciphers == Ciphers{gcm, ccm});
        CHECK_FALSE(server.ciphers_complete);
        CHECK(takes(server, gcm) == true);
        CHECK_FALSE(takes(server, gcm_256).has_value());
        CHECK_FALSE(cipher_for(server, Ciphers{gcm_256, gcm}).has_value());
    }
}

TEST_CASE("a server that refuses what is left has no more; one that is busy may") {
    for (const auto& [status, complete] :
         {std::pair{0xc00000bbU, true}, {0xc000000dU, true}, {0xc0000205U, false}}) {
        const auto good = with_ciphers({gcm}, true);
        int left = 1;
        const auto error = status;
        const auto server = offer_of([&](const NegotiateOffer& offer) {
            return left-- > 0 ? good(offer) : reply_to(offer, test::refusal(error));
        });
        CHECK(server.ciphers == Ciphers{gcm});
        CHECK(server.ciphers_complete == complete);
    }
}

TEST_CASE("which cipher a client gets") {
    const Ciphers client{gcm, gcm_256, ccm};
    const auto by_server = offer_of(with_ciphers({gcm_256, gcm}, true));
    CHECK(cipher_for(by_server, client) == gcm_256);
    CHECK(cipher_for(by_server, Ciphers{ccm, gcm}) == gcm);
    CHECK_FALSE(cipher_for(by_server, Ciphers{ccm}).has_value());
    CHECK(cipher_for(offer_of(with_ciphers({gcm_256, gcm}, false)), client) == gcm);
    ServerOffer unknown;
    unknown.ciphers = {gcm_256, gcm};
    unknown.ciphers_complete = true;
    CHECK_FALSE(cipher_for(unknown, client).has_value());
    CHECK(cipher_for(unknown, Ciphers{ccm, gcm}) == gcm);
}

TEST_CASE("SMB 3.0 has one cipher, if any, and 2.1 none") {
    struct Row {
        Dialect dialect;
        std::uint32_t capabilities;
        Ciphers ciphers;
    };
    for (const auto& row : {Row{Dialect::smb_3_0_2, 0x40, {ccm}}, Row{Dialect::smb_3_0, 0x0f, {}},
                            Row{Dialect::smb_2_1, 0x7f, {}}}) {
        const auto asked = talk([&row](const NegotiateOffer& offer) {
            return reply_to(offer, test::agreement(row.dialect, row.capabilities));
        });
        CHECK(asked.size() == 1);
        const auto server = server_offer(asked);
        CHECK(server.dialect == row.dialect);
        CHECK(server.ciphers == row.ciphers);
        CHECK(server.ciphers_complete);
    }
}

TEST_CASE("a server that stumbles over the newer contexts is asked without them") {
    const auto good = with_ciphers({gcm, ccm}, true);
    for (const auto kind : {ReplyKind::closed, ReplyKind::cut_short}) {
        const auto asked = talk([&](const NegotiateOffer& offer) {
            return offer.signing.empty() ? good(offer) : ended(kind);
        });
        const auto server = server_offer(asked);
        CHECK(server.ciphers == Ciphers{gcm, ccm});
        CHECK(server.reply.kind == ReplyKind::answered);
        CHECK(asked.size() == 5);
        CHECK(std::ranges::all_of(asked.begin() + 1, asked.end(), [](const OfferMade& one) {
            return one.offer.signing.empty() && one.offer.compression.empty();
        }));
    }
}

TEST_CASE("what is old is told") {
    SUBCASE("SMB 2.0.2") {
        const auto server = offer_of([](const NegotiateOffer& offer) {
            return reply_to(offer, offers(offer, Dialect::smb_2_0_2)
                                       ? test::agreement(Dialect::smb_2_0_2, 0)
                                       : test::refusal(0xc00000bb));
        });
        CHECK(server.dialect == Dialect::smb_2_0_2);
        CHECK(server.reply.kind == ReplyKind::answered);
    }
    SUBCASE("SMB 1, from servers that close, are silent, or answer in SMB 1 at once") {
        for (const auto kind : {ReplyKind::closed, ReplyKind::silent, ReplyKind::answered}) {
            const auto server = offer_of([kind](const NegotiateOffer& offer) {
                if (offer.smb1)
                    return reply_to(offer, test::smb1_answer(0));
                if (kind == ReplyKind::answered)
                    return reply_to(offer, test::smb1_answer(0xffff));
                return ended(kind);
            });
            CHECK(server.smb1_only);
            CHECK_FALSE(server.dialect);
        }
    }
    SUBCASE("a server that is busy is not taken for one of SMB 1") {
        for (const auto status : {0xc0000205U, 0xc000000dU}) {
            const auto asked = talk([status](const NegotiateOffer& offer) {
                return offer.smb1 ? reply_to(offer, test::smb1_answer(0))
                                  : reply_to(offer, test::refusal(status));
            });
            CHECK(asked.size() == 2);
            CHECK_FALSE(server_offer(asked).smb1_only);
        }
    }
    SUBCASE("a server that knows SMB 1 and wants none of it is none of SMB 1") {
        const auto server = offer_of([](const NegotiateOffer& offer) {
            return offer.smb1 ? reply_to(offer, test::smb1_answer(0xffff))
                              : reply_to(offer, test::refusal(0xc00000bb));
        });
        CHECK_FALSE(server.smb1_only);
        CHECK(std::get<NegotiateRefusal>(*server.reply.answer).status == 0xc00000bb);
    }
}

TEST_CASE("nobody is asked on in vain") {
    for (const auto kind :
         {ReplyKind::not_connected, ReplyKind::not_asked, ReplyKind::slow, ReplyKind::garbage}) {
        const auto asked = talk([kind](const NegotiateOffer&) { return ended(kind); });
        CHECK(asked.size() == 1);
        CHECK(server_offer(asked).reply.kind == kind);
    }
    const auto closing = talk([](const NegotiateOffer&) { return ended(ReplyKind::closed); });
    CHECK(closing.size() == 3);
    CHECK(server_offer(closing).reply.kind == ReplyKind::closed);
    const auto silent = talk([](const NegotiateOffer&) { return ended(ReplyKind::silent); });
    CHECK(silent.size() == 2);
    CHECK(server_offer({}).reply.kind == ReplyKind::not_asked);
}

TEST_CASE("an answer with what was not offered is garbage") {
    NegotiateOffer offer;
    offer.dialects = {Dialect::smb_3_1_1};
    offer.ciphers = {ccm};
    const auto cipher = reply_to(offer, test::agreement_on(gcm));
    CHECK(cipher.kind == ReplyKind::garbage);
    CHECK(cipher.wrong == "an answer with AES-128-GCM, which was not offered");
    const auto dialect = reply_to(offer, test::agreement(Dialect::smb_3_0));
    CHECK(dialect.wrong == "an answer in SMB 3.0, which was not offered");
    CHECK(reply_to(offer, {}).wrong == "a message of 0 bytes");
    // However often a server names the same, the talk ends.
    const auto asked = talk([](const NegotiateOffer& one) {
        auto wide = one;
        wide.ciphers = {gcm};
        return reply_to(wide, test::agreement_on(gcm));
    });
    CHECK(asked.size() == offer_limit);
}
