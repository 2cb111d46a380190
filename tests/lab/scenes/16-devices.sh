# Network devices that stand on others, as azfiles check sees them: what carries the
# traffic is judged, and not what stands on it. In a network namespace of its own.
# shellcheck shell=sh

# Up to 5.12 veth does not say how many of its queues are in use.
four="v0 (veth) 4 receive queues$(on 5.10 '' ' RSS on')"

inside() {
    ip netns exec devices "$@"
}

# Two pairs of veth, of four queues and of one.
lay_cables() {
    ip netns del devices 2>/dev/null || :
    ip netns add devices
    inside ip link set lo up
    inside ip link add v0 numrxqueues 4 numtxqueues 4 type veth peer name v1
    inside ip link add w0 type veth peer name w1
    inside ip link set v1 up
    inside ip link set w1 up
}

# device_is ADDRESS: what is said of the device towards it, without commas, and the
# findings about it.
device_is() {
    quietly inside azfiles check --json "//$1/share"
    found "$(jq -r '.items[] | select(.topic == "device") | .said | gsub(",";"")' $out)"
    found "$(jq -r '[.items[] | select(.topic == "device").findings[]] | join(" ") |
        if . == "" then "nothing" else . end' $out)"
    ip netns del devices
}

address_of() {
    inside ip link set "$1" up
    inside ip addr add 10.9.0.1/24 dev "$1"
}

devices_veth() {
    lay_cables
    address_of v0
    device_is 10.9.0.7
}
scene devices_veth "$four, nothing"

devices_one_queue() {
    lay_cables
    address_of w0
    device_is 10.9.0.7
}
scene devices_one_queue 'w0 (veth) 1 receive queue, single-queue-nic'

devices_vlan() {
    lay_cables
    inside ip link set v0 up
    inside ip link add link v0 name v0.7 type vlan id 7
    address_of v0.7
    device_is 10.9.0.7
}
scene devices_vlan "v0.7 on $four, nothing"

bond() { # bond MODE: of both, with a vlan on it
    lay_cables
    inside ip link add bond0 type bond mode "$1"
    inside ip link set v0 down
    inside ip link set w0 down
    inside ip link set v0 master bond0
    inside ip link set w0 master bond0
    inside ip link set v0 up
    inside ip link set w0 up
    inside ip link set bond0 up
    inside ip link add link bond0 name bond0.7 type vlan id 7
    address_of bond0.7
}

devices_bond_active() {
    bond active-backup
    wait_for "inside ip -o link show bond0 | grep -q LOWER_UP" 60
    device_is 10.9.0.7
}
scene devices_bond_active "bond0.7 on $four, nothing"

devices_bond_both() {
    bond balance-xor
    wait_for "inside ip -o link show bond0 | grep -q LOWER_UP" 60
    device_is 10.9.0.7
}
scene devices_bond_both "bond0.7 on $four and w0 (veth) 1 receive queue, single-queue-nic"

devices_macvlan() {
    lay_cables
    inside ip link set v0 up
    inside ip link add link v0 name m0 type macvlan
    address_of m0
    device_is 10.9.0.7
}
scene devices_macvlan "m0 on $four, nothing"

# A container's device: what is below it can't be seen.
devices_macvlan_elsewhere() {
    lay_cables
    ip link add d0 type dummy
    ip link add link d0 name m0 netns devices type macvlan
    address_of m0
    device_is 10.9.0.7
    ip link del d0
}
scene devices_macvlan_elsewhere 'm0 (macvlan), nic-not-seen'

devices_bridge() {
    lay_cables
    inside ip link add br0 type bridge
    inside ip link set v0 master br0
    inside ip link set v0 up
    address_of br0
    device_is 10.9.0.7
}
scene devices_bridge 'br0 (bridge), nic-not-seen'

devices_dummy() {
    lay_cables
    inside ip link add d0 type dummy
    address_of d0
    device_is 10.9.0.7
}
scene devices_dummy 'd0 (dummy), nothing'

devices_tun() {
    lay_cables
    mkdir -p /dev/net
    [ -e /dev/net/tun ] || mknod /dev/net/tun c 10 200
    inside ip tuntap add t0 mode tun
    address_of t0
    device_is 10.9.0.7
}
scene devices_tun 't0 (tun), nothing'

devices_loopback() {
    lay_cables
    device_is 127.0.0.7
}
scene devices_loopback 'lo, nothing'

devices_multipath() {
    lay_cables
    address_of v0
    inside ip route add 10.8.0.0/24 nexthop via 10.9.0.2 dev v0 nexthop via 10.9.0.3 dev v0
    device_is 10.8.0.7
}
scene devices_multipath "$four, nothing"

no_way() {
    quietly inside azfiles check --json "//$1/share"
    found "exit $status"
    found "$(jq -r '[.findings[] | select(.severity == "error").id] | join(" ")' $out)"
    ip netns del devices
}

devices_prohibited() {
    lay_cables
    address_of v0
    inside ip route add prohibit 10.8.0.0/24
    no_way 10.8.0.7
}
scene devices_prohibited 'exit 2, unreachable'

devices_unreachable() {
    lay_cables
    address_of v0
    inside ip route add unreachable 10.8.0.0/24
    no_way 10.8.0.7
}
scene devices_unreachable 'exit 2, unreachable'

devices_only_ipv6() {
    lay_cables
    inside ip link set v0 up
    inside ip addr add fd09::1/64 dev v0 nodad
    device_is 'fd09::7'
}
scene devices_only_ipv6 "$four, nothing"
