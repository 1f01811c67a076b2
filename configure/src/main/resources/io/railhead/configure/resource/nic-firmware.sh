# Settings in a NIC's firmware, by mlxconfig of NVIDIA's firmware tools or mstconfig of mstflint.
# They hold after the NIC was reset or the machine has started cold: what is read and set is what
# holds then.
# shellcheck shell=sh

rh_fw_tool() {
    if rh_have mlxconfig; then echo mlxconfig; elif rh_have mstconfig; then echo mstconfig; else echo none; fi
}
# IF: its PCI address.
rh_fw_pci() { basename "$(readlink -f "/sys/class/net/$1/device" 2>/dev/null)" 2>/dev/null; }
# IF: the port of the card, by the PCI function as these cards have it.
rh_fw_port() (
    p=$(rh_fw_pci "$1")
    printf '%d' $((${p##*.} + 1)) 2>/dev/null || printf 1
)

# IF: "NAME CURRENT NEXT" for every parameter. A word is followed by its number, which is what counts
# and is set: `True(1)`. Rows that will change begin with a star.
rh_fw_rows() {
    $(rh_fw_tool) -d "$(rh_fw_pci "$1")" -e q 2>/dev/null | awk '
        function n(v) { if (match(v, /\([0-9]+\)$/)) return substr(v, RSTART + 1, RLENGTH - 2); return v }
        /^[* ]?[ \t]+[A-Z][A-Z0-9_]+[ \t]/ { sub(/^\*/, " "); if (NF >= 4) print $1, n($3), n($4) }'
}
# NAME PORT: the row for it on standard input, that of the port first.
rh_fw_row() {
    awk -v n="$1" -v p="$1_P$2" '$1 == p { mine = $0 } $1 == n { all = $0 } END { print mine ? mine : all }'
}

# IF NAME…
rh_fw_see() (
    i=$1
    shift
    if [ ! -e "/sys/class/net/$i" ]; then
        rh_o link absent
        exit 0
    fi
    rh_o link present
    d=/sys/class/net/$i/device
    rh_n tool "$(rh_fw_tool)"
    rh_n address "$(rh_fw_pci "$i")"
    rh_n pci "$(cat "$d/vendor" 2>/dev/null):$(cat "$d/device" 2>/dev/null)"
    rh_n driver "$(basename "$(readlink "$d/driver" 2>/dev/null)" 2>/dev/null)"
    if [ -e "$d/physfn" ]; then rh_n physfn yes; fi
    rh_n machine "$(cat /sys/class/dmi/id/sys_vendor 2>/dev/null)"
    [ "$(rh_fw_tool)" != none ] || exit 0
    rows=$(rh_fw_rows "$i")
    if [ -n "$rows" ]; then rh_n answers yes; fi
    port=$(rh_fw_port "$i")
    for n; do
        # shellcheck disable=SC2046
        set -- $(printf '%s\n' "$rows" | rh_fw_row "$n" "$port")
        rh_o "$n" "${3:-none}"
        rh_n "row:$n" "${1:-}"
        rh_n "now:$n" "${2:-}"
    done
)
# IF NAME…: with the number of the port, as the card lists them.
rh_fw_keep() {
    rh_fw_rows "$1" >"$S/firmware.rows" || return 1
    shift
    : >"$S/firmware.was" || return 1
    for rh_n; do
        awk -v n="$rh_n" '$1 == n { print $1 "=" $3 }' "$S/firmware.rows" >>"$S/firmware.was" || return 1
    done
}
# IF NAME=VALUE…
rh_fw_set() {
    rh_i=$1
    shift
    [ $# -gt 0 ] || return 0
    rh_t=$($(rh_fw_tool) -d "$(rh_fw_pci "$rh_i")" -y set "$@" 2>&1) ||
        rh_fail "$(rh_fw_tool) does not take $*: $(printf '%s\n' "$rh_t" | tail -n 1)"
}
rh_fw_is() {
    rh_rows=$(rh_fw_rows "$1")
    shift
    for rh_kv; do
        rh_is=$(printf '%s\n' "$rh_rows" | awk -v n="${rh_kv%%=*}" '$1 == n { print $3 }')
        [ "$rh_is" = "${rh_kv#*=}" ] || {
            rh_fail "${rh_kv%%=*} will be $rh_is, not ${rh_kv#*=}"
            return 1
        }
    done
}
# IF
rh_fw_give() {
    [ -e "/sys/class/net/$1" ] || return 0
    [ -s "$S/firmware.was" ] || return 0
    rh_rows=$(rh_fw_rows "$1")
    rh_set=
    while read -r rh_kv; do
        rh_is=$(printf '%s\n' "$rh_rows" | awk -v n="${rh_kv%%=*}" '$1 == n { print $3 }')
        [ "$rh_is" = "${rh_kv#*=}" ] || rh_set="$rh_set $rh_kv"
    done <"$S/firmware.was"
    # shellcheck disable=SC2086
    rh_fw_set "$1" $rh_set
}
