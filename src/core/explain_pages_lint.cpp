// What can be wrong with a line of fstab or a mount unit, told before it is mounted.

#include "core/explain_commands.h"
#include "core/explain_pages.h"

namespace azfiles::pages {
namespace {

constexpr auto line_commands = std::to_array<ExplainCommand>({
    {"a line and units that are right, with the reasons",
     "azfiles lint --print //HOST/SHARE DIRECTORY"},
    {"is fstab right now?", "azfiles lint"},
    {"let systemd read it again", "systemctl daemon-reload"},
});

constexpr auto unit_commands = std::to_array<ExplainCommand>({
    {"the name that the unit must have", "systemd-escape --path --suffix=mount DIRECTORY"},
    {"let systemd read it again", "systemctl daemon-reload"},
});

constexpr auto pages = std::to_array<ExplainPage>({
    {"azfiles-possible", "A share of Azure Files has another type",
     "The host is one of Azure Files and the line has type cifs or smb3. Such a mount works, has "
     "the options that its line gives, and nobody tells when channels are missing.",
     "The host has a name of Azure Files, and the type is not azfiles.",
     "Make the type azfiles. Options of the line go on working; the defaults are those that "
     "Microsoft recommends.",
     "None: the mounted type stays cifs.", line_commands},
    {"blank-in-name", "A blank splits the share or the mount point",
     "Fields of fstab end at a blank. In the name of a share or of a directory a blank is written "
     "\\040, else the rest of the name is taken for the next field.",
     "The type stands further behind in the line than in third place.",
     "Write \\040 for each blank of a name: //HOST/my\\040share /mnt/my\\040share.",
     "The line mounts nothing.", line_commands},
    {"blank-in-options", "A blank cuts the options short",
     "Options are one word. What stands behind a blank is taken for the number of the fifth field, "
     "and mount(8) drops the line, or mounts without the options behind the blank.",
     "The fifth field of the line is no number. What it holds is shown where all of it is options, "
     "and not where it may be the piece of a password.",
     "Take the blank away; a blank in a path is written \\040. The example in Microsoft's own "
     "guide once had such a blank before multiuser.",
     "Channels, seal or _netdev that stand behind the blank are not in force.", line_commands},
    {"channels-ignored", "max_channels stands without multichannel",
     "What the kernel makes of max_channels alone depends on its version and on who mounts: Linux "
     "5.5 to 5.12 ignore it, some later ones open one channel where mount uses the new system "
     "calls.",
     "Type cifs or smb3, max_channels above 1, and no multichannel.",
     "Write multichannel,max_channels=4, which is right on every kernel. With type azfiles both "
     "are sent by themselves.",
     "One connection does all the work, and nothing says so.", line_commands},
    {"default-dependencies-off", "A mount unit has no order",
     "With DefaultDependencies=no systemd leaves out what it else gives to a mount of a network: "
     "After=network.target and remote-fs-pre.target, and an end before the shutdown.",
     "DefaultDependencies= is no in [Unit], and no After= there names the network.",
     "Leave the line out. Who needs it adds After=network-online.target, "
     "Wants=network-online.target, Before=umount.target and Conflicts=umount.target.",
     "The share is mounted before the network is up, and the shutdown waits for it.",
     unit_commands},
    {"escape-misplaced", "An escape is in the wrong place",
     "fstab writes a blank as \\040 and undoes that once; a unit takes every character as it "
     "stands; %20 belongs into URLs alone.",
     "There is \\040 in What= or Where= of a unit, or one with two backslashes in fstab, %20 in a "
     "source, or digits behind a backslash that are no character.",
     "In fstab write \\040 for a blank. In a unit write the blank itself, without quotes.",
     "The share is asked for under another name, and the server has none of it: error 2.",
     line_commands},
    {"line-unreadable", "A line of fstab cannot be read",
     "mount(8) and systemd drop a line that is not of the form that fstab(5) describes, and go "
     "on.",
     "A field is missing, something else than a number stands in the last two, or the line is "
     "longer than 4094 bytes. A comment behind the options is such a fault.",
     "Write six fields: //HOST/SHARE DIRECTORY TYPE OPTIONS 0 0. A comment takes a line of its "
     "own.",
     "The share is not mounted.", line_commands},
    {"mountpoint-covered", "A later line hides the mount point",
     "mount -a mounts in the order of the lines. A line further down mounts on a directory above "
     "this one, and hides what was mounted below it before. systemd sorts by path at boot; mount "
     "-a does not.",
     "A later line has a mount point that this one lies below.",
     "Put the line of the directory above first.",
     "After mount -a the share is hidden, and programs write to the other file system.",
     line_commands},
    {"mountpoint-missing", "The mount point does not exist",
     "mount needs a directory to mount on. systemd makes one for what it mounts; mount -a and "
     "mount by hand do not.",
     "Nothing is at the mount point, and the options have neither X-mount.mkdir nor "
     "x-systemd.automount.",
     "Make it: mkdir -p DIRECTORY; or add X-mount.mkdir to the options.",
     "mount says that the mount point does not exist, and ends with 32.", line_commands},
    {"mountpoint-not-absolute", "The mount point is no absolute path",
     "There is no folder to start from at boot, and systemd makes no unit of such a line.",
     "The second field, or Where=, does not begin with a slash, or holds \"..\".",
     "Write the whole path, beginning with a slash.", "The share is not mounted.", line_commands},
    {"mountpoint-on-resource-disk", "The mount point is on Azure's resource disk",
     "Virtual machines of Azure mount their resource disk on /mnt (cloud-init) or /mnt/resource "
     "(the agent). It is empty again after the machine was moved: directories on it, mount points "
     "too, are gone.",
     "A line of fstab mounts that disk on a directory above, or the machine is one of Azure and "
     "the mount point is /mnt or /mnt/resource.",
     "Mount elsewhere, as on /srv/share or /media/share.",
     "One day the mount point is missing, or the disk is mounted over the share.", line_commands},
    {"mountpoint-twice", "Two mounts have the same mount point",
     "The later mount hides the earlier one. Where a unit in /etc or /run and a line of fstab have "
     "the same mount point, systemd takes the unit and ignores the line.",
     "Another line, or a unit, has the mount point; it is named.",
     "Leave one of them, or give one another directory.",
     "Programs see one of the two, and which one depends on the order.", line_commands},
    {"mountpoint-unfit", "The mount point is none",
     "A share is mounted on a directory. On / it would hide the running system.",
     "The mount point is /, or a file or device stands there.",
     "Mount on a directory of its own, as /srv/share.",
     "mount fails with error 20, or no program of the machine is found any more.", line_commands},
    {"netdev-missing", "_netdev is missing",
     "systemd orders a mount behind the network if its type is one of a network, or if it has "
     "_netdev. Type azfiles is not in its list; cifs is, and other tools still look for _netdev.",
     "The options do not have _netdev, and the mount is one of boot or of an automount.",
     "Add _netdev to the options, in a unit to Options=.",
     "At boot the name cannot be resolved (\"could not resolve address\"), and at shutdown the "
     "network is gone before the share is unmounted.",
     line_commands},
    {"nofail-missing", "nofail is missing",
     "Without nofail the boot waits for the mount and fails with it: without the server, or after "
     "a rotated key, the machine stands in emergency mode, where nobody can log on over the "
     "network.",
     "The line has neither nofail nor noauto.",
     "Add nofail, and x-systemd.mount-timeout=60 to bound the wait. Leave it as it is where the "
     "machine is of no use without the share.",
     "With nofail services may start before the share is there: let them require it "
     "(RequiresMountsFor=).",
     line_commands},
    {"options-contradict", "Two options contradict each other",
     "multichannel and nomultichannel, or multichannel and max_channels=1, ask for two things. "
     "Kernels before 6.19 take the last or open two channels; later ones refuse the mount, and so "
     "does mount.azfiles.",
     "Both stand among the options.",
     "Leave out what is not meant. One channel is max_channels=1 alone.",
     "The mount fails with error 22, or has another number of channels than meant.", line_commands},
    {"options-malformed", "The options are not well formed",
     "An option is blank, has no name, or a quote does not end. In fstab a \\040 behind a comma is "
     "a blank too.",
     "The number of the option is named, and not what it holds: it may be the piece of a "
     "password.",
     "Write name or name=value, with commas between and without blanks.",
     "The mount fails, or goes without the options behind the fault.", line_commands},
    {"passno-set", "A check is asked for that there is none of",
     "The sixth field tells in which order fsck checks file systems. There is none for a share.",
     "The last field is not 0.", "Write 0 0 at the end of the line, or leave both numbers out.",
     "A warning at each boot, or an error of fsck.", line_commands},
    {"password-in-options", "A password stands in fstab or in a unit",
     "fstab and units may be read by every user, and options stand in lists of processes while "
     "they are mounted. mount.azfiles refuses a password there; mount.cifs takes it.",
     "There is an option that begins with pass, or a % in user=. It is never repeated.",
     "Write user and password into a file of mode 0600 and credentials=FILE into the options. Then "
     "rotate the key: it was open to all.",
     "Who has the key of a storage account has all of its data.", line_commands},
    {"privatelink-name", "The host is named by its private endpoint",
     "ACCOUNT.privatelink.file.core.windows.net is a step on the way from the account's name to "
     "the private address. Kerberos tickets are issued for the account's own name: error 126.",
     "There is a part .privatelink. in the name of the host.",
     "Leave .privatelink out. Where the private DNS zone is linked to this network, the account's "
     "name leads to the private address.",
     "With a key the mount works; it breaks with Kerberos, and where the zone is changed.",
     line_commands},
    {"source-shape", "The source is not written as //host/share",
     "The kernel and /proc/mounts know //host/share and //host/share/directory. URLs, backslashes, "
     "brackets and a slash at the end are understood by some programs and not by others; without "
     "a share mount.cifs takes the next word for one.",
     "The first field, or What=, is in another form, or names no share.",
     "Write it as is shown, without https: or smb:. A token (?sig=) does not belong there.",
     "The mount fails, or mount -a does not see that it is there and mounts it again.",
     line_commands},
    {"timeout-unreadable", "systemd can't read a time",
     "A time is a number of seconds, or numbers with units: 90, 1min30s, 2h, infinity. Of anything "
     "else systemd writes a line into its log and passes over it.",
     "x-systemd.mount-timeout=, x-systemd.idle-timeout= or x-systemd.device-timeout= in fstab, "
     "TimeoutSec= or TimeoutIdleSec= in a unit, holds something else.",
     "Correct it, as in x-systemd.mount-timeout=60.",
     "A boot waits for a silent server as long as systemd thinks right, 90 s.", line_commands},
    {"type-misspelt", "The type of a line is misspelt",
     "mount(8) looks for a program mount.TYPE and for a file system of the kernel of that name, "
     "with the letters as they are written. The source is a share, and the type resembles "
     "azfiles, cifs or smb3.",
     "The third field, or Type=, is as azfile, azurefiles, AZFILES or smb.",
     "Write azfiles. What else is said of the line holds once the type is right.",
     "\"unknown filesystem type\", and the share is not mounted.", line_commands},
    {"unit-name", "A unit is not named for its directory",
     "systemd takes a .mount or .automount unit only under the name of its Where=: slashes become "
     "dashes, and dashes and odd characters \\x2d and the like.",
     "The name of the file and Where= do not fit together. The right name is shown.",
     "Rename the file, and what is enabled under the old name.", "systemd refuses the unit.",
     unit_commands},
    {"value-misread", "The kernel takes an option's value for another",
     "Numbers are read as in C: 0777 is octal, 777 is decimal, and as rights it is 01411. Of port= "
     "kernels keep the last 16 bits, so that 99999 is 34463. An echo_interval= out of range is 60 "
     "before Linux 6.15, and refused since.",
     "file_mode= or dir_mode= with three or four digits and no leading 0, a port= above 65535, or "
     "an echo_interval= that is not from 1 to 600.",
     "Write rights with a leading 0, and the port and the interval that are meant.",
     "Files have rights that nobody meant, or the mount goes to another port.", line_commands},
    {"vers-too-old", "An old SMB version is asked for",
     "vers= below 3.1.1 gives up what the two could agree on: multichannel needs SMB 3, Azure's "
     "encryption with AES-GCM needs 3.1.1, and 1.0 and 2.0 are not encrypted at all.",
     "vers= is 1.0, 2.0, 2.1, 3.0 or 3.02.",
     "Write vers=3.1.1, or nothing: the two then agree on the newest that both have.",
     "Slower, less safe, and refused by storage accounts that want encryption.", line_commands},
});
static_assert(are_sorted(pages), "the pages are not sorted, or have an id twice");

}  // namespace

std::span<const ExplainPage> of_lint() {
    return pages;
}

}  // namespace azfiles::pages
