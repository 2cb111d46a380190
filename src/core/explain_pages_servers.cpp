// What a server says of itself before anybody logs on.

#include "core/explain_pages.h"

namespace azfiles::pages {
namespace {

constexpr auto pages = std::to_array<ExplainPage>({
    {"server-dialect-too-old",
     "The server has no SMB 3.1.1",
     "Client and server take the newest dialect that both have. SMB 2.1 has neither channels nor "
     "encryption; SMB 3.0 and 3.0.2 have both, and can be talked down to less by who sits on the "
     "way. Azure Files has its channels with SMB 3.1.1 only.",
     "The server's answer to SMB2 NEGOTIATE names a dialect below 0x311, though 3.1.1 was offered.",
     "Switch SMB 3.1.1 on at the server (Samba: server max protocol = SMB3) or update it. A mount "
     "with vers=3.1.1, which is the default for Azure Files, fails there; for another server leave "
     "vers= out until then.",
     "Below 3.0 all goes over the network in the clear, by one connection.",
     {}},
    {"server-no-encryption",
     "The server offers no encryption",
     "What is read and written goes over the network in the clear. On a network of one's own, or "
     "within a VPN, that may be as it should be.",
     "The server names no cipher, whichever is offered, or lacks the capability in SMB 3.0.",
     "Switch encryption on at the server (Samba: smb encrypt = desired) and mount with seal.",
     "Encryption costs 10 to 15 % of throughput where it was measured.",
     {}},
    {"server-not-smb",
     "What answers on the port does not speak SMB",
     "A connection is taken, and what comes back is no answer to SMB2 NEGOTIATE: another program "
     "listens there, a proxy answers for the server, or the answer breaks off.",
     "The answer has no SMB header, is cut short, contradicts itself, or names what was not "
     "offered. The message says which.",
     "Check with getent ahosts HOST that the name leads to the right address, and what stands "
     "between. If it is the server's own answer, report it there.",
     "None.",
     {}},
    {"server-requires-signing",
     "The server demands signing",
     "Every message gets a checksum, which one CPU makes for each connection. It protects from "
     "changes and hides nothing.",
     "The server's answer to SMB2 NEGOTIATE has the bit that signing is required.",
     "Nothing is wrong. For throughput mount with seal: encrypted messages are not signed besides, "
     "and encryption costs less. See signing-cost.",
     "Where NetApp measured signing, sequential reads fell from 875 to 250 MiB/s.",
     {}},
    {"server-silent",
     "The server connects and does not answer",
     "The TCP connection is made, and the server says nothing, or no more than a piece of an "
     "answer: it hangs, is overloaded, or something on the way lets connections through and holds "
     "SMB back.",
     "No whole answer to SMB2 NEGOTIATE came before the deadline, and the port is open.",
     "Ask again. If it stays so, try from a machine in the server's own network: if that gets an "
     "answer, it is a firewall, a proxy or the size of packets (MTU) on the way; else the server.",
     "A mount would wait for as long as the kernel does, tens of seconds.",
     {}},
    {"server-smb1-only",
     "The server speaks SMB 1 alone",
     "SMB 1 is of the 1980s. It has no encryption and no channels, its checks can be got round, "
     "and current systems have it switched off.",
     "The server agrees to \"NT LM 0.12\" and to no offer of SMB 2.",
     "Update the server, or switch SMB 2 and 3 on there (Samba: server max protocol = SMB3). "
     "vers=1.0 would mount it on kernels that still have SMB 1: don't.",
     "Left alone, it can't be mounted with this program's defaults.",
     {}},
});
static_assert(are_sorted(pages), "the pages are not sorted, or have an id twice");

}  // namespace

std::span<const ExplainPage> of_servers() {
    return pages;
}

}  // namespace azfiles::pages
