# Fetches Debian kernels into the cache. Sourced by lab.
# shellcheck shell=bash
#
# apt does the downloading, in a directory of its own inside the cache: its
# signature checks hold, and the host's apt configuration stays as it is.

# One kernel's line of kernels.tsv, as four lines: name, suite, packages, version.
kernel_row() {
    local row
    row=$(awk -F '\t' -v name="$1" '$1 == name' "$LAB/kernels.tsv")
    [[ -n $row ]] || die "no kernel '$1'; there are: $(kernel_names | paste -sd ' ')"
    printf '%s\n' "$row" | tr '\t' '\n'
}

kernel_names() {
    awk -F '\t' '!/^#/ && NF { print $1 }' "$LAB/kernels.tsv"
}

# The archive this host uses for its own Debian packages.
archive_uri() {
    if [[ -n ${AZFILES_LAB_ARCHIVE:-} ]]; then
        printf '%s\n' "$AZFILES_LAB_ARCHIVE"
        return
    fi
    local codename uri
    codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
    uri=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT) $(IDENTIFIER)' |
        awk -v release="$codename" \
            '$4 == "Packages" && $3 == "main" && ($2 == release || $2 == "stable") { print $1; exit }')
    [[ -n $uri ]] ||
        die "apt on this host knows no Debian archive; set AZFILES_LAB_ARCHIVE to the URI of one"
    printf '%s\n' "$uri"
}

# private_apt SUITE COMMAND…: runs an apt command on that suite and nothing else.
private_apt() {
    local suite=$1 dir=$CACHE/apt/$1
    shift
    mkdir -p "$dir"/{lists,archives}/partial
    if [[ ! -s $dir/sources.list ]]; then
        printf 'deb [arch=amd64 signed-by=%s] %s %s main\n' \
            /usr/share/keyrings/debian-archive-keyring.gpg "$(archive_uri)" "$suite" \
            >"$dir/sources.list"
    fi
    "$@" \
        -o APT::Architecture=amd64 -o APT::Sandbox::User="$(id -un)" \
        -o Acquire::Languages=none -o Acquire::Retries=3 \
        -o Dir::State="$dir" -o Dir::State::lists="$dir/lists" -o Dir::State::status=/dev/null \
        -o Dir::Cache="$dir" -o Dir::Cache::archives="$dir/archives" \
        -o Dir::Etc::sourcelist="$dir/sources.list" -o Dir::Etc::sourceparts=/dev/null \
        -o Dir::Etc::preferences=/dev/null -o Dir::Etc::preferencesparts=/dev/null
}

# kernel_has SUITE PACKAGE VERSION: is that in the archive?
kernel_has() {
    private_apt "$1" apt-cache madison "$2" 2>/dev/null |
        awk -F ' *[|] *' -v version="$3" '$2 == version { found = 1 } END { exit !found }'
}

# kernel_substitute NAME SUITE: packages and version of the newest of that series.
# From 6.19 the image package is empty, its contents in three others.
kernel_substitute() {
    local series=${1//./\\.}
    [[ $1 != newest ]] || series='[0-9]+\.[0-9]+'
    local release version packages
    release=$(private_apt "$2" apt-cache pkgnames linux-image- |
        sed -nE "s/^linux-image-($series\.[^-]+(-[0-9.]+)?)-cloud-amd64$/\1/p" | sort -V | tail -n 1)
    [[ -n $release ]] || die "the archive has no cloud kernel $1 in $2"
    packages=linux-image-$release-cloud-amd64
    if private_apt "$2" apt-cache pkgnames "linux-binary-$release-cloud-amd64" | grep -q .; then
        packages=$(printf "linux-%s-$release-cloud-amd64\n" binary modules base | paste -sd ,)
    fi
    version=$(private_apt "$2" apt-cache madison "${packages%%,*}" | awk -F ' *[|] *' '{ print $2; exit }')
    printf '%s\n%s\n' "$packages" "$version"
}

# kernel_tidy DIR: leaves DIR/vmlinuz and DIR/lib/modules/RELEASE, wherever the
# packages had them, and fails if they had none.
kernel_tidy() {
    local kernel modules
    kernel=$(find "$1" -name 'vmlinuz*' -type f | head -n 1)
    modules=$(find "$1" -path '*/lib/modules/*' -prune -type d | head -n 1)
    [[ -n $kernel && -n $modules && -n $(find "$modules" -name 'cifs.ko*') ]] || return 1
    mkdir "$1/tidy" "$1/tidy/lib" "$1/tidy/lib/modules"
    mv "$kernel" "$1/tidy/vmlinuz"
    mv "$modules" "$1/tidy/lib/modules/"
    find "$1/tidy/lib/modules" -name '*.ko.xz' -exec unxz {} +
    find "$1" -mindepth 1 -maxdepth 1 ! -name tidy -exec rm -r {} +
    mv "$1/tidy"/* "$1/"
    rmdir "$1/tidy"
    depmod -b "$1" "$(basename "$1"/lib/modules/*)"
}

# kernel_download NAME: into a directory that gets its final name when all is there.
kernel_download() {
    local row picked suite packages version partial package
    mapfile -t row < <(kernel_row "$1")
    suite=${row[1]} packages=${row[2]} version=${row[3]}
    say "fetching kernel $1 …"
    private_apt "$suite" apt-get -qq update || die "cannot update the package list of $suite"
    if ! kernel_has "$suite" "${packages%%,*}" "$version"; then
        mapfile -t picked < <(kernel_substitute "$1" "$suite")
        [[ ${#picked[@]} == 2 ]] || die "no substitute for ${packages%%,*} $version"
        say "WARNING: ${packages%%,*} $version is gone from $suite;" \
            "taking ${picked[0]%%,*} ${picked[1]}: update tests/lab/kernels.tsv"
        packages=${picked[0]} version=${picked[1]}
    fi
    partial=$CACHE/kernels/$1.partial
    rm -rf "$partial"
    mkdir -p "$partial"
    for package in ${packages//,/ }; do
        (cd "$partial" && private_apt "$suite" apt-get -qq download "$package=$version") ||
            die "cannot download $package $version"
    done
    for package in "$partial"/*.deb; do
        dpkg-deb -x "$package" "$partial"
        rm "$package"
    done
    kernel_tidy "$partial" || die "the packages $packages hold no kernel with cifs"
    printf '%s\n' "$version" >"$partial/version"
    mv "$partial" "$CACHE/kernels/$1@${row[3]}"
}

# kernel_fetch NAME: sets KERNEL_DIR. The lock lets two runs share the cache.
kernel_fetch() {
    local row
    row=$(kernel_row "$1") # before the array: a wrong name must end the run
    mapfile -t row <<<"$row"
    KERNEL_DIR=$CACHE/kernels/$1@${row[3]}
    [[ ! -d $KERNEL_DIR ]] || return 0
    mkdir -p "$CACHE/kernels"
    {
        flock 9
        [[ -d $KERNEL_DIR ]] || kernel_download "$1"
    } 9>"$CACHE/kernels/lock"
}
