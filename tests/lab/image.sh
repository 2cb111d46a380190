# Builds the guest's initramfs. Sourced by lab.
# shellcheck shell=bash
#
# Four cpio archives in a row, which the kernel unpacks one over the other: the
# base system and the kernel's modules are kept in the cache; the lab's scripts
# and the programs under test are packed anew for every boot. Uncompressed: the
# guest's processor is emulated, and unpacking would take it longer than QEMU
# needs to copy the bytes.

# Programs of this host that the guest needs, beside busybox. A name without a
# slash is looked up in PATH.
image_programs=(
    smbd smbstatus dnsmasq mount.cifs mount umount findmnt nsenter unshare setsid setpriv su
    mountpoint dmesg ip ss tc modprobe dash bash getent jq
    grep env nice nohup timeout stdbuf chroot find xargs flock strace cmp
    /usr/sbin/request-key /usr/sbin/key.dns_resolver
)

# Applets of busybox that would run its own mount, ip or tc when told to run the
# real one; and its shells.
image_not_applets='ash|hush|sh|linuxrc|time|watch|chrt|ionice|setuidgid|start-stop-daemon|taskset|script|run-parts'

# Debian packages they come from, and what the host side needs.
lab_packages=(
    apt bash binutils busybox-static cifs-utils coreutils cpio dash debian-archive-keyring
    diffutils dnsmasq-base findutils gawk gcc iproute2 jq keyutils kmod libc-bin libc6-dev mount openssl
    qemu-system-x86 samba strace util-linux xz-utils
)

# Kernel modules, under all the names they have had; what a kernel has not, or
# has built in, is passed over.
image_modules=(
    cifs dns_resolver ccm gcm ghash-generic ctr cmac cbc ecb aes_generic hmac sha256_generic sha512_generic
    md4 md5 des_generic arc4 cifs_arc4 cifs_md4 libarc4 libdes
    veth sch_fq sch_tbf sch_netem inet_diag tcp_diag
    8021q bonding bridge dummy ipvlan macvlan tun wireguard
)

# A key as Azure makes them, 64 bytes in base64, and as good for nothing. It holds
# + and / and ==, which is what credential parsers stumble over.
lab_key() {
    printf 'azfiles lab, not a secret' | openssl dgst -sha512 -binary | base64 -w 0
}

# NT hash of the password on standard input.
nt_hash() {
    iconv -t UTF-16LE | openssl dgst -md4 -provider legacy -provider default -r |
        awk '{ print toupper($1) }'
}

# image_add ROOT FILE…: copies files and all libraries they are linked with.
image_add() {
    local root=$1 file
    shift
    {
        printf '%s\n' "$@"
        ldd "$@" 2>/dev/null | awk '$2 == "=>" && $3 ~ /^\// { print $3 } $1 ~ /^\// && $2 ~ /^\(/ { print $1 }'
    } | sort -u | while read -r file; do
        [[ ! -e $root$file ]] || continue
        mkdir -p "$root${file%/*}"
        cp -L --preserve=mode "$file" "$root$file"
    done
}

# The directories every guest has, /bin and its like being links into /usr.
image_skeleton() {
    local root=$1 name
    mkdir -p "$root"/usr/{bin,sbin,lib,lib64} "$root"/{dev,etc,mnt,proc,root,run,srv,sys,tmp} \
        "$root"/var/{lib,log,cache}/samba "$root"/var/lib/misc "$root"/lab
    for name in bin sbin lib lib64; do
        ln -sfn "usr/$name" "$root/$name"
    done
    ln -sfn /run "$root/var/run"
    ln -sfn /proc/self/mounts "$root/etc/mtab"
    chmod 1777 "$root/tmp"
    chmod 0755 "$root"
}

image_pack() { # image_pack ROOT FILE
    (cd "$1" && find . -mindepth 1 -print0 | sort -z | cpio --quiet -0 -o -H newc -R 0:0) >"$2.partial"
    mv "$2.partial" "$2"
}

# The data of libicu are a third of the image, and smbd uses none of them. The
# library must be there, and the one symbol in it.
image_without_icu_data() {
    local data name
    for data in "$1"/usr/lib/*/libicudata.so.*; do
        [[ -e $data ]] || return 0
        name=${data##*/}
        printf 'const char icudt%s_dat[64];\n' "${name##*.}" |
            cc -shared -fPIC -Wl,-soname,"$name" -o "$data" -x c -
    done
}

image_base() { # image_base FILE
    local root name path files=()
    root=$(mktemp -d "$WORK/base.XXXXXX")
    image_skeleton "$root"
    for name in "${image_programs[@]}"; do
        path=$(PATH=$PATH:/usr/sbin:/sbin type -P "$name") || die "this host has no $name; see: lab packages"
        files+=("/usr${path#/usr}")
    done
    image_add "$root" "${files[@]}" /usr/lib/*-linux-gnu/libnss_{files,dns}.so.2
    ln -s dash "$root/usr/bin/sh"
    cp "$(type -P busybox)" "$root/usr/bin/busybox"
    ln -s usr/bin/busybox "$root/init"
    for name in $("$root/usr/bin/busybox" --list); do
        [[ -e $root/usr/bin/$name || -e $root/usr/sbin/$name || $name == @($image_not_applets) ]] ||
            ln -s /usr/bin/busybox "$root/usr/bin/$name"
    done
    image_without_icu_data "$root"
    # Kept from the kernel until boot: it would start it dozens of times before.
    mv "$root/usr/sbin/modprobe" "$root/lab/"
    cp -r /etc/request-key.conf /etc/request-key.d "$root/etc/"
    cp -L /etc/services /etc/protocols /etc/os-release "$root/etc/" 2>/dev/null || :
    image_pack "$root" "$1"
    rm -r "$root"
}

image_kernel_modules() { # image_kernel_modules KERNEL_DIR FILE
    local root release module
    root=$(mktemp -d "$WORK/modules.XXXXXX")
    release=$(basename "$1"/lib/modules/*)
    mkdir -p "$root/usr/lib/modules/$release"
    for module in "${image_modules[@]}"; do
        modprobe -d "$1" -S "$release" --show-depends --ignore-install "$module" 2>/dev/null || :
    done | awk '$1 == "insmod" { print $2 }' | sort -u | while read -r module; do
        install -D -m 0644 "$module" "$root/usr/lib/modules/$release/kernel/${module##*/}"
        strip --strip-debug "$root/usr/lib/modules/$release/kernel/${module##*/}"
    done
    cp "$1/lib/modules/$release"/modules.{builtin,order}* "$root/usr/lib/modules/$release/"
    ln -s usr/lib "$root/lib"
    depmod -b "$root" "$release"
    rm "$root/lib"
    image_pack "$root" "$2"
    rm -r "$root"
}

# image_add_program FILE ROOT PATH: without debug information, which is larger than
# all the rest.
image_add_program() {
    local copy=$WORK/programs/${1##*/}
    mkdir -p "$WORK/programs"
    strip --strip-debug -o "$copy" "$1"
    image_add "$2" "$copy"
    mv "$2$copy" "$2$3"
    find "$2${WORK%/*}" -mindepth 1 -type d -empty -delete
}

# What is ours: the guest's scripts, users, and the programs under test.
image_ours() { # image_ours BUILD FILE
    local root=$WORK/ours build=$1 program pattern patterns
    image_skeleton "$root"
    mkdir -p "$root"/etc/{samba,azfiles}
    cp -r "$LAB/guest" "$WORK/job" "$root/lab/"
    mkdir "$root/lab/scenes"
    read -r -a patterns <<<"$scenes"
    for pattern in "${patterns[@]}"; do
        cp "$LAB/scenes/"$pattern.sh "$root/lab/scenes/" || die "no scenes are called $pattern"
    done
    mv "$root/lab/guest/fork-servers.c" "$WORK/"
    cc -O2 -shared -fPIC -o "$root/lab/fork-servers.so" "$WORK/fork-servers.c"
    cp -rT "$LAB/guest/etc" "$root/etc"
    rm -r "$root/lab/guest/etc"
    image_users "$root/etc"
    if [[ -n $build ]]; then
        for program in sbin/mount.azfiles bin/azfiles; do
            [[ -x $build/src/${program##*/} ]] || { say "no ${program##*/} in $build/src"; continue; }
            image_add_program "$build/src/${program##*/}" "$root" "/usr/$program"
        done
        if [[ -d $LAB/../../data/support.d ]]; then
            mkdir -p "$root/usr/share/azfiles"
            cp -r "$LAB/../../data/support.d" "$root/usr/share/azfiles/"
        fi
    fi
    image_pack "$root" "$2"
}

# The Samba password file and the credential files, all 0600.
image_users() {
    local etc=$1 key user
    key=$(lab_key)
    [[ $key == *+* && $key == */* && $key == *== ]] || die "the lab's key lost its + / ="
    (
        umask 077
        while IFS=: read -r user _ uid _; do
            case $user in
                contoso) printf '%s:%s' contoso "$uid:" && printf '%s' "$key" | nt_hash ;;
                comma) printf '%s:%s' comma "$uid:" && printf 'be,fore' | nt_hash ;;
            esac
        done <"$etc/passwd" | awk -F : -v lm=XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX \
            '{ printf "%s:%s:%s:%s:[U          ]:LCT-00000001:\n", $1, $2, lm, $3 }' >"$etc/samba/smbpasswd"
        printf 'username=contoso\npassword=%s\n' "$key" >"$etc/azfiles/contoso.cred"
        printf 'username=comma\npassword=be,fore\n' >"$etc/azfiles/comma.cred"
        printf 'username=contoso\npassword=%s\n' "$(printf 'wrong' | openssl dgst -sha512 -binary | base64 -w 0)" \
            >"$etc/azfiles/wrong.cred"
    )
}

# image_build KERNEL_DIR BUILD FILE
image_build() {
    local images=$CACHE/images base modules key
    mkdir -p "$images"
    key=$({
        cat "$LAB/image.sh"
        dpkg-query -W -f '${Package} ${Version}\n' "${lab_packages[@]}" libc6 2>/dev/null || :
    } | sha256sum | cut -c 1-12)
    base=$images/base-$key.cpio
    modules=$images/modules-${1##*/}-$key.cpio
    {
        flock 9
        if [[ ! -e $base ]]; then
            say "building image …"
            find "$images" -name '*.cpio*' -mtime +7 -delete
            image_base "$base"
        fi
        [[ -e $modules ]] || image_kernel_modules "$1" "$modules"
        image_ours "$2" "$WORK/ours.cpio"
        cat "$base" "$modules" "$WORK/ours.cpio" >"$3"
    } 9>"$images/lock"
}
