// The kernel, and what a mount pays.

#include "core/explain_commands.h"
#include "core/explain_pages.h"

namespace azfiles::pages {
namespace {

constexpr auto pages = std::to_array<ExplainPage>({
    {"encryption-cost",
     "The session is encrypted, which costs throughput",
     "Everything between client and server is encrypted. At Azure Files that is the rule.",
     "DebugData marks the session or the share as encrypted.",
     "Nothing is to be done at Azure Files: encryption in transit is right there, and should be "
     "kept. Elsewhere too it is the cheaper of the two protections (see signing-cost). AES-GCM, "
     "which SMB 3.1.1 has, costs less than AES-CCM.",
     "NetApp measured 10 to 15 % of reads and writes and 5 % of metadata work.",
     {}},
    {"handle-limit-near",
     "A file has nearly as many open handles as allowed",
     "Azure Files allows 2000 open handles for one file or directory. The next open beyond it "
     "fails.",
     "/proc/fs/cifs/open_files, which only root may read, lists 1800 or more handles of one name "
     "in this mount. The kernel shows no folders there, so that files of one name in several "
     "folders are counted together; and handles of other clients are not seen at all.",
     "Find the programs that keep the file open (lsof NAME) and have them close it. The limit can "
     "be raised to 10,000: azfiles explain higher-handle-limit.",
     "At the limit, opening the file fails on every client.",
     {}},
    {"kernel-advisory",
     "A known fault makes several channels unsafe here",
     "This kernel's SMB client has a fault that was corrected later, and that several channels "
     "bring out. mount.azfiles asks for one channel on it unless you say how many.",
     "The kernel's release lies in a range of the list of known faults; azfiles kernel names the "
     "fault and where it is corrected.",
     "Update the kernel. To have several channels all the same, ask for them: max_channels=4.",
     "One channel costs throughput. Several on such a kernel can cost hanging mounts, or data.",
     {}},
    {"kernel-bug",
     "The kernel's SMB client ran into a fault of its own",
     "The kernel reported a fault within itself, or killed the process that was mounting or that "
     "read /proc/fs/cifs/DebugData. Some kernels before 6.14 do the latter if a server advertises "
     "a speed of 0.",
     "The kernel log has a line with BUG, Oops or general protection fault, and behind it "
     "functions of cifs; or the process ended by a signal that nobody sent; or it hangs.",
     "Save the kernel log (dmesg). Restart the machine: after such a fault parts of the kernel may "
     "hold locks for ever. Update the kernel, and report the fault to the distribution.",
     "Left alone, mounts may hang and can't be unmounted. A restart ends everything that runs.",
     {}},
    {"kernel-not-comparable",
     "The kernel is not of the kind that the table lists",
     "The table of kernels has a row for this distribution, for another flavour of its kernels. "
     "Numbers of different kernels say nothing about each other.",
     "The release has another flavour, tag or form than the row's: a generic kernel and not an "
     "-azure one, one built by hand, or the text is no release at all.",
     "Nothing needs to be done: the channels of a mount say more than the table. To be on listed "
     "ground, boot the kernel flavour that the table names (azfiles kernel).",
     "None.",
     {}},
    {"kernel-not-listed",
     "The table has no row for this distribution",
     "Microsoft lists kernels of a few distributions as tried with multichannel. This is another "
     "one, or another version.",
     "ID and VERSION_ID of /etc/os-release are in no row of the table.",
     "Nothing needs to be done: four active channels on a kernel that is not listed are four "
     "channels. Rows of your own go into /etc/azfiles/support.d.",
     "None.",
     {}},
    {"kernel-too-old",
     "The kernel is older than the table asks for",
     "Microsoft names the kernel from which on multichannel works with Azure Files, and this one "
     "is older. mount.azfiles asks for one channel on it unless you say how many.",
     "The release is of the row's kind and below its minimum; azfiles kernel shows both.",
     "Update the kernel. To have several channels all the same, ask for them: max_channels=4.",
     "Older kernels can lose channels or the mount when Azure moves a session between its servers.",
     {}},
    {"server-far-away",
     "A request takes long to the server and back",
     "The time to the server and back bounds each single request, however many channels there are: "
     "at 20 ms one after the other makes 50 requests a second.",
     "The shortest round trip that the kernel measured on the mount's connections is above 10 ms.",
     "Mount from a machine in the region of the storage account, and in its zone where that can be "
     "chosen (up to 30 % less latency, by Microsoft's figures). Else have many requests under way "
     "at a time: many threads over many files, larger blocks, actimeo=30.",
     "Between regions the data sent is charged too.",
     {}},
    {"signing-cost",
     "The session is signed, which costs throughput",
     "Each message carries a signature, which one CPU works out. An encrypted session needs none, "
     "since encryption protects against changes too.",
     "DebugData marks the session as signed and not as encrypted. The server demands it, or sign, "
     "or a sec= that ends in i, is among the options.",
     "Encrypt instead: mount with seal. Where the options ask for signing and the network can be "
     "trusted, leave it out.",
     "NetApp measured 250 instead of 875 MiB/s of sequential reads, with one CPU core busy. "
     "Encryption cost 10 to 15 % there. Without either, who sits on the network can change what is "
     "read and written.",
     {}},
});
static_assert(are_sorted(pages), "the pages are not sorted, or have an id twice");

}  // namespace

std::span<const ExplainPage> of_machines() {
    return pages;
}

}  // namespace azfiles::pages
