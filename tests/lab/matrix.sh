# Plays all scenes on several kernels. Sourced by lab.
# shellcheck shell=bash

row='%-7s %-36s %-44s %-44s %s\n'

# matrix KERNEL…: one guest a kernel, two at a time. The results of all go to
# LOGS/results.tsv, the output and the console of each to files of its name.
matrix() {
    local name running=0
    logs=${logs:-$(mktemp -d "${TMPDIR:-/tmp}/azfiles-lab-logs.XXXXXX")}
    mkdir -p "$logs"
    rm -f "$logs"/{results,plan}.tsv "$logs"/*.{log,console}
    : >"$logs/results.tsv"
    for name; do
        kernel_fetch "$name" # one after the other, before the guests start
    done
    printf "$row" kernel scene expected found verdict
    for name; do
        if ((running == 2)); then
            wait -n || :
        else
            running=$((running + 1))
        fi
        matrix_guest "$name" &
    done
    wait
    matrix_sum
}

# matrix_guest KERNEL: in a process of its own.
matrix_guest() {
    local WORK=$WORK/$1
    mkdir "$WORK"
    trap 'matrix_missing "$?"' EXIT
    matrix_kernel=$1
    : >"$logs/plan.$1"
    vm_job "$WORK" scenes "$1" >/dev/null # no terminal
    kernel_fetch "$1"
    image_build "$KERNEL_DIR" "$build" "$WORK/image"
    mkfifo "$WORK/results" "$WORK/errors"
    cat "$WORK/errors" >"$logs/$1.errors" &
    vm_boot "$KERNEL_DIR" "$WORK" "file,path=$logs/$1.log" matrix_line
}

# matrix_line FIELD…: what the guest said.
matrix_line() {
    case $1 in
        UP) say "$matrix_kernel: servers up after $2 s" ;;
        PLAN) printf '%s\t%s\n' "$2" "$3" >>"$logs/plan.$matrix_kernel" ;;
        RESULT) matrix_result "$matrix_kernel" "${@:2}" ;;
    esac
}

# matrix_result KERNEL SCENE EXPECTED FOUND VERDICT SECONDS
matrix_result() {
    local IFS=$'\t'
    printf 'RESULT\t%s\n' "$*" >>"$logs/results.tsv"
    printf "$row" "$1" "$2" "$3" "$4" "$5"
}

# matrix_missing STATUS: when a guest has ended. A scene without a result has failed:
# the guest ended too early, or its time was over.
matrix_missing() {
    local scene expected why='the guest ended before' plan=$logs/plan.$matrix_kernel
    [[ $1 != 124 ]] || why="not reached in $LAB_TIMEOUT s"
    [[ ! -e $WORK/console ]] || cp "$WORK/console" "$logs/$matrix_kernel.console"
    [[ -s $plan ]] || printf 'boot\tservers up\n' >"$plan"
    while IFS=$'\t' read -r scene expected; do
        grep -q "^RESULT	$matrix_kernel	$scene	" "$logs/results.tsv" ||
            matrix_result "$matrix_kernel" "$scene" "$expected" "$why" FAIL 0
    done <"$plan"
    rm "$plan"
}

matrix_sum() {
    awk -F '\t' '
        { n[$6]++ }
        $6 == "FAIL" { failed = failed "\n    " $2 ": " $3 ": expected " $4 "; found " $5 }
        $6 == "skip" { skipped = skipped "\n    " $2 ": " $3 ": " $5 }
        END {
            if (skipped) print "skipped:" skipped
            if (failed) print "failed:" failed
            printf "%d passed, %d failed, %d skipped\n", n["ok"], n["FAIL"], n["skip"]
            exit !(n["ok"] && !n["FAIL"])
        }
    ' "$logs/results.tsv" || {
        say "logs: $logs"
        return 1
    }
}
