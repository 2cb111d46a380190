#pragma once

#include "core/facts.h"
#include "core/negotiate.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Which offers to lay before a server, and what follows from its answers.
//
// An answer names one cipher, and [MS-SMB2] 3.3.5.4 leaves to the server which of
// those in common it names. So the server is asked again without the ciphers that it
// has named, until it names none: that gives all it takes. Which one a client gets
// depends on whose order counts: Samba goes by its own (4.15 and later, "server smb3
// encryption algorithms"), ksmbd by the client's. OfferMade once more for the same
// ciphers in reverse, a server that goes by its own order names the first again, one
// that goes by the client's names the last.
//
// What follows and what does not: a server that goes by its own order has told it. Of
// one that goes by the client's only the set is known. And a server may agree on a
// cipher here and refuse it after the logon, as Azure Files is reported to do by the
// settings of the account: a cipher that is taken here is no promise of a mount.

namespace azfiles {

enum class ReplyKind {
    not_connected,
    not_asked,  ///< something on this machine, such as a lack of descriptors
    silent,     ///< connected, and not a byte before the deadline
    slow,       ///< bytes, and no whole answer before the deadline
    closed,     ///< closed or reset without a byte
    cut_short,  ///< closed within the answer
    garbage,    ///< an answer that is no SMB, or wrong
    answered,
};

/// How an offer ended.
struct ServerReply {
    ReplyKind kind = ReplyKind::not_asked;
    std::optional<PortState> port_state;    ///< of not_connected
    std::optional<NegotiateAnswer> answer;  ///< of answered
    std::string wrong;                      ///< of garbage: goes on behind "it sent"

    bool operator==(const ServerReply&) const = default;
};

struct OfferMade {
    NegotiateOffer offer;
    ServerReply reply;

    bool operator==(const OfferMade&) const = default;
};

/// Makes a reply of a message without its frame. An answer with a dialect or cipher
/// that `offer` does not have is garbage.
ServerReply reply_to(const NegotiateOffer& offer, ByteView message);

/// The most offers that a server is asked, each on a connection of its own.
inline constexpr std::size_t offer_limit = 8;

/// What to ask next, after what was asked; nothing when all is known, or when the
/// last reply says that asking further is in vain. `host`: as in NegotiateOffer.
std::optional<NegotiateOffer> next_offer(std::span<const OfferMade> asked, std::string_view host);

/// Whose order decides which of several common ciphers is taken.
enum class CipherOrder { unknown, server, client };

/// What a server said of itself. Nothing is "not seen", never "no".
struct ServerOffer {
    /// How the first offer ended, or, where a later one was answered, answered.
    ServerReply reply;
    bool smb1_only = false;          ///< it agreed to SMB 1 and to no SMB 2
    std::optional<Dialect> dialect;  ///< the highest in common with Linux
    /// The answer with that dialect, for its signing, capabilities, sizes and time.
    std::optional<Negotiated> first;
    /// Ciphers that it takes, in the order in which it named them. With 3.0 and 3.0.2
    /// there is AES-128-CCM alone, and its capability bit says whether.
    std::vector<Cipher> ciphers;
    bool ciphers_complete = false;  ///< the server takes no other that exists
    CipherOrder cipher_order = CipherOrder::unknown;

    bool operator==(const ServerOffer&) const = default;
};

ServerOffer server_offer(std::span<const OfferMade> asked);

/// Whether the server takes a cipher; nothing: not seen.
std::optional<bool> takes(const ServerOffer& server, Cipher cipher);

/// Which cipher a client with this list gets; nothing: not known, or none. See
/// ciphers_complete for which.
std::optional<Cipher> cipher_for(const ServerOffer& server, std::span<const Cipher> client);

}  // namespace azfiles
