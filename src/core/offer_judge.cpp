#include "core/offer_judge.h"

#include "base/quote.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace azfiles {
namespace {

using Findings = std::vector<Finding>;

std::string listed(const std::vector<Cipher>& ciphers) {
    std::string text;
    for (const auto cipher : ciphers)
        text += fmt::format("{}{}", text.empty() ? "" : ", ", to_string(cipher));
    return text;
}

/// No answer that could be read.
std::optional<Finding> no_answer(const ServerReply& reply) {
    switch (reply.kind) {
        case ReplyKind::silent:
            return make_finding("server-silent");
        case ReplyKind::slow:
            return make_finding("server-silent", ": only a part of an answer came in time", "");
        case ReplyKind::closed:
            return make_finding("smb-version-refused",
                                ": it closes the connection when the version is to be agreed on",
                                "");
        case ReplyKind::cut_short:
            return make_finding("server-not-smb", ": it closes the connection within its answer",
                                "");
        case ReplyKind::garbage:
            return make_finding("server-not-smb", fmt::format(": it sent {}", reply.wrong), "");
        case ReplyKind::not_connected:
        case ReplyKind::not_asked:
        case ReplyKind::answered:
            break;
    }
    return std::nullopt;
}

std::optional<Finding> refusal(const ServerReply& reply) {
    const auto* answer = reply.answer ? std::get_if<NegotiateRefusal>(&*reply.answer) : nullptr;
    if (answer == nullptr)
        return std::nullopt;
    // STATUS_INSUFFICIENT_RESOURCES, STATUS_REQUEST_NOT_ACCEPTED,
    // STATUS_INSUFF_SERVER_RESOURCES
    constexpr std::uint32_t busy[] = {0xc000009a, 0xc00000d0, 0xc0000205};
    const bool is_busy = std::ranges::find(busy, answer->status) != std::end(busy);
    return make_finding(is_busy ? "server-busy" : "smb-version-refused",
                        fmt::format(": {}", status_text(answer->status)), "");
}

std::optional<Finding> old_dialect(const ServerOffer& server, const ClientSide& client) {
    const auto dialect = *server.dialect;
    if (dialect >= Dialect::smb_3_1_1)
        return std::nullopt;
    const std::string_view lacks =
        dialect >= Dialect::smb_3_0 ? "" : ", which has neither channels nor encryption";
    auto finding =
        make_finding("server-dialect-too-old", fmt::format("{}{}", to_string(dialect), lacks), "");
    if (client.least && *client.least > dialect) {
        finding.severity = Severity::error;
        finding.message += fmt::format(", and the mount asks for {}", to_string(*client.least));
    }
    return finding;
}

std::optional<Finding> no_multichannel(const ServerOffer& server, const ClientSide& client) {
    // Before 3.0 the dialect is what has to be told.
    if (client.channels <= 1 || *server.dialect < Dialect::smb_3_0 ||
        (server.first->capabilities & capability::multichannel) != 0)
        return std::nullopt;
    return make_finding("server-no-multichannel",
                        fmt::format("capabilities {:#x}", server.first->capabilities));
}

std::optional<Finding> needs_signing(const ServerOffer& server, const ClientSide& client) {
    if (!server.first->signing_required || client.seal)
        return std::nullopt;
    auto finding = make_finding("server-requires-signing");
    if (server.ciphers_complete && server.ciphers.empty())
        finding.remedy.clear();
    return finding;
}

bool demands_gcm_256(const ServerOffer& server, const ClientSide& client) {
    return *server.dialect == Dialect::smb_3_1_1 && client.gcm256 == Gcm256::required;
}

/// A server without any cipher. With 3.1.1 Linux then goes on without encryption,
/// and refuses where seal was asked for.
std::optional<Finding> no_encryption(const ServerOffer& server, const ClientSide& client) {
    if (!server.ciphers_complete || !server.ciphers.empty() || demands_gcm_256(server, client))
        return std::nullopt;
    if (!client.seal)
        return make_finding("server-no-encryption");
    auto finding = make_finding("cipher-not-accepted",
                                ": seal is asked for, and the server has no encryption", "");
    finding.remedy = "Leave seal out, or switch encryption on at the server.";
    return finding;
}

bool none_in_common(const ServerOffer& server, const std::vector<Cipher>& client) {
    return std::ranges::all_of(client,
                               [&server](Cipher cipher) { return takes(server, cipher) == false; });
}

/// What helps a client that would take AES-128-GCM.
std::string remedy_for(const ServerOffer& server, const ClientSide& client, const Finding& row) {
    if (takes(server, Cipher::aes_256_gcm) != true)
        return "Let the server take AES-128-GCM too.";
    if (client.gcm256 == Gcm256::unknown_to_kernel)
        return "Update the kernel, which before 5.10 has no AES-256-GCM, or let the server take "
               "AES-128-GCM too.";
    if (client.azure)
        return row.remedy;
    return "Switch require_gcm_256 of the cifs module on, or let the server take AES-128-GCM too.";
}

Finding cipher_finding(const ServerOffer& server, const ClientSide& client, std::string detail) {
    const auto taken = server.ciphers.empty() ? "no cipher" : listed(server.ciphers);
    auto finding =
        make_finding("cipher-not-accepted", detail, fmt::format("the server takes {}", taken));
    finding.remedy = remedy_for(server, client, finding);
    return finding;
}

/// Linux would go on without encryption, up to where the server demands it; Azure
/// Files does by default.
Finding nothing_in_common(const ServerOffer& server, const ClientSide& client,
                          const std::vector<Cipher>& mine) {
    auto finding = cipher_finding(server, client,
                                  fmt::format(": the server takes {}, and this client asks for {}",
                                              listed(server.ciphers), listed(mine)));
    if (!client.seal && !client.azure)
        finding.severity = Severity::warning;
    return finding;
}

/// With SMB 3.1.1, where the server has ciphers.
std::optional<Finding> cipher(const ServerOffer& server, const ClientSide& client) {
    if (*server.dialect != Dialect::smb_3_1_1 || !server.ciphers_complete)
        return std::nullopt;
    if (demands_gcm_256(server, client)) {
        if (takes(server, Cipher::aes_256_gcm) == true)
            return std::nullopt;
        auto finding = cipher_finding(server, client,
                                      ": require_gcm_256 is on, and the server has no AES-256-GCM");
        finding.remedy =
            "Switch require_gcm_256 of the cifs module off, or AES-256-GCM on at the server.";
        return finding;
    }
    if (server.ciphers.empty())
        return std::nullopt;
    const auto mine = linux_ciphers(client.gcm256.value_or(Gcm256::offered));
    if (none_in_common(server, mine))
        return nothing_in_common(server, client, mine);
    // Such a server takes what stands second in the client's list, as it should. With
    // Azure Files mounts failed all the same (linux-cifs, October 2025).
    const bool second_only =
        takes(server, Cipher::aes_128_gcm) == false && takes(server, Cipher::aes_128_ccm) == false;
    if (!second_only || !client.azure)
        return std::nullopt;
    auto finding = cipher_finding(
        server, client,
        fmt::format(": the server takes {} alone, and this client asks for AES-128-GCM first",
                    listed(server.ciphers)));
    finding.severity = Severity::warning;
    return finding;
}

using Check = std::optional<Finding> (*)(const ServerOffer&, const ClientSide&);
constexpr Check checks[] = {old_dialect, cipher, no_encryption, no_multichannel, needs_signing};

/// The value of vers= in force, the user's before the profile's.
std::optional<std::string> version_of(const Request& request) {
    const auto last = [](const std::vector<Option>& options) {
        std::optional<std::string> value;
        for (const auto& option : options)
            if (option.name == "vers")
                value = option.value;
        return value;
    };
    if (auto given = last(request.cifs))
        return given;
    return last(defaults_of(request.profile).options);
}

/// smb_version of fs_context.c; without one or with "default" the least is 2.1.
std::optional<Dialect> least_of(const std::optional<std::string>& version) {
    static constexpr std::pair<std::string_view, Dialect> rows[] = {
        {"default", Dialect::smb_2_1}, {"2.0", Dialect::smb_2_0_2},   {"2.1", Dialect::smb_2_1},
        {"3", Dialect::smb_3_0},       {"3.0", Dialect::smb_3_0},     {"3.02", Dialect::smb_3_0_2},
        {"3.0.2", Dialect::smb_3_0_2}, {"3.1.1", Dialect::smb_3_1_1}, {"3.11", Dialect::smb_3_1_1},
    };
    const std::string_view word = version ? std::string_view{*version} : "default";
    for (const auto& [name, dialect] : rows)
        if (name == word)
            return dialect;
    return std::nullopt;
}

}  // namespace

ClientSide client_side(const Request& request, const ClientFacts& facts) {
    ClientSide client;
    client.gcm256 = facts.gcm256;
    client.channels = channels_of(request);
    client.seal = std::ranges::find(request.cifs, "seal", &Option::name) != request.cifs.end();
    client.azure = request.profile == Profile::azure_files;
    client.least = least_of(version_of(request));
    return client;
}

std::vector<Cipher> linux_ciphers(Gcm256 gcm256) {
    switch (gcm256) {
        case Gcm256::required:
            return {Cipher::aes_256_gcm};
        case Gcm256::offered:
            return {Cipher::aes_128_gcm, Cipher::aes_256_gcm, Cipher::aes_128_ccm};
        case Gcm256::off:
        case Gcm256::unknown_to_kernel:
            break;
    }
    return {Cipher::aes_128_gcm, Cipher::aes_128_ccm};
}

std::vector<Finding> judge_offer(const ServerOffer& server, const ClientSide& client) {
    if (server.smb1_only)
        return {make_finding("server-smb1-only")};
    Findings findings;
    if (!server.dialect) {
        auto finding = no_answer(server.reply);
        if (!finding)
            finding = refusal(server.reply);
        // It answered, in SMB 1 and without taking that.
        if (!finding && server.reply.kind == ReplyKind::answered)
            finding = make_finding("smb-version-refused");
        if (finding)
            findings.push_back(*std::move(finding));
        return findings;
    }
    for (const auto check : checks)
        if (auto finding = check(server, client))
            findings.push_back(*std::move(finding));
    return findings;
}

}  // namespace azfiles
