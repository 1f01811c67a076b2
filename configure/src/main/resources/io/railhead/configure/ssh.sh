# Password-less SSH between the hosts: an account's ~/.ssh, the key pair that is made here and
# stays here, and blocks of Railhead's own in files of others.
# shellcheck shell=sh disable=SC2154

# The account USER: $rh_uid, $rh_gid, and its directory $rh_ssh_dir. Fails when there is none.
rh_account() {
    rh_line=$(getent passwd "$1" 2>/dev/null || grep "^$1:" /etc/passwd)
    [ -n "$rh_line" ] || return 1
    IFS=: read -r _ _ rh_uid rh_gid _ rh_user_home _ <<EOA
$rh_line
EOA
    rh_ssh_dir=${rh_user_home%/}/.ssh
    rh_ssh_key=$rh_ssh_dir/railhead_ed25519
    # Made before the run that puts it in its place.
    rh_ssh_made=$rh_home/keys/$1
}
# The same with what an observer must know; ends the observer where there is no account: USER.
rh_see_account() {
    rh_account "$1" || { rh_o account absent; exit 0; }
    rh_n home "$rh_user_home"
    rh_n uid "$rh_uid"
    rh_n gid "$rh_gid"
    rh_n home-access "$(stat -L -c '%a %u' "$rh_user_home" 2>/dev/null)"
    rh_n home-on "$(stat -f -c %T "$rh_user_home" 2>/dev/null)"
}

# Mode and owner, or that there is none: PATH.
rh_see_ssh_path() (
    if [ -L "$1" ]; then
        rh_o type link
    elif [ ! -e "$1" ]; then
        rh_o type absent
    else
        if [ -f "$1" ]; then rh_o type file; elif [ -d "$1" ]; then rh_o type directory; else
            rh_o type special
        fi
        rh_stat=$(stat -c '%a %u %g' "$1") || exit 1
        rh_o access "$rh_stat"
    fi
)

# --- key -------------------------------------------------------------------------------------

# Type and key of the pair's public half; fails when it cannot be used without a passphrase: FILE.
rh_public() (
    # ssh-keygen does not read a file that others may read; through a pipe it does.
    # shellcheck disable=SC2002
    p=$(ssh-keygen -y -P '' -f "$1" 2>/dev/null </dev/null) ||
        p=$(cat "$1" | ssh-keygen -y -P '' -f /dev/stdin 2>/dev/null) || exit 1
    # shellcheck disable=SC2086
    set -- $p
    printf '%s %s' "$1" "$2"
)
# The public half that this host has, or will have: note "public".
rh_see_public() {
    rh_have ssh-keygen || rh_n keygen absent
    if [ -e "$rh_ssh_key" ]; then
        rh_o public "$(rh_public "$rh_ssh_key" | rh_sha)"
        rh_n public "$(rh_public "$rh_ssh_key")"
    elif [ -e "$rh_ssh_made" ]; then
        rh_n public "$(rh_public "$rh_ssh_made")"
    fi
}
# Makes the pair, unless there is one: COMMENT. Whoever is first, of two at once, has made it.
rh_make_key() (
    [ ! -e "$rh_ssh_key" ] || exit 0
    if [ -e "$rh_ssh_made" ]; then
        ! rh_public "$rh_ssh_made" >/dev/null || exit 0
        rm -f "$rh_ssh_made"
    fi
    umask 077
    mkdir -p "$rh_home/keys" || exit 1
    t=$(mktemp -d "$rh_home/keys/.new-XXXXXX") || exit 1
    ssh-keygen -q -t ed25519 -N '' -C "$1" -f "$t/key" </dev/null && rh_sync "$t/key" &&
        { ln "$t/key" "$rh_ssh_made" 2>/dev/null || [ -e "$rh_ssh_made" ]; }
    made=$?
    rm -rf "$t"
    exit $made
)
rh_keep_key() {
    if [ -e "$rh_ssh_key" ]; then
        rh_put "$S/access.was" "$(stat -c '%a %u %g' "$rh_ssh_key")"
    else
        rh_put "$S/key.absent" ""
    fi
}
# Puts the pair in its place, or sets its mode and owner: COMMENT.
rh_put_key() (
    if [ ! -e "$rh_ssh_key" ]; then
        rh_make_key "$1" || { rh_fail "ssh-keygen could not make a key pair" || exit 1; }
        t=$rh_ssh_dir/.railhead-$rh_run-$rh_n
        rm -rf "$t"
        mkdir -m 700 "$t" || exit 1
        if ! { (umask 077 && cat "$rh_ssh_made" >"$t/f") && rh_sync "$t/f" &&
            chown "$rh_uid:$rh_gid" "$t/f" && mv -f "$t/f" "$rh_ssh_key"; }; then
            rm -rf "$t"
            rh_fail "cannot write $rh_ssh_key" || exit 1
        fi
        rmdir "$t"
        if rh_have restorecon; then restorecon "$rh_ssh_key" 2>/dev/null; fi
        rh_sync "$rh_ssh_dir"
        # And what makers that were cut short left.
        rm -rf "$rh_ssh_made" "$rh_home"/keys/.new-*
    fi
    chown "$rh_uid:$rh_gid" "$rh_ssh_key" && chmod 600 "$rh_ssh_key"
)
rh_is_key() {
    rh_public "$rh_ssh_key" >/dev/null || { rh_fail "$rh_ssh_key is no key that ssh can use"; return 1; }
    [ "$(stat -c '%a %u' "$rh_ssh_key")" = "600 $rh_uid" ] ||
        rh_fail "$rh_ssh_key is not for its owner alone"
}
# Only a pair that this run made is removed, and it is gone for good: nobody kept a copy.
rh_give_key() {
    rm -rf "$rh_ssh_dir/.railhead-$rh_run-$rh_n"
    if [ -e "$S/key.absent" ]; then
        rm -rf "$rh_ssh_key" "$rh_ssh_made" "$rh_home"/keys/.new-*
    else
        rh_give_access "$rh_ssh_key"
    fi
}

# Sets mode and owner as they are in $S/access.was: PATH.
rh_give_access() {
    read -r rh_mode rh_u rh_g <"$S/access.was" && chown "$rh_u:$rh_g" "$1" && chmod "$rh_mode" "$1"
}

# --- directory -------------------------------------------------------------------------------

rh_keep_ssh_dir() {
    if [ -d "$rh_ssh_dir" ]; then
        rh_put "$S/access.was" "$(stat -c '%a %u %g' "$rh_ssh_dir")"
    else
        rh_put "$S/dir.absent" ""
    fi
}
rh_put_ssh_dir() {
    if [ ! -d "$rh_ssh_dir" ]; then mkdir -m 700 "$rh_ssh_dir" || return 1; fi
    chown "$rh_uid:$rh_gid" "$rh_ssh_dir" && chmod 700 "$rh_ssh_dir" && rh_sync "$rh_user_home"
    if rh_have restorecon; then restorecon "$rh_ssh_dir" 2>/dev/null; fi
}
rh_give_ssh_dir() {
    if [ -e "$S/dir.absent" ]; then
        [ ! -d "$rh_ssh_dir" ] || rmdir "$rh_ssh_dir"
    else
        rh_give_access "$rh_ssh_dir"
    fi
}

# --- blocks ----------------------------------------------------------------------------------

# $rh_b and $rh_e: lines of the marks of block NAME in FILE, 0 where there is none: FILE NAME.
rh_part_at() {
    rh_b=$(grep -anFx "# BEGIN railhead $2" "$1" 2>/dev/null | head -n 1)
    rh_b=${rh_b%%:*}
    rh_b=${rh_b:-0}
    rh_e=$(grep -anFx "# END railhead $2" "$1" 2>/dev/null | head -n 1)
    rh_e=${rh_e%%:*}
    rh_e=${rh_e:-0}
}
# The lines between the marks: FILE, after rh_part_at.
rh_part_lines() { head -n $((rh_e - 1)) "$1" | tail -n +$((rh_b + 1)); }

# State of a block and of the file it is in, not of the file's other lines: PATH NAME.
rh_see_part() (
    rh_see_ssh_path "$1" || exit 1
    rh_see_room "$1"
    rh_part_at "$1" "$2"
    if [ "$rh_b" = 0 ] && [ "$rh_e" = 0 ]; then
        rh_o block absent
    elif [ "$rh_b" -lt "$rh_e" ] && [ "$rh_b" != 0 ]; then
        rh_o block "$(rh_part_lines "$1" | rh_sha)"
        rh_n lines "$(rh_part_lines "$1" | rh_b64)"
    else
        rh_o block torn
    fi
)

# FILE without block NAME, or with what is on standard input in its place: FILE NAME WHERE, where
# WHERE is "first" or "last" for a block that is new, or "none".
rh_with_part() (
    rh_part_at "$1" "$2"
    if [ "$rh_b" != 0 ]; then
        if [ "$rh_b" -gt 1 ]; then head -n $((rh_b - 1)) "$1" || exit 1; fi
        [ "$3" = none ] || cat
        tail -n +$((rh_e + 1)) "$1"
    elif [ "$3" = first ]; then
        cat
        [ ! -e "$1" ] || cat "$1"
    else
        if [ -s "$1" ]; then
            cat "$1" || exit 1
            if [ "$3" = last ] && [ -n "$(tail -c 1 "$1")" ]; then echo; fi
        fi
        [ "$3" = none ] || cat
    fi
)

# Puts block NAME, its lines in base64 on standard input, into PATH: PATH NAME WHERE MODE.
rh_put_part() (
    base64 -d >"$S/block.new" || exit 1
    {
        echo "# BEGIN railhead $2"
        cat "$S/block.new"
        echo "# END railhead $2"
    } >"$S/block.whole" || exit 1
    rh_with_part "$1" "$2" "$3" <"$S/block.whole" >"$S/file.new" || exit 1
    rh_swap "$1" "$4" <"$S/file.new"
)
# Standard input becomes the file PATH of the account, in one step: PATH MODE.
rh_swap() (
    t=${1%/*}/.railhead-$rh_run-$rh_n
    rm -rf "$t"
    mkdir -m 700 "$t" || exit 1
    if (umask 077 && cat >"$t/f") && chown "$rh_uid:$rh_gid" "$t/f" && chmod "$2" "$t/f" &&
        rh_sync "$t/f" && mv -f "$t/f" "$1"; then
        rmdir "$t"
        if rh_have restorecon; then restorecon "$1" 2>/dev/null; fi
        rh_sync "${1%/*}"
    else
        rm -rf "$t"
        rh_fail "cannot write $1 (left as it was)"
    fi
)
# Reading back: PATH NAME MODE SHA.
rh_is_part() (
    if [ -L "$1" ] || [ ! -f "$1" ]; then rh_fail "$1 is no regular file" || exit 1; fi
    rh_part_at "$1" "$2"
    if [ "$rh_b" = 0 ] || [ "$rh_e" -le "$rh_b" ] || [ "$(rh_part_lines "$1" | rh_sha)" != "$4" ]; then
        rh_fail "$1 reads back without the lines that were written" || exit 1
    fi
    [ "$(stat -c '%a %u' "$1")" = "$3 $rh_uid" ] || rh_fail "$1 has not mode $3 and its owner"
)
# Takes the block back: the file is given back whole, unless somebody wrote other lines into it
# since; then those stay, and only the block becomes what it was: PATH NAME.
rh_give_part() (
    rm -rf "${1%/*}/.railhead-$rh_run-$rh_n"
    was=$S/file.was
    [ -f "$was" ] || was=/dev/null
    others() { rh_with_part "$1" "$2" none </dev/null; }
    # A file whose last line was not ended got a newline before the block.
    if [ ! -e "$1" ] || [ "$(others "$1" "$2" | rh_sha)" = "$(others "$was" "$2" | rh_sha)" ] ||
        [ "$(others "$1" "$2" | rh_sha)" = "$( (others "$was" "$2"; echo) | rh_sha)" ]; then
        rh_give_file "$1" file
        exit
    fi
    mode=$(stat -c %a "$1") || exit 1
    rh_part_at "$was" "$2"
    if [ "$rh_b" != 0 ] && [ "$rh_e" -gt "$rh_b" ]; then
        head -n "$rh_e" "$was" | tail -n +"$rh_b" >"$S/block.former" || exit 1
        rh_with_part "$1" "$2" last <"$S/block.former" >"$S/file.new" || exit 1
    else
        others "$1" "$2" >"$S/file.new" || exit 1
    fi
    rh_swap "$1" "$mode" <"$S/file.new"
)

# --- this host's sshd --------------------------------------------------------------------------

# The file of settings of the sshd that this connection came in by, where it was started with one.
rh_sshd_file() (
    p=$$
    while [ "${p:-0}" -gt 0 ]; do
        c=$(tr '\0' ' ' <"/proc/$p/cmdline" 2>/dev/null)
        case $c in "sshd: "*"[listener]"*)
            case $c in *" -f "*)
                c=${c#* -f }
                printf '%s' "${c%% *}"
                ;;
            esac
            exit 0
            ;;
        esac
        s=
        read -r s 2>/dev/null <"/proc/$p/stat" || exit 0
        s=${s##*) }
        # shellcheck disable=SC2086
        set -- $s
        p=$2
    done
)
# What sshd would say to USER from ADDRESS, its settings as notes "sshd:KEY": USER ADDRESS.
rh_see_sshd() (
    rh_have sshd || { rh_n sshd "is not installed"; exit 0; }
    f=$(rh_sshd_file)
    if ! said=$(sshd -T ${f:+-f "$f"} -C "user=$1,host=$2,addr=$2" 2>&1); then
        rh_n sshd "tells no settings: $(printf '%s\n' "$said" | tail -n 1)"
        exit 0
    fi
    rh_n groups "$(id -Gn "$1" 2>/dev/null)"
    n=0
    printf '%s\n' "$said" | while read -r key value; do
        case $key in
        pubkeyauthentication | permitrootlogin | authorizedkeysfile | strictmodes | \
            authenticationmethods | pubkeyacceptedalgorithms | pubkeyacceptedkeytypes)
            rh_n "sshd:$key" "$value"
            ;;
        allowusers | denyusers | allowgroups | denygroups)
            n=$((n + 1))
            rh_n "sshd:$key:$n" "$value"
            ;;
        esac
    done
)
# The port and the public host keys of this host's sshd: notes "port", "hostkey:TYPE".
rh_see_host_keys() (
    rh_have sshd || { rh_n sshd "is not installed"; exit 0; }
    f=$(rh_sshd_file)
    if ! said=$(sshd -T ${f:+-f "$f"} 2>&1); then
        rh_n sshd "tells no settings: $(printf '%s\n' "$said" | tail -n 1)"
        exit 0
    fi
    port=
    printf '%s\n' "$said" | while read -r key value; do
        case $key in
        port)
            [ -n "$port" ] || rh_n port "$value"
            port=$value
            ;;
        hostkey)
            k=
            if [ -r "$value.pub" ]; then read -r k <"$value.pub"; else k=$(rh_public "$value"); fi
            # shellcheck disable=SC2086
            set -- $k
            [ $# -lt 2 ] || rh_n "hostkey:$1" "$2"
            ;;
        esac
    done
)
