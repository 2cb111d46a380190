#include "core/finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace azfiles {
namespace {

constexpr auto error = Severity::error;
constexpr auto warning = Severity::warning;
constexpr auto note = Severity::note;

constexpr std::string_view ask_for_them =
    "Update the kernel; to have more channels all the same, ask for them: max_channels=4.";

constexpr auto table = std::to_array<FindingSpec>({
    {"access-denied", error, "The server knows the user and does not let it in",
     "Check the storage account's firewall and network rules, whether key access is allowed, and "
     "which SMB encryption it demands."},
    {"account-disabled", error,
     "The server has disabled this account, or its password has expired{}",
     "Have the account enabled, or its password changed, where it is kept."},
    {"address-not-private", error, "expect=private is among the options, and the name leads to {}",
     "Link the private DNS zone of the endpoint (privatelink.file.core.windows.net) to this "
     "network, or leave expect=private out."},
    {"automount-not-there", error,
     "A share should be mounted at the first access, and its automount is not there{}",
     "Start it: systemctl start UNIT; journalctl -u UNIT says why it was not."},
    {"azfiles-possible", note,
     "The share is on Azure Files, and with type {} nobody looks whether its channels are there",
     "Make the type azfiles; azfiles lint --print SHARE DIRECTORY writes the whole line."},
    {"blank-in-name", error, "A blank splits the name of the share or of the mount point",
     "Write \\040 for each blank that belongs to a name."},
    {"blank-in-options", error,
     "A blank ends the options, and what stands behind it is none of them",
     "Write the options as one word, with commas and without blanks."},
    {"cause-not-seen", warning,
     "The session has fewer channels than asked, and nothing that can be seen says why{}",
     "Look in the kernel log (dmesg) for \"failed to open extra channel\": rc=-13 is a server that "
     "refuses them, rc=-115 an address that is silent; if it says nothing, unmount the share, wait "
     "a minute and mount it again."},
    {"channel-ended-session", error,
     "The session was lost while another channel was being opened{}",
     "Mount with one channel, max_channels=1: if that works, it is neither the key nor the "
     "network, and the kernel or the server needs an update."},
    {"channel-refused", warning, "The server refused the extra channels{}",
     "A server that demands encryption of everything refuses them: mount with seal, or let it "
     "demand encryption per share; else ask for one channel: max_channels=1."},
    {"channels-ignored", warning,
     "max_channels stands without multichannel, and many kernels then open one channel",
     "Write the two together: multichannel,max_channels=4."},
    {"cipher-not-accepted", error, "Client and server agree on no cipher{}",
     "Switch require_gcm_256 of the cifs module on, or let the storage account accept AES-128-GCM "
     "too: azfiles explain cipher-not-accepted."},
    {"connection-silent", warning,
     "The kernel shows the channels as healthy, and their server is silent",
     "Check the network and TCP port 445 of the server; then look again."},
    {"connections-missing", warning, "The kernel shows {} to port 445 of the server",
     "Look again; if it stays so, the mount uses another port or belongs to another network "
     "namespace: run azfiles there (nsenter)."},
    {"connections-not-seen", warning,
     "The TCP connections beneath the channels could not be seen, so that the channels may be dead",
     "As root: modprobe -a inet_diag tcp_diag; then look again."},
    {"credentials-bytes", error, "{}", ""},
    {"credentials-incomplete", error, "{}", ""},
    {"credentials-key", error, "{}", ""},
    {"credentials-line", warning, "{}", ""},
    {"credentials-name", error, "{}", ""},
    {"credentials-none", error, "{}", ""},
    {"credentials-path", warning, "A key seems to stand in the name of the file{}",
     "Rename the file, and rotate the key: names of files are shown to everybody."},
    {"credentials-readable", warning, "{}", ""},
    {"credentials-twice", error, "{}", ""},
    {"credentials-unreadable", error, "{}", ""},
    {"credentials-unsafe", error, "{}", ""},
    {"crypto-missing", error, "The kernel lacks a cryptographic module that SMB 3.1.1 needs{}",
     "Install the package with the kernel's extra modules, or boot the kernel whose modules are "
     "installed."},
    {"debugdata-missing", warning,
     "The kernel shows no /proc/fs/cifs/DebugData, so the channels cannot be counted",
     "Load the cifs module, or look on the host if this is a container."},
    {"debugdata-unreadable", warning,
     "/proc/fs/cifs/DebugData could not be read{}, so the channels cannot be counted",
     "Try again; if it stays so, look at the kernel log (dmesg)."},
    {"default-dependencies-off", warning,
     "DefaultDependencies=no takes away what orders the mount behind the network",
     "Leave the line out, or add After=network-online.target and Conflicts=umount.target."},
    {"dialect-too-old", warning, "The session speaks an SMB dialect without multichannel{}",
     "Mount with vers=3.1.1; if the server has no SMB 3.1.1, ask for one channel: max_channels=1."},
    {"directory-not-found", error, "The directory does not exist in the share",
     "Check the path after the share's name."},
    {"disconnected", warning, "{} disconnected",
     "The kernel reconnects by itself with the next access; if it does not, check the network and "
     "TCP port 445 of the server."},
    {"dns-failed", error, "The name {} does not resolve to an address",
     "Check the name, /etc/resolv.conf, and, for a private endpoint, that its private DNS zone is "
     "linked to this network."},
    {"encryption-cost", note,
     "The session is encrypted, which cost 10 to 15 % of throughput and 5 % of metadata work where "
     "NetApp measured it",
     ""},
    {"escape-misplaced", error, "{}", ""},
    {"few-queues", note, "The network device {} has fewer receive queues than there are channels",
     ""},
    {"fewer-than-wanted", warning,
     "The mount has fewer channels than the {} that are wanted, and asks for no more",
     "Unmount the share and mount it again with a higher max_channels=."},
    {"fips", error,
     "The kernel is in FIPS mode, which forbids the MD5 that a logon with a key needs",
     "Mount with Kerberos (sec=krb5), or take the machine out of FIPS mode."},
    {"guest-session", warning,
     "The server let the user in as a guest or as nobody, without checking the key",
     "Switch guest access off at the server (Samba: map to guest = never), and check the user's "
     "name."},
    {"handle-limit-near", note, "{}, and Azure Files allows 2000 for one file",
     "Have programs close what they no longer need; azfiles explain higher-handle-limit tells how "
     "to raise the limit."},
    {"helper-not-found", warning,
     "mount(8) does not find mount.azfiles, so that the type azfiles can't be mounted",
     "Install it into /usr/sbin (/sbin where these two differ), or link it there."},
    {"interface-unreachable", warning, "An address that the server advertised does not answer{}",
     "Open TCP port 445 to every address that the server lists (azfiles status shows them)."},
    {"kernel-advisory", warning, "{}", ask_for_them},
    {"kernel-bug", error, "The kernel's SMB client seems to have run into a fault of its own{}",
     "Restart the machine, update its kernel, and report the fault with the kernel log (dmesg)."},
    {"kernel-not-comparable", note, "{}", ""},
    {"kernel-not-listed", note, "{}", ""},
    {"kernel-too-old", warning, "{}", ask_for_them},
    {"key-no-longer-valid", error, "The server no longer takes the key of this session",
     "Put the present key into the credentials file, unmount the share and mount it again."},
    {"krb5-no-ticket", error, "There is no Kerberos ticket for this server{}",
     "Get one with kinit (with azfilesauth: azfilesauthmanager set) as the user that cruid= names, "
     "and mount again."},
    {"krb5-no-upcall", error, "The kernel cannot fetch a Kerberos ticket{}",
     "Install cifs-utils and keyutils; /etc/request-key.d then has a rule for cifs.spnego."},
    {"krb5-refused", error, "The server does not accept whom the Kerberos ticket is for{}",
     "Check with klist whose ticket it is, and that this identity has a role for SMB on the "
     "share."},
    {"line-unreadable", error, "The line {}",
     "Write //HOST/SHARE DIRECTORY TYPE OPTIONS 0 0, with blanks between the six alone."},
    {"logon-failure", error, "The server does not know this user and key",
     "Check that username is the storage account's name and that the key is one of its two present "
     "keys."},
    {"mount-failed", error, "The kernel could not mount the share{}",
     "Look at the kernel log (dmesg) for the reason."},
    {"mount-timeout", error, "The kernel did not finish the mount in time",
     "Check the network to the server; the kernel log (dmesg) says how far it came."},
    {"mountpoint-covered", warning,
     "The mount point lies below one that {} mounts later, which hides it after mount -a",
     "Put the lines into the order of their paths."},
    {"mountpoint-missing", note,
     "The mount point does not exist: at boot systemd makes it, and mount -a does not",
     "Make the directory, or add X-mount.mkdir to the options."},
    {"mountpoint-not-absolute", error, "The mount point is no absolute path",
     "Write the whole path, beginning with /."},
    {"mountpoint-on-resource-disk", warning,
     "The mount point lies on the resource disk of Azure, which is emptied when the machine moves",
     "Mount elsewhere, as below /srv or /media."},
    {"mountpoint-twice", warning, "Something else has the same mount point: {}",
     "Leave one of them, or give one another directory."},
    {"mountpoint-unfit", error, "The mount point {}", "Mount on a directory of its own."},
    {"netdev-missing", warning,
     "_netdev is missing, so that the share may be mounted before the network is up",
     "Add _netdev to the options."},
    {"nic-not-seen", note, "Whether channels are received on several CPUs can't be told: {}",
     "Look where those devices are: ethtool -l DEVICE shows the queues of one."},
    {"no-accelerated-networking", note,
     "The network device {} has no accelerated networking, so the host of the virtual machine "
     "handles every packet",
     "Stop the virtual machine, run az network nic update --resource-group RG --name NIC "
     "--accelerated-networking true, and start it."},
    {"no-cifs-module", error, "This kernel has no SMB client: the cifs module is not there{}",
     "Install the package with the kernel's extra modules (on Ubuntu linux-modules-extra of this "
     "release), or boot the kernel whose modules are installed."},
    {"nofail-missing", note, "nofail is missing: without the server the machine may not come up",
     "Add nofail to the options, unless the machine is of no use without the share."},
    {"not-asked", note,
     "The mount shows no max_channels: more than one channel was not asked for, or the kernel gave "
     "it up",
     ""},
    {"not-cifs", warning, "This is not a mount of the kernel's SMB client",
     "Name the mount point of a share: findmnt -t cifs lists them."},
    {"not-encrypted", warning, "The mount asks for encryption (seal), and the session shows none",
     "Unmount the share and mount it again; if it stays so, the server does not encrypt."},
    {"not-permitted", error, "The kernel does not let this process mount",
     "Mount as root, outside of containers without CAP_SYS_ADMIN."},
    {"ntlmv1-refused", error,
     "sec={} asks for NTLMv1, which Azure Files and other current servers refuse",
     "Leave sec= out, which gives NTLMv2, or use Kerberos (sec=krb5)."},
    {"option-not-in-force", warning,
     "The channels were asked for, and /proc/mounts shows that the kernel did not take them",
     "Unmount the share and mount it with multichannel and max_channels together."},
    {"option-unknown", error, "The kernel does not know an option{}",
     "Check its spelling; /proc/fs/cifs/mount_params lists what this kernel knows."},
    {"option-value", error, "The kernel refuses an option's value{}", "Correct the value."},
    {"options-contradict", error, "The options {} contradict each other", "Leave one of them out."},
    {"options-malformed", error, "The options are not as they should be: {}",
     "Write the options as one word, with commas and without blanks."},
    {"other-network-namespace", warning,
     "The mount belongs to another network namespace, where its connections can't be seen from "
     "here",
     "Run azfiles as root, or in that namespace."},
    {"other-share-mounted", error, "Another share is mounted than the one that should be{}",
     "Unmount it and mount the right one: umount MOUNTPOINT; mount MOUNTPOINT."},
    {"over-limit", warning,
     "More than four channels are asked for, and Azure Files has four at most",
     "Ask for max_channels=4."},
    {"passno-set", note, "The last number is not 0: there is nothing that fsck could check",
     "Write 0 0 at the end of the line."},
    {"password-in-options", error,
     "A password stands in a file that every user of this machine may read",
     "Put it into a file of mode 0600, write credentials=FILE in its place, and rotate the key."},
    {"port-445-blocked", error, "TCP port {} does not answer",
     "A firewall, a network security group or the provider blocks it: open TCP 445, or use a "
     "private endpoint or a VPN."},
    {"privatelink-name", warning,
     "The host is named by its private endpoint and not by the name of its account",
     "Leave .privatelink out: the account's name leads to the endpoint too, and tickets are for "
     "it."},
    {"promise-unreadable", warning, "Not all that should be mounted is known{}",
     "Look at it as root, or correct what cannot be read."},
    {"public-address-of-private-endpoint", error,
     "The name leads to a public address, {}, and not to a private endpoint",
     "Link the private DNS zone of the endpoint (privatelink.file.core.windows.net) to this "
     "network; without a private endpoint, look at the other causes."},
    {"reconnecting", warning, "{} reconnecting",
     "Wait; if it stays so, check the network and TCP port 445 of the server."},
    {"refused", error, "TCP port {} refuses connections",
     "Check that the name resolves to the right address and that the server runs there."},
    {"rss-off", note,
     "The network device {} has several receive queues and fills one, so all channels share one "
     "CPU",
     ""},
    {"second-nic-unused", note,
     "Nothing for this server goes through {}: all channels go to one address, by one route",
     "Nothing is wrong; for more throughput take a virtual machine size with a faster network, "
     "since a second network device adds none."},
    {"server-busy", error, "The server takes no further session or connection now{}",
     "Wait a minute and mount again; if it stays so, look for clients that leave sessions behind, "
     "and at the limits of the server."},
    {"server-dialect-too-old", warning, "The newest that the server speaks is {}",
     "Switch SMB 3.1.1 on at the server, or move the share to one that has it."},
    {"server-far-away", note, "The server is far away: a round trip takes {}",
     "Mount from a machine in the region of the storage account; else have many requests under way "
     "at a time, or larger ones."},
    {"server-no-encryption", note, "The server offers no encryption",
     "Switch it on at the server, unless the network to it is one to trust."},
    {"server-no-interfaces", warning,
     "The server offers multichannel and lists no network interface for it",
     "At Azure Files: switch SMB Multichannel on at the storage account, which an SSD share needs; "
     "an HDD share has none: ask for one channel: max_channels=1."},
    {"server-no-multichannel", warning, "The server does not offer SMB Multichannel",
     "Switch it on at the server, at Azure Files at the storage account; or ask for one channel: "
     "max_channels=1."},
    {"server-not-rss", warning,
     "The server lists no network interface with RSS, and opens no further channel on one without",
     "Switch RSS on at the server's interface; or ask for one channel: max_channels=1."},
    {"server-not-smb", error, "What answers there does not speak SMB as it should{}",
     "Check that the name leads to the right address, and that no proxy stands on the port."},
    {"server-requires-signing", note, "The server demands that every message is signed",
     "Encrypt instead (seal), which costs less."},
    {"server-silent", error, "The server takes the connection and does not answer in SMB{}",
     "Check that the server is well, and that nothing on the way, such as a firewall or a proxy, "
     "holds SMB back."},
    {"server-smb1-only", error, "The server speaks SMB 1 alone",
     "Update the server, or switch SMB 2 and 3 on there; do not go back to SMB 1, which is not "
     "safe."},
    {"session-ambiguous", warning,
     "Several sessions fit this mount, and the kernel does not say which is its own",
     "Look at all of them with azfiles debugdata /proc/fs/cifs/DebugData."},
    {"session-not-found", warning, "The kernel lists no session that fits this mount",
     "Try again; if it stays so, unmount the share and mount it again."},
    {"share-covered", error, "Another file system hides a share, or stands in its place{}",
     "Unmount what is there (umount MOUNTPOINT), or give the share another mount point."},
    {"share-disconnected", warning, "The share is disconnected from its session",
     "The kernel reconnects it with the next access; if it does not, check that the share still "
     "exists."},
    {"share-not-found", error, "The server has no share of this name",
     "Check the share's name, or create it."},
    {"share-not-mounted", error, "A share that should be mounted is not{}",
     "Mount it: mount MOUNTPOINT; journalctl -u UNIT says why it was not mounted."},
    {"shared-connection", warning,
     "This mount rides on a connection that an earlier mount set up without multichannel",
     "Mount it with nosharesock; or unmount every share of that server first and mount them again "
     "with max_channels=4."},
    {"signing-cost", note,
     "The session is signed and not encrypted{}; where NetApp measured signing, sequential reads "
     "fell from 875 to 250 MiB/s",
     "Encrypt instead (seal), which costs less."},
    {"single-queue-nic", note,
     "The network device {} has one receive queue, so all channels share one CPU",
     "On a virtual machine, choose a size with accelerated networking and switch it on, or add "
     "queues with ethtool -L."},
    {"smb-version-refused", error, "The server may not take this SMB version or encryption{}",
     "Mount with vers=3.1.1; check which SMB versions and ciphers the server allows, and that no "
     "proxy stands on port 445."},
    {"source-shape", error, "{}", ""},
    {"stale-address", warning, "The server's address is not one that its name has now: {}",
     "Unmount the share and mount it again; Linux 5.15 and later, with keyutils, follow such a "
     "move by themselves."},
    {"still-opening", warning, "The channels are still being opened",
     "Look again in a minute with azfiles status."},
    {"timeout-unreadable", warning,
     "systemd can't read the time of {}, and goes by its own default",
     "Write seconds, or a time as 1min30s."},
    {"type-misspelt", error, "The type is {}, which is none of a share", ""},
    {"unit-name", error, "The unit's name is not that of its Where=, and systemd refuses it", ""},
    {"unreachable", error, "There is no way to {}",
     "Check the route and the address; for a private endpoint, that this network is linked to it."},
    {"value-misread", warning,
     "The kernel takes an option's value for another than it seems to be{}", "Correct the value."},
    {"vers-too-old", warning,
     "vers={} is older than SMB 3.1.1, which multichannel and Azure's encryption need",
     "Write vers=3.1.1, or leave vers= out."},
});

static_assert(std::ranges::adjacent_find(table, std::ranges::greater_equal{}, &FindingSpec::id) ==
                  table.end(),
              "the finding table is not sorted, or has an id twice");

const FindingSpec& row_of(std::string_view id) {
    const auto* row = find_finding(id);
    if (row == nullptr)
        throw std::logic_error{"a finding that the table lacks"};
    return *row;
}

}  // namespace

std::span<const FindingSpec> finding_table() {
    return table;
}

const FindingSpec* find_finding(std::string_view id) {
    const auto* at = std::ranges::lower_bound(table, id, {}, &FindingSpec::id);
    return at != table.end() && at->id == id ? at : nullptr;
}

Finding make_finding(std::string_view id, std::string_view evidence) {
    return make_finding(id, {}, evidence);
}

Finding make_finding(std::string_view id, std::string_view detail, std::string_view evidence) {
    const auto& row = row_of(id);
    std::string message{row.message};
    if (const auto at = message.find("{}"); at != std::string::npos)
        message.replace(at, 2, detail);
    return {std::string{id}, row.severity, std::move(message), std::string{row.remedy},
            std::string{evidence}};
}

std::string_view to_string(Severity severity) {
    switch (severity) {
        case Severity::note:
            return "note";
        case Severity::warning:
            return "warning";
        case Severity::error:
            return "error";
    }
    return "error";
}

bool has_finding(const std::vector<Finding>& findings, std::string_view id) {
    return std::ranges::find(findings, id, &Finding::id) != findings.end();
}

}  // namespace azfiles
