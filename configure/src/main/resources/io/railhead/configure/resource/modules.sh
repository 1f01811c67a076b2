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
