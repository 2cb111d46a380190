# What happens to a mount that was well. Every mount states its echo_interval: the
# kernel asks an idle server for a sign of life that often, 60 s by default.
# shellcheck shell=sh

# mount_with SECONDS [SPEC [DIRECTORY]]: four channels.
mount_with() {
    azmount "${2:-$contoso}" "max_channels=4,echo_interval=$1" "${3:-$mnt}"
}

# timed_look: how long it waits, in tenths of a second, in $waited. What it computes is
# not counted: on an emulated processor of a busy host that is seconds.
timed_look() {
    bash -c 'TIMEFORMAT="%R %U %S"
        time azfiles status --json "$1" >/run/scene/status 2>/run/scene/status-errors' - $mnt \
        2>/run/scene/time || :
    waited=$(awk '{ print int(($1 - $2 - $3) * 10) }' /run/scene/time)
}

# never_ok SECONDS: azfiles says anything but ok, each time within two seconds.
never_ok() {
    end=$(($(now) + $1)) word='never ok' fastest=999
    while [ "$(now)" -lt $end ]; do
        timed_look
        [ "$(seen .verdict)" != ok ] || word='once ok'
        [ "$waited" -ge $fastest ] || fastest=$waited
        sleep 1
    done
    found "$word"
    [ $fastest -le 20 ] || found "each look waited $fastest tenths or more"
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

# keep_doing COMMAND…: in the background, again and again, until stop_doing or the
# scene's end. A kernel sets up again what was lost when somebody asks for it.
keep_doing() {
    : >/run/scene/doing
    while [ -e /run/scene/doing ]; do
        timeout 20 "$@" >/dev/null 2>&1 || sleep 0.2
    done &
    doer=$!
}

stop_doing() {
    rm -f /run/scene/doing
    wait $doer || :
}

# Somebody asks what no cache answers.
keep_asking() {
    keep_doing sh -c "stat -f $mnt && sleep 0.2"
}

# becomes SECONDS FILTER: waits until that is true of what azfiles says. What it says
# then, or when the time is over, is the last look.
becomes() {
    wait_for "look; [ \"\$(seen '$2')\" = true ]" "$1" || :
}

# A link that is cut while data flow: everything stops, and comes back.
cut_load() {
    mount_with 5
    keep_doing dd if=/dev/zero of=$mnt/load bs=64k count=100 conv=fsync
    wait_for '[ -s $mnt/load ]' 30
    link_cut good
    sleep 2.5
    never_ok 8
    link_restore good
    recovers
    stop_doing
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

# 5.10 does not get four channels back: with all of them gone at once it hardly gets its
# session back (in three minutes it had not), and that is never called ok.
server_killed() {
    mount_with 5
    channels
    server_stop good
    sleep 2.5
    never_ok 4
    server_start good
    server_wait good
    keep_asking
    if [ "$KERNEL" = 5.10 ]; then
        never_ok 15
    else
        recovers 90
    fi
    stop_doing
}
scene server_killed "exit 0, 4 of 4, never ok, $(on 5.10 'never ok' 'verify 0')"

# The same with one channel, which every kernel gets back.
server_killed_1() {
    azmount $contoso max_channels=1,echo_interval=5
    active
    server_stop good
    sleep 2.5
    never_ok 4
    server_start good
    server_wait good
    keep_asking
    recovers 90
    stop_doing
}
scene server_killed_1 'exit 0, 1 active, never ok, verify 0'

reconnected() {
    look
    found "$(seen '[.session.channels[] | select(.instance > 1)] | length > 0') reconnected"
}

# 5.10 does not get it back, and loses others over it.
channel_killed() {
    mount_with 5
    channels
    connection_kill 10.7.1.2 1
    sleep 1
    keep_asking
    if [ "$KERNEL" = 5.10 ]; then
        becomes 30 '[.session.channels[] | select(.instance > 1)] | length > 0'
        never_ok 15
    else
        recovers 90
    fi
    reconnected
    stop_doing
}
scene channel_killed "exit 0, 4 of 4, $(on 5.10 'never ok' 'verify 0'), true reconnected"

# One of three advertised addresses is silent: it costs time and no channel.
interface_silent() {
    touched
    tc -n multi qdisc replace dev eth1 root netem loss 100%
    mount_with 60 //multi.file.core.windows.net/share
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

# The kernel learns of it when it has to log on again, and tries that once somebody asks.
# 5.10 with several channels may go round in -11 (EAGAIN) for minutes and never log on:
# there only the verdict is sure, and the cause is with one channel.
rotate_key() {
    key_change
    keep_asking
    connection_kill 10.7.1.2
    becomes 90 'any(.findings[]; .id == "key-no-longer-valid")'
    verdict
    stop_doing
}

key_rotated() {
    mount_with 5
    channels
    rotate_key
    [ "$KERNEL" = 5.10 ] || cause
}
scene key_rotated "exit 0, 4 of 4, failed$(on 5.10 '' ', key-no-longer-valid')"

key_rotated_1() {
    azmount $contoso max_channels=1,echo_interval=5
    active
    rotate_key
    cause
}
scene key_rotated_1 'exit 0, 1 active, failed, key-no-longer-valid'

# The server loses multichannel under a live mount, and has none at the next.
multichannel_off() {
    not_on '5.10 6.1' 'they lose the session: failed, disconnected'
    mount_with 5
    channels
    server_with good 'server multi channel support = no'
    keep_asking
    becomes 90 '.verdict == "degraded" and .findings[0].id == "server-no-multichannel"'
    verdict
    cause
    stop_doing
    umount $mnt
    mount_with 5
    active
    cause
}
scene multichannel_off 'exit 0, 4 of 4, degraded, server-no-multichannel, exit 0, 1 active, server-no-multichannel'

# Each of two mounts of one share has its own answer; 5.10 does not say whose session is
# whose.
two_options() {
    mkdir -p /mnt/second
    azmount $contoso max_channels=4,echo_interval=5
    azmount $contoso max_channels=2,echo_interval=5 /mnt/second
    if [ "$KERNEL" = 5.10 ]; then
        look
        verdict
        cause
    else
        channels $mnt
        channels /mnt/second
    fi
}
scene two_options "exit 0, exit 0, $(on 5.10 'unknown, session-ambiguous' '4 of 4, 2 of 2')"

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
    # 7.x opens the channels after the mount.
    becomes 60 '.channels.active == 4 and all(.findings[]; .id != "still-opening")'
    verdict
    cause
    umount $mnt
    ip -n good link del other0
}
scene other_namespace "exit 0, unknown, $(on '5.10 6.1' connections-missing other-network-namespace)"

# Neither azfiles nor a child of it names anything below the mount point.
never_below() {
    mount_with 60
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
