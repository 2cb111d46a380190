# What scenes have at hand. Sourced by them, and at the prompt of "lab shell".
# shellcheck shell=sh
. /lab/guest/servers.sh

cred=/etc/azfiles/contoso.cred
contoso=//contoso.file.core.windows.net/share
mnt=/mnt/share

# scene FUNCTION EXPECTED: a scene is a function, named like it with hyphens. What
# it reports with "found", joined with commas, must be EXPECTED to the letter.
scene() {
    printf '%s\t%s\n' "$1" "$2"
}

# on KERNELS ONE OTHER: ONE if this kernel is among KERNELS, else OTHER.
on() {
    case " $1 " in
        *" $KERNEL "*) echo "$2" ;;
        *) echo "$3" ;;
    esac
}

found() {
    printf '%s\n' "$*" >>/run/scene/found
}

# Ends the scene as one that this kernel or build cannot play.
skip() {
    printf '%s\n' "$*" >/run/scene/skip
    exit 0
}

# try COMMAND…: runs it, reports its exit status, keeps what it wrote in $out and
# $err.
try() {
    quietly "$@"
    found "exit $status"
}

# The same without reporting.
quietly() {
    echo "\$ $*"
    out=/run/scene/out err=/run/scene/err status=0
    "$@" >$out 2>$err || status=$?
    cat $out $err
    [ $status = 0 ] || echo "(exit $status)"
}

# azmount SPEC [OPTIONS [DIRECTORY]]: through mount(8), with the lab's login unless
# the options name another.
azmount() {
    case ${2:-} in
        *credentials=*) options=$2 ;;
        *) options=credentials=$cred${2:+,$2} ;;
    esac
    try mount -t azfiles "$1" "${3:-$mnt}" -o "$options"
}

# cifsmount HOST [OPTIONS]: with mount.cifs, to look at the lab itself.
cifsmount() {
    try mount -t cifs "//$1.file.core.windows.net/share" $mnt \
        -o "credentials=$cred,vers=3.1.1,port=445,nosharesock${2:+,$2}"
}

# said REGEX: whether the last command's error output holds that, in any case.
said() {
    if grep -qiE -e "$1" $err; then
        found "said $1"
    else
        found "did not say $1"
    fi
}

# How much the last command said.
silent() {
    if [ -s $out ] || [ -s $err ]; then
        found "$(cat $out $err | wc -l) lines"
    else
        found silent
    fi
}

# "what is wrong" and "what to do": one line each.
one_sentence() {
    case $(wc -l <$err) in
        1 | 2) found 'one sentence' ;;
        *) found "$(wc -l <$err) lines" ;;
    esac
}

# refuses COMMAND…: it must fail with a status of mount(8), say why in a line or
# two, and mount nothing. Reports only what is not so, and which of many it was.
refuses() {
    quietly "$@"
    case $status in
        1 | 2 | 32) ;;
        *) found "exit $status of $*" ;;
    esac
    case $(wc -l <$err) in
        1 | 2) ;;
        *) found "$(wc -l <$err) lines of $*" ;;
    esac
    if grep -q ' - cifs ' /proc/self/mountinfo; then
        found "mounted by $*"
        umount -a -t cifs
    fi
}

is_mounted() {
    grep -q " ${1:-$mnt} " /proc/self/mountinfo
}

mounted() {
    if is_mounted "${1:-$mnt}"; then
        found mounted
    else
        found 'nothing mounted'
    fi
}

# By the kernel's own book, where there is one session.
kernel_channels() {
    extra=$(sed -n 's/^\tExtra Channels: \([0-9]*\) *$/\1/p' /proc/fs/cifs/DebugData | head -n 1)
    echo $((${extra:-0} + 1))
}

one_session() {
    [ "$(grep -c 'SessionId: ' /proc/fs/cifs/DebugData)" = 1 ]
}

# session_channels N: waits until the one session has N channels, at most a minute,
# and reports how many it has.
session_channels() {
    wait_for "count=\$(kernel_channels); [ \$count = $1 ]" 60 || :
    found "$count in the kernel"
}

# The guest's clock, in seconds since its start.
now() {
    read -r uptime _ </proc/uptime
    echo "${uptime%.*}"
}

# wait_for CONDITION SECONDS: a shell condition, looked at five times a second.
wait_for() {
    deadline=$(($(now) + $2))
    until eval "$1"; do
        [ "$(now)" -lt $deadline ] || return 1
        sleep 0.2
    done
}

# look [MOUNTPOINT]: what azfiles status says of it, kept for the reports below.
look() {
    azfiles status --json "${1:-$mnt}" >/run/scene/status 2>/run/scene/status-errors || :
}

# seen FILTER: of the last look, or of one taken now.
seen() {
    [ -e /run/scene/status ] || look
    jq -r ".mounts[0] | $1" /run/scene/status 2>&1 || echo 'no JSON'
}

# What grep looks for, in a file, as its own command line would show it: the key
# and its beginning.
canary() {
    key=$(sed -n 's/^password=//p' "$1")
    printf '%s\n%.24s\n' "$key" "$key" >/run/scene/key
}

as_nobody() {
    setpriv --reuid 65534 --regid 65534 --clear-groups "$@"
}

has_all_channels() {
    look "$1"
    [ "$(seen '.channels.active == .channels.requested')" = true ]
}

# channels [MOUNTPOINT [SECONDS]]: "4 of 4", waiting at most a minute for all of
# them. What azfiles counts must be what the kernel's book holds.
channels() {
    wait_for "has_all_channels ${1:-$mnt}" "${2:-60}" || :
    found "$(seen '.channels | "\(.active) of \(.requested)"')"
    same_in_the_kernel
}

# The same for a mount that has fewer than were asked, or asked for none.
active() {
    look "${1:-$mnt}"
    found "$(seen .channels.active) active"
    same_in_the_kernel
}

same_in_the_kernel() {
    if one_session && [ "$(seen .channels.active)" != "$(kernel_channels)" ]; then
        found "but $(kernel_channels) in the kernel"
    fi
}

# Id of the first finding that is more than a note.
cause() {
    found "$(seen '[.findings[] | select(.severity != "note")][0].id // "no finding"')"
}

# has_finding ID [MOUNTPOINT]
has_finding() {
    look "${2:-$mnt}"
    found "$(seen "[.findings[].id] | index(\"$1\") != null") $1"
}

verdict() {
    found "$(seen .verdict)"
}

# The kernel's log of this scene.
kernel_log() {
    dmesg | sed -n '/lab: scene/h; //!H; ${x; p}'
}

# Looks for cifs mounts all the time while a command runs: mountinfo is read over
# and over without starting a process.
watch_mounts() {
    : >/run/scene/watching
    while [ -e /run/scene/watching ]; do
        while read -r line; do
            case $line in
                *' - cifs '*) echo "$line" >>/run/scene/seen ;;
            esac
        done </proc/self/mountinfo
    done &
    watcher=$!
}

never_visible() {
    rm -f /run/scene/watching
    wait $watcher || :
    if [ -s /run/scene/seen ]; then
        found visible
    else
        found 'never visible'
    fi
}
