# Runs one guest in QEMU. Sourced by lab.
# shellcheck shell=bash

# On a busy host an emulated clock is late: the kernel must not doubt it (it panics
# over a late timer interrupt, and gives the TSC up).
vm_kernel_options='console=ttyS0 panic=-1 quiet cryptomgr.notests no_timer_check tsc=reliable'

# KVM where this user has it and the processor can, else software.
vm_accelerator() {
    if [[ -r /dev/kvm && -w /dev/kvm ]] && grep -qwE -m 1 'vmx|svm' /proc/cpuinfo; then
        printf 'kvm'
    else
        printf 'tcg,thread=multi'
    fi
}

# vm_start KERNEL_DIR DIR OUTPUT: QEMU in the background, VM the process to wait
# for. It ends with this shell and with its time.
# Serial lines: the console, output (a character device of QEMU's, "output"),
# results and error output, the last two named pipes in DIR.
vm_start() {
    setpriv --pdeathsig TERM timeout --foreground --kill-after=5 "$LAB_TIMEOUT" \
        qemu-system-x86_64 \
        -accel "$(vm_accelerator)" -cpu max -smp "$LAB_CPUS" -m "$LAB_MEMORY" \
        -nodefaults -no-user-config -display none -no-reboot -nic none \
        -chardev file,id=console,path="$2/console" -serial chardev:console \
        -chardev "$3,id=output" -serial chardev:output \
        -chardev file,id=results,path="$2/results" -serial chardev:results \
        -chardev file,id=errors,path="$2/errors" -serial chardev:errors \
        -kernel "$1/vmlinuz" -initrd "$2/image" \
        -append "$vm_kernel_options ${LAB_APPEND:-}" <&0 &
    VM=$!
}

# vm_job DIR MODE KERNEL [COMMAND]: what the guest finds in /lab/job.
vm_job() {
    mkdir -p "$1/job"
    printf '%s\n' "$2" >"$1/job/mode"
    printf '%s\n' "$3" >"$1/job/kernel"
    # The guest's programs see a terminal, a serial line; say so if there is none.
    if [[ -t 1 ]]; then
        printf '%s\n' "${TERM:-dumb}" >"$1/job/term"
    else
        printf 'dumb\n' >"$1/job/term"
    fi
    { stty size 2>/dev/null </dev/tty || echo 0 0; } >"$1/job/size"
    printf '%s\n' "${4:-}" >"$1/job/command"
}

# vm_boot KERNEL_DIR DIR OUTPUT HANDLER: boots and calls HANDLER with the fields of
# each result line, until QEMU ends or the time is over. Exits as the guest's job
# did; 124 if time was over, 125 if the guest ended without a word.
vm_boot() {
    local dir=$2 handler=$4 held results fields status='' ended=0
    # Held open until there is a reader, so that neither side waits for the other.
    exec {held}<>"$dir/results"
    vm_start "$1" "$dir" "$3"
    exec {results}<"$dir/results" {held}>&-
    while IFS=$'\t' read -r -a fields -u "$results"; do
        if [[ ${fields[0]:-} == EXIT ]]; then
            status=${fields[1]}
        else
            "$handler" "${fields[@]}"
        fi
    done
    exec {results}<&-
    wait "$VM" || ended=$?
    if [[ -n $status ]]; then
        return "$status"
    elif [[ $ended == 124 ]]; then
        vm_last_words "$dir" "the guest was not done after $LAB_TIMEOUT seconds and was stopped"
        return 124
    fi
    vm_last_words "$dir" 'the guest ended without a result'
    return 125
}

# vm_last_words DIR SENTENCE: with the end of the console, where a panic stands.
vm_last_words() {
    say "$2; its console ended with:"
    tail -n 25 "$1/console" | sed 's/^/    /' >&2
}
