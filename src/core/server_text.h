#pragma once

#include "core/server_offer.h"

#include <string>

namespace azfiles {

/// What a server offers, in a phrase: "SMB 3.1.1, multichannel, AES-128-GCM, AES-256-GCM";
/// of one that did not answer, what it did instead.
std::string offer_said(const ServerOffer& server);

}  // namespace azfiles
