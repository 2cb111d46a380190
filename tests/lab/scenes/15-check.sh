# What azfiles check says of servers before they are mounted, and of network devices.
# shellcheck shell=sh

# checked SHARE [OPTIONS]: exit status, and what was found that is more than a note.
checked() {
    quietly azfiles check --json "$1" -o "credentials=$cred${2:+,$2}"
    found "exit $status"
    found "$(jq -r '[.findings[] | select(.severity != "note").id] | unique | join(" ") |
        if . == "" then "nothing" else . end' $out 2>&1)"
}

host_of() {
    echo "//$1.file.core.windows.net/share"
}

# topic NAME: what was said of it.
topic() {
    jq -r ".items[] | select(.topic == \"$1\").said" $out
}

# The table's advisory on 5.10 is a warning wherever the share is.
sound=$(on 5.10 'exit 1, kernel-advisory' 'exit 0, nothing')

check_good() {
    checked $contoso
    topic server | grep -q '^SMB 3.1.1, multichannel' && found 'multichannel offered'
}
scene check_good "$sound, multichannel offered"

check_nomc() { checked "$(host_of nomc)"; }
scene check_nomc "exit 1, $(on 5.10 'kernel-advisory ' '')server-no-multichannel"

check_refused() { checked "$(host_of refused)"; }
scene check_refused "exit 2, $(on 5.10 'kernel-advisory ' '')refused"

check_silent() { checked "$(host_of silent)"; }
scene check_silent "exit 2, $(on 5.10 'kernel-advisory ' '')port-445-blocked"

check_no_name() { checked "$(host_of nowhere)"; }
scene check_no_name "exit 2, dns-failed$(on 5.10 ' kernel-advisory' '')"

# Nothing is mounted, and no connection is left.
check_touches_nothing() {
    checked $contoso
    mounted
    grep -qE '^ *[0-9]+\) (ConnectionId|Name):' /proc/fs/cifs/DebugData || found 'no connection'
}
scene check_touches_nothing "$sound, nothing mounted, no connection"

check_unprivileged() {
    chmod 711 /run/scene
    quietly as_nobody azfiles check --json $contoso
    found "exit $status"
    topic server | grep -q '^SMB 3.1.1, multichannel' && found 'multichannel offered'
}
scene check_unprivileged "exit $(on 5.10 1 0), multichannel offered"
