# The lossless class at a NIC's port: who speaks DCBX, what it trusts, where a DSCP goes, PFC, the
# classes' turns, receive buffers, global pause, both points of congestion control, and the ToS of
# the RDMA connection manager. What is not there, or not told, is `none`.
# shellcheck shell=sh

# In the order in which they have to be set, and in that in which they are given back: PFC before
# what it needs, global pause when PFC is as it was, DCBX last.
rh_qos_keys='dcbx pause trust prio cable pfc turns buffers np rp cnp-dscp cnp-prio cma'
rh_qos_back='cma cnp-prio cnp-dscp rp np pfc buffers cable turns prio trust pause dcbx'

rh_qos_driver() {
    basename "$(readlink "/sys/class/net/$1/device/driver" 2>/dev/null)" 2>/dev/null
}

# KEY IF DEVICE DSCP PRIORITY: how it is. The tool's own text is $rh_q.
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
    np) is=$(cat "$ecn/roce_np/enable/$5" 2>/dev/null) ;;
    rp) is=$(cat "$ecn/roce_rp/enable/$5" 2>/dev/null) ;;
    cnp-dscp) is=$(cat "$ecn/roce_np/cnp_dscp" 2>/dev/null) ;;
    cnp-prio) is=$(cat "$ecn/roce_np/cnp_802p_prio" 2>/dev/null) ;;
    cma) is=$(rh_qos_cma "$3" 2>/dev/null) ;;
    *) is=$(printf '%s\n' "$rh_q" | rh_qos_read "$1" "$4" "$(rh_qos_driver "$2")") ;;
    esac
    is=$(printf '%s' "$is" | tr -d '[:space:]')
    printf '%s' "${is:-none}"
)

# DEVICE [TOS]: what new connections of the connection manager carry. Without NVIDIA's script its way
# is gone by hand: the value is the kernel's and stays when the directory is taken away again.
rh_qos_cma() (
    if rh_have cma_roce_tos; then
        is=$(cma_roce_tos -d "$1" -p 1 ${2:+-t "$2"}) || exit 1
    else
        d=/sys/kernel/config/rdma_cm
        [ -d "$d" ] || exit 1
        made=
        [ -d "$d/$1" ] || { mkdir "$d/$1" && made=yes; } || exit 1
        f=$d/$1/ports/1/default_roce_tos
        is=
        if [ -z "${2:-}" ] || printf '%s\n' "$2" >"$f"; then is=$(cat "$f"); fi
        [ -z "$made" ] || rmdir "$d/$1"
    fi
    case $is in '' | *[!0-9]*) exit 1 ;; esac
    printf '%s' "$is"
)

# KEY VALUE IF DEVICE DSCP PRIORITY: makes it so.
rh_qos_set() (
    ecn=/sys/class/net/$3/ecn
    case $1 in
    # Where nothing changes ethtool ends with an error; it is read back anyway.
    pause) ethtool -A "$3" rx "${2%/*}" tx "${2#*/}" 2>/dev/null || : ;;
    np) echo "$2" >"$ecn/roce_np/enable/$6" ;;
    rp) echo "$2" >"$ecn/roce_rp/enable/$6" ;;
    cnp-dscp) echo "$2" >"$ecn/roce_np/cnp_dscp" ;;
    cnp-prio) echo "$2" >"$ecn/roce_np/cnp_802p_prio" ;;
    cma) rh_qos_cma "$4" "$2" >/dev/null ;;
    *) rh_qos_tell "$1" "$2" "$3" "$5" ;;
    esac
)

# IF: who else sets the port's classes. lldpad leaves ports alone whose adminStatus is disabled.
rh_qos_agents() {
    rh_ns=$(readlink /proc/self/ns/net)
    grep -lxs lldpad /proc/[0-9]*/comm | while read -r rh_p; do
        [ "$(readlink "${rh_p%/comm}/ns/net")" = "$rh_ns" ] || continue
        rh_n lldpad "$(lldptool get-lldp -i "$1" adminStatus 2>/dev/null |
            sed -n 's/^.*adminStatus=//p' | tr -cd '[:alpha:]' | grep . || echo unknown)"
        break
    done
    rh_n firmware-lldp "$(ethtool --show-priv-flags "$1" 2>/dev/null |
        sed -n 's/^\(fw-lldp-agent\)[[:space:]]*: on$/\1/p;s/^\(disable-fw-lldp\)[[:space:]]*: off$/\1/p')"
}

# IF DEVICE DSCP PRIORITY UNIT
rh_qos_see() (
    if [ ! -e "/sys/class/net/$1" ]; then
        rh_o link absent
        for k in $rh_qos_keys link; do rh_n "gone:$k" yes; done
        exit 0
    fi
    rh_o link present
    rh_q=$(rh_qos_text "$1")
    for k in $rh_qos_keys; do rh_o "$k" "$(rh_qos_get "$k" "$1" "$2" "$3" "$4")"; done
    if rh_is_enabled "$5" 2>/dev/null; then rh_o boot enabled; else rh_o boot absent; fi
    if rh_have systemctl; then rh_n systemd yes; fi
    rh_n tool "$(rh_qos_tool)"
    rh_n buffer-max "$(rh_qos_get buffer-max "$1" "$2" "$3" "$4")"
    rh_n speed "$(cat "/sys/class/net/$1/speed" 2>/dev/null)"
    rh_n driver "$(rh_qos_driver "$1")"
    if rh_have cma_roce_tos; then rh_n cma-tool yes; fi
    d=/sys/class/net/$1/device
    rh_n pci "$(cat "$d/vendor" 2>/dev/null):$(cat "$d/device" 2>/dev/null)"
    if [ -e "$d/physfn" ]; then rh_n physfn yes; fi
    rh_n machine "$(cat /sys/class/dmi/id/sys_vendor 2>/dev/null)"
    rh_qos_agents "$1"
)
# IF DEVICE DSCP PRIORITY
rh_qos_keep() {
    rh_q=$(rh_qos_text "$1")
    : >"$S/qos.was" || return 1
    for rh_k in $rh_qos_keys; do
        printf '%s %s\n' "$rh_k" "$(rh_qos_get "$rh_k" "$1" "$2" "$3" "$4")" >>"$S/qos.was" ||
            return 1
    done
}
# IF DEVICE DSCP PRIORITY KEY=VALUE... What is so already is not set again: buffers that are set by
# hand are no longer the firmware's to share out.
rh_qos_make() {
    rh_i=$1 rh_d=$2 rh_c=$3 rh_p=$4
    shift 4
    rh_q=$(rh_qos_text "$rh_i")
    for rh_kv; do
        rh_qos_turn "${rh_kv%%=*}" "${rh_kv#*=}" "$rh_i" "$rh_d" "$rh_c" "$rh_p" ||
            { rh_fail "$rh_i does not take $rh_kv"; return 1; }
    done
}
# KEY VALUE IF DEVICE DSCP PRIORITY: makes it so where it is not. One setting may move another: the
# tool is asked again after each that it was told.
rh_qos_turn() {
    [ "$(rh_qos_get "$1" "$3" "$4" "$5" "$6")" != "$2" ] || return 0
    rh_qos_set "$@" || return 1
    case $1 in
    pause | np | rp | cnp-dscp | cnp-prio | cma) ;;
    *) rh_q=$(rh_qos_text "$3") ;;
    esac
}
rh_qos_is() {
    rh_i=$1 rh_d=$2 rh_c=$3 rh_p=$4
    shift 4
    rh_q=$(rh_qos_text "$rh_i")
    for rh_kv; do
        rh_is=$(rh_qos_get "${rh_kv%%=*}" "$rh_i" "$rh_d" "$rh_c" "$rh_p")
        [ "$rh_is" = "${rh_kv#*=}" ] ||
            { rh_fail "${rh_kv%%=*} of $rh_i is $rh_is, not ${rh_kv#*=}"; return 1; }
    done
}
# IF DEVICE DSCP PRIORITY
rh_qos_give() {
    [ -e "/sys/class/net/$1" ] || return 0
    rh_q=$(rh_qos_text "$1")
    for rh_k in $rh_qos_back; do
        rh_was=$(sed -n "s/^$rh_k //p" "$S/qos.was")
        [ -n "$rh_was" ] || continue
        # A rule for the DSCP can be taken away again; all else that was none is not there.
        if [ "$rh_was" != none ] || [ "$rh_k" = prio ]; then
            rh_qos_turn "$rh_k" "$rh_was" "$1" "$2" "$3" "$4" || return 1
        fi
    done
}
