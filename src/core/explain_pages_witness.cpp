// What the TCP connections beneath the channels say, and what a session lacks.

#include "core/explain_pages.h"

namespace azfiles::pages {
namespace {

constexpr auto pages = std::to_array<ExplainPage>({
    {"connection-silent",
     "The server is silent beneath healthy channels",
     "The kernel's books show an idle session on a dead network as healthy for minutes. The TCP "
     "connections beneath it tell more.",
     "Of the connections to the server's address, fewer than there are active channels are heard: "
     "nothing was received for two echo intervals, or what was sent is not acknowledged, or the "
     "server's port 445 did not answer within 1.3 seconds when it was asked.",
     "Check the network to the server and its TCP port 445 (see port-445-blocked). If "
     "it answers again, look again: the kernel connects anew by itself.",
     "The verdict is unknown until the server is heard. Programs on the share wait meanwhile "
     "(hard, "
     "the default) or get errors (soft).",
     {}},
    {"connections-missing",
     "There are fewer TCP connections than active channels",
     "Each channel is a TCP connection of its own. The kernel's books show more channels than "
     "there "
     "are connections to port 445 of the server.",
     "sock_diag lists fewer established connections from this network namespace to the server's "
     "addresses than all sessions there have active channels.",
     "Look again, as the kernel may just be connecting anew. If it stays so, the mount uses "
     "another "
     "port (port=) or belongs to another network namespace, as that of a container: run azfiles "
     "there, with nsenter.",
     "The verdict is unknown, since nothing vouches for the channels.",
     {}},
    {"connections-not-seen",
     "The TCP connections could not be seen",
     "Only the kernel's books speak for the channels, and they lie about an idle session on a dead "
     "network.",
     "The kernel has no inet_diag or tcp_diag, and could not load them; and whether the server's "
     "port answers could not be asked either.",
     "As root: modprobe -a inet_diag tcp_diag. In a container, look on the host.",
     "The verdict is unknown. Where the server's port answers, that alone is taken.",
     {}},
    {"guest-session",
     "The server let the user in as a guest or as nobody",
     "Servers can be set to take whom they do not know as a guest. Such a session is not "
     "encrypted, and whoever sits on the way can change what it carries.",
     "The session is marked Guest or Anonymous, and the mount names a user.",
     "Switch guest access off at the server (Samba: map to guest = never), and check the user's "
     "name. Azure Files has no guests: a server that answers so under its name is another one.",
     "Left alone, files are created as the guest, and nothing is protected on the way.",
     {}},
    {"not-encrypted",
     "Encryption was asked for, and there is none",
     "seal is among the options of the mount, and neither its session nor its share is marked as "
     "encrypted.",
     "/proc/self/mountinfo shows seal; DebugData shows no \"encrypted\" at the session or the "
     "share.",
     "Unmount the share and mount it again. If it stays so, the server does not encrypt: SMB 3 and "
     "its encryption have to be on there.",
     "Left alone, what the mount carries can be read on the way.",
     {}},
    {"other-network-namespace",
     "The mount belongs to another network namespace",
     "It was made in a container, or with nsenter or ip netns, and its connections live there.",
     "The net namespace that DebugData names (Linux 6.5 and later) is not that of azfiles.",
     "Run azfiles in that namespace: nsenter --net=/run/netns/NAME azfiles status, or "
     "nsenter --net --target PID with a process of the container.",
     "The verdict is unknown, since its connections can't be seen from here.",
     {}},
});
static_assert(are_sorted(pages), "the pages are not sorted, or have an id twice");

}  // namespace

std::span<const ExplainPage> of_witness() {
    return pages;
}

}  // namespace azfiles::pages
