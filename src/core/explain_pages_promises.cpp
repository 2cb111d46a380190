// What fstab, a unit or a person wants of the mounts, and what is not so.

#include "core/explain_commands.h"
#include "core/explain_pages.h"

namespace azfiles::pages {
namespace {

constexpr auto mount_commands = std::to_array<ExplainCommand>({
    {"what fstab and the units of systemd say", "systemctl list-unit-files --type=mount,automount"},
    {"the name of a mount point's unit", "systemd-escape --path --suffix=mount MOUNTPOINT"},
    {"why it was not mounted at boot", "journalctl --boot --unit=UNIT"},
    {"what is mounted there and above it", "findmnt --target MOUNTPOINT"},
});

constexpr auto pages = std::to_array<ExplainPage>({
    {"automount-not-there", "The automount of a share is not there",
     "An automount (x-systemd.automount in fstab, or a .automount unit that is enabled) mounts the "
     "share at the first access. It is not active: who opens the mount point sees an empty "
     "directory, and what is written goes to the local disk.",
     "/proc/self/mountinfo shows no autofs at the mount point, nor the share.",
     "Start it: systemctl start UNIT, the unit being that of the mount point with the ending "
     ".automount. systemd takes an automount away after too many failed mounts: look for the "
     "reason in journalctl --unit=UNIT.",
     "Until then every access misses the share.", mount_commands},
    {"fewer-than-wanted",
     "The mount asks for fewer channels than are wanted",
     "azfiles verify --channels named more channels than the mount has, and the mount asks for no "
     "more: nothing is wrong between client and server.",
     "max_channels of the mount is below the number, or is not shown at all.",
     "Unmount the share and mount it again with max_channels=, or ask azfiles for fewer.",
     "Azure Files has four channels at most.",
     {}},
    {"other-share-mounted", "Another share is mounted than should be",
     "At a mount point that fstab or a unit has for one share there is another one, or another "
     "directory of it.",
     "The source in /proc/self/mountinfo names another host, share or directory. Hosts are "
     "compared without case; a name and its address are two hosts.",
     "If the mount is right, correct its entry. If the entry is right: umount MOUNTPOINT, then "
     "mount MOUNTPOINT.",
     "Programs read and write another share than the entry says.", mount_commands},
    {"promise-unreadable", "Not all that should be mounted is known",
     "What may promise a share could not be read, so that nobody can say that all are there. The "
     "verdict is unknown.",
     "A line of fstab for a share has a fault (a comment behind the options is one: mount(8) drops "
     "the line), a unit may be read by root only, or holds a specifier such as %H that only "
     "systemd fills in.",
     "Correct the line (azfiles names it), or run azfiles as root. In a unit write the host's name "
     "and not a specifier.",
     "While it lasts, a share that is missing may be missed.", mount_commands},
    {"share-covered", "Another file system hides a share",
     "A file system is mounted over the share, in its place, or over a directory above it. "
     "Programs see that one. Azure's virtual machines mount a disk on /mnt, which hides shares "
     "that were mounted below it before.",
     "/proc/self/mountinfo leads to a mount of another type at the share's mount point.",
     "Unmount what is there, or give the share a mount point outside of /mnt, such as "
     "/srv/share. In fstab x-systemd.requires-mounts-for= brings both into order.",
     "What is written goes to the other file system. Azure empties its disk on /mnt when the "
     "machine is moved.",
     mount_commands},
    {"share-not-mounted", "A share that should be mounted is not",
     "fstab or an enabled unit has this share, and nothing is mounted at its mount point. With "
     "nofail the machine boots all the same, and nobody is told.",
     "/proc/self/mountinfo shows no mount there. noauto lines and masked units are no promise.",
     "Mount it: mount MOUNTPOINT says what is wrong. If it fails at boot only, the network was not "
     "up yet: _netdev, or an automount (x-systemd.automount), helps.",
     "What is written below the mount point goes to the local disk, and is hidden once the share "
     "is mounted.",
     mount_commands},
});
static_assert(are_sorted(pages), "the pages are not sorted, or have an id twice");

}  // namespace

std::span<const ExplainPage> of_promises() {
    return pages;
}

}  // namespace azfiles::pages
