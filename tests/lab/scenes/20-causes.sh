# Fewer channels than asked: mounted all the same, and the cause named.
# shellcheck shell=sh

# fewer SERVER: with four asked for.
fewer() {
    azmount "//$1.file.core.windows.net/share" max_channels=4
    one_sentence
    active
    cause
    verdict
}

nomc() { fewer nomc; }
scene nomc 'exit 0, one sentence, 1 active, server-no-multichannel, degraded'

# 6.1 opens one channel on an interface without RSS, and no further one.
norss() { fewer norss; }
scene norss "exit 0, one sentence, $(on 6.1 2 1) active, server-not-rss, degraded"

encreq() { fewer encreq; }
scene encreq 'exit 0, one sentence, 1 active, channel-refused, degraded'

# strict SERVER: a mount that is not as asked is never seen by anybody.
strict() {
    watch_mounts
    azmount "//$1.file.core.windows.net/share" max_channels=4,verify=strict
    never_visible
    one_sentence
    mounted
}

nomc_strict() { strict nomc; }
scene nomc_strict 'exit 32, never visible, one sentence, nothing mounted'

norss_strict() { strict norss; }
scene norss_strict 'exit 32, never visible, one sentence, nothing mounted'

encreq_strict() { strict encreq; }
scene encreq_strict 'exit 32, never visible, one sentence, nothing mounted'

nomc_unverified() {
    azmount //nomc.file.core.windows.net/share max_channels=4,verify=off
    silent
    cause
}
scene nomc_unverified 'exit 0, silent, server-no-multichannel'

one_at_nomc() {
    azmount //nomc.file.core.windows.net/share max_channels=1
    silent
    verdict
}
scene one_at_nomc 'exit 0, silent, ok'

# The second mount rides on the connection of the first, which was set up for one
# channel. Kernels from 6.19 on open more all the same.
shared_connection() {
    mkdir -p /mnt/first
    azmount $contoso max_channels=1,sharesock /mnt/first
    azmount ${contoso}2 max_channels=4,sharesock
    if [ "$KERNEL" = newest ]; then
        channels
    else
        active
        cause
    fi
}
scene shared_connection "exit 0, exit 0, $(on newest '4 of 4' '1 active, shared-connection')"

own_connection() {
    mkdir -p /mnt/first
    azmount $contoso max_channels=1 /mnt/first
    azmount ${contoso}2 max_channels=4
    channels
}
scene own_connection 'exit 0, exit 0, 4 of 4'

# The comma needs mount(2) on 5.10, which can only be taken back afterwards.
nomc_strict_comma() {
    azmount //nomc.file.core.windows.net/share \
        profile=smb,max_channels=4,verify=strict,credentials=/etc/azfiles/comma.cred
    said 'taken away again'
    mounted
}
scene nomc_strict_comma "exit 32, $(on 5.10 said 'did not say') taken away again, nothing mounted"

# unprivileged SERVER: as somebody who may read neither the kernel log nor the record
# that the helper left. Either the same cause, or the word that it was not seen.
unprivileged() {
    azmount "//$1.file.core.windows.net/share" max_channels=4
    rm -rf /run/azfiles
    as_nobody azfiles status --json $mnt >/run/scene/status
    found "$(seen .channels.active) active"
    cause
    verdict
}

nomc_unprivileged() { unprivileged nomc; }
# 5.10 takes max_channels out of the mount's options there, so that without the record
# nobody knows that more was asked for.
scene nomc_unprivileged "exit 0, 1 active, $(on 5.10 'no finding, ok' 'server-no-multichannel, degraded')"

norss_unprivileged() { unprivileged norss; }
scene norss_unprivileged "exit 0, $(on 6.1 2 1) active, server-not-rss, degraded"

encreq_unprivileged() { unprivileged encreq; }
scene encreq_unprivileged "exit 0, 1 active, $(on '5.10 6.1' cause-not-seen channel-refused), degraded"
