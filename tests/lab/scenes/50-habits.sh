# What people and programs expect of a mount helper.
# shellcheck shell=sh

habit_verbose() {
    try mount.azfiles $contoso $mnt -v -o credentials=$cred,max_channels=4
    silent
}
scene habit_verbose 'exit 0, 1 lines'

habit_umount() {
    azmount $contoso max_channels=4
    found "$(findmnt -n -o SOURCE,FSTYPE $mnt | tr -s ' ')"
    try umount $mnt
    mounted
}
scene habit_umount "exit 0, $contoso cifs, exit 0, nothing mounted"

habit_write() {
    azmount $contoso max_channels=4
    head -c 3000000 /dev/urandom >/run/scene/written
    cp /run/scene/written $mnt/written
    echo 3 >/proc/sys/vm/drop_caches
    cmp /run/scene/written $mnt/written && found same
    rm $mnt/written
}
scene habit_write 'exit 0, same'

habit_mount_all() {
    echo "$contoso $mnt azfiles credentials=$cred,max_channels=4,_netdev,nofail 0 0" >>/etc/fstab
    try mount -a
    try mount -a
    found "$(grep -c " $mnt " /proc/self/mountinfo) mount"
}
scene habit_mount_all 'exit 0, exit 0, 1 mount'

# What mount(8) keeps about a mount is the same as of mount.cifs.
habit_utab() {
    for type in cifs azfiles; do
        echo "$contoso $mnt $type credentials=$cred,max_channels=4,user,x-foo=bar,_netdev 0 0" >/etc/fstab
        try mount $mnt
        grep " TARGET=$mnt " /run/mount/utab | grep -o 'OPTS=.*' >/run/scene/utab-$type || :
        umount $mnt
    done
    cat /run/scene/utab-*
    found "$(grep -o 'x-foo=bar' /run/scene/utab-azfiles)"
    cmp /run/scene/utab-cifs /run/scene/utab-azfiles && found same
}
scene habit_utab 'exit 0, exit 0, x-foo=bar, same'

habit_again() {
    azmount $contoso max_channels=4
    azmount $contoso max_channels=4
    silent
    found "$(grep -c " $mnt " /proc/self/mountinfo) mount"
}
scene habit_again 'exit 0, exit 0, silent, 1 mount'

# Not what is there already: which it would be is for the user to say.
habit_again_otherwise() {
    azmount $contoso max_channels=4
    azmount $contoso max_channels=4,ro
    one_sentence
    found "$(grep -c " $mnt " /proc/self/mountinfo) mount"
}
scene habit_again_otherwise 'exit 0, exit 32, one sentence, 1 mount'

habit_fake() {
    try mount -f -t azfiles $contoso $mnt -o credentials=$cred
    mounted
}
scene habit_fake 'exit 0, nothing mounted'

habit_read_only() {
    try mount -r -t azfiles $contoso $mnt -o credentials=$cred,max_channels=4
    found "$(findmnt -n -o OPTIONS $mnt | cut -d , -f 1)"
    touch $mnt/new || found 'not writable'
}
scene habit_read_only 'exit 0, ro, not writable'

habit_flags() {
    azmount $contoso max_channels=4,noexec,nosuid
    for flag in noexec nosuid; do
        found "$(findmnt -n -o VFS-OPTIONS $mnt | grep -o $flag)"
    done
}
scene habit_flags 'exit 0, noexec, nosuid'
