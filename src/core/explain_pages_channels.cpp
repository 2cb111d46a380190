// Why a mount has fewer channels than it asked for.

#include "core/explain_commands.h"
#include "core/explain_pages.h"

namespace azfiles::pages {
namespace {

constexpr auto pages = std::to_array<ExplainPage>({
    {"cause-not-seen",
     "Nothing that can be seen says why channels are few",
     "The session has fewer channels than were asked for, and neither its books nor the server's "
     "answers hold a reason.",
     "DebugData lists the session without the channels; dialect, capability, interfaces and RSS "
     "are as they should be, no channel is being opened, and the kernel log has no line about one "
     "or can't be read.",
     "Unmount the share, wait 60 s, mount it again as root with the kernel log at hand (dmesg "
     "--follow), and look for lines that begin with CIFS. If nothing is there, report it with the "
     "output of azfiles status --json.",
     "Left alone, one connection does the work of several: on an SSD share that is half of the "
     "read throughput or less. Unmounting stops who uses the share for a minute.",
     {}},
    {"channel-refused",
     "The server refused the extra channels",
     "The first connection is up. The server turned down those that were to join its session.",
     "The kernel log has \"failed to open extra channel\" with an rc that is no network error "
     "(-13: access denied), or the session is up and marked \"password no longer valid\".",
     "A server that demands encryption of everything refuses the extra channels of Linux: mount "
     "with seal, or let it demand encryption for each share instead (Samba: smb encrypt = required "
     "in the share's section and not in [global]). Where that can't be changed, ask for one "
     "channel: max_channels=1. rc=-22 on an address that begins with fe80 is noise: such an "
     "address can't be used without the name of a device.",
     "Left alone, the mount works over one connection, and each mount and reconnection tries in "
     "vain. seal costs 10 to 15 % of throughput where it was measured.",
     {}},
    {"dialect-too-old",
     "The session speaks a dialect without multichannel",
     "Multichannel came with SMB 3.0, and Azure Files has it with SMB 3.1.1 only. This session "
     "agreed on less.",
     "DebugData shows a dialect other than 0x311.",
     "Take vers= out of the options, or write vers=3.1.1. If the server has no SMB 3.1.1, ask for "
     "one channel: max_channels=1. Never go back to SMB 1 or 2.1: they know no encryption.",
     "Older dialects lack encryption or have weaker ciphers, apart from the channels. The remedy "
     "costs unmounting the share.",
     {}},
    {"interface-unreachable",
     "An address that the server advertised does not answer",
     "The server lists the addresses of its interfaces, and the kernel opens channels to them. One "
     "of them can't be reached from here.",
     "The kernel log has \"failed to open extra channel\" with rc=-101, -110, -111, -113 or -115, "
     "or an address that the server lists does not answer on TCP port 445.",
     "Open TCP port 445 from here to every address that azfiles status shows under interfaces, or "
     "have the server stop advertising what clients can't reach (Samba: interfaces, bind "
     "interfaces only).",
     "Kernels before 7.0 wait for such an address within the mount: 22 s were seen with one. Later "
     "ones mount at once and get their channels late: 17 s were seen.",
     {}},
    {"not-asked",
     "The mount shows no max_channels",
     "One channel is what this mount asked for, as far as can be seen, or the kernel gave the "
     "others up when it mounted.",
     "The mount's options in /proc/mounts have no max_channels, and mount.azfiles has left no "
     "record of what was asked.",
     "If several channels are wanted, unmount the share and mount it with mount -t azfiles, or "
     "with the options multichannel,max_channels=4 of mount.cifs. For an HDD share one channel is "
     "right.",
     "One channel costs nothing where requests are small and one after the other: there more "
     "channels even lose about 10 %. With many files or large blocks it gives away half of the "
     "throughput or more. See azfiles explain smb-multichannel.",
     {}},
    {"option-not-in-force",
     "The kernel did not take the channel options",
     "Several channels were asked for, and the kernel mounted with one as its limit.",
     "/proc/mounts shows no max_channels, or a smaller one than was asked for, and the server "
     "offers multichannel.",
     "Unmount the share and mount it with multichannel and max_channels together: up to 5.12 the "
     "kernel ignores max_channels alone, and from 6.19 to 7.1.3 it does so when the mount is made "
     "with the new system calls (mount -i, systemd). mount.azfiles always sends both.",
     "As with every missing channel: one connection does all the work. Unmounting stops who uses "
     "the share.",
     {}},
    {"over-limit",
     "More than four channels are asked for at Azure Files",
     "Azure Files supports four channels for a client. The kernel would try up to sixteen.",
     "max_channels is above four and the host has a name of Azure Files.",
     "Write max_channels=4, or leave it out: the profile asks for four.",
     "What lies above four is not supported by the service and was never seen to help; a mount may "
     "take longer, and attempts to open more channels go on.",
     {}},
    {"server-no-interfaces", "The server lists no network interface",
     "The server says that it can do multichannel, and when asked for its interfaces it names "
     "none, so there is nothing to open a channel to. Azure Files does so where SMB Multichannel "
     "is off at the storage account, and for HDD shares, which have none.",
     "The capability has bit 0x8, and DebugData has no \"Server interfaces\" for the session.",
     "At Azure Files, if the share is on SSD (an account of the kind FileStorage): switch SMB "
     "Multichannel on at the storage account, then unmount the share, wait 60 s and mount it "
     "again. A value of null is the default, which is off for shares that are older than "
     "2025-10-24. An HDD share has no multichannel: ask for one channel, max_channels=1, or copy "
     "the data to an SSD share.",
     "The switch is free of charge and holds for all shares of the account; clients keep their "
     "connections until they mount again. An SSD share is paid by what is provisioned. Left alone, "
     "one connection does all the work.",
     multichannel_commands},
    {"server-no-multichannel", "The server does not offer SMB Multichannel",
     "When the connection was set up, the server did not offer the capability.",
     "The capability lacks bit 0x8 and the server lists no interfaces; 6.7 and later write \"no "
     "multichannel support\" into the kernel log.",
     "Switch it on at the server (Samba: server multi channel support = yes; Windows: "
     "Set-SmbServerConfiguration -EnableMultiChannel $true). At Azure Files: at the storage "
     "account, which must be an SSD one. Then unmount every share of that server, wait 60 s and "
     "mount again: a connection keeps what it negotiated. Without it, ask for one channel: "
     "max_channels=1.",
     "Left alone, the mount works over one connection. The switch is free of charge at Azure.",
     multichannel_commands},
    {"server-not-rss",
     "No interface of the server has RSS",
     "Linux opens one channel to an interface without RSS (receive side scaling) and more than one "
     "only to an interface that has it. None of those that the server lists has.",
     "Every interface in DebugData lacks \"rss\" among its capabilities.",
     "Switch RSS on at the server's network card. Samba: write it into the list of interfaces, as "
     "interfaces = \"10.0.0.4;capability=RSS,speed=10000000000\", where the card has several "
     "queues. Else ask for one channel: max_channels=1.",
     "Telling Samba of RSS where the card has one queue gives channels that share one CPU. Left "
     "alone, one connection does all the work.",
     {}},
    {"shared-connection",
     "The mount rides on a connection without multichannel",
     "Mounts of one server share a TCP connection where their options allow it. This one joined a "
     "connection that an earlier mount with one channel had set up, and a connection keeps what it "
     "negotiated.",
     "The capability lacks bit 0x8 though the server lists its interfaces, or another session of "
     "the connection was mounted with one channel.",
     "Mount with nosharesock, which mount.azfiles sends for Azure Files by itself; or unmount "
     "every share of that server first and mount them all with max_channels=4.",
     "nosharesock costs a connection for each mount. Left alone, all mounts of that server share "
     "one connection.",
     {}},
    {"still-opening",
     "The channels are still being opened",
     "The kernel had not finished when the time to wait was over. Linux 7.0 and later open the "
     "channels after the mount has returned.",
     "Channels are listed as negotiating, or the session is held once more than it has trees.",
     "Look again in a minute with azfiles status. If it happens at each mount, an advertised "
     "address may not answer (interface-unreachable); verify_timeout= gives it more time.",
     "None: channels that come later carry traffic as soon as they are there.",
     {}},
});
static_assert(are_sorted(pages), "the pages are not sorted, or have an id twice");

}  // namespace

std::span<const ExplainPage> of_channels() {
    return pages;
}

}  // namespace azfiles::pages
