// Why a mount failed: the network, the options, the kernel's modules, the rest.

#include "core/explain_commands.h"
#include "core/explain_pages.h"

namespace azfiles::pages {
namespace {

constexpr auto endpoint_commands = std::to_array<ExplainCommand>({
    {"what the name leads to, from here", "getent ahosts ACCOUNT.file.core.windows.net"},
    {"does the account have a private endpoint?",
     "az storage account show --resource-group RG --name ACCOUNT --query "
     "\"privateEndpointConnections[].privateEndpoint.id\""},
    {"which networks the private DNS zone is linked to",
     "az network private-dns link vnet list --resource-group RG --zone-name "
     "privatelink.file.core.windows.net --output table"},
    {"link it to this network",
     "az network private-dns link vnet create --resource-group RG --zone-name "
     "privatelink.file.core.windows.net --name LINK --virtual-network VNET --registration-enabled "
     "false"},
    {"the same in Az PowerShell",
     "(Get-AzStorageAccount -ResourceGroupName RG -Name ACCOUNT).PrivateEndpointConnections",
     Shell::powershell},
    {"",
     "Get-AzPrivateDnsVirtualNetworkLink -ResourceGroupName RG -ZoneName "
     "privatelink.file.core.windows.net",
     Shell::powershell},
    {"",
     "New-AzPrivateDnsVirtualNetworkLink -ResourceGroupName RG -ZoneName "
     "privatelink.file.core.windows.net -Name LINK -VirtualNetworkId VNET_ID",
     Shell::powershell},
});

constexpr auto version_commands = std::to_array<ExplainCommand>({
    {"which versions and ciphers the account takes (null: all)",
     "az storage account file-service-properties show --resource-group RG --account-name ACCOUNT "
     "--query protocolSettings.smb"},
    {"let it take SMB 3.1.1 (the list is set as a whole)",
     "az storage account file-service-properties update --resource-group RG --account-name ACCOUNT "
     "--versions \"SMB3.0;SMB3.1.1\""},
    account_in_powershell,
    {"which versions and ciphers the account takes",
     "(Get-AzStorageFileServiceProperty -StorageAccount $a).ProtocolSettings.Smb",
     Shell::powershell},
    {"let it take SMB 3.1.1",
     "Update-AzStorageFileServiceProperty -StorageAccount $a -SmbProtocolVersion SMB3.0,SMB3.1.1",
     Shell::powershell},
});

constexpr auto pages = std::to_array<ExplainPage>({
    {"address-not-private", "The name leads to a public address (expect=private)",
     "The mount says expect=private, and one of the addresses of the host's name is a public one. "
     "Nothing was sent there.",
     "The name has an address that is neither private, unique local, shared, link-local nor "
     "loopback, or the option ip= gives such a one.",
     "Link the private DNS zone of the endpoint to this network, or look whether the name server "
     "that answered knows it. Without a private endpoint leave expect=private out.",
     "None.", endpoint_commands},
    {"channel-ended-session",
     "An extra channel took the session down",
     "The mount was nearly made. While another channel was being opened the session was lost, and "
     "the mount with it.",
     "Error 11 (or 112), and \"failed to open extra channel\" in the kernel log.",
     "Mount with max_channels=1. If that succeeds, key and network are right, and kernel or server "
     "need an update; till then stay with one channel.",
     "One channel costs throughput.",
     {}},
    {"dns-failed", "The server's name does not resolve",
     "There is no address for the host's name, or no name server answered.",
     "getaddrinfo gives none within ten seconds. At boot it may mean that the network was not up: "
     "does the fstab line have _netdev?",
     "Check the name, /etc/resolv.conf and the name server (getent ahosts HOST). For a private "
     "endpoint, link its private DNS zone to this network. Don't write an address into the options "
     "instead: it changes when the account is moved.",
     "None.", endpoint_commands},
    {"helper-not-found",
     "mount(8) does not find mount.azfiles",
     "A mount of the type azfiles is made by the program mount.azfiles, which mount(8) looks for "
     "in /sbin and a few folders more.",
     "None of /sbin, /usr/sbin, /sbin/fs.d and /sbin/fs holds it.",
     "Install the package; from source, meson's option helperdir says where it goes.",
     "None.",
     {}},
    {"mount-failed",
     "None of the other causes; the kernel's error is given",
     "The kernel gave an error that tells no cause of its own, or that none of the causes fits.",
     "The errno is in no row of the table of causes, and the kernel's words are none that are "
     "known.",
     "Read the kernel log (dmesg | grep -i cifs): it usually says why. /proc/fs/cifs/cifsFYI set "
     "to 7 makes it say more.",
     "None.",
     {}},
    {"mount-timeout",
     "The kernel did not finish the mount in time",
     "After sixty seconds the kernel was still at it, and the mount was given up.",
     "The process that was mounting had to be ended.",
     "Check the network to the server, and that every address that it advertises answers on port "
     "445. If the kernel log shows a fault of the kernel, see kernel-bug.",
     "What was begun may still end in the kernel later; nothing of it becomes visible.",
     {}},
    {"no-cifs-module",
     "This kernel has no SMB client",
     "The kernel does not know the file system type cifs, and has no module for it that it could "
     "load.",
     "Error 19; cifs is not in /proc/filesystems and no module of the running kernel.",
     "Install the package with the extra modules of the running kernel (uname -r): on Ubuntu "
     "linux-modules-extra-RELEASE. If /lib/modules has no folder for the running kernel, an update "
     "waits for a restart. If the module is there, modprobe cifs says why it does not load.",
     "None but the space, or the restart.",
     {}},
    {"not-permitted",
     "The kernel does not let this process mount",
     "Mounting needs CAP_SYS_ADMIN in the first user namespace: root, and not within an ordinary "
     "container. SMB can't be mounted in a user namespace.",
     "Error 1, or error 13 before the server was asked or after it had agreed (SELinux and the "
     "like).",
     "Mount as root on the host. On AKS, use the Azure Files CSI driver. With SELinux, ausearch -m "
     "avc -ts recent shows what was denied.",
     "None.",
     {}},
    {"option-unknown",
     "The kernel does not know an option",
     "The name is misspelt, or the option came with a later kernel. If it is a word that nobody "
     "gave, it is what stands behind a comma in a password (5.11.0 and 5.11.1 had that fault); it "
     "is then not repeated.",
     "Error 22, and \"Unknown parameter\" (5.13 and later) or \"Unknown mount option\".",
     "Check the spelling; /proc/fs/cifs/mount_params lists what this kernel knows. -s (sloppy) has "
     "the kernel pass over what it does not know. A storage account key has no comma.",
     "sloppy also passes over what matters.",
     {}},
    {"option-value",
     "The kernel refuses an option's value",
     "The option is known, and its value is out of range or of the wrong kind.",
     "Error 22, and the kernel names the option: \"Bad value for\", \"Invalid ... value, needs to "
     "be 1-16\".",
     "Correct the value. file_mode and dir_mode need a leading 0; uid and gid need numbers; "
     "max_channels goes from 1 to 16. azfiles lint names what the option takes.",
     "None.",
     {}},
    {"port-445-blocked", "The server's port 445 does not answer",
     "Nothing comes back from the port, not even a refusal. Something on the way drops it: a "
     "network security group, a firewall, or the provider, since many block 445 to the internet.",
     "Error 115 after five seconds (ten if port 139 is tried too), or 110. It has nothing to do "
     "with the key.",
     "Test it: nc -vz ACCOUNT.file.core.windows.net 445. Open TCP 445 outwards to the account, or "
     "use a private endpoint, a VPN or ExpressRoute. If the address is public and a private one "
     "was expected, see public-address-of-private-endpoint.",
     "A private endpoint and its traffic are charged.", endpoint_commands},
    {"public-address-of-private-endpoint", "The name leads to a public address, not a private one",
     "The account has a private endpoint, and this machine asks a name server that does not know "
     "of it: the private DNS zone is not linked to this network, or queries are not forwarded to "
     "it.",
     "The name resolves to a public address. It is sure where the name has privatelink in it; "
     "otherwise only the account's settings tell whether there is a private endpoint.",
     "Link the zone privatelink.file.core.windows.net to this virtual network, or have the own "
     "name server forward it to 168.63.129.16. Then unmount what is mounted, wait 60 s and mount "
     "again by the account's plain name.",
     "None. A fixed line in /etc/hosts works until the endpoint changes.", endpoint_commands},
    {"refused", "The server's address refuses connections to the port",
     "Something answers at this address and takes no SMB: no server runs there, or a firewall "
     "rejects.",
     "Error 111, and at once: nobody asked for user or key yet.",
     "Check that the name leads to the right address, and that the server runs and listens on TCP "
     "445.",
     "None.", endpoint_commands},
    {"server-busy",
     "The server takes no further session or connection",
     "A limit of the server is reached: sessions, connections, handles or memory.",
     "STATUS_REQUEST_NOT_ACCEPTED, STATUS_INSUFF_SERVER_RESOURCES or STATUS_TOO_MANY_... in the "
     "kernel log, with error 5 or 11.",
     "Wait a minute and mount again. If it stays so, look for clients that leave sessions behind, "
     "and at the server's limits; with Windows as a server, client editions take twenty.",
     "None.",
     {}},
    {"smb-version-refused", "The server may not take this version or encryption",
     "The server ended the conversation while version, ciphers or logon were agreed on: it does "
     "not take the SMB version that was asked for, demands encryption, or a proxy stands on port "
     "445. Azure Files takes SMB 2.1 only unencrypted, within its region, with secure transfer "
     "off.",
     "Error 112 (Host is down) or 95 at the mount, or error 13 with vers=2.1.",
     "Take vers= out or write vers=3.1.1. Never go back to SMB 1. Check which versions the account "
     "takes, and what stands between.",
     "None.", version_commands},
    {"unreachable",
     "There is no route to the server's address",
     "The kernel has no way to the address, or a router or the neighbour said that there is none.",
     "Error 113 or 101.",
     "ip route get ADDRESS shows the way. For a private address: is this network peered with that "
     "of the private endpoint, or is the VPN up? For an IPv6 address: does this machine have IPv6?",
     "None.",
     {}},
});
static_assert(are_sorted(pages), "the pages are not sorted, or have an id twice");

}  // namespace

std::span<const ExplainPage> of_networks() {
    return pages;
}

}  // namespace azfiles::pages
