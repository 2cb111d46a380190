# No mount: the cause is named, nothing is left behind, and it does not take long.
# shellcheck shell=sh

# fails WORDS SPEC [OPTIONS]
fails() {
    words=$1 started=$(now)
    shift
    azmount "$@"
    said "$words"
    mounted
    took=$(($(now) - started))
    if [ $took -le 25 ]; then
        found 'in time'
    else
        found "after $took s"
    fi
}

fails_refused() { fails refuses //refused.file.core.windows.net/share; }
scene fails_refused 'exit 32, said refuses, nothing mounted, in time'

fails_silent() { fails 'port 445' //silent.file.core.windows.net/share; }
scene fails_silent 'exit 32, said port 445, nothing mounted, in time'

fails_no_share() { fails 'no share' //contoso.file.core.windows.net/nothere; }
scene fails_no_share 'exit 32, said no share, nothing mounted, in time'

fails_no_directory() { fails directory $contoso/nothere; }
scene fails_no_directory 'exit 32, said directory, nothing mounted, in time'

fails_wrong_key() { fails key $contoso credentials=/etc/azfiles/wrong.cred; }
scene fails_wrong_key 'exit 32, said key, nothing mounted, in time'

fails_unknown_host() { fails resolve //nowhere.file.core.windows.net/share; }
scene fails_unknown_host 'exit 1, said resolve, nothing mounted, in time'

fails_channels_99() { fails 'Invalid max_channels value' $contoso max_channels=99; }
scene fails_channels_99 'exit 32, said Invalid max_channels value, nothing mounted, in time'

fails_misspelt() {
    fails "$(on 5.10 'Unknown mount option' 'Unknown parameter')" $contoso max_chanels=4
    said max_chanels
}
scene fails_misspelt "exit 32, said $(on 5.10 'Unknown mount option' 'Unknown parameter'), nothing mounted, in time, said max_chanels"
