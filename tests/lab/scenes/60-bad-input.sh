# Faults of the one who types: refused in a sentence, and nothing mounted.
# shellcheck shell=sh

helper() {
    refuses mount.azfiles "$1" "$2" -o "credentials=${3:-$cred},max_channels=4"
}

bad_mount_point() {
    touch /mnt/file
    ln -sfn $mnt /mnt/link
    for directory in /mnt/missing /mnt/file /mnt/link; do
        helper $contoso $directory
    done
    found 'all refused'
}
scene bad_mount_point 'all refused'

bad_spec() {
    for spec in '' / // //contoso.file.core.windows.net //contoso.file.core.windows.net/ ///share \
        contoso.file.core.windows.net/share //contoso.file.core.windows.net/../share \
        $contoso/../share2 '//contoso .file.core.windows.net/share' \
        ftp://contoso.file.core.windows.net/share "//contoso.file.core.windows.net/sh
are"; do
        helper "$spec" $mnt
    done
    found 'all refused'
}
scene bad_spec 'all refused'

# A link with a token in it, as the portal hands out: the token is not repeated.
bad_token() {
    helper 'https://contoso.file.core.windows.net/share?sv=2024-11-04&sig=cEcrEt' $mnt
    grep -q cEcrEt $out $err || found 'not repeated'
}
scene bad_token 'not repeated'

# Each file holds the right key, and something that the server would not take.
bad_credentials() {
    key=$(sed -n 's/^password=//p' $cred)
    umask 077
    cd /run/scene
    printf 'username=contoso\r\npassword=%s\r\n' "$key" >crlf
    printf '\357\273\277username=contoso\npassword=%s\n' "$key" >bom
    printf 'username=contoso\npassword="%s"\n' "$key" >quoted
    printf 'username=contoso\npassword=%.60s\n' "$key" >half
    printf 'username=contoso\n' >no-password
    : >empty
    cp $cred writable
    chmod 0666 writable
    for file in crlf bom quoted half no-password empty writable missing; do
        helper $contoso $mnt /run/scene/$file
    done
    grep -F "$key" $out $err && found 'key shown'
    found 'all refused'
}
scene bad_credentials 'all refused'

# Others may read the key: said, and mounted.
readable_credentials() {
    cp $cred /run/scene/readable
    chmod 0644 /run/scene/readable
    azmount $contoso max_channels=4,credentials=/run/scene/readable
    said readable
    mounted
}
scene readable_credentials 'exit 0, said readable, mounted'
