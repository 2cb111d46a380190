# As many channels as asked, whatever the way to the server.
# shellcheck shell=sh

# On 5.10 an advisory holds the channels back unless the user asks for them.
good() {
    azmount $contoso
    if [ "$KERNEL" = 5.10 ]; then
        said 'ask for them: max_channels=4'
    else
        silent
    fi
    active
    found "$(cat $mnt/server)"
}
scene good "exit 0, $(on 5.10 'said ask for them: max_channels=4, 1' 'silent, 4') active, good"

good_4() {
    azmount $contoso max_channels=4
    silent
    channels
}
scene good_4 'exit 0, silent, 4 of 4'

good_2() {
    azmount $contoso max_channels=2
    silent
    channels
}
scene good_2 'exit 0, silent, 2 of 2'

good_1() {
    azmount $contoso max_channels=1
    silent
    active
}
scene good_1 'exit 0, silent, 1 active'

good_nomultichannel() {
    azmount $contoso nomultichannel
    silent
    active
}
scene good_nomultichannel 'exit 0, silent, 1 active'

# Azure Files has four at most: said, and then done.
good_8() {
    azmount $contoso max_channels=8
    said four
    channels
}
scene good_8 'exit 0, said four, 8 of 8'

good_strict() {
    azmount $contoso max_channels=4,verify=strict
    silent
    channels
}
scene good_strict 'exit 0, silent, 4 of 4'

# A password with a comma goes to the kernel whole.
comma() {
    azmount //smb.lab.example/share profile=smb,max_channels=4,credentials=/etc/azfiles/comma.cred
    channels
}
scene comma 'exit 0, 4 of 4'

multi() {
    azmount //multi.file.core.windows.net/share max_channels=4
    channels
}
scene multi 'exit 0, 4 of 4'

v6() {
    azmount //v6.file.core.windows.net/share max_channels=4
    silent
    channels
}
scene v6 'exit 0, silent, 4 of 4'

# Of two addresses one refuses: the other is taken.
mixed() {
    azmount //mixed.file.core.windows.net/share max_channels=4
    silent
    channels
    found "$(cat $mnt/server)"
}
scene mixed 'exit 0, silent, 4 of 4, good'

# The channels are there; that they share one queue is a note.
narrow() {
    azmount //narrow.file.core.windows.net/share max_channels=4
    silent
    channels
    has_finding single-queue-nic
    verdict
}
scene narrow 'exit 0, silent, 4 of 4, true single-queue-nic, ok'

subdirectory() {
    azmount $contoso/dir/sub max_channels=4
    channels
    found "$(cat $mnt/inside)"
    found "$(findmnt -n -o SOURCE $mnt)"
}
scene subdirectory "exit 0, 4 of 4, good, $contoso/dir/sub"
