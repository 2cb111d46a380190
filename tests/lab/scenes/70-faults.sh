# What happens to a mount that was well. Every mount states its echo_interval: the
# kernel asks an idle server for a sign of life that often, 60 s by default.
# shellcheck shell=sh

# mount_with SECONDS [SPEC [DIRECTORY]]: four channels.
mount_with() {
    azmount "${2:-$contoso}" "max_channels=4,echo_interval=$1" "${3:-$mnt}"
    timed_look
    usual=$taken
}

# timed_look: how long it takes, in tenths of a second, in $taken.
timed_look() {
    read -r before _ </proc/uptime
    look
    read -r after _ </proc/uptime
    taken=$(echo "$before $after" | awk '{ print int(($2 - $1) * 10) }')
}

# never_ok SECONDS: azfiles says anything but ok, each time within two seconds. What a
# look takes where the server answers at once is this emulated processor's, and taken
# off: on a busy host that is seconds.
never_ok() {
    end=$(($(now) + $1)) word='never ok' fastest=999
    while [ "$(now)" -lt $end ]; do
        timed_look
        [ "$(seen .verdict)" != ok ] || word='once ok'
        [ "$taken" -ge $fastest ] || fastest=$taken
        sleep 1
    done
    found "$word"
    [ $fastest -le $((20 + ${usual:-0})) ] || found "each look took $fastest tenths or more"
}

# recovers [SECONDS]: all channels are back in time, and azfiles says when.
recovers() {
    quietly azfiles verify --wait "${1:-60}" $mnt
    found "verify $status"
}

# not_on KERNELS REASON: what these kernels do there is another matter.
not_on() {
    case " $1 " in
        *" $KERNEL "*) skip "$2" ;;
    esac
}

in_background() {
    "$@" >/dev/null 2>&1 &
}

# A link that is cut while data flow: everything stops, and comes back.
cut_load() {
    mount_with 5
    in_background dd if=/dev/zero of=$mnt/load bs=64k count=2000
    writer=$!
    sleep 1
    link_cut good
    sleep 2.5
    never_ok 8
    link_restore good
    recovers
    wait $writer || :
    rm -f $mnt/load
}
scene cut_load 'exit 0, never ok, verify 0'

# Nobody uses the mount, and the kernel sees nothing for a minute.
cut_idle() {
    mount_with 60
    channels
    link_cut good
    sleep 2.5
    never_ok 8
    cause
    link_restore good
    recovers 90
}
scene cut_idle 'exit 0, 4 of 4, never ok, connection-silent, verify 0'

# The same with the cable in.
mute_idle() {
    mount_with 60
    channels
    link_mute good
    sleep 2.5
    never_ok 8
    cause
    verdict
    link_plain good
    recovers 90
}
scene mute_idle 'exit 0, 4 of 4, never ok, connection-silent, unknown, verify 0'

server_killed() {
    not_on 5.10 'its extra channels take over a minute to come back'
    mount_with 5
    channels
    server_stop good
    sleep 2.5
    never_ok 4
    server_start good
    server_wait good
    in_background ls $mnt
    recovers 90
}
scene server_killed 'exit 0, 4 of 4, never ok, verify 0'

reconnected() {
    look
    found "$(seen '[.session.channels[] | select(.instance > 1)] | length > 0') reconnected"
}

channel_killed() {
    not_on 5.10 'its extra channels take over a minute to come back'
    mount_with 5
    channels
    connection_kill 10.7.1.2 1
    sleep 1
    in_background ls $mnt
    recovers 90
    reconnected
}
scene channel_killed 'exit 0, 4 of 4, verify 0, true reconnected'

# One of three advertised addresses is silent: it costs time and no channel.
interface_silent() {
    not_on 5.10 'its extra channels take over a minute to come back'
    touched
    tc -n multi qdisc replace dev eth1 root netem loss 100%
    mount_with 5 //multi.file.core.windows.net/share
    channels $mnt 90
    has_finding interface-unreachable
    verdict
    tc -n multi qdisc del dev eth1 root
}
scene interface_silent 'exit 0, 4 of 4, true interface-unreachable, ok'

# Only the silent address has RSS: no further channel can be opened.
interface_only_rss() {
    touched
    server_with multi 'interfaces = "10.7.6.2;speed=10000000000" "10.7.7.2;speed=10000000000,capability=RSS"'
    tc -n multi qdisc replace dev eth1 root netem loss 100%
    mount_with 5 //multi.file.core.windows.net/share
    look
    found "$(seen '.channels.active < 4') fewer"
    cause
    verdict
    tc -n multi qdisc del dev eth1 root
}
scene interface_only_rss 'exit 0, true fewer, interface-unreachable, degraded'

key_rotated() {
    not_on 6.1 'the session is not marked, and 6.1 keeps it for good'
    mount_with 5
    channels
    key_change
    connection_kill 10.7.1.2
    in_background ls $mnt
    wait_for '[ "$(verdict_now)" != ok ]' 30 || :
    sleep 5
    look
    verdict
    cause
    key_restore
}
scene key_rotated 'exit 0, 4 of 4, failed, key-no-longer-valid'

verdict_now() {
    look
    seen .verdict
}

# The server loses multichannel under a live mount, and has none at the next.
multichannel_off() {
    not_on '5.10 6.1' 'they lose the session: failed, disconnected'
    mount_with 5
    channels
    server_with good 'server multi channel support = no'
    in_background ls $mnt
    wait_for '[ "$(verdict_now)" = degraded ]' 60 || :
    look
    verdict
    cause
    umount $mnt
    mount_with 5
    active
    cause
}
scene multichannel_off 'exit 0, 4 of 4, degraded, server-no-multichannel, exit 0, 1 active, server-no-multichannel'

# Each of two mounts of one share has its own answer.
two_options() {
    not_on 5.10 'it does not say whose session is whose'
    mkdir -p /mnt/second
    azmount $contoso max_channels=4,echo_interval=5
    azmount $contoso max_channels=2,echo_interval=5 /mnt/second
    channels $mnt
    channels /mnt/second
}
scene two_options 'exit 0, exit 0, 4 of 4, 2 of 2'

# A mount whose connections belong to another network namespace.
other_namespace() {
    touched
    ip -n good link add other0 type veth peer name other0 netns absent
    ip -n good addr add 10.7.20.2/24 dev other0
    ip -n good link set other0 up
    ip -n absent addr add 10.7.20.1/24 dev other0
    ip -n absent link set other0 up
    ip -n absent route add 10.7.1.2/32 via 10.7.20.2
    quietly nsenter --net=/run/netns/absent mount -t cifs //10.7.1.2/share $mnt \
        -o credentials=$cred,vers=3.1.1,port=445,echo_interval=5,multichannel,max_channels=4
    found "exit $status"
    wait_for '[ "$(kernel_channels)" = 4 ]' 20 || :
    look
    verdict
    cause
    umount $mnt
    ip -n good link del other0
}
scene other_namespace "exit 0, unknown, $(on '5.10 6.1' connections-missing other-network-namespace)"

# Neither azfiles nor a child of it names anything below the mount point.
never_below() {
    mount_with 5
    link_cut good
    sleep 1
    quietly strace -f -qq -o /run/scene/trace azfiles status $mnt
    if grep -F "\"$mnt/" /run/scene/trace; then
        found 'a path below the mount point'
    else
        found 'no path below the mount point'
    fi
    found "$(grep -cE 'statfs\(|mnt.*getdents' /run/scene/trace) statfs"
    link_restore good
    recovers
}
scene never_below 'exit 0, no path below the mount point, 0 statfs, verify 0'
