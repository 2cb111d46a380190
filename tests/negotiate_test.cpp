#include "core/negotiate.h"

#include "negotiate_bytes.h"
#include "support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace azfiles;
using test::contains;
using test::hex;

namespace {

constexpr Guid guid{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

Salt salt() {
    Salt salt{};
    for (std::size_t i = 0; i < salt.size(); ++i)
        salt[i] = static_cast<std::uint8_t>(0xc0 + i);
    return salt;
}

std::string fault_of(ByteView message) {
    const auto parsed = parse_negotiate(message);
    return parsed ? "none" : parsed.error().message;
}

Negotiated agreed(ByteView message) {
    return std::get<Negotiated>(*parse_negotiate(message));
}

}  // namespace

TEST_CASE("an offer is the bytes that MS-SMB2 2.2.3 asks for") {
    NegotiateOffer offer;
    offer.dialects = {Dialect::smb_2_1, Dialect::smb_3_0, Dialect::smb_3_0_2, Dialect::smb_3_1_1};
    offer.ciphers = {Cipher::aes_128_gcm, Cipher::aes_128_ccm};
    offer.compression = {Compression::lz77};
    offer.host = "fs";
    offer.signing = {SigningAlgorithm::aes_gmac, SigningAlgorithm::aes_cmac};
    const auto expected =
        hex("00 00 00 e6"
            // header
            "fe 53 4d 42 40 00 00 00 00 00 00 00 00 00 01 00"
            "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
            "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
            "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
            // size, four dialects, signing enabled, capabilities
            "24 00 04 00 01 00 00 00 7f 00 00 00"
            "01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10"
            // five contexts at 0x70
            "70 00 00 00 05 00 00 00"
            "10 02 00 03 02 03 11 03"
            "00 00 00 00"
            // SHA-512 and a salt of 32 bytes
            "01 00 26 00 00 00 00 00 01 00 20 00 01 00"
            "c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 ca cb cc cd ce cf"
            "d0 d1 d2 d3 d4 d5 d6 d7 d8 d9 da db dc dd de df"
            "00 00"
            // two ciphers
            "02 00 06 00 00 00 00 00 02 00 02 00 01 00 00 00"
            // one compression, chained
            "03 00 0a 00 00 00 00 00 01 00 00 00 01 00 00 00 02 00 00 00 00 00 00 00"
            // the name in UTF-16
            "05 00 04 00 00 00 00 00 66 00 73 00 00 00 00 00"
            // two ways of signing
            "08 00 06 00 00 00 00 00 02 00 02 00 01 00");
    CHECK(encode_negotiate(offer, guid, salt()) == expected);
}

TEST_CASE("an offer without 3.1.1 has no contexts, and one of 2.0.2 no guid") {
    NegotiateOffer offer;
    offer.dialects = {Dialect::smb_3_0_2};
    offer.ciphers = {Cipher::aes_128_gcm};
    offer.host = "fs";
    auto bytes = encode_negotiate(offer, guid, salt());
    CHECK(bytes.size() == 4 + 64 + 36 + 2);
    CHECK(little_at<std::uint32_t>(bytes, 4 + 64 + 8) == capability::all);
    CHECK(little_at<std::uint64_t>(bytes, 4 + 64 + 28) == 0);

    offer.dialects = {Dialect::smb_2_1};
    bytes = encode_negotiate(offer, guid, salt());
    CHECK(little_at<std::uint32_t>(bytes, 4 + 64 + 8) == 0);
    CHECK(bytes[4 + 64 + 12] == 1);
    offer.dialects = {Dialect::smb_2_0_2};
    bytes = encode_negotiate(offer, guid, salt());
    CHECK(std::all_of(bytes.begin() + 4 + 64 + 12, bytes.begin() + 4 + 64 + 28,
                      [](std::uint8_t byte) { return byte == 0; }));
}

TEST_CASE("a name that does not fit is left out") {
    NegotiateOffer offer;
    offer.dialects = {Dialect::smb_3_1_1};
    const auto without = encode_negotiate(offer, guid, salt());
    for (const auto& name : {std::string(256, 'a'), std::string{"a b"}, std::string{"f\xc3\xbc"},
                             std::string{"a\0b", 3}}) {
        offer.host = name;
        CHECK(encode_negotiate(offer, guid, salt()) == without);
    }
    offer.host = std::string(255, 'a');
    CHECK(encode_negotiate(offer, guid, salt()).size() == without.size() + 2 + 8 + 2 * 255);
}

TEST_CASE("SMB 1 is offered as MS-CIFS 2.2.4.52.1 says") {
    NegotiateOffer offer;
    offer.smb1 = true;
    CHECK(encode_negotiate(offer, guid, salt()) ==
          hex("00 00 00 2f"
              "ff 53 4d 42 72 00 00 00 00 18 01 40 00 00 00 00"
              "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
              "00 0c 00 02 4e 54 20 4c 4d 20 30 2e 31 32 00"));
}

TEST_CASE("an answer in SMB 3.1.1 is read field by field") {
    const auto bytes =
        hex("fe 53 4d 42 40 00 01 00 00 00 00 00 00 00 01 00"
            "01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
            "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
            "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
            // size, signing enabled and required, 3.1.1, four contexts
            "41 00 03 00 11 03 04 00"
            "00 11 22 33 44 55 66 77 88 99 aa bb cc dd ee ff"
            // DFS, leasing, large MTU, multichannel
            "0f 00 00 00"
            "00 00 10 00 00 00 20 00 00 00 40 00"
            // 2026-11-30 12:00:00 UTC
            "00 a0 44 53 c2 80 dd 01 00 00 00 00 00 00 00 00"
            // a token of three bytes at 0x80, contexts at 0x88
            "80 00 03 00 88 00 00 00"
            "60 01 00 00 00 00 00 00"
            "01 00 0a 00 00 00 00 00 01 00 04 00 01 00 01 02 03 04 00 00 00 00 00 00"
            "02 00 04 00 00 00 00 00 01 00 04 00 00 00 00 00"
            "03 00 0c 00 00 00 00 00 02 00 00 00 01 00 00 00 02 00 04 00 00 00 00 00"
            "08 00 04 00 00 00 00 00 01 00 02 00");
    const auto answer = agreed(bytes);
    CHECK(answer.dialect == Dialect::smb_3_1_1);
    CHECK(answer.signing_required);
    CHECK(answer.capabilities == 0x0f);
    CHECK(answer.max_transact == 0x100000);
    CHECK(answer.max_read == 0x200000);
    CHECK(answer.max_write == 0x400000);
    CHECK(answer.server_guid[1] == 0x11);
    CHECK(answer.server_guid[15] == 0xff);
    CHECK(answer.cipher == Cipher::aes_256_gcm);
    CHECK(answer.signing == SigningAlgorithm::aes_gmac);
    CHECK(answer.compression == std::vector{Compression::lz77, Compression::pattern_v1});
    CHECK(answer.server_time == 1796040000);
    // Cut anywhere it is an error, and nothing behind its end is read.
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const Bytes cut{bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)};
        CHECK(fault_of(cut) != "none");
    }
}

TEST_CASE("older dialects have no contexts, and a server need not tell the time") {
    const auto answer = agreed(test::agreement(Dialect::smb_2_1, 7));
    CHECK(answer.dialect == Dialect::smb_2_1);
    CHECK_FALSE(answer.signing_required);
    CHECK_FALSE(answer.server_time);
    CHECK_FALSE(answer.cipher);
    CHECK(answer.max_read == 0x800000);
}

TEST_CASE("no cipher in common, no word on ciphers, and contexts that nobody knows") {
    const test::Context none[] = {test::preauth(), test::one_cipher(0)};
    CHECK_FALSE(agreed(test::agreement_with(none)).cipher);
    const test::Context silent[] = {test::preauth()};
    CHECK_FALSE(agreed(test::agreement_with(silent)).cipher);
    const test::Context posix[] = {{0x100, hex("93 ad 25 50")}, test::preauth(), {6, {}}, {6, {}}};
    CHECK(agreed(test::agreement_with(posix)).dialect == Dialect::smb_3_1_1);
}

TEST_CASE("an error is a value with its name") {
    const auto answer = parse_negotiate(test::refusal(0xc00000bb));
    REQUIRE(answer);
    CHECK(std::get<NegotiateRefusal>(*answer).status == 0xc00000bb);
    CHECK(status_text(0xc00000bb) == "STATUS_NOT_SUPPORTED (0xc00000bb)");
    CHECK(status_text(0x1) == "0x00000001");
}

TEST_CASE("SMB 1 is told from SMB 2") {
    CHECK(std::get<Smb1Answer>(*parse_negotiate(test::smb1_answer(0))).agreed);
    CHECK_FALSE(std::get<Smb1Answer>(*parse_negotiate(test::smb1_answer(0xffff))).agreed);
    auto failed = test::smb1_answer(0);
    failed[5] = 1;
    CHECK_FALSE(std::get<Smb1Answer>(*parse_negotiate(failed)).agreed);
    // The header alone is too short to be an answer.
    failed.resize(32);
    CHECK(contains(fault_of(failed), "too short"));
}

TEST_CASE("what is wrong with an answer is said") {
    struct Row {
        const char* what;
        Bytes message;
        const char* said;
    };
    using test::Context;
    const auto with = [](std::vector<Context> contexts) { return test::agreement_with(contexts); };
    auto changed = [](std::size_t at, std::uint8_t value) {
        auto bytes = test::agreement_on(Cipher::aes_128_gcm);
        bytes[at] = value;
        return bytes;
    };
    const Row rows[] = {
        {"nothing", {}, "a message of 0 bytes"},
        {"another protocol", hex("48 54 54 50 2f 31"), "no SMB, but \"HTTP\""},
        {"an encrypted message", hex("fd 53 4d 42 00 00"), "no SMB, but"},
        {"another command", changed(12, 1), "no answer to a NEGOTIATE"},
        {"a request", changed(16, 0), "no answer to a NEGOTIATE"},
        {"an error's body", changed(64, 9), "none to a NEGOTIATE"},
        {"a dialect of the future", changed(68, 0x12), "unknown dialect 0x0312"},
        {"the wildcard", test::agreement(static_cast<Dialect>(0x2ff)), "unknown dialect 0x02ff"},
        {"a token beyond the end", changed(122, 0xff), "token is cut short"},
        {"contexts beyond the end", changed(127, 0x10), "number 1 is cut short"},
        {"one context too many", changed(70, 3), "3 contexts, of which number 3 is cut short"},
        {"no integrity", with({test::one_cipher(2)}), "without a context for its integrity"},
        {"another hash", with({{1, hex("01 00 00 00 02 00")}}), "not SHA-512"},
        {"two hashes", with({{1, hex("02 00 00 00 01 00 01 00")}}), "not SHA-512"},
        {"a salt beyond the end", with({{1, hex("01 00 05 00 01 00 aa")}}), "not SHA-512"},
        {"a hash that is not there", with({{1, {}}}), "not SHA-512"},
        {"two ciphers", with({test::preauth(), {2, hex("02 00 02 00 01 00")}}), "one cipher"},
        {"no cipher's place", with({test::preauth(), {2, hex("01 00")}}), "one cipher"},
        {"an unknown cipher", with({test::preauth(), test::one_cipher(9)}), "cipher 0x0009"},
        {"ciphers twice", with({test::preauth(), test::one_cipher(1), test::one_cipher(2)}),
         "two contexts of type 2"},
        {"two ways of signing", with({test::preauth(), {8, hex("02 00 01 00")}}), "one way of"},
        {"an unknown way", with({test::preauth(), {8, hex("01 00 07 00")}}), "signing 0x0007"},
        {"more compressions than there are",
         with({test::preauth(), {3, hex("ff ff 00 00 00 00 00 00 01 00")}}),
         "list of compressions"},
    };
    for (const auto& row : rows) {
        CAPTURE(std::string{row.what});
        CHECK(contains(fault_of(row.message), row.said));
    }
}

TEST_CASE("no byte of an answer can be changed into a fault of ours") {
    const auto whole = test::agreement_on(Cipher::aes_128_gcm);
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (unsigned value = 0; value < 256; ++value) {
            auto bytes = whole;
            bytes[at] = static_cast<std::uint8_t>(value);
            const auto first = parse_negotiate(bytes);
            const auto again = parse_negotiate(bytes);
            REQUIRE(static_cast<bool>(first) == static_cast<bool>(again));
            if (first)
                REQUIRE(*first == *again);
        }
}

TEST_CASE("a frame gives the size of what follows, within bounds") {
    CHECK(*message_size({0, 0, 0, 0}) == 0);
    CHECK(*message_size({0, 0, 1, 2}) == 258);
    CHECK(*message_size({0, 1, 0, 0}) == 65536);
    CHECK(contains(message_size({0, 1, 0, 1}).error().message, "65537 bytes"));
    CHECK(contains(message_size({0, 255, 255, 255}).error().message, "16777215 bytes"));
    CHECK(message_size({'S', 'S', 'H', '-'}).error().message == "no SMB, but \"SSH-\"");
    CHECK(contains(message_size({0x85, 0, 0, 0}).error().message, "no SMB"));
}

TEST_CASE("every id has a name") {
    CHECK(to_string(Dialect::smb_3_0_2) == "SMB 3.0.2");
    CHECK(to_string(Cipher::aes_256_ccm) == "AES-256-CCM");
    CHECK(to_string(SigningAlgorithm::hmac_sha256) == "HMAC-SHA256");
    CHECK(to_string(Compression::lz4) == "LZ4");
    CHECK(to_string(static_cast<Cipher>(0)).empty());
}
