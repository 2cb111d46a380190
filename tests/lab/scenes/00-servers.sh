# The lab itself is right: its servers are what they are said to be, seen with
# mount.cifs. Where one of these fails, look at the lab and not at our programs.
# shellcheck shell=sh

server_good() {
    cifsmount contoso multichannel,max_channels=4
    session_channels 4
    found "$(cat $mnt/server)"
}
scene server_good 'exit 0, 4 in the kernel, good'

server_nomc() {
    cifsmount nomc multichannel,max_channels=4
    session_channels 1
}
scene server_nomc 'exit 0, 1 in the kernel'

# 6.1 opens one channel on an interface without RSS.
server_norss() {
    cifsmount norss multichannel,max_channels=4
    session_channels "$(on 6.1 2 1)"
}
scene server_norss "exit 0, $(on 6.1 2 1) in the kernel"

server_encreq() {
    cifsmount encreq multichannel,max_channels=4
    wait_for 'kernel_log | grep -q STATUS_ACCESS_DENIED' 60 && found refused
    # 7.x goes on trying for a while after the mount, a channel at a time.
    [ "$KERNEL" != newest ] || wait_for 'kernel_log | grep -q "too many channel open attempts"' 60
    session_channels 1
}
scene server_encreq 'exit 0, refused, 1 in the kernel'

server_multi() {
    cifsmount multi multichannel,max_channels=4
    session_channels 4
    found "$(grep -c 'IPv[46]: ' /proc/fs/cifs/DebugData) interfaces"
}
scene server_multi 'exit 0, 4 in the kernel, 3 interfaces'

server_v6() {
    cifsmount v6 multichannel,max_channels=4
    session_channels 4
    ss -Htn state established 'dst [fd07:6::2] and dport = :445' | grep -q . && found IPv6
}
scene server_v6 'exit 0, 4 in the kernel, IPv6'

server_narrow() {
    cifsmount narrow multichannel,max_channels=4
    session_channels 4
    for server in good narrow; do
        found "$(find /sys/class/net/$server-eth0/queues -name 'rx-*' | wc -l) queues"
    done
}
scene server_narrow 'exit 0, 4 in the kernel, 4 queues, 1 queues'

server_refused() {
    cifsmount refused
    said 'error.111'
}
scene server_refused 'exit 32, said error.111'

# The client hears nothing, neither from the host nor from a neighbour.
server_silent() {
    cifsmount silent
    said 'error.115'
}
scene server_silent 'exit 32, said error.115'

server_mixed() {
    cifsmount mixed
    found "$(cat $mnt/server)"
}
scene server_mixed 'exit 0, good'

server_names() {
    getent ahostsv4 mixed.file.core.windows.net | awk '{ print $1 }' | sort -u >/run/scene/mixed
    found "$(paste -s -d ' ' /run/scene/mixed)"
    getent ahosts multi.file.core.windows.net | awk '{ print $1 }' | sort -u >/run/scene/multi
    found "$(paste -s -d ' ' /run/scene/multi)"
    started=$(now)
    getent hosts nowhere.file.core.windows.net || found "no such name"
    [ $(($(now) - started)) -lt 5 ] && found 'at once'
}
scene server_names '10.7.1.2 10.7.8.2, 10.7.6.2 10.7.7.2 fd07:6::2, no such name, at once'

server_logins() {
    try mount -t cifs $contoso $mnt -o credentials=/etc/azfiles/wrong.cred
    said 'error.13'
    try mount -t cifs //smb.lab.example/share2/dir/sub $mnt -o credentials=/etc/azfiles/comma.cred
}
scene server_logins 'exit 32, said error.13, exit 0'

# What happens to a server is seen by its client, and can be taken back. With one
# channel on 5.10, whose further ones do not come back soon.
server_faults() {
    cifsmount contoso "$(on 5.10 nomultichannel multichannel,max_channels=4),echo_interval=2"
    session_channels "$(on 5.10 1 4)"
    connection_kill 10.7.1.2 1
    server_restart good
    wait_for "timeout 20 cat $mnt/server >/dev/null" 60 && found restarted
    link_cut good
    timeout 3 stat -f $mnt >/dev/null || found cut
    link_restore good
    wait_for "timeout 20 cat $mnt/dir/sub/inside >/dev/null" 60 && found restored
    link_limit good 40mbit
    found "$(tc qdisc show dev good-eth0 | grep -c 'maxrate 40Mbit') limit"
}
scene server_faults "exit 0, $(on 5.10 1 4) in the kernel, restarted, cut, restored, 1 limit"
