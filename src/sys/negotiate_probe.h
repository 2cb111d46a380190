#pragma once

#include "base/deadline.h"
#include "core/server_offer.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

struct ServerProbe {
    ServerOffer offer;
    std::vector<OfferMade> asked;  ///< what it is made of, in order; at most `offer_limit`
};

/// Lays one offer after the other before the server at a numeric address, each on a
/// connection of its own, closed after the answer, until core/server_offer has what
/// it can have or the deadline is over. Returns by the deadline; one offer may take
/// half of the time that is left, so that a server which is silent to the first
/// can be asked for SMB 1. Of an answer no more than `longest_answer` bytes are read.
/// No user, no key: nothing of this leaves more than a line in the server's log.
/// `host`: the server's name, which some answer by; may be empty. Safe to be called
/// by several threads at a time.
ServerProbe ask_server(const std::string& address, std::uint16_t port, std::string_view host,
                       const Deadline& deadline);

}  // namespace azfiles
