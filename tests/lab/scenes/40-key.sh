# The key is seen nowhere: the canary.
# shellcheck shell=sh

# Looks at all processes all the time while a command runs.
watch_processes() {
    : >/run/scene/watching
    while [ -e /run/scene/watching ]; do
        grep -aslFf /run/scene/key /proc/[0-9]*/cmdline /proc/[0-9]*/environ >>/run/scene/shown || :
        sleep 0.1
    done &
    watcher=$!
}

# Where the key can be seen, now or during the watch. Reports "nowhere" or the places.
key_is() {
    rm /run/scene/watching
    wait $watcher || :
    kernel_log >/run/scene/log
    azfiles status --json >/run/scene/said 2>&1 || :
    azfiles status >>/run/scene/said 2>&1 || :
    azfiles report --output - --no-redact >>/run/scene/said 2>&1 || :
    mkdir -p /run/azfiles
    grep -arlsFf /run/scene/key $out $err /run/scene/log /run/scene/said /run/mount /run/azfiles \
        /proc/self/mounts /proc/self/mountinfo /proc/fs/cifs/DebugData /etc/mtab >>/run/scene/shown || :
    if [ -s /run/scene/shown ]; then
        found "$(sort -u /run/scene/shown | paste -s -d ' ')"
    else
        found nowhere
    fi
}

key_mounted() {
    canary $cred
    watch_processes
    try mount.azfiles $contoso $mnt -v -o credentials=$cred,max_channels=4
    key_is
}
scene key_mounted 'exit 0, nowhere'

key_refused() {
    canary /etc/azfiles/wrong.cred
    watch_processes
    azmount $contoso credentials=/etc/azfiles/wrong.cred
    key_is
}
scene key_refused 'exit 32, nowhere'

# The watch itself works: a key on a command line is seen.
key_shown() {
    canary $cred
    watch_processes
    sh -c 'sleep 60; :' - "$(head -n 1 /run/scene/key)" &
    shown=$!
    wait_for 'grep -q cmdline /run/scene/shown' 60 || :
    kill $shown
    : >/run/scene/out
    out=/run/scene/out err=/run/scene/out
    key_is | grep . || :
    grep -q cmdline /run/scene/shown && : >/run/scene/found && found seen
}
scene key_shown seen

key_on_the_command_line() {
    refuses mount.azfiles $contoso $mnt -o username=contoso,password=Secret0Word
    said credentials
    grep -q Secret0Word $out $err || found 'not repeated'
}
scene key_on_the_command_line 'said credentials, not repeated'
