#pragma once

#include "core/finding.h"
#include "core/request.h"
#include "core/server_offer.h"

#include <optional>
#include <vector>

namespace azfiles {

/// What this machine's SMB client will ask of a server.
struct ClientSide {
    std::optional<Gcm256> gcm256;  ///< nothing: not known, and not `required` by default
    int channels = 1;
    bool seal = false;
    bool azure = false;  ///< the share is one of Azure Files
    /// The mount asks for this dialect or, with vers=3 and vers=default, for later ones
    /// too; nothing where that is not known.
    std::optional<Dialect> least;

    bool operator==(const ClientSide&) const = default;
};

ClientSide client_side(const Request& request, const ClientFacts& facts);

/// The ciphers that Linux asks for with SMB 3.1.1, in its order (build_encrypt_ctxt
/// of smb2pdu.c, 5.10 to 6.18; before 5.10 there are no such parameters).
std::vector<Cipher> linux_ciphers(Gcm256 gcm256);

/// What stands in the way of a mount, or of its channels, as far as the server's
/// answers show: no finding is no promise, since a server may refuse after the logon
/// what it agreed to here. A server that could not be connected to gives none:
/// that is the port's finding.
std::vector<Finding> judge_offer(const ServerOffer& server, const ClientSide& client);

}  // namespace azfiles
