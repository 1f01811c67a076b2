# The lossless class at a NIC's port: what it trusts, PFC, where a DSCP goes, global pause, both
# points of congestion control, and the ToS of the RDMA connection manager.
# shellcheck shell=sh

# What is not there, or not told, is `none`.
rh_qos_tool() {
    if rh_have mlnx_qos; then echo mlnx_qos; elif rh_have dcb; then echo dcb; else echo none; fi
}
# VALUE: itself, or none.
rh_qos_or_none() { printf '%s' "${1:-none}"; }

# TEXT of `mlnx_qos -i`: `0,0,0,1,0,0,0,0`.
rh_qos_pfc_of_mlnx() {
    printf '%s\n' "$1" | sed -n 's/^[[:space:]]*enabled[[:space:]]\{1,\}//p' | sed -n '1p' |
        tr -s '[:space:]' ',' | sed 's/,*$//'
}
# TEXT DSCP: the priority.
rh_qos_prio_of_mlnx() (
    two=$(printf '%02d' "$2")
    printf '%s\n' "$1" | sed -n 's/^[[:space:]]*prio:\([0-7]\) dscp:\(.*\)$/\1 ,\2,/p' |
        while read -r p list; do
            case $list in *",$two,"*) printf '%s' "$p"; break ;; esac
        done
)
# TEXT of `dcb pfc show`.
rh_qos_pfc_of_dcb() (
    list=
    for p in 0 1 2 3 4 5 6 7; do
        case " $1 " in
        *" $p:on "*) list="$list${list:+,}1" ;;
        *" $p:off "*) list="$list${list:+,}0" ;;
        *) exit 0 ;;
        esac
    done
    printf '%s' "$list"
)

# KEY IF DEVICE DSCP PRIORITY: how it is. Reads $rh_q, what the tool printed, where it is set.
rh_qos_get() (
    ecn=/sys/class/net/$2/ecn
    is=
    case $1 in
    pause)
        t=$(ethtool -a "$2" 2>/dev/null)
        rx=$(printf '%s\n' "$t" | sed -n 's/^RX:[[:space:]]*//p' | sed -n '1p')
        tx=$(printf '%s\n' "$t" | sed -n 's/^TX:[[:space:]]*//p' | sed -n '1p')
        [ -z "$rx$tx" ] || is=$rx/$tx
        ;;
    trust | pfc | prio)
        case $(rh_qos_tool) in
        mlnx_qos)
            q=$(mlnx_qos -i "$2" 2>/dev/null)
            case $1 in
            trust) is=$(printf '%s\n' "$q" | sed -n 's/^Priority trust state: *//p') ;;
            pfc) is=$(rh_qos_pfc_of_mlnx "$q") ;;
            prio) is=$(rh_qos_prio_of_mlnx "$q" "$4") ;;
            esac
            ;;
        dcb)
            case $1 in
            pfc)
                is=$(rh_qos_pfc_of_dcb "$(dcb pfc show dev "$2" prio-pfc 2>/dev/null |
                    tr -s '[:space:]' ' ')")
                ;;
            prio)
                is=$(dcb -N app show dev "$2" dscp-prio 2>/dev/null | tr -s '[:space:]' '\n' |
                    sed -n "s/^$4:\([0-7]\)\$/\1/p" | sed -n '1p')
                ;;
            # Without a rule for a DSCP the driver goes by the tag.
            trust)
                case $(dcb -N app show dev "$2" dscp-prio 2>/dev/null) in
                *[0-9]:[0-7]*) is=dscp ;;
                *) is=pcp ;;
                esac
                ;;
            esac
            ;;
        esac
        ;;
    np) is=$(cat "$ecn/roce_np/enable/$5" 2>/dev/null) ;;
    rp) is=$(cat "$ecn/roce_rp/enable/$5" 2>/dev/null) ;;
    cnp-dscp) is=$(cat "$ecn/roce_np/cnp_dscp" 2>/dev/null) ;;
    cnp-prio) is=$(cat "$ecn/roce_np/cnp_802p_prio" 2>/dev/null) ;;
    cma)
        if rh_have cma_roce_tos; then is=$(cma_roce_tos -d "$3" -p 1 2>/dev/null); fi
        case $is in '' | *[!0-9]*) is= ;; esac
        ;;
    esac
    rh_qos_or_none "$(printf '%s' "$is" | tr -d '[:space:]')"
)

# KEY VALUE IF DEVICE DSCP: makes it so.
rh_qos_set() (
    ecn=/sys/class/net/$3/ecn
    tool=$(rh_qos_tool)
    case $1 in
    pause)
        # Where nothing changes ethtool ends with an error; it is read back anyway.
        ethtool -A "$3" rx "${2%/*}" tx "${2#*/}" 2>/dev/null || :
        ;;
    trust) [ "$tool" != mlnx_qos ] || mlnx_qos -i "$3" --trust "$2" >/dev/null ;;
    prio)
        case $tool in
        mlnx_qos) mlnx_qos -i "$3" --dscp2prio "set,$5,$2" >/dev/null ;;
        dcb) dcb app replace dev "$3" dscp-prio "$5:$2" ;;
        esac
        ;;
    pfc)
        case $tool in
        mlnx_qos) mlnx_qos -i "$3" --pfc "$2" >/dev/null ;;
        dcb)
            words=
            p=0
            for on in $(printf '%s' "$2" | tr ',' ' '); do
                if [ "$on" = 1 ]; then words="$words $p:on"; else words="$words $p:off"; fi
                p=$((p + 1))
            done
            # shellcheck disable=SC2086
            dcb pfc set dev "$3" prio-pfc $words
            ;;
        esac
        ;;
    np) echo "$2" >"$ecn/roce_np/enable/$6" ;;
    rp) echo "$2" >"$ecn/roce_rp/enable/$6" ;;
    cnp-dscp) echo "$2" >"$ecn/roce_np/cnp_dscp" ;;
    cnp-prio) echo "$2" >"$ecn/roce_np/cnp_802p_prio" ;;
    cma) cma_roce_tos -d "$4" -p 1 -t "$2" >/dev/null ;;
    esac
)

rh_qos_keys='pause trust prio pfc np rp cnp-dscp cnp-prio cma'

# IF DEVICE DSCP PRIORITY UNIT
rh_qos_see() (
    if [ ! -e "/sys/class/net/$1" ]; then
        rh_o link absent
        for k in $rh_qos_keys link; do rh_n "gone:$k" yes; done
        exit 0
    fi
    rh_o link present
    for k in $rh_qos_keys; do rh_o "$k" "$(rh_qos_get "$k" "$1" "$2" "$3" "$4")"; done
    if rh_is_enabled "$5" 2>/dev/null; then rh_o boot enabled; else rh_o boot absent; fi
    if rh_have systemctl; then rh_n systemd yes; fi
    rh_n tool "$(rh_qos_tool)"
    d=/sys/class/net/$1/device
    rh_n driver "$(basename "$(readlink "$d/driver" 2>/dev/null)" 2>/dev/null)"
    rh_n pci "$(cat "$d/vendor" 2>/dev/null):$(cat "$d/device" 2>/dev/null)"
    if [ -e "$d/physfn" ]; then rh_n physfn yes; fi
    rh_n machine "$(cat /sys/class/dmi/id/sys_vendor 2>/dev/null)"
)
# IF DEVICE DSCP PRIORITY
rh_qos_keep() {
    : >"$S/qos.was" || return 1
    for rh_k in $rh_qos_keys; do
        printf '%s %s\n' "$rh_k" "$(rh_qos_get "$rh_k" "$1" "$2" "$3" "$4")" >>"$S/qos.was" ||
            return 1
    done
}
# IF DEVICE DSCP PRIORITY KEY=VALUE...
rh_qos_make() {
    rh_i=$1 rh_d=$2 rh_c=$3 rh_p=$4
    shift 4
    for rh_kv; do
        rh_qos_set "${rh_kv%%=*}" "${rh_kv#*=}" "$rh_i" "$rh_d" "$rh_c" "$rh_p" ||
            { rh_fail "$rh_i does not take $rh_kv"; return 1; }
    done
}
rh_qos_is() {
    rh_i=$1 rh_d=$2 rh_c=$3 rh_p=$4
    shift 4
    for rh_kv; do
        rh_is=$(rh_qos_get "${rh_kv%%=*}" "$rh_i" "$rh_d" "$rh_c" "$rh_p")
        [ "$rh_is" = "${rh_kv#*=}" ] ||
            { rh_fail "${rh_kv%%=*} of $rh_i is $rh_is, not ${rh_kv#*=}"; return 1; }
    done
}
# IF DEVICE DSCP PRIORITY
rh_qos_give() {
    [ -e "/sys/class/net/$1" ] || return 0
    while read -r rh_k rh_was; do
        [ "$rh_was" != "$(rh_qos_get "$rh_k" "$1" "$2" "$3" "$4")" ] || continue
        if [ "$rh_k $rh_was $(rh_qos_tool)" = "prio none dcb" ]; then
            dcb app del dev "$1" dscp-prio "$3:$4" || return 1
        elif [ "$rh_was" != none ]; then
            rh_qos_set "$rh_k" "$rh_was" "$1" "$2" "$3" "$4" || return 1
        fi
    done <"$S/qos.was"
}
