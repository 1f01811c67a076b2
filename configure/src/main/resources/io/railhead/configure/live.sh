# What steps on live settings of the machine beside the network are made of: CPU governors,
# /dev/shm, and units of Railhead's own.
# shellcheck shell=sh

# --- CPU governors -------------------------------------------------------------------------------

# Each CPU's governor; who else sets it; whether UNIT runs at boot.
rh_see_governors() (
    all=
    for g in /sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor; do
        [ -r "$g" ] || continue
        read -r is <"$g" || is=unreadable
        c=${g#/sys/devices/system/cpu/cpu}
        all="$all${all:+ }${c%%/*}:$is"
        d=${g%/*}
    done
    rh_o governors "$all"
    if [ -n "$all" ]; then
        rh_n available "$(cat "$d/scaling_available_governors" 2>/dev/null)"
        rh_n driver "$(cat "$d/scaling_driver" 2>/dev/null)"
    fi
    if rh_is_enabled "$1" 2>/dev/null; then rh_o boot enabled; else rh_o boot absent; fi
    if rh_have systemctl; then rh_n systemd yes; fi
    found=
    if [ -d /run/systemd/system ]; then
        for u in tuned power-profiles-daemon tlp auto-cpufreq; do
            if systemctl -q is-active "$u" 2>/dev/null; then found="$found${found:+ }$u"; fi
        done
    fi
    rh_n daemons "$found"
)
rh_keep_governors() {
    : >"$S/governors.was"
    for rh_g in /sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor; do
        [ -r "$rh_g" ] || continue
        printf '%s %s\n' "$rh_g" "$(cat "$rh_g")" >>"$S/governors.was" || return 1
    done
}
# GOVERNOR
rh_set_governors() {
    for rh_g in /sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor; do
        [ -e "$rh_g" ] || continue
        printf '%s\n' "$1" >"$rh_g" || { rh_fail "$rh_g does not take $1"; return 1; }
    done
}
rh_are_governors() {
    for rh_g in /sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor; do
        [ -e "$rh_g" ] || continue
        [ "$(cat "$rh_g")" = "$1" ] || { rh_fail "$rh_g is $(cat "$rh_g")"; return 1; }
    done
}
rh_give_governors() (
    while read -r path is; do
        # A CPU that is switched off since has none to set.
        [ ! -e "$path" ] || printf '%s\n' "$is" >"$path" || exit 1
    done <"$S/governors.was"
)

# --- units of our own ----------------------------------------------------------------------------

rh_wants() { printf '/etc/systemd/system/multi-user.target.wants/%s' "$1"; }
rh_is_enabled() {
    [ "$(readlink "$(rh_wants "$1")")" = "/etc/systemd/system/$1" ] ||
        rh_fail "$1 is not enabled"
}
rh_keep_enabled() { rh_keep_file "$(rh_wants "$1")" wants; }
rh_enable() {
    (umask 022 && mkdir -p /etc/systemd/system/multi-user.target.wants) &&
        ln -sfn "/etc/systemd/system/$1" "$(rh_wants "$1")"
}
rh_give_enabled() {
    rh_give_file "$(rh_wants "$1")" wants || return 1
    if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
}
rh_start() {
    if [ -d /run/systemd/system ]; then systemctl daemon-reload && systemctl restart "$1"; fi
}
rh_stop() {
    if [ -d /run/systemd/system ]; then systemctl stop "$1" 2>/dev/null; fi
}

# --- /dev/shm ------------------------------------------------------------------------------------

# Options of what is mounted there last; fails when that is no tmpfs.
rh_shm_options() (
    is=none
    while read -r _ at type o _; do
        [ "$at" != /dev/shm ] || is="$type $o"
    done </proc/mounts
    [ "${is%% *}" = tmpfs ] && printf '%s' "${is#* }"
)
rh_shm_size() (
    # shellcheck disable=SC2046
    set -- $(stat -f -c '%S %b' /dev/shm)
    printf '%s' $(($1 * $2))
)
rh_see_shm() (
    rh_shm_options >/dev/null || exit 0
    rh_o size-live "$(rh_shm_size)"
    # shellcheck disable=SC2046
    set -- $(stat -f -c '%S %b %f' /dev/shm)
    rh_n page "$1"
    rh_n used $((($2 - $3) * $1))
    kib=0
    while read -r what n _; do
        case $what in MemTotal: | SwapTotal:) kib=$((kib + n)) ;; esac
    done </proc/meminfo
    rh_n memory $((kib * 1024))
)
# Half the memory is what it is by itself; then no size stands among its options.
rh_keep_shm() (
    o=$(rh_shm_options) || exit 1
    case ",$o," in
    *,size=*) rh_put "$S/shm.was" "$(rh_shm_size)" ;;
    *) rh_put "$S/shm.was" 50% ;;
    esac
)
rh_is_shm() (
    is=$(rh_shm_size)
    page=$(stat -f -c %S /dev/shm)
    [ "$is" = $((($1 + page - 1) / page * page)) ] || rh_fail "/dev/shm has $is bytes"
)
rh_give_shm() (
    read -r was <"$S/shm.was" && mount -o "remount,size=$was" /dev/shm
)
