# The dead-man's switch: what may cut the connection is taken back by the machine itself unless it
# is confirmed over a fresh connection in time, also when the machine restarts meanwhile.
# shellcheck shell=sh

# --- over a restart ------------------------------------------------------------------------------

# Leaves a unit for the next boot, which takes the run back: nobody else will. It is there only as
# long as the switch is armed. Without systemd there is no such thing, and the journal says so.
rh_arm() {
    rh_units=/etc/systemd/system
    if [ -d /run/systemd/system ] && rh_arm_unit 2>>"$RUN/log"; then
        rh_sync "$rh_units/railhead-switch-$rh_run.service" "$rh_units/multi-user.target.wants"
    else
        rh_disarm
        rh_mark "$RUN/no-boot" "no unit for the next boot could be left here"
    fi
}
rh_arm_unit() (
    umask 022
    u=railhead-switch-$rh_run.service
    mkdir -p "$rh_units/multi-user.target.wants" || exit 1
    cat >"$rh_units/$u" <<EOS || exit 1
[Unit]
Description=Railhead: takes back run $rh_run, not confirmed before the restart
After=network.target systemd-networkd.service NetworkManager.service systemd-sysctl.service

[Service]
Type=oneshot
ExecStart=/bin/sh $RUN/boot.sh
TimeoutStartSec=infinity
EOS
    ln -sf "../$u" "$rh_units/multi-user.target.wants/$u"
)
rh_disarm() {
    for rh_file in "/etc/systemd/system/railhead-switch-$rh_run.service" \
        "/etc/systemd/system/multi-user.target.wants/railhead-switch-$rh_run.service"; do
        if [ -e "$rh_file" ] || [ -L "$rh_file" ]; then rm -f "$rh_file"; fi
    done
}
# What that unit does.
rh_boot() {
    rh_need
    case $(rh_first "$RUN/state") in
    recorded* | applied* | reverting*)
        rh_lock "the dead-man's switch of run $rh_run, after a restart"
        if [ "$(readlink "$RUN/decision")" = confirmed ]; then
            rh_finished
        else
            rh_decide reverted
            rh_take_back "the machine restarted before it was confirmed$(rh_after)" reverted
        fi
        ;;
    esac
    rh_disarm
}

# --- while the machine is up ---------------------------------------------------------------------

# What was changed under the switch: " after changing link-mtu:eth0, address:eth0/10.0.0.1".
rh_after() {
    rh_line=
    for rh_n in $(rh_steps); do
        [ -e "$RUN/steps/$rh_n/guarded" ] || continue
        case $(rh_first "$RUN/steps/$rh_n/state") in recorded | '') continue ;; esac
        rh_line="$rh_line${rh_line:+, }$(rh_first "$RUN/steps/$rh_n/resource")"
    done
    printf '%s' "${rh_line:+ after changing $rh_line}"
}

# A process of its own that takes the run back unless it is confirmed in time, or at once when its
# worker was cut short. The time runs from when everything is changed; the guarded changes
# themselves may take twice as long. Others, such as packages that go after them in a rollback, may
# take what they need.
rh_watchdog() {
    trap '' HUP PIPE INT TERM
    rh_turn "$RUN/watchdog" "$(rh_me)"
    rh_within=$(rh_within)
    rh_made=
    rh_spent=0
    rh_seen=
    while :; do
        [ ! -L "$RUN/decision" ] || exit 0
        read -r rh_up rh_line </proc/uptime
        rh_up=${rh_up%%.*}
        if [ -z "$rh_made" ]; then
            case $(rh_first "$RUN/state") in applied*) rh_made=$rh_up ;; esac
        fi
        if [ -n "$rh_made" ] && [ $((rh_up - rh_made)) -ge "$rh_within" ]; then
            rh_why="not confirmed over a fresh connection within $rh_within s$(rh_after)"
            break
        fi
        if [ -z "$rh_made" ] && [ -e "$RUN/armed" ]; then
            rh_at=$(rh_first "$RUN/step")
            case $rh_at in *[!0-9]*) rh_at= ;; esac
            if [ -e "$RUN/steps/$rh_at/guarded" ]; then
                rh_spent=$((rh_spent + rh_up - ${rh_seen:-$rh_up}))
            fi
            rh_seen=$rh_up
            if [ "$rh_spent" -ge $((2 * rh_within)) ]; then
                rh_why="not done within $((2 * rh_within)) s of the first change under the switch"
                break
            fi
        fi
        if ! rh_lives "$(rh_first "$RUN/owner")"; then
            case $(rh_first "$RUN/state") in
            applied) ;;
            recorded)
                rh_why="cut short"
                break
                ;;
            *) exit 0 ;;
            esac
        fi
        sleep 1
    done
    rh_decide reverted || exit 0
    rh_kill_worker
    rh_take_back "$rh_why" reverted
}

# Starts a shell on FILE that outlives the connection: NAME FILE. Its process is $rh_child, unless
# systemd started it.
rh_detach() {
    if [ -d /run/systemd/system ] && [ "$1" = watchdog ] && rh_have systemd-run &&
        systemd-run --quiet --collect --unit="railhead-$1-$rh_run" \
            --property=TimeoutStopSec=5 --setenv=RH_HOME="$rh_home" /bin/sh "$2" >/dev/null 2>&1; then
        rh_child=
        return 0
    fi
    if rh_have setsid; then
        setsid sh "$2" </dev/null >>"$RUN/log" 2>&1 &
    else
        # A process group of its own is the next best thing.
        set -m
        nohup sh "$2" </dev/null >>"$RUN/log" 2>&1 &
        set +m
    fi
    rh_child=$!
}

# Gives the watchdog and the worker of the run in $RUN their own lives, and waits for the worker.
rh_set_going() {
    if rh_guarded; then
        rh_detach watchdog "$RUN/watchdog.sh"
        rh_tries=0
        while [ ! -e "$RUN/watchdog" ]; do
            rh_tries=$((rh_tries + 1))
            if [ "$rh_tries" -gt 100 ]; then
                rh_put "$RUN/state" "reverted the dead-man's switch could not be started"
                rh_refuse "no-switch the dead-man's switch could not be started"
            fi
            sleep 0.1 2>/dev/null || sleep 1
        done
    fi
    export RH_WORKER="$rh_run"
    rh_detach worker "$RUN/run.sh"
    wait "$rh_child"
}

# --- confirming ----------------------------------------------------------------------------------

# Before a run is confirmed: reads everything back once more, and sends so much that packets of full
# size must get through. Whoever has it all may confirm: RUN-ID SECONDS, in which what has to settle
# may do so.
rh_prove() {
    RUN=$rh_home/runs/$1
    rh_named
    rh_by=$(($(rh_uptime) + $2))
    case $(rh_first "$RUN/state") in applied*)
        rh_bad=$(rh_damage)
        if [ -n "$rh_bad" ]; then
            # What could not be taken back later is not confirmed.
            rh_decide reverted && rh_take_back "" reverted
        fi
        for rh_n in $(rh_steps); do
            [ -z "$rh_bad" ] || break
            S=$RUN/steps/$rh_n
            rh_left=0
            if [ -e "$S/settle" ]; then rh_left=$((rh_by - $(rh_uptime))); fi
            rh_verify "$rh_left" && continue
            rh_decide reverted && rh_take_back \
                "$(rh_first "$S/resource") did not last: $(rh_last_words)" reverted
            break
        done
        ;;
    esac
    rh_report
    rh_tries=64
    while [ "$rh_tries" -gt 0 ]; do
        printf 'rh:fill %1000s\n' .
        rh_tries=$((rh_tries - 1))
    done
}

# Confirms a run: RUN-ID.
rh_confirm() {
    RUN=$rh_home/runs/$1
    rh_named
    case $(rh_first "$RUN/state") in applied*)
        if rh_decide confirmed; then rh_finished; fi
        ;;
    esac
    rh_report
}
