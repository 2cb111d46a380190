#include "core/offer_judge.h"

#include "support.h"

#include <doctest/doctest.h>

#include <string>

using namespace azfiles;
using test::contains;

namespace {

constexpr auto ccm = Cipher::aes_128_ccm;
constexpr auto gcm = Cipher::aes_128_gcm;
constexpr auto ccm_256 = Cipher::aes_256_ccm;
constexpr auto gcm_256 = Cipher::aes_256_gcm;

ServerOffer server_of(Dialect dialect, std::vector<Cipher> ciphers) {
    ServerOffer server;
    server.reply.kind = ReplyKind::answered;
    server.dialect = dialect;
    server.first = Negotiated{};
    server.first->dialect = dialect;
    server.first->capabilities = capability::all;
    server.ciphers = std::move(ciphers);
    server.ciphers_complete = true;
    return server;
}

ServerOffer good_server() {
    return server_of(Dialect::smb_3_1_1, {gcm, ccm, gcm_256, ccm_256});
}

ClientSide usual_client() {
    ClientSide client;
    client.gcm256 = Gcm256::offered;
    client.channels = 4;
    return client;
}

std::string ids(const std::vector<Finding>& findings) {
    std::string text;
    for (const auto& finding : findings)
        text += std::string{text.empty() ? "" : " "} + finding.id;
    return text;
}

Finding only(const ServerOffer& server, const ClientSide& client) {
    const auto findings = judge_offer(server, client);
    REQUIRE(ids(findings).find(' ') == std::string::npos);
    REQUIRE_FALSE(findings.empty());
    return findings.front();
}

}  // namespace

TEST_CASE("a server that has all gives no finding") {
    for (const auto gcm256 :
         {Gcm256::off, Gcm256::offered, Gcm256::required, Gcm256::unknown_to_kernel})
        for (const bool azure : {false, true}) {
            auto client = usual_client();
            client.gcm256 = gcm256;
            client.azure = azure;
            CHECK(ids(judge_offer(good_server(), client)).empty());
        }
    auto client = usual_client();
    client.gcm256.reset();
    CHECK(ids(judge_offer(good_server(), client)).empty());
}

TEST_CASE("how a server failed to answer is named") {
    struct Row {
        ReplyKind kind;
        std::string id;
    };
    for (const auto& row :
         {Row{ReplyKind::silent, "server-silent"}, Row{ReplyKind::slow, "server-silent"},
          Row{ReplyKind::closed, "smb-version-refused"},
          Row{ReplyKind::cut_short, "server-not-smb"}, Row{ReplyKind::garbage, "server-not-smb"},
          Row{ReplyKind::not_connected, ""}, Row{ReplyKind::not_asked, ""}}) {
        ServerOffer server;
        server.reply.kind = row.kind;
        server.reply.wrong = "no SMB, but \"HTTP\"";
        CHECK(ids(judge_offer(server, usual_client())) == row.id);
    }
    ServerOffer garbage;
    garbage.reply.kind = ReplyKind::garbage;
    garbage.reply.wrong = "no SMB, but \"HTTP\"";
    CHECK(only(garbage, usual_client()).message ==
          "What answers there does not speak SMB as it should: it sent no SMB, but \"HTTP\"");
}

TEST_CASE("a server that refuses is named by its status") {
    ServerOffer server;
    server.reply.kind = ReplyKind::answered;
    server.reply.answer = NegotiateRefusal{0xc00000bb};
    CHECK(only(server, usual_client()).id == "smb-version-refused");
    CHECK(contains(only(server, usual_client()).message, ": STATUS_NOT_SUPPORTED (0xc00000bb)"));
    for (const auto status : {0xc000009aU, 0xc00000d0U, 0xc0000205U}) {
        server.reply.answer = NegotiateRefusal{status};
        CHECK(only(server, usual_client()).id == "server-busy");
    }
    server.smb1_only = true;
    CHECK(only(server, usual_client()).id == "server-smb1-only");
    // It answered in SMB 1, and took nothing.
    ServerOffer odd;
    odd.reply.kind = ReplyKind::answered;
    odd.reply.answer = Smb1Answer{false};
    CHECK(only(odd, usual_client()).id == "smb-version-refused");
}

TEST_CASE("an old dialect is a warning, and an error where the mount asks for a newer one") {
    auto client = usual_client();
    const auto old = only(server_of(Dialect::smb_3_0_2, {ccm}), client);
    CHECK(old.id == "server-dialect-too-old");
    CHECK(old.severity == Severity::warning);
    CHECK(old.message == "The newest that the server speaks is SMB 3.0.2");
    client.least = Dialect::smb_3_1_1;
    const auto refused = only(server_of(Dialect::smb_3_0_2, {ccm}), client);
    CHECK(refused.severity == Severity::error);
    CHECK(contains(refused.message, "SMB 3.0.2, and the mount asks for SMB 3.1.1"));
    client.least = Dialect::smb_2_1;
    CHECK(ids(judge_offer(server_of(Dialect::smb_2_1, {}), client)) ==
          "server-dialect-too-old server-no-encryption");
}

TEST_CASE("multichannel is missed where channels are wanted") {
    auto server = good_server();
    server.first->capabilities = 0x67;
    const auto finding = only(server, usual_client());
    CHECK(finding.id == "server-no-multichannel");
    CHECK(finding.evidence == "capabilities 0x67");
    auto client = usual_client();
    client.channels = 1;
    CHECK(ids(judge_offer(server, client)).empty());
}

TEST_CASE("signing is a note where nothing is encrypted") {
    auto server = good_server();
    server.first->signing_required = true;
    auto client = usual_client();
    CHECK(only(server, client).id == "server-requires-signing");
    CHECK(only(server, client).severity == Severity::note);
    CHECK_FALSE(only(server, client).remedy.empty());
    client.seal = true;
    CHECK(ids(judge_offer(server, client)).empty());
    server.ciphers.clear();
    client.seal = false;
    CHECK(ids(judge_offer(server, client)) == "server-no-encryption server-requires-signing");
    CHECK(judge_offer(server, client).back().remedy.empty());
}

TEST_CASE("lists of ciphers are compared as Linux asks") {
    struct Row {
        std::vector<Cipher> server;
        std::optional<Gcm256> client;
        bool azure;
        bool seal;
        std::string id;
        Severity severity;
        std::string said;
    };
    const Row rows[] = {
        {{gcm_256},
         Gcm256::off,
         false,
         false,
         "cipher-not-accepted",
         Severity::warning,
         "the server takes AES-256-GCM, and this client asks for AES-128-GCM, AES-128-CCM"},
        {{gcm_256},
         Gcm256::unknown_to_kernel,
         false,
         true,
         "cipher-not-accepted",
         Severity::error,
         "AES-256-GCM"},
        {{gcm_256},
         Gcm256::off,
         true,
         false,
         "cipher-not-accepted",
         Severity::error,
         "AES-256-GCM"},
        {{gcm_256},
         Gcm256::offered,
         true,
         false,
         "cipher-not-accepted",
         Severity::warning,
         "the server takes AES-256-GCM alone, and this client asks for AES-128-GCM first"},
        {{gcm_256}, std::nullopt, true, false, "cipher-not-accepted", Severity::warning, "first"},
        {{gcm_256}, Gcm256::offered, false, true, "", {}, ""},
        {{gcm_256}, std::nullopt, false, false, "", {}, ""},
        {{gcm_256}, Gcm256::required, true, true, "", {}, ""},
        {{ccm_256},
         Gcm256::offered,
         false,
         false,
         "cipher-not-accepted",
         Severity::warning,
         "the server takes AES-256-CCM, and this client asks for AES-128-GCM, AES-256-GCM, "
         "AES-128-CCM"},
        {{gcm, ccm},
         Gcm256::required,
         false,
         false,
         "cipher-not-accepted",
         Severity::error,
         "require_gcm_256 is on, and the server has no AES-256-GCM"},
        {{ccm}, Gcm256::offered, true, true, "", {}, ""},
        {{},
         Gcm256::offered,
         false,
         true,
         "cipher-not-accepted",
         Severity::error,
         "seal is asked for, and the server has no encryption"},
        {{}, Gcm256::offered, false, false, "server-no-encryption", Severity::note, "encryption"},
        {{},
         Gcm256::required,
         false,
         true,
         "cipher-not-accepted",
         Severity::error,
         "require_gcm_256 is on"},
    };
    for (const auto& row : rows) {
        auto client = usual_client();
        client.gcm256 = row.client;
        client.azure = row.azure;
        client.seal = row.seal;
        const auto findings = judge_offer(server_of(Dialect::smb_3_1_1, row.server), client);
        CAPTURE(row.said);
        CHECK(ids(findings) == row.id);
        if (row.id.empty())
            continue;
        CHECK(findings.front().severity == row.severity);
        CHECK(contains(findings.front().message, row.said));
        CHECK_FALSE(findings.front().remedy.empty());
    }
}

TEST_CASE("ciphers that were not all asked for give no verdict") {
    auto server = server_of(Dialect::smb_3_1_1, {});
    server.ciphers_complete = false;
    for (const auto gcm256 : {Gcm256::off, Gcm256::offered, Gcm256::required}) {
        auto client = usual_client();
        client.gcm256 = gcm256;
        client.seal = true;
        client.azure = true;
        CHECK(ids(judge_offer(server, client)).empty());
    }
}

TEST_CASE("the remedy of a cipher that is missing is one that helps") {
    auto client = usual_client();
    CHECK(only(server_of(Dialect::smb_3_1_1, {ccm_256}), client).remedy ==
          "Let the server take AES-128-GCM too.");
    client.gcm256 = Gcm256::off;
    CHECK(contains(only(server_of(Dialect::smb_3_1_1, {gcm_256}), client).remedy,
                   "require_gcm_256 of the cifs module on"));
    client.gcm256 = Gcm256::unknown_to_kernel;
    CHECK(contains(only(server_of(Dialect::smb_3_1_1, {gcm_256}), client).remedy,
                   "Update the kernel"));
    client.gcm256 = Gcm256::required;
    CHECK(contains(only(server_of(Dialect::smb_3_1_1, {gcm}), client).remedy,
                   "require_gcm_256 of the cifs module off"));
}

TEST_CASE("the client's side comes from the request and the module") {
    Request request;
    ClientFacts facts;
    facts.gcm256 = Gcm256::off;
    auto client = client_side(request, facts);
    CHECK(client.gcm256 == Gcm256::off);
    CHECK(client.channels == 4);
    CHECK(client.least == Dialect::smb_2_1);
    CHECK_FALSE(client.seal);
    CHECK_FALSE(client.azure);
    request.profile = Profile::azure_files;
    request.channels = 2;
    request.cifs = {{"seal", std::nullopt}};
    client = client_side(request, facts);
    CHECK(client.azure);
    CHECK(client.channels == 2);
    CHECK(client.seal);
    CHECK(client.least == Dialect::smb_3_1_1);
    request.cifs = {{"vers", "3.0"}};
    CHECK(client_side(request, facts).least == Dialect::smb_3_0);
    request.cifs = {{"vers", "3.11"}, {"vers", "1.0"}};
    CHECK_FALSE(client_side(request, facts).least.has_value());
}

TEST_CASE("Linux asks for what its parameters say") {
    CHECK(linux_ciphers(Gcm256::offered) == std::vector{gcm, gcm_256, ccm});
    CHECK(linux_ciphers(Gcm256::off) == std::vector{gcm, ccm});
    CHECK(linux_ciphers(Gcm256::unknown_to_kernel) == std::vector{gcm, ccm});
    CHECK(linux_ciphers(Gcm256::required) == std::vector{gcm_256});
}
