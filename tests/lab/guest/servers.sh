# The network and the servers of the lab, and what can be done to them. Sourced.
# shellcheck shell=sh
#
# Each server lives in a network namespace of its own name, at the other end of
# a veth pair or two. On the client's side the interface is SERVER-eth0. "absent"
# is a machine without a server: it refuses, and is on the way to "silent".

# server, interface, queues, the client's address, the server's addresses
lab_links='
good    eth0 4 10.7.1.1/24  10.7.1.2/24
nomc    eth0 4 10.7.3.1/24  10.7.3.2/24
norss   eth0 4 10.7.4.1/24  10.7.4.2/24
encreq  eth0 4 10.7.5.1/24  10.7.5.2/24
multi   eth0 4 10.7.6.1/24  10.7.6.2/24
multi   eth1 4 10.7.7.1/24  10.7.7.2/24
absent  eth0 4 10.7.8.1/24  10.7.8.2/24
narrow  eth0 1 10.7.10.1/24 10.7.10.2/24'
lab_servers='good nomc norss encreq multi narrow'

# each_link COMMAND…: calls COMMAND SERVER INTERFACE QUEUES CLIENT SERVER-ADDRESS.
each_link() {
    echo "$lab_links" | while read -r server interface queues client address; do
        [ -z "$server" ] || "$@" "$server" "$interface" "$queues" "$client" "$address"
    done
}

# Commands for ip -batch: the client's side of a link.
client_side() {
    queues="numtxqueues $3 numrxqueues $3"
    echo "link add $1-$2 $queues type veth peer name $2 netns $1 $queues"
    echo "addr add $4 dev $1-$2"
    echo "link set $1-$2 up"
}

# The same for the server's side, if the link is that server's.
server_side() {
    [ "$1" = "$2" ] || return 0
    echo "addr add $6 dev $3"
    echo "link set $3 up"
}

network_up() {
    {
        echo 'link set lo up'
        for server in $lab_servers absent; do
            echo "netns add $server"
        done
        each_link client_side
        echo 'addr add fd07:6::1/64 dev multi-eth0 nodad'
        # A packet to 10.7.9.9 reaches a machine that neither owns the address nor
        # forwards: it is dropped, and nobody says so.
        echo 'route add 10.7.9.9/32 via 10.7.8.2'
    } | ip -batch -
    for server in $lab_servers absent; do
        {
            echo 'link set lo up'
            each_link server_side "$server"
            [ "$server" != multi ] || echo 'addr add fd07:6::2/64 dev eth0 nodad'
        } | ip -n "$server" -batch -
    done
    dnsmasq -C /etc/dnsmasq.conf
}

# What Samba advertises of a server's interfaces.
server_interfaces() {
    case $1 in
        norss) echo '"10.7.4.2;speed=10000000000"' ;;
        multi)
            printf '"%s;speed=10000000000,capability=RSS" ' 10.7.6.2 10.7.7.2 fd07:6::2
            ;;
        *) each_link server_interface "$1" ;;
    esac
}

server_interface() {
    [ "$1" != "$2" ] || echo "\"${6%/*};speed=10000000000,capability=RSS\""
}

server_settings() {
    case $1 in
        nomc) echo 'server multi channel support = no' ;;
        encreq) echo 'server smb encrypt = required' ;;
    esac
}

# server_make SERVER: its files.
server_make() {
    home=/srv/$1
    mkdir -p "$home/private" "$home/state" "$home/share/dir/sub" "$home/share2/dir/sub"
    echo "$1" >"$home/share/server"
    echo "$1" >"$home/share/dir/sub/inside"
    chown -R contoso:contoso "$home/share" "$home/share2"
    chmod -R a+rwX "$home/share" "$home/share2"
    {
        cat /lab/guest/smb.conf
        cat <<TEXT
netbios name = $1
interfaces = $(server_interfaces "$1")
lock directory = $home/state
state directory = $home/state
cache directory = $home/state
pid directory = $home/state
ncalrpc dir = $home/state
private dir = $home/private
log file = $home/log
$(server_settings "$1")
[share]
path = $home/share
[share2]
path = $home/share2
TEXT
    } >"$home/smb.conf"
    cp "$home/smb.conf" "$home/smb.conf.orig"
}

# server_with SERVER SETTING: restarts it with a setting changed.
server_with() {
    server_stop "$1"
    {
        sed "/^${2%% =*} =/d; /^\[share\]/,\$d" "/srv/$1/smb.conf.orig"
        echo "$2"
        sed -n '/^\[share\]/,$p' "/srv/$1/smb.conf.orig"
    } >"/srv/$1/smb.conf"
    server_start "$1"
    server_wait "$1"
}

# The key of the account is another one, as after a rotation; and is what it was.
key_change() {
    touched
    cp -p /etc/samba/smbpasswd /run/smbpasswd
    sed -i '/^contoso:/s/:[0-9A-F]\{32\}:\[/:0123456789ABCDEF0123456789ABCDEF:[/' /etc/samba/smbpasswd
}

# An smbd that is at a logon may write back what it had read of the account: the key is
# put there again until it stays.
key_restore() {
    [ -e /run/smbpasswd ] || return 0
    tries=10
    until put_smbpasswd && sleep 2 && [ "$(nt_hash /etc/samba/smbpasswd)" = "$(nt_hash /run/smbpasswd)" ]; do
        tries=$((tries - 1))
        if [ $tries = 0 ]; then
            echo 'the key is not what it was' >&2
            return 1
        fi
    done
    rm /run/smbpasswd
}

# At once, so that no smbd reads half of it.
put_smbpasswd() {
    cp -p /run/smbpasswd /etc/samba/smbpasswd.new && mv /etc/samba/smbpasswd.new /etc/samba/smbpasswd
}

nt_hash() {
    sed -n 's/^contoso:.*:\([0-9A-F]\{32\}\):\[.*/\1/p' "$1"
}

# server_start SERVER: after server_stop. Returns before it listens.
server_start() {
    nsenter --net="/run/netns/$1" smbd -D -s "/srv/$1/smb.conf"
}

# server_wait SERVER: until it listens, at most half a minute.
server_wait() {
    tries=300
    until [ -n "$(ss -N "$1" -Hltn 'sport = :445')" ]; do
        tries=$((tries - 1))
        if [ $tries = 0 ]; then
            echo "server $1 does not listen" >&2
            tail -n 20 "/srv/$1/log" >&2
            return 1
        fi
        sleep 0.1
    done
}

# What changes a server leaves this mark, so that servers_restore is called for.
touched() {
    : >/run/touched
}

servers_restore() {
    key_restore
    for server in $lab_servers; do
        link_restore "$server"
        link_plain "$server"
        if ! cmp -s "/srv/$server/smb.conf" "/srv/$server/smb.conf.orig"; then
            server_stop "$server"
            cp "/srv/$server/smb.conf.orig" "/srv/$server/smb.conf"
        fi
        [ -n "$(ss -N "$server" -Hltn 'sport = :445')" ] || server_start "$server"
    done
    for server in $lab_servers; do
        server_wait "$server"
    done
}

# server_stop SERVER: at once, and with all its connections.
server_stop() {
    touched
    for pid in $(ip netns pids "$1"); do
        kill -9 "$pid" 2>/dev/null || :
    done
    rm -f "/srv/$1/state/smbd.pid"
}

server_restart() {
    server_stop "$1"
    server_start "$1"
    server_wait "$1"
}

servers_up() {
    for server in $lab_servers; do
        server_make "$server"
    done
    LD_PRELOAD=/lab/fork-servers.so LAB_SERVERS=$lab_servers smbd -D -s smb.conf
    for server in $lab_servers; do
        server_wait "$server"
    done
}

# link_cut SERVER / link_restore SERVER: the cable of its first interface.
link_cut() {
    touched
    ip -n "$1" link set eth0 down
}

link_restore() {
    ip -n "$1" link set eth0 up
}

# link_mute SERVER: the cable stays in, but what the server sends gets lost.
link_mute() {
    touched
    tc -n "$1" qdisc replace dev eth0 root netem loss 100%
}

# link_limit SERVER RATE: each connection by itself, in both directions.
link_limit() {
    touched
    tc qdisc replace dev "$1-eth0" root fq maxrate "$2"
    tc -n "$1" qdisc replace dev eth0 root fq maxrate "$2"
}

# link_plain SERVER: neither mute nor limited.
link_plain() {
    tc qdisc del dev "$1-eth0" root 2>/dev/null || :
    tc -n "$1" qdisc del dev eth0 root 2>/dev/null || :
}

# connection_kill ADDRESS [COUNT]: ends so many connections to that server, all by
# default.
connection_kill() {
    ss -Htn state established "dst $1 and dport = :445" | head -n "${2:-100}" |
        while read -r _ _ local _; do
            ss -K -tn "dst $1 and dport = :445 and sport = :${local##*:}" >/dev/null
        done
}
