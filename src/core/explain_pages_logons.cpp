// Why a mount failed: who may log on, with which cipher, and what there is to mount.

#include "core/explain_commands.h"
#include "core/explain_pages.h"

namespace azfiles::pages {
namespace {

constexpr auto access_commands = std::to_array<ExplainCommand>({
    {"which networks get in?",
     "az storage account show --resource-group RG --name ACCOUNT --query "
     "\"{public:publicNetworkAccess,rules:networkRuleSet}\""},
    {"let an address in from outside of Azure, or from another region",
     "az storage account network-rule add --resource-group RG --account-name ACCOUNT --ip-address "
     "ADDRESS"},
    {"let a subnet of a virtual network in (the list of endpoints is set as a whole)",
     "az network vnet subnet update --resource-group RG --vnet-name VNET --name SUBNET "
     "--service-endpoints Microsoft.Storage"},
    {"",
     "az storage account network-rule add --resource-group RG --account-name ACCOUNT --vnet-name "
     "VNET --subnet SUBNET"},
    {"are keys allowed (null: yes)?",
     "az storage account show --resource-group RG --name ACCOUNT --query allowSharedKeyAccess"},
    {"allow keys",
     "az storage account update --resource-group RG --name ACCOUNT --allow-shared-key-access true"},
    {"which ways of logging on are allowed (null: all)?",
     "az storage account file-service-properties show --resource-group RG --account-name ACCOUNT "
     "--query protocolSettings.smb.authenticationMethods"},
    {"allow NTLMv2, which a logon with a key uses (the list is set as a whole)",
     "az storage account file-service-properties update --resource-group RG --account-name ACCOUNT "
     "--auth-methods \"NTLMv2;Kerberos\""},
    account_in_powershell,
    {"the same questions", "Get-AzStorageAccountNetworkRuleSet -ResourceGroupName RG -Name ACCOUNT",
     Shell::powershell},
    {"", "$a.PublicNetworkAccess; $a.AllowSharedKeyAccess", Shell::powershell},
    {"", "(Get-AzStorageFileServiceProperty -StorageAccount $a).ProtocolSettings.Smb",
     Shell::powershell},
    {"the same changes",
     "Add-AzStorageAccountNetworkRule -ResourceGroupName RG -Name ACCOUNT -IPAddressOrRange "
     "ADDRESS",
     Shell::powershell},
    {"", "$v = Get-AzVirtualNetwork -ResourceGroupName RG -Name VNET", Shell::powershell},
    {"",
     "Set-AzVirtualNetworkSubnetConfig -VirtualNetwork $v -Name SUBNET -AddressPrefix PREFIX "
     "-ServiceEndpoint Microsoft.Storage | Set-AzVirtualNetwork",
     Shell::powershell},
    {"",
     "Add-AzStorageAccountNetworkRule -ResourceGroupName RG -Name ACCOUNT "
     "-VirtualNetworkResourceId SUBNET_ID",
     Shell::powershell},
    {"", "Set-AzStorageAccount -ResourceGroupName RG -Name ACCOUNT -AllowSharedKeyAccess $true",
     Shell::powershell},
    {"",
     "Update-AzStorageFileServiceProperty -StorageAccount $a -SmbAuthenticationMethod "
     "NTLMv2,Kerberos",
     Shell::powershell},
});

constexpr auto cipher_commands = std::to_array<ExplainCommand>({
    {"what this client does (Y or N; for all servers)",
     "cat /sys/module/cifs/parameters/require_gcm_256"},
    {"demand AES-256-GCM now", "echo Y | sudo tee /sys/module/cifs/parameters/require_gcm_256"},
    {"and after each restart",
     "echo options cifs require_gcm_256=Y | sudo tee -a /etc/modprobe.d/cifs.conf"},
    {"which ciphers the account takes (null: all)",
     "az storage account file-service-properties show --resource-group RG --account-name ACCOUNT "
     "--query protocolSettings.smb.channelEncryption"},
    {"let it take AES-128-GCM too (the list is set as a whole)",
     "az storage account file-service-properties update --resource-group RG --account-name ACCOUNT "
     "--channel-encryption \"AES-128-GCM;AES-256-GCM\""},
    account_in_powershell,
    {"which ciphers the account takes",
     "(Get-AzStorageFileServiceProperty -StorageAccount $a).ProtocolSettings.Smb.ChannelEncryption",
     Shell::powershell},
    {"let it take AES-128-GCM too",
     "Update-AzStorageFileServiceProperty -StorageAccount $a -SmbChannelEncryption "
     "AES-128-GCM,AES-256-GCM",
     Shell::powershell},
});

constexpr auto role_commands = std::to_array<ExplainCommand>({
    {"show the ticket", "klist"},
    {"who has a role on the account",
     "az role assignment list --scope ACCOUNT_ID --include-inherited --output table"},
    {"give one",
     "az role assignment create --assignee NAME --role \"Storage File Data SMB Share Contributor\" "
     "--scope ACCOUNT_ID"},
    {"the same in Az PowerShell", "Get-AzRoleAssignment -Scope ACCOUNT_ID", Shell::powershell},
    {"",
     "New-AzRoleAssignment -SignInName NAME -RoleDefinitionName \"Storage File Data SMB Share "
     "Contributor\" -Scope ACCOUNT_ID",
     Shell::powershell},
});

constexpr auto share_commands = std::to_array<ExplainCommand>({
    {"is it there?",
     "az storage share-rm show --resource-group RG --storage-account ACCOUNT --name SHARE"},
    {"create it (size in GiB)",
     "az storage share-rm create --resource-group RG --storage-account ACCOUNT --name SHARE "
     "--quota 100"},
    {"the same in Az PowerShell",
     "Get-AzRmStorageShare -ResourceGroupName RG -StorageAccountName ACCOUNT -Name SHARE",
     Shell::powershell},
    {"",
     "New-AzRmStorageShare -ResourceGroupName RG -StorageAccountName ACCOUNT -Name SHARE -QuotaGiB "
     "100",
     Shell::powershell},
});

constexpr auto pages = std::to_array<ExplainPage>({
    {"access-denied", "The server knows the user and does not let it in",
     "The server took the logon for what it is and refuses it all the same: the network that it "
     "comes from is not allowed, logons with a key are switched off for the account (often by a "
     "policy), NTLMv2 is switched off, or the connection is not encrypted as the account demands.",
     "Error 13, and STATUS_ACCESS_DENIED in the kernel log. A connection to port 445 succeeds even "
     "where the firewall refuses the network: it looks at the logon.",
     "Allow the network, or keys, or use Kerberos. For a virtual machine in the account's own "
     "region an address rule has no effect: allow its subnet. Then unmount what is mounted, wait "
     "60 s and mount again.",
     "Each setting opens the account further, so open no more than is needed. Changes take up to a "
     "minute.",
     access_commands},
    {"account-disabled",
     "The account is closed, or its password has expired",
     "The server knows the user, and has closed the account or waits for a new password. That "
     "happens with accounts of a directory (Active Directory) and not with storage keys.",
     "Error 127 or 128, or STATUS_ACCOUNT_DISABLED, STATUS_ACCOUNT_LOCKED_OUT or "
     "STATUS_PASSWORD_EXPIRED in the kernel log.",
     "Have the account enabled or the password changed where it is kept, and put the new password "
     "into the credentials file.",
     "Repeated attempts can lock an account: take the mount out of automatic retries meanwhile.",
     {}},
    {"cipher-not-accepted", "Client and server agree on no cipher",
     "A storage account can be told to take AES-256-GCM alone. Linux offers AES-128-GCM first, and "
     "such an account then refuses it. The other way round, a client that demands AES-256-GCM is "
     "of no use to a server without it.",
     "Error 13 where user, key and network are right, and require_gcm_256 of the cifs module is N; "
     "or \"does not support requested encryption\" in the kernel log; or error 95 with the "
     "parameter at Y.",
     "Demand AES-256-GCM on this client, or let the account take AES-128-GCM too; then unmount "
     "what is mounted, wait 60 s and mount again. A kernel before 5.10 has no AES-256-GCM: update "
     "it.",
     "The parameter holds for all servers of this machine: mounts of a server without AES-256-GCM "
     "then fail. AES-256-GCM needs a little more CPU. AES-128-GCM is safe by today's knowledge; "
     "the account's setting may be one of policy.",
     cipher_commands},
    {"crypto-missing",
     "The kernel lacks a cryptographic module",
     "SMB 3.1.1 needs several algorithms (aes, gcm, ccm, cmac, hmac, sha256, sha512, md4, md5), "
     "which are modules of their own. \"No such file or directory\" then means neither the share "
     "nor a directory.",
     "Error 2, and in the kernel log \"Failed alloc encrypt aead\" or \"Could not allocate\" with "
     "the name of an algorithm.",
     "Install the package with the kernel's extra modules, or boot the kernel whose modules are "
     "installed. If it is md5 that is missing, look whether the kernel is in FIPS mode.",
     "None but the space of the package.",
     {}},
    {"directory-not-found",
     "The directory does not exist in the share",
     "The share is there, and what stands behind its name in the path is not, or the user may not "
     "see it.",
     "Error 2, and the kernel log has no BAD_NETWORK_NAME.",
     "Mount the share without the directory and look. Upper and lower case count in a few servers "
     "only; a blank at the end counts.",
     "None.",
     {}},
    {"fips",
     "FIPS mode forbids what a logon with a key needs",
     "A logon with a key is NTLMv2, which is built on MD5. A kernel in FIPS mode has no MD5.",
     "/proc/sys/crypto/fips_enabled is 1, or the kernel log says that it could not allocate "
     "hmac(md5). The error is 2 (No such file or directory) or 13.",
     "Mount with Kerberos: sec=krb5, after the account was joined to a directory. Or take the "
     "machine out of FIPS mode, where that is allowed.",
     "Kerberos needs a directory and tickets. Leaving FIPS mode needs a restart and may break "
     "rules that the machine is under.",
     {}},
    {"krb5-no-ticket",
     "There is no Kerberos ticket for this server",
     "The mount was asked to log on with Kerberos (sec=krb5), and the user in whose name it does "
     "so has no ticket that is valid.",
     "Error 126, and \"Verify user has a krb5 ticket and keyutils is installed\" in the kernel "
     "log. With a host name that has privatelink in it: tickets are made out for the plain name "
     "alone.",
     "Get a ticket: kinit NAME, as the user that cruid= names (root if none is named); with "
     "azfilesauth: azfilesauthmanager list shows them, azfilesauthmanager set makes one. Mount by "
     "the account's plain name. If you meant to mount with the key, leave sec=krb5 out.",
     "A ticket ends after some hours, and with it the means to reconnect, unless something renews "
     "it.",
     {}},
    {"krb5-no-upcall",
     "The kernel cannot fetch a Kerberos ticket",
     "The kernel asks a program for the ticket, by way of request-key: cifs.upcall of the package "
     "cifs-utils. That way is broken.",
     "Error 126 or 129, and the program is missing, or no rule in /etc/request-key.conf and "
     "/etc/request-key.d is for cifs.spnego.",
     "Install cifs-utils and keyutils. The rule reads: create cifs.spnego * * "
     "/usr/sbin/cifs.upcall %k",
     "None but the space of the packages.",
     {}},
    {"krb5-refused", "The server does not accept whom the ticket is for",
     "There is a ticket, and the server refuses it: the identity has no role on the share, the "
     "ticket is for another account, or the clocks differ by more than five minutes.",
     "Error 13 with sec=krb5, or STATUS_TIME_DIFFERENCE_AT_DC in the kernel log.",
     "Check with klist for whom and for which server the ticket is, and the clock (chronyc "
     "tracking). Give the identity a role for SMB on the share or the account, get a new ticket "
     "and mount again.",
     "A role takes some minutes to be in force.", role_commands},
    {"logon-failure",
     "The server does not know this user and key",
     "The key was changed, is that of another account, or the user is not the account's name.",
     "Error 13, and STATUS_LOGON_FAILURE in the kernel log. Without that line access-denied and "
     "cipher-not-accepted look the same.",
     "username must be the storage account's name, without a domain, and the password one of its "
     "two present keys, all 88 characters. Copy the key again from the portal (Security + "
     "networking, Access keys) into the credentials file; never onto a command line.",
     "None. Many attempts with a wrong password can lock an account of a directory.",
     {}},
    {"ntlmv1-refused",
     "sec=ntlm asks for a logon that servers refuse",
     "NTLMv1 is broken since long. Azure Files and other current servers take NTLMv2 and Kerberos, "
     "and Linux from 5.15 on has no NTLMv1 any more.",
     "sec=ntlm or sec=ntlmi is among the options.",
     "Leave sec= out, which gives NTLMv2, or write sec=ntlmssp or sec=krb5.",
     "None.",
     {}},
    {"share-not-found", "The server has no share of this name",
     "The server is right and the user is known, and there is no share of that name in this "
     "storage account: misspelt, deleted, or in another account.",
     "Error 2, and BAD_NETWORK_NAME with the share's name in the kernel log. Or error 78: the "
     "share was deleted.",
     "Compare the name with the portal; a blank in fstab is written \\040. Create the share if it "
     "is missing.",
     "An SSD share is paid by what is provisioned.", share_commands},
});
static_assert(are_sorted(pages), "the pages are not sorted, or have an id twice");

}  // namespace

std::span<const ExplainPage> of_logons() {
    return pages;
}

}  // namespace azfiles::pages
