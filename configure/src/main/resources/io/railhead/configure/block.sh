# Lines of Railhead's own between two marks in a file of somebody else, whose other bytes stay as
# they are, whatever they are: lines are told apart by head and tail, which copy bytes.
# shellcheck shell=sh

# Numbers of the lines that are MARK, whatever white space stands around it: PATH MARK.
rh_block_marks() (
    # shellcheck disable=SC2046
    set -- $(tr '\000\r' '\001 ' <"$1" |
        sed -e 's/^[[:space:]]*//' -e 's/[[:space:]]*$//' | grep -n -x -F -e "$2" | cut -d: -f1)
    printf '%s' "$*"
)

# Makes $rh_b and $rh_e the first and last line of the block: PATH BEGIN END. Status 1 when there
# is none, 2 when the marks make no block.
rh_block_at() {
    rh_b=
    rh_e=
    [ -f "$1" ] || return 1
    rh_b=$(rh_block_marks "$1" "$2")
    rh_e=$(rh_block_marks "$1" "$3")
    case "$rh_b,$rh_e" in
    ,) return 1 ;;
    ,* | *, | *" "*) return 2 ;;
    esac
    [ "$rh_b" -lt "$rh_e" ] || return 2
}

# Lines FROM to TO of PATH, byte for byte.
rh_lines_of() { head -n "$3" "$1" | tail -n "+$2"; }

# Whether the last line of PATH has no newline.
rh_is_open() { [ -s "$1" ] && [ -n "$(tail -c 1 "$1" | tr '\000' x)" ]; }

# Whether the first line of PATH ends with CR LF.
rh_is_crlf() { [ "$(head -n 1 "$1" | tail -c 2 | tr '\000' x)" = "$(printf '\r')" ]; }

# State of a block: PATH BEGIN END. The rest of the file is none of it: others may change that.
rh_see_block() (
    rh_see_room "$1"
    rh_see_real "$1"
    if [ -L "$1" ]; then
        rh_o odd "link $(readlink "$1" | tr -d '\n')"
    elif [ -d "$1" ]; then
        rh_o odd directory
    elif [ -e "$1" ] && [ ! -f "$1" ]; then
        rh_o odd special
    elif [ -e "$1" ] && rh_is_large "$1"; then
        rh_o odd large
    elif [ ! -e "$1" ]; then
        rh_n type absent
        rh_o eol lf
        rh_o block absent
    else
        rh_n type file
        rh_n access "$(stat -c '%a %U %G' "$1")"
        rh_n size "$(stat -c %s "$1")"
        rh_n lines "$(wc -l <"$1" | tr -d ' ')"
        if rh_is_open "$1"; then rh_n open yes; fi
        rh_see_replaceable "$1"
        if rh_is_crlf "$1"; then rh_o eol crlf; else rh_o eol lf; fi
        rh_block_at "$1" "$2" "$3"
        case $? in
        0)
            rh_o block "$(rh_lines_of "$1" "$rh_b" "$rh_e" | rh_sha)"
            rh_n from "$rh_b"
            rh_n to "$rh_e"
            ;;
        1) rh_o block absent ;;
        2)
            rh_o block torn
            rh_n begins "$rh_b"
            rh_n ends "$rh_e"
            ;;
        esac
        if [ "$(stat -c %s "$1")" -le 262144 ]; then rh_n content "$(rh_b64 <"$1")"; fi
    fi
)

# Puts what is on standard input in the place of the block, or behind the last line, or before the
# first, or takes the block out when it is empty: PATH BEGIN END EOL MADE [first]. A new file is for
# all to read. The file is replaced in one step by a copy with the same attributes.
rh_set_block() (
    d=${1%/*}
    d=${d:-/}
    (umask 022 && mkdir -p "$d") || exit 1
    t=$d/.railhead-$rh_run-$rh_n
    rm -rf "$t"
    mkdir -m 700 "$t" || exit 1
    cat >"$t/block" || exit 1
    if [ -e "$1" ]; then
        cp -a "$1" "$t/f"
    else
        : >"$t/f" && chmod 644 "$t/f"
    fi || { rm -rf "$t" && rh_fail "cannot copy $1 (left as it was)" || exit 1; }
    rh_block_at "$t/f" "$2" "$3"
    case $? in
    0)
        { [ "$rh_b" = 1 ] || head -n "$((rh_b - 1))" "$t/f"; } >"$t/new" &&
            cat "$t/block" >>"$t/new" && tail -n "+$((rh_e + 1))" "$t/f" >>"$t/new"
        ;;
    1)
        if [ "${6-}" = first ]; then
            cat "$t/block" "$t/f" >"$t/new"
        else
            cat "$t/f" >"$t/new" &&
                if [ -s "$t/block" ] && rh_is_open "$t/f"; then
                    if [ "$4" = crlf ]; then printf '\r\n'; else echo; fi >>"$t/new"
                fi && cat "$t/block" >>"$t/new"
        fi
        ;;
    *) rh_fail "$1: the marks of Railhead (lines $rh_b and $rh_e) no longer make a block" ;;
    esac || { rm -rf "$t"; exit 1; }
    if cat "$t/new" >"$t/f" && rh_sync "$t/f" && rh_put "$5" "$(rh_sha <"$t/f")" &&
        mv -f "$t/f" "$1"; then
        rm -rf "$t"
        if rh_have restorecon; then restorecon "$1" 2>/dev/null; fi
        rh_sync "$d"
    else
        rm -rf "$t"
        rh_fail "cannot write $1 (left as it was)"
    fi
)

# Reading back: PATH BEGIN END SHA.
rh_is_block() (
    if [ -L "$1" ] || [ ! -f "$1" ]; then rh_fail "$1 is no regular file" || exit 1; fi
    rh_block_at "$1" "$2" "$3" || rh_fail "$1 reads back without the block" || exit 1
    [ "$(rh_lines_of "$1" "$rh_b" "$rh_e" | rh_sha)" = "$4" ] ||
        rh_fail "lines $rh_b to $rh_e of $1 read back otherwise"
)

# Takes the block back to what it was when `rh_keep_file PATH file` kept it: PATH BEGIN END [first]. A file
# that nobody has changed since is given back whole; in one that others have changed, only the
# block is theirs no more.
rh_give_block() (
    d=${1%/*}
    rm -rf "${d:-/}/.railhead-$rh_run-$rh_n"
    if [ -L "$1" ] || [ -d "$1" ]; then
        rh_fail "$1 is no file of its own any more; its former content is in $S" || exit 1
    fi
    is=absent
    [ ! -e "$1" ] || is=$(rh_sha <"$1")
    made=
    [ ! -e "$S/made" ] || read -r made <"$S/made"
    if [ -e "$S/file.was" ] && [ "$is" = "$(rh_sha <"$S/file.was")" ]; then exit 0; fi
    if [ "$is" = absent ] || [ "$is" = "$made" ]; then
        rh_give_file "$1" file
        exit
    fi
    rh_block_at "$S/file.was" "$2" "$3"
    if [ $? = 0 ]; then
        rh_lines_of "$S/file.was" "$rh_b" "$rh_e" >"$S/block.was"
    else
        : >"$S/block.was"
        rh_block_at "$1" "$2" "$3"
        [ $? != 1 ] || exit 0
    fi
    rh_set_block "$1" "$2" "$3" lf "$S/unmade" "${4-}" <"$S/block.was" || exit 1
    if [ ! -s "$1" ] && [ -e "$S/file.absent" ]; then rh_give_file "$1" file; fi
)
