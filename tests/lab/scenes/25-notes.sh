# What is said of a mount beside its channels.
# shellcheck shell=sh

# ids of all findings of the last look, notes too, but of the kernel.
ids() {
    look
    found "$(seen '[.findings[].id | select(startswith("kernel-") | not)] | join(" ") |
        if . == "" then "nothing" else . end')"
}

said_over_limit() {
    azmount $contoso max_channels=6
    channels
    verdict
    ids
}
scene said_over_limit 'exit 0, 6 of 6, ok, over-limit'

# A dialect without multichannel.
said_dialect() {
    azmount $contoso vers=2.1,max_channels=4
    active
    verdict
    cause
}
scene said_dialect 'exit 0, 1 active, degraded, dialect-too-old'
