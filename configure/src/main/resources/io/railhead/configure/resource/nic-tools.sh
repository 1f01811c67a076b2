# What mlnx_qos and dcb tell of a NIC's port, in one form for both, and how each is told. A list has
# a value for each of priorities, traffic classes or buffers 0 to 7; lists of one setting are parted
# by `/`.
# shellcheck shell=sh

# Which of them is asked.
rh_qos_tool() {
    if rh_have mlnx_qos; then echo mlnx_qos; elif rh_have dcb; then echo dcb; else echo none; fi
}

# IF: all that the tool tells, once. Each object of dcb may be one that the driver has not.
rh_qos_text() {
    case $(rh_qos_tool) in
    mlnx_qos) mlnx_qos -i "$1" -a 2>/dev/null || mlnx_qos -i "$1" 2>/dev/null ;;
    dcb)
        rh_t=$(dcb dcbx show dev "$1" 2>/dev/null) && printf 'dcbx %s\n' "$rh_t"
        dcb pfc show dev "$1" 2>/dev/null
        dcb -N app show dev "$1" 2>/dev/null
        dcb ets show dev "$1" 2>/dev/null
        dcb -j buffer show dev "$1" 2>/dev/null | tr -d ' '
        ;;
    esac
    :
}

# KEY DSCP DRIVER: a setting out of that text on standard input; nothing where it is not told.
rh_qos_read() {
    case $(rh_qos_tool) in
    mlnx_qos) rh_qos_of_mlnx "$1" "$2" ;;
    dcb) rh_qos_of_dcb "$1" "$2" "$3" ;;
    esac
}

rh_qos_of_mlnx() {
    case $1 in
    dcbx) sed -n 's/^DCBX mode: OS .*/os/p;s/^DCBX mode: Firm.*/fw/p' ;;
    trust) sed -n 's/^Priority trust state: *//p' ;;
    prio)
        rh_two=$(printf '%02d' "$2")
        sed -n 's/^[[:space:]]*prio:\([0-7]\) dscp:\(.*\)$/\1 ,\2,/p' |
            while read -r rh_p rh_list; do
                case $rh_list in *",$rh_two,"*) printf '%s' "$rh_p"; break ;; esac
            done
        ;;
    cable) sed -n 's/^Cable len: *//p' ;;
    pfc) rh_qos_row enabled ;;
    turns) rh_qos_turns_of_mlnx ;;
    buffers)
        rh_t=$(cat)
        rh_sizes=$(printf '%s\n' "$rh_t" |
            sed -n 's/^Receive buffer size (bytes): *\(\([0-9]*,\)\{8\}\).*/\1/p')
        rh_map=$(printf '%s\n' "$rh_t" | rh_qos_row buffer)
        [ -z "$rh_sizes" ] || [ -z "$rh_map" ] || printf '%s/%s' "$rh_map" "${rh_sizes%,}"
        ;;
    # `max_buffer_size=` or `total_size=`, by version.
    buffer-max) sed -n 's/^Receive buffer size.*_size=\([0-9]*\).*/\1/p' ;;
    esac
}
# NAME: a row of eight numbers as a list.
rh_qos_row() {
    sed -n "s/^[[:space:]]*$1[[:space:]]\{1,\}//p" | sed -n 1p | tr -s '[:space:]' ',' | sed 's/,*$//'
}
# Where each priority goes, each class's turn and share. A turn that mlnx_qos cannot set again is
# not told, so that nothing is changed that could not be given back.
rh_qos_turns_of_mlnx() {
    awk '
        /^tc: [0-7] / {
            t = $2; n++
            how = $0; sub(/.*tsa: */, "", how)
            share = 0
            if (how ~ /bw: /) { share = how; sub(/.*bw: */, "", share); sub(/%.*/, "", share) }
            sub(/,.*/, "", how)
            if (how !~ /^(strict|ets|vendor)$/) odd = 1
            tsa[t] = how; bw[t] = share
        }
        /^[ \t]*priority: *[0-7]/ { to[$2] = t; m++ }
        END {
            if (n != 8 || m != 8 || odd) exit
            for (i = 0; i < 8; i++) { a = a "," to[i]; b = b "," tsa[i]; c = c "," bw[i] }
            print substr(a, 2) "/" substr(b, 2) "/" substr(c, 2)
        }'
}

rh_qos_of_dcb() {
    case $1 in
    dcbx) sed -n -e '/^dcbx .*host/{s/.*/os/p;d;}' -e 's/^dcbx.*/fw/p' ;;
    # Without a rule for a DSCP the driver goes by the tag.
    trust) if grep -q '^dscp-prio .*[0-9]:[0-7]'; then echo dscp; else echo pcp; fi ;;
    # One DSCP may have several rules.
    prio)
        sed -n 's/^dscp-prio//p' | tr -s '[:space:]' '\n' | sed -n "s/^$2:\([0-7]\)\$/\1/p" |
            sort -n | tr '\n' '+' | sed 's/+$//'
        ;;
    # mlx5 takes the delay as metres of cable; for others it is what IEEE 802.1Q means by it.
    cable) [ "$3" != mlx5_core ] || sed -n 's/^pfc-cap .* delay \([0-9]*\).*/\1/p' ;;
    pfc) rh_qos_pairs prio-pfc | sed 's/off/0/g;s/on/1/g' ;;
    turns)
        rh_t=$(cat)
        rh_a=$(printf '%s\n' "$rh_t" | rh_qos_pairs prio-tc)
        rh_b=$(printf '%s\n' "$rh_t" | rh_qos_pairs tc-tsa)
        rh_c=$(printf '%s\n' "$rh_t" | rh_qos_pairs tc-bw)
        [ -z "$rh_a" ] || [ -z "$rh_b" ] || [ -z "$rh_c" ] || printf '%s' "$rh_a/$rh_b/$rh_c"
        ;;
    buffers)
        sed -n 's/.*"prio_buffer":\[\([0-9,]*\)\],"buffer_size":\[\([0-9,]*\)\].*/\1\/\2/p'
        ;;
    buffer-max) sed -n 's/.*"total_size":\([0-9]*\).*/\1/p' ;;
    esac
}
# KEY: the values of `KEY 0:a 1:b …` as a list.
rh_qos_pairs() {
    sed -n "s/^$1 //p" | sed -n 1p | tr -s '[:space:]' '\n' |
        sed -n 's/^[0-7]:\(.*\)$/\1/p' | tr '\n' ',' | sed 's/,$//'
}

# KEY VALUE IF DSCP: makes it so.
rh_qos_tell() {
    case $(rh_qos_tool) in
    mlnx_qos) rh_qos_tell_mlnx "$@" >/dev/null ;;
    dcb) rh_qos_tell_dcb "$@" ;;
    esac
}
# A call that sets one of PFC and the cable's length sets the other, to nothing where it is not
# named: mlnx_qos does not ask for what is there.
rh_qos_tell_mlnx() (
    case $1 in
    dcbx) mlnx_qos -i "$3" --dcbx "$2" ;;
    trust) mlnx_qos -i "$3" --trust "$2" ;;
    prio)
        if [ "$2" = none ]; then
            other=$(rh_qos_text "$3" | rh_qos_of_mlnx prio "$4")
            set -- "$1" "$other" "$3" "$4" del
        fi
        mlnx_qos -i "$3" --dscp2prio "${5:-set},$4,$2"
        ;;
    pfc)
        other=$(rh_qos_text "$3" | rh_qos_of_mlnx cable)
        mlnx_qos -i "$3" --pfc "$2" ${other:+--cable_len "$other"}
        ;;
    cable)
        other=$(rh_qos_text "$3" | rh_qos_of_mlnx pfc)
        [ -n "$other" ] && mlnx_qos -i "$3" --pfc "$other" --cable_len "$2"
        ;;
    turns)
        rest=${2#*/}
        mlnx_qos -i "$3" --prio_tc "${2%%/*}" --tsa "${rest%%/*}" --tcbw "${rest#*/}"
        ;;
    buffers) mlnx_qos -i "$3" --prio2buffer "${2%%/*}" --buffer_size "${2#*/}" ;;
    esac
)
# shellcheck disable=SC2046
rh_qos_tell_dcb() (
    case $1 in
    # Told as trust is: by its rules.
    trust) ;;
    dcbx) [ "$2" = os ] && dcb dcbx set dev "$3" host ieee ;;
    prio)
        is=$(rh_qos_text "$3" | rh_qos_of_dcb prio "$4")
        for p in 0 1 2 3 4 5 6 7; do
            if rh_qos_has "$is" "$p"; then
                rh_qos_has "$2" "$p" || dcb app del dev "$3" dscp-prio "$4:$p" || exit 1
            elif rh_qos_has "$2" "$p"; then
                dcb app add dev "$3" dscp-prio "$4:$p" || exit 1
            fi
        done
        ;;
    pfc)
        dcb pfc set dev "$3" prio-pfc \
            $(rh_qos_numbered "$2" | sed 's/:1/:on/g;s/:0/:off/g')
        ;;
    cable) dcb pfc set dev "$3" delay "$2" ;;
    turns)
        rest=${2#*/}
        dcb ets set dev "$3" prio-tc $(rh_qos_numbered "${2%%/*}") \
            tc-tsa $(rh_qos_numbered "${rest%%/*}") tc-bw $(rh_qos_numbered "${rest#*/}")
        ;;
    buffers)
        dcb buffer set dev "$3" prio-buffer $(rh_qos_numbered "${2%%/*}") \
            buffer-size $(rh_qos_numbered "${2#*/}")
        ;;
    esac
)
# PRIORITIES PRIORITY: whether it is among `1+3`.
rh_qos_has() { case "+$1+" in *"+$2+"*) ;; *) return 1 ;; esac; }
# LIST: `0:a 1:b …`.
rh_qos_numbered() {
    printf '%s\n' "$1" | tr ',' '\n' | awk '{ printf "%s%d:%s", (NR > 1 ? " " : ""), NR - 1, $0 }'
}
