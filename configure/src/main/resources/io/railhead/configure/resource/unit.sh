# A systemd unit: its file in /etc/systemd/system, what starts it at boot, whether it runs.
# shellcheck shell=sh

# Links by which systemd starts a unit or knows it by another name, but for the one that masks it;
# and those of an init script of its name, which systemctl keeps in step: "PATH TARGET" a line.
rh_unit_links() (
    find /etc/systemd/system -type l ! -path "/etc/systemd/system/$1" -printf '%p %l\n' \
        2>/dev/null | awk -v unit="$1" '{
            p = $1; sub(/.*\//, "", p); t = $2; sub(/.*\//, "", t)
            if (p == unit || t == unit) print
        }' | sort
    for l in /etc/rc[0-6S].d/[SK][0-9][0-9]"${1%.service}"; do
        [ ! -L "$l" ] || printf '%s %s\n' "$l" "$(readlink "$l")"
    done
)

rh_unit_dirs() {
    find /etc/systemd/system -mindepth 1 -maxdepth 1 -type d \
        \( -name '*.wants' -o -name '*.requires' \) 2>/dev/null
}

rh_unit_get() { systemctl show -p "$2" --value -- "$1" 2>/dev/null; }

rh_unit_runs() {
    case $(rh_unit_get "$1" ActiveState) in
    active | reloading | activating | refreshing) echo yes ;;
    *) echo no ;;
    esac
}

# State of a unit: NAME.
rh_see_unit() {
    if [ ! -d /run/systemd/system ] || ! rh_have systemctl; then
        rh_o systemd no
        return 0
    fi
    rh_word=$(systemctl is-enabled -- "$1" 2>/dev/null)
    rh_o boot "${rh_word:-not-found}"
    rh_o runs "$(rh_unit_runs "$1")"
    rh_o links "$(rh_unit_links "$1" | rh_b64)"
    for rh_p in LoadState SubState Type RemainAfterExit Result ExecMainStatus \
        ExecMainStartTimestampMonotonic NeedDaemonReload Id FragmentPath; do
        rh_n "$rh_p" "$(rh_unit_get "$1" "$rh_p")"
    done
}

# Whether a program that a unit starts could be: PATH.
rh_see_program() {
    if [ ! -x "$1" ] || [ -d "$1" ]; then
        rh_n "program:$1" "is not there, or not executable"
    elif [ "$(head -c 2 "$1" | tr '\000' x)" = '#!' ]; then
        rh_line=$(head -n 1 "$1" | tr -d '\r')
        rh_line=${rh_line#??}
        # shellcheck disable=SC2086
        set -- "$1" $rh_line
        [ -x "${2-}" ] || rh_n "program:$1" "names ${2-nothing} in its first line, which is not there"
    fi
}

# Which of the packages NAME... are not installed.
rh_see_pending() {
    for rh_p in "$@"; do
        if rh_have dpkg-query; then
            # shellcheck disable=SC2016
            case $(dpkg-query -W -f '${db:Status-Status}' "$rh_p" 2>/dev/null) in
            installed) continue ;;
            esac
        elif rh_have rpm && rpm -q --quiet "$rh_p"; then
            continue
        fi
        rh_n "pending:$rh_p" yes
    done
}

# Rules of the firewall (nft, and iptables where that is made of it): a unit that sets them leaves
# them there when it is stopped, and takes those of others away when it begins by flushing all.
rh_keep_firewall() {
    rh_have nft && nft -s list ruleset >"$S/firewall.$1" 2>/dev/null || rm -f "$S/firewall.$1"
}
rh_firewall_tables() { sed -n 's/^table \([^ ]* [^ ]*\) {.*/\1/p' "$S/firewall.$1"; }
# Takes the rules back to what they were before the unit was started. What others have done to them
# since stays: then only tables that came with the unit go.
rh_give_firewall() (
    [ -e "$S/firewall.was" ] || exit 0
    rh_keep_firewall now
    if cmp -s "$S/firewall.was" "$S/firewall.now"; then exit 0; fi
    if [ ! -e "$S/firewall.made" ] || cmp -s "$S/firewall.made" "$S/firewall.now"; then
        { echo flush ruleset && cat "$S/firewall.was"; } >"$S/firewall.back" || exit 1
        said=$(nft -f "$S/firewall.back" 2>&1) ||
            rh_fail "the firewall's rules could not be put back (they are in $S/firewall.was): $said"
        exit
    fi
    rh_firewall_tables made | while read -r table; do
        if rh_firewall_tables was | grep -qxF -e "$table"; then
            # shellcheck disable=SC2086
            rh_firewall_table was "$table" >"$S/table.was"
            rh_firewall_table made "$table" | cmp -s - "$S/table.was" ||
                rh_fail "firewall table $table was changed by the unit, and others have changed the firewall since: what it was is in $S/firewall.was" || exit 1
        elif rh_firewall_tables now | grep -qxF -e "$table"; then
            # shellcheck disable=SC2086
            nft delete table $table || exit 1
        fi
    done
)
rh_firewall_table() { sed -n "/^table $2 {/,/^}/p" "$S/firewall.$1"; }

rh_keep_unit() {
    rh_keep_firewall was
    rh_keep_file "/etc/systemd/system/$1" unit &&
        rh_unit_links "$1" >"$S/links.was" && rh_unit_dirs >"$S/dirs.was" &&
        rh_put "$S/runs.was" "$(rh_unit_runs "$1")"
}

# Lets systemd itself look at a unit file before it is in place: NAME, its text on standard input.
rh_check_unit() (
    rm -rf "$S/check"
    mkdir -p "$S/check" && cat >"$S/check/$1" || exit 1
    rh_have systemd-analyze || exit 0
    said=$(systemd-analyze verify --man=no "$S/check/$1" 2>&1)
    status=$?
    # It also speaks of the units that this one needs.
    said=$(printf '%s\n' "$said" | grep -F "$1" | tr '\n' ' ')
    case $status,$said in
    0,*"Unknown key"* | 0,*"Unknown section"* | 0,*"Unknown lvalue"* | 0,*"ailed to parse"*) ;;
    0,*) exit 0 ;;
    esac
    rh_fail "systemd does not take it: ${said:-status $status}"
)

# Why a unit does not run: NAME.
rh_unit_why() (
    status=$(rh_unit_get "$1" ExecMainStatus)
    why="result $(rh_unit_get "$1" Result), status $status"
    if [ "$status" = 203 ]; then
        program=$(rh_unit_get "$1" ExecStart)
        program=${program#*path=}
        why="status 203/EXEC: ${program%% *} is missing, not executable, or its first line names a program that is not there"
    fi
    # Its own words, not what systemd says about it.
    last=$(journalctl -q -u "$1" -n 12 -o cat --no-pager 2>/dev/null |
        grep -v -F -e "$1" -e 'systemd[1]' | tail -n 2 | tr '\n' ' ')
    printf '%s%s' "$why" "${last:+; it said: $last}"
)

# NAME start|restart|stop
rh_unit_do() {
    systemctl "$2" -- "$1"
    rh_status=$?
    rh_keep_firewall made
    [ "$rh_status" = 0 ] || rh_fail "$1: systemctl $2 failed: $(rh_unit_why "$1")"
}

# Nothing starts it at boot, also when nothing was left below a mask: NAME.
rh_unit_disable() {
    systemctl disable -- "$1" || case $(systemctl is-enabled -- "$1" 2>/dev/null) in
    '' | not-found) ;;
    *) rh_fail "$1: systemctl disable failed" ;;
    esac
}

# Reading back: NAME, what is-enabled may say (none: anything), running | stopped | left.
rh_is_unit() (
    if [ -n "$2" ]; then
        is=$(systemctl is-enabled -- "$1" 2>/dev/null)
        case " $2 " in
        *" ${is:-not-found} "*) ;;
        *) rh_fail "systemctl is-enabled $1 says ${is:-not-found}, not ${2%% *}" || exit 1 ;;
        esac
    fi
    case $3 in
    running)
        if [ "$(rh_unit_get "$1" Type)" = oneshot ] &&
            [ "$(rh_unit_get "$1" RemainAfterExit)" = no ]; then
            [ "$(rh_unit_get "$1" Result)" = success ] || rh_fail "$1 failed: $(rh_unit_why "$1")"
            exit
        fi
        # What ends at once does so within a moment.
        sleep 1
        for try in 1 2 3 4 5 6; do
            if [ "$(rh_unit_get "$1" ActiveState)" = active ]; then exit 0; fi
            case $(rh_unit_get "$1" SubState) in failed | auto-restart) break ;; esac
            sleep 1
        done
        rh_fail "$1 does not run: $(rh_unit_why "$1")"
        ;;
    stopped) [ "$(rh_unit_runs "$1")" = no ] || rh_fail "$1 still runs" ;;
    esac
)

# Takes a unit back to what rh_keep_unit kept: NAME.
rh_give_unit() (
    file=/etc/systemd/system/$1
    [ -e "$S/runs.was" ] || exit 0
    read -r ran <"$S/runs.was"
    if [ "$ran" = no ] && [ "$(rh_unit_runs "$1")" = yes ]; then
        systemctl stop -- "$1" || exit 1
    fi
    before=$(cat "$file" 2>/dev/null | rh_sha)
    rh_give_file "$file" unit || exit 1
    after=$(cat "$file" 2>/dev/null | rh_sha)
    rh_unit_links "$1" >"$S/links.now"
    while read -r l t; do
        grep -q -x -F -e "$l $t" "$S/links.was" || rm -f "$l" || exit 1
    done <"$S/links.now"
    while read -r l t; do
        if [ "$(readlink "$l")" != "$t" ]; then
            mkdir -p "${l%/*}" && ln -sfn "$t" "$l" || exit 1
        fi
    done <"$S/links.was"
    rh_unit_dirs | while read -r d; do
        grep -q -x -F -e "$d" "$S/dirs.was" || rmdir "$d" 2>/dev/null
    done
    systemctl daemon-reload || exit 1
    if [ "$ran" = yes ]; then
        if [ "$before" != "$after" ]; then
            systemctl restart -- "$1" || exit 1
        elif [ "$(rh_unit_runs "$1")" = no ]; then
            systemctl start -- "$1" || exit 1
        fi
    else
        systemctl reset-failed -- "$1" 2>/dev/null
    fi
    rm -f "$S/not-undone"
    rh_give_firewall || { rh_mark "$S/not-undone" "firewall" && false; }
)
