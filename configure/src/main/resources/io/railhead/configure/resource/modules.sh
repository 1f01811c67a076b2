# Kernel modules.
# shellcheck shell=sh

# What loading a module takes here.
rh_see_loading() {
    if [ ! -d "/lib/modules/$(uname -r)" ]; then
        rh_n closed "there are no modules of the running kernel in /lib/modules"
    elif ! rh_have modprobe; then
        rh_n closed "modprobe is not installed here"
    elif [ "$(cat /proc/sys/kernel/modules_disabled 2>/dev/null)" = 1 ]; then
        rh_n closed "the kernel loads no more modules until it is booted anew (kernel.modules_disabled)"
    else
        # Bit 16 is CAP_SYS_MODULE.
        rh_caps=$(sed -n 's/^CapEff:[[:space:]]*//p' /proc/self/status)
        [ $(((0x${rh_caps:-0} >> 16) & 1)) = 1 ] ||
            rh_n closed "root may not load modules here (CAP_SYS_MODULE): a container?"
    fi
}

rh_module_name() { printf '%s' "$1" | tr - _; }
rh_module_loaded() { [ -e "/sys/module/$(rh_module_name "$1")/initstate" ]; }

# State of a module: NAME.
rh_see_module() {
    rh_m=$(rh_module_name "$1")
    if rh_module_loaded "$1"; then
        rh_o "live:$1" loaded
    elif [ -d "/sys/module/$rh_m" ] ||
        grep -q "/$rh_m\.ko" "/lib/modules/$(uname -r)/modules.builtin" 2>/dev/null; then
        rh_o "live:$1" built-in
    else
        rh_o "live:$1" absent
        if rh_have modprobe && modprobe -n -q "$1" 2>/dev/null; then rh_n "there:$1" yes; fi
    fi
}

# What a loaded module has: NAME PARAMETER.
rh_see_parameter() {
    rh_module_loaded "$1" || return 0
    rh_n "loaded:$1" yes
    rh_p=/sys/module/$(rh_module_name "$1")/parameters/$2
    if [ -r "$rh_p" ]; then
        rh_n "parameter:$1:$2" "$(tr '\n' ' ' <"$rh_p" | sed 's/ *$//')"
    elif [ -e "$rh_p" ]; then
        rh_n "parameter:$1:$2" '?'
    fi
}

# The module of a device in /sys, or of one that it hangs on: PATH.
rh_modules_of() (
    d=$(readlink -f "$1") || exit 0
    while [ -n "$d" ] && [ "$d" != /sys/devices ]; do
        if [ -e "$d/driver/module" ]; then basename "$(readlink -f "$d/driver/module")"; fi
        # Built in here, it may be a module of the next kernel.
        if [ -e "$d/driver" ]; then basename "$(readlink -f "$d/driver")"; fi
        # With device-mapper and md, what they lie on.
        for s in "$d"/slaves/*; do [ ! -e "$s" ] || rh_modules_of "$s"; done
        d=${d%/*}
    done
)

# What needs a module, so that the host is reached and has its files, and what else uses it: NAME.
rh_see_use() (
    m=$(rh_module_name "$1")
    {
        for i in /sys/class/net/*; do
            [ -e "$i/device" ] && [ "$(cat "$i/operstate")" != down ] || continue
            rh_modules_of "$i/device" | sed "s/^/\\/ interface ${i##*/} /"
        done
        while read -r dev at type _; do
            case $at in / | /boot | /boot/* | /usr | /var | /etc) ;; *) continue ;; esac
            case $type in overlay | tmpfs | proc | sysfs) continue ;; esac
            printf '/ file system of %s %s\n' "$at" "$type"
            dev=$(readlink -f "$dev")
            # /dev/root is no file; the number of the file system's device tells it.
            [ -b "$dev" ] && n=/sys/class/block/${dev##*/} ||
                n=/sys/dev/block/$(mountpoint -d "$at" 2>/dev/null)
            [ ! -e "$n" ] || rh_modules_of "$n" | sed "s,^,/ disk of $at ,"
        done </proc/mounts
    } 2>/dev/null | sed 's,^/ ,,' | tr - _ | sort -u | awk -v m="$m" -v name="$1" '
        # A module that another one uses is loaded with it.
        BEGIN {
            all[m] = 1
            while ((getline line <"/proc/modules") > 0) {
                split(line, w, " ")
                if (w[1] == m) { u = w[4]; sub(/,$/, "", u); if (u != "-") users = u }
            }
            n = split(users, each, ",")
            for (i = 1; i <= n; i++) all[each[i]] = 1
        }
        $NF in all {
            sub(/ [^ ]+$/, "")
            if (seen[$0]++) next
            needed = needed (needed == "" ? "" : ", ") "the " $0
        }
        END {
            if (needed != "") printf "rh:n needed:%s=%s\n", name, needed
            if (users != "") printf "rh:n users:%s=%s\n", name, users
        }'
)

rh_keep_modules() {
    for rh_f in /sys/module/*/initstate; do
        rh_f=${rh_f%/initstate}
        printf '%s\n' "${rh_f##*/}"
    done >"$S/modules.was"
}

rh_load_module() {
    rh_said=$(modprobe "$1" 2>&1) || rh_fail "$1 cannot be loaded: $rh_said"
}

rh_is_loaded() { rh_module_loaded "$1" || rh_fail "$1 is not loaded"; }

# Unloads NAME... and what came with them, but nothing that was loaded before.
rh_give_modules() (
    [ -e "$S/modules.was" ] || exit 0
    for m in "$@"; do
        rh_module_loaded "$m" || continue
        # Those that it needs come first; it itself is last.
        { modprobe --show-depends "$m" 2>/dev/null | sed -n 's/^insmod //p'; echo "$m"; } |
            sed -e 's/ .*//' -e 's/.*\///' -e 's/\.ko.*//' | tr - _ | awk '
                { all[NR] = $0 } END { for (i = NR; i > 0; i--) if (!seen[all[i]]++) print all[i] }
            ' | while read -r each; do
            rh_module_loaded "$each" || continue
            grep -q -x -F -e "$each" "$S/modules.was" && continue
            said=$(rmmod "$each" 2>&1) || rh_fail "$each stays loaded: $said" || exit 1
        done || exit 1
    done
)
