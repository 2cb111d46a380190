# What tests/demo, tests/run and tests/full have in common. Sourced by them, in the
# root of the source tree.
# shellcheck shell=bash

say() {
    printf '\n== %s\n' "$*"
}

as_root() {
    if [[ $(id -u) == 0 ]]; then
        "$@"
    else
        sudo "$@"
    fi
}

# Installs what is missing of the named Debian packages, without a question.
install_packages() {
    local missing=() package
    for package; do
        dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed ||
            missing+=("$package")
    done
    [[ ${#missing[@]} -gt 0 ]] || return 0
    say "installing ${missing[*]}"
    as_root apt-get -o DPkg::Lock::Timeout=300 update -q
    as_root env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=a \
        apt-get -o DPkg::Lock::Timeout=300 install -y -q --no-install-recommends "${missing[@]}"
}

packages_of_build() {
    grep -v '^#' tests/packages
}

# set_up DIR OPTION…: a build directory, new or as it stands.
set_up() {
    local dir=$1
    shift
    if [[ -e $dir/build.ninja ]]; then
        meson configure "$dir" "$@" >/dev/null
    else
        meson setup "$dir" "$@" >/dev/null
    fi
}

# fuzz_seconds TARGET: the reader and the verdict get a minute, the others a moment.
fuzz_seconds() {
    case $1 in
        debugdata_fuzz | assess_fuzz) echo 60 ;;
        *) echo 5 ;;
    esac
}

# The names of all of them, the two that take longest side by side.
fuzz_targets() {
    ninja -C build-fuzz -t targets all | sed -n 's/^tests\/\([a-z_]*_fuzz\):.*/\1/p' |
        awk '/^(debugdata|assess)_/ { print; next } { rest = rest $0 "\n" } END { printf "%s", rest }'
}

# fuzz_one TARGET OPTION…: those that read DebugData begin with what real kernels wrote.
fuzz_one() {
    local target=$1 seeds=()
    shift
    case $target in
        debugdata_fuzz | assess_fuzz)
            seeds=("$(mktemp -d)" tests/captures tests/field/debugdata)
            set -- "$@" -dict=tests/fuzz/debugdata.dict
            ;;
        negotiate_fuzz) set -- "$@" -dict=tests/fuzz/negotiate.dict ;;
    esac
    # Its own status for a finding, 77, is that of a skipped test.
    "build-fuzz/tests/$target" -timeout=10 -error_exitcode=1 "$@" "${seeds[@]}"
}

# fuzz_ended PID LOG: waits for one of them, and shows what it said if that was no good end.
fuzz_ended() {
    wait "$1" || { cat "$2" && return 1; }
}

build_programs() {
    say 'building the programs'
    set_up build -Dtests=false
    ninja -C build
}

# By clang, which finds faults of its own and compiles faster; g++ makes the programs.
build_tests() {
    say 'building the unit tests'
    CXX=clang++ set_up build-san -Db_sanitize=address,undefined -Db_lundef=false -Dbuildtype=debug \
        -Ddebug=false -Dcpp_args=-g1 -Dman=disabled
    ninja -C build-san
}

# build_fuzz_targets OPTION…: with the counters that lead the fuzzer, in build-fuzz.
build_fuzz_targets() {
    say 'building the fuzz targets'
    CXX=clang++ set_up build-fuzz -Dfuzzers=true -Db_lundef=false -Ddebug=false -Dcpp_args=-g1 \
        -Dman=disabled "$@"
    local targets
    mapfile -t targets < <(fuzz_targets)
    ninja -C build-fuzz "${targets[@]/#/tests/}"
}
