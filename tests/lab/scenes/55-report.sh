# A report for a support ticket: judged as the machine is, and neither a key nor, unless
# asked for, a name in it.
# shellcheck shell=sh

# report_of [OPTIONS]: makes one, and judges it.
report_of() {
    rm -f /run/scene/report.tar
    quietly azfiles report --output /run/scene/report.tar "$@"
    found "exit $status"
    azfiles status --root /run/scene/report.tar --json >/run/scene/status 2>&1 || :
    found "$(seen '.channels | "\(.active) of \(.requested)"')"
    verdict
    cause
}

# holds WORD FILE: whether one of the words in FILE is in the report.
holds() {
    if grep -aqiFf "$2" /run/scene/report.tar; then found "a $1"; else found "no $1"; fi
}

report_redacted() {
    azmount $contoso max_channels=4
    channels
    canary $cred
    printf 'contoso\n10.7.1.\n' >/run/scene/names
    report_of
    holds key /run/scene/key
    holds name /run/scene/names
}
scene report_redacted 'exit 0, 4 of 4, exit 0, 4 of 4, ok, no finding, no key, no name'

report_plain() {
    azmount //nomc.file.core.windows.net/share max_channels=4
    canary $cred
    echo nomc.file.core.windows.net >/run/scene/names
    report_of --no-redact
    holds key /run/scene/key
    holds name /run/scene/names
}
scene report_plain 'exit 0, exit 0, 1 of 4, degraded, server-no-multichannel, no key, a name'

# As nobody: what could not be read is said, and the rest is there.
report_unprivileged() {
    azmount $contoso max_channels=4
    channels
    chmod 711 /run/scene
    quietly as_nobody azfiles report --output -
    cp $out /run/scene/report.tar
    found "exit $status"
    said 'kernel log'
    canary $cred
    holds key /run/scene/key
}
scene report_unprivileged 'exit 0, 4 of 4, exit 0, said kernel log, no key'
