// What is wrong with a live connection, and why nothing can be told of one.

#include "core/explain_commands.h"
#include "core/explain_pages.h"

namespace azfiles::pages {
namespace {

constexpr auto key_commands = std::to_array<ExplainCommand>({
    {"since when the two keys are as they are (shows no key)",
     "az storage account keys list --resource-group RG --account-name ACCOUNT --query "
     "\"[].{key:keyName,since:creationTime}\""},
    {"the same in Az PowerShell",
     "Get-AzStorageAccountKey -ResourceGroupName RG -Name ACCOUNT | Select-Object KeyName, "
     "CreationTime",
     Shell::powershell},
});

constexpr auto pages = std::to_array<ExplainPage>({
    {"debugdata-missing",
     "There is no /proc/fs/cifs/DebugData",
     "The kernel shows its SMB sessions in this file, and the file is not there. That is no count "
     "of channels, and least of all none.",
     "Opening the file says that it does not exist.",
     "Load the module (modprobe cifs). In a container without the host's /proc, look on the host.",
     "None.",
     {}},
    {"debugdata-unreadable",
     "/proc/fs/cifs/DebugData could not be read",
     "The file is there, and could not be read, or not to its end.",
     "Reading failed, took more than two seconds, or ended before the last block was complete.",
     "Try again. If it stays so, look at the kernel log: a fault of the SMB client may be the "
     "cause (kernel-bug).",
     "While it lasts, nothing is known of the channels, and the verdict is unknown.",
     {}},
    {"disconnected",
     "The session, or some channels, are disconnected",
     "The kernel has lost the connection, and has not set it up again.",
     "The session's status is not 1, or channels are marked DISCONNECTED or DISABLED.",
     "The kernel reconnects by itself with the next access, such as ls. If it does not, check the "
     "network and TCP port 445 of the server. If it goes on, unmount the share and mount it again.",
     "With some channels lost, the others carry all; with the session lost, programs wait (hard, "
     "the default) or get errors (soft).",
     {}},
    {"key-no-longer-valid", "The server no longer takes the session's key",
     "The key was changed (rotated) at the storage account, or the password at the server. The "
     "connections may still be up, and each new logon fails.",
     "The session's status is not 1 and it is marked \"password no longer valid\" (Linux 6.9 and "
     "later).",
     "Put the present key into the credentials file, unmount the share and mount it again. To be "
     "spared this the next time, change the clients to the second key before the first is made "
     "new.",
     "Until then programs on the share wait or fail. A storage account has two keys for this "
     "reason.",
     key_commands},
    {"not-cifs",
     "This is no mount of the kernel's SMB client",
     "The directory that was named is no mount point, or that of another file system.",
     "/proc/self/mountinfo shows no mount of type cifs or smb3 there.",
     "findmnt -t cifs,smb3 lists the mount points there are.",
     "None.",
     {}},
    {"reconnecting",
     "The session, or some channels, are being connected",
     "A connection was lost, and the kernel is at work on setting it up again.",
     "Channels or the session are marked [RECONNECTING], or negotiate.",
     "Wait. If it stays so for minutes, check the network and TCP port 445 of the server, and "
     "whether the key is still valid.",
     "Requests that were under way are repeated. Linux 5.10 was seen to take more than a minute "
     "for its extra channels.",
     {}},
    {"session-ambiguous",
     "Several sessions fit this mount",
     "More than one session goes to this server and share, and the kernel does not say which of "
     "them carries the mount. Nothing is guessed.",
     "The ioctl that names the session is missing (before Linux 6.1) or refused, and share and "
     "address fit several.",
     "azfiles debugdata /proc/fs/cifs/DebugData shows them all. As root, or with a newer kernel, "
     "the session is known.",
     "The verdict is unknown while it lasts.",
     {}},
    {"session-not-found",
     "The kernel lists no session for this mount",
     "The mount is there, and DebugData has no session that fits it.",
     "Neither the session's number, nor share and address, are in DebugData.",
     "Try again: it may have been read while the session was set up anew. If it stays so, unmount "
     "the share and mount it again.",
     "The verdict is unknown while it lasts.",
     {}},
    {"share-disconnected",
     "The share is disconnected from its session",
     "The session is up, and the server has let go of the share, or was not asked again since a "
     "reconnection.",
     "The share's entry in DebugData is marked DISCONNECTED.",
     "The next access connects it again. If it does not, check that the share still exists and "
     "that the user may still use it.",
     "Until then programs on the share wait or fail.",
     {}},
    {"stale-address",
     "The server's address is not one its name has now",
     "The account was moved to another cluster, failed over, or got a private endpoint, and the "
     "mount still uses the old address; or an address was written down (ip=) and has changed. "
     "Often it shows as Permission denied or Host is down on a share that worked for hours.",
     "addr= of the mount is not among the addresses that the name resolves to now. Both are named "
     "with their class: public to private points to a private endpoint.",
     "Unmount the share and mount it again. Take ip= out of the options and addresses out of "
     "/etc/hosts. For good: a kernel that asks again when it reconnects (Ubuntu 5.15.0-1068 and "
     "later, RHEL 8.6, SLES 15 SP2 to SP5, Azure Linux 2.0 5.15.159.1, 3.0) with keyutils and its "
     "request-key rule for dns_resolver; or a private endpoint, whose address stays.",
     "Left alone, the mount works until the old address goes away, and then hangs.",
     {}},
});
static_assert(are_sorted(pages), "the pages are not sorted, or have an id twice");

}  // namespace

std::span<const ExplainPage> of_connections() {
    return pages;
}

}  // namespace azfiles::pages
