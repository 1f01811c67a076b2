# Limits of what systemd starts: its defaults, those of a service, and of the process that runs.
# shellcheck shell=sh

rh_show() { systemctl show -p "$2" --value -- "$1" 2>/dev/null; }

# Soft and hard limit of a process, as /proc/PID/limits has them: PID LABEL.
rh_process_limit() {
    awk -v label="$2" 'index($0, label " ") == 1 {
        split(substr($0, length(label) + 1), v); print v[1], v[2]
    }' "/proc/$1/limits" 2>/dev/null
}

# Bit 24 is CAP_SYS_RESOURCE.
rh_may_raise() {
    rh_caps=$(sed -n 's/^CapEff:[[:space:]]*//p' /proc/self/status)
    [ $(((0x${rh_caps:-0} >> 24) & 1)) != 0 ]
}

# State of a service's limits: UNIT, then KEY and LABEL of each. What the process that runs has is
# nothing to be given back where a run did not set it: it may be another process by now.
rh_see_service() (
    unit=$1
    shift
    if [ ! -d /run/systemd/system ] || [ "$(rh_show "$unit" LoadState)" != loaded ] ||
        [ "$(rh_show "$unit" Id)" != "$unit" ]; then
        rh_o unit none
        exit 0
    fi
    rh_o unit loaded
    pid=$(rh_show "$unit" MainPID)
    rh_n pid "$pid"
    rh_n stale "$(rh_show "$unit" NeedDaemonReload)"
    rh_have prlimit || rh_n prlimit no
    if rh_may_raise; then rh_n may-raise yes; fi
    while [ $# -gt 1 ]; do
        rh_o "show:$1" "$(rh_show "$unit" "Limit$1Soft") $(rh_show "$unit" "Limit$1")"
        if [ "${pid:-0}" -gt 0 ]; then
            rh_o "live:$1" "$(rh_process_limit "$pid" "$2")"
        else
            rh_o "live:$1" none
        fi
        if [ -e "${S-}/state" ] && ! grep -q -i "^$1 " "$S/live.was" 2>/dev/null; then
            rh_n "gone:live:$1" yes
        fi
        shift 2
    done
    # shellcheck disable=SC2046
    set -- $(rh_show "$unit" DropInPaths)
    [ $# = 0 ] || rh_n lines "$(grep -HnE '^Limit[A-Z]+[[:space:]]*=' "$@" | rh_b64)"
)

# State of systemd's own defaults: system.conf or user.conf, then KEY LABEL…
rh_see_defaults() (
    conf=$1
    shift
    if [ ! -d /run/systemd/system ]; then
        rh_o unit none
        exit 0
    fi
    rh_o unit loaded
    while [ $# -gt 1 ]; do
        rh_o "show:$1" "$(systemctl show -p "DefaultLimit$1Soft" --value) $(
            systemctl show -p "DefaultLimit$1" --value
        )"
        rh_o "live:$1" none
        shift 2
    done
    rh_n lines "$(grep -HnE '^DefaultLimit[A-Z]+[[:space:]]*=' "/etc/systemd/$conf" \
        "/etc/systemd/$conf.d"/*.conf "/run/systemd/$conf.d"/*.conf \
        "/usr/lib/systemd/$conf.d"/*.conf 2>/dev/null | sed 's/:Default/:/' | rh_b64)"
)
# UNIT OPTION LABEL: keeps the limit of the process that runs.
rh_keep_live() (
    pid=$(rh_show "$1" MainPID)
    if [ "${pid:-0}" -gt 0 ]; then
        printf '%s %s\n' "$2" "$(rh_process_limit "$pid" "$3")" >>"$S/live.was"
    fi
)

# UNIT OPTION SOFT HARD: changes it without a restart.
rh_set_live() (
    pid=$(rh_show "$1" MainPID)
    [ "${pid:-0}" -gt 0 ] || exit 0
    prlimit --pid "$pid" "--$2=$3:$4" || rh_fail "the limit of $1 (process $pid) cannot be changed"
)

rh_give_live() (
    [ -e "$S/live.was" ] || exit 0
    while read -r option soft hard; do
        # A process started since may have less than root may give: how it stands is then said.
        rh_set_live "$1" "$option" "$soft" "$hard" || ! rh_may_raise || exit 1
    done <"$S/live.was"
)

# Reading back: UNIT KEY LABEL SHOWN LIVE. Without a unit it is systemd's default.
rh_is_limit() (
    if [ -z "$1" ]; then
        is="$(systemctl show -p "DefaultLimit$2Soft" --value) $(systemctl show -p "DefaultLimit$2" --value)"
    else
        is="$(rh_show "$1" "Limit$2Soft") $(rh_show "$1" "Limit$2")"
    fi
    [ "$is" = "$4 $4" ] || rh_fail "systemd says $is for ${1:-the default} $2, not $4" || exit 1
    if [ -n "$1" ] && [ -n "$5" ]; then
        pid=$(rh_show "$1" MainPID)
        [ "${pid:-0}" -gt 0 ] || exit 0
        is=$(rh_process_limit "$pid" "$3")
        [ "$is" = "$5 $5" ] || rh_fail "process $pid of $1 has $is for $2, not $5"
    fi
)
