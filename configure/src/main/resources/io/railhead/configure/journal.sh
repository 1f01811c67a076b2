# Railhead's journal on a machine: /var/lib/railhead/runs/RUN/ holds
#   about      who, when, from where
#   within     seconds to confirm in, when a dead-man's switch guards it (switch.sh)
#   state      recorded | applied (waits to be confirmed) | done | reverting | reverted WHY |
#              broken WHY | rolled-back
#   owner      process that works on the run, and when it was born
#   decision   link to "confirmed" or "reverted": whoever makes it first decides
#   steps/NN/  resource, state, what was (*.was, *.absent), before and after (fingerprints),
#              before.state and after.state (what those are of),
#              observe.sh apply.sh verify.sh undo.sh; ready.sh, limit and settle (seconds) where a
#              step has them
#   seal       sums of all that does not change once the run has its name (seal.sh)
#   back-…/    a rollback of the run: a run of its own, which makes the steps' undo (back.sh)
# A run is taken back as a whole: `sh undo.sh` there does it by hand.
# shellcheck shell=sh

rh_now() { date -u +%Y-%m-%dT%H:%M:%SZ; }

# When a process was born (clock ticks since boot, and which boot); fails when it is dead: PID.
rh_born() (
    case $1 in '' | *[!0-9]*) exit 1 ;; esac
    [ -r "/proc/$1/stat" ] || exit 1
    read -r s 2>/dev/null <"/proc/$1/stat" || exit 1
    s=${s##*) }
    # shellcheck disable=SC2086
    set -- $s
    case $1 in Z | X) exit 1 ;; esac
    shift 19
    # Numbers of processes and ticks come again after a restart.
    b=
    { read -r b </proc/sys/kernel/random/boot_id; } 2>/dev/null
    printf '%s' "$1${b:+.${b%%-*}}"
)
# Whether "PID BORN …" still lives.
rh_lives() {
    rh_rest=${1#* }
    [ -n "$1" ] && [ "$(rh_born "${1%% *}")" = "${rh_rest%% *}" ]
}
rh_me() { printf '%s %s' "$$" "$(rh_born $$)"; }
# Whether FILE of the journal may be opened: a pipe would be waited for for ever, a device has no
# end, and what others may write is not to be believed.
rh_plain() {
    [ -f "$1" ] && [ ! -L "$1" ] && [ -O "$1" ] || return 1
    case "${rh_oversized-}" in *"
$1
"*) false ;; esac
}
# What holds a line or a few and is larger than it can be: EXPRESSION of find(1).
rh_find_oversized() {
    find "$@" -type f \( -size +128 \( -name state -o -name owner -o -name who -o -name step \
        -o -name armed -o -name watchdog -o -name no-boot -o -name within -o -name about \
        -o -name resource -o -name guarded -o -name limit -o -name settle -o -name of \
        -o -name before -o -name after \) \
        -o -size +32768 \( -name seal -o -name before.state -o -name after.state \) \
        -o -size +131072 ! -name log ! -name '*.was' -o -size +2097152 -name '*.was' \) -print
}
# Where the journal should be and there is no directory: then nothing is known of its runs.
rh_tell_no_journal() {
    for rh_name in "$rh_home" "$rh_home/runs"; do
        if [ ! -d "$rh_name" ] && { [ -e "$rh_name" ] || [ -L "$rh_name" ]; }; then
            rh_say "host journal=$rh_name"
            return 0
        fi
    done
}
# Looks for that once, before anything of the journal is read.
rh_open_journal() {
    rh_oversized="
$(rh_find_oversized "$rh_home/runs" 2>/dev/null)
"
}
rh_first() {
    rh_line=
    if rh_plain "$1"; then { read -r rh_line <"$1"; } 2>/dev/null; fi
    printf '%s' "$rh_line"
}
# A whole number that the journal holds, or OTHER where it is none or above MOST: TEXT MOST OTHER.
rh_number() {
    case $1 in
    0) printf 0 ;;
    '' | *[!0-9]* | 0* | ????????*) printf '%s' "$3" ;;
    *) if [ "$1" -le "$2" ]; then printf '%s' "$1"; else printf '%s' "$3"; fi ;;
    esac
}
# Directories of runs, oldest first, and of the rollbacks of one: DIRECTORY. Only what can be one.
rh_runs() {
    for rh_name in "$rh_home"/runs/[0-9]*; do
        if rh_is_run "$rh_name"; then printf '%s\n' "$rh_name"; fi
    done
}
rh_is_run() {
    case ${1##*/} in
    *[!0-9TZa-f.-]*) return 1 ;;
    ????????T??????.???Z-????) [ -d "$1" ] && [ ! -L "$1" ] ;;
    *) return 1 ;;
    esac
}
rh_backs() {
    for rh_name in "$1"/back-*; do
        case ${rh_name##*/} in *[!0-9A-Za-z.-]*) continue ;; esac
        if [ -d "$rh_name" ] && [ ! -L "$rh_name" ]; then printf '%s\n' "$rh_name"; fi
    done
}
# What lies among the runs and is none.
rh_strays() {
    for rh_name in "$rh_home"/runs/* "$rh_home"/runs/.[!.]*; do
        [ -e "$rh_name" ] || [ -L "$rh_name" ] || continue
        # A run that is being written, and one that is being removed.
        case ${rh_name##*/} in .new-* | .old-*) continue ;; esac
        ! rh_is_run "$rh_name" || continue
        rh_say "stray $(printf '%s' "${rh_name##*/}" | tr -c '[:print:]' '?' | cut -c 1-80)"
    done
}
rh_refuse() {
    rh_say "refused $*"
    exit 75
}

# --- lock: a link, made in one step, whose target says who holds it ------------------------------

rh_lock() {
    # In a directory the link would be made, and nothing be locked.
    if [ -e "$rh_home/lock" ] && [ ! -L "$rh_home/lock" ] || [ -d "$rh_home/lock" ]; then
        rh_refuse "damaged-lock $rh_home/lock"
    fi
    rh_mine="$(rh_me) $1"
    rh_tries=0
    while ! rh_error=$(ln -s "$rh_mine" "$rh_home/lock" 2>&1); do
        rh_held=$(readlink "$rh_home/lock") || rh_held=
        if [ -z "$rh_held" ] && [ ! -L "$rh_home/lock" ] && [ "$rh_tries" -ge 3 ]; then
            rh_refuse "unwritable $rh_error"
        fi
        if [ -n "$rh_held" ] && rh_lives "$rh_held"; then
            rh_held=${rh_held#* }
            rh_refuse "locked ${rh_held#* }"
        fi
        if [ -n "$rh_held" ]; then
            # Its holder is dead. Of several who see that, one at a time may remove it.
            if ln -s "$rh_mine" "$rh_home/lock.stale" 2>/dev/null; then
                [ "$(readlink "$rh_home/lock")" != "$rh_held" ] || rm -f "$rh_home/lock"
                rm -f "$rh_home/lock.stale"
            elif ! rh_lives "$(readlink "$rh_home/lock.stale")"; then
                rm -f "$rh_home/lock.stale"
            fi
        fi
        rh_tries=$((rh_tries + 1))
        [ "$rh_tries" -lt 50 ] || rh_refuse "unwritable $rh_error"
    done
}
# The lock passes from a process to the one it started: TEXT.
rh_lock_take() {
    rh_mine="$(rh_me) $1"
    rm -f "$rh_home/lock.$$"
    ln -s "$rh_mine" "$rh_home/lock.$$" && mv -f "$rh_home/lock.$$" "$rh_home/lock"
}
# Who holds the lock; nothing when nobody alive does.
rh_holder() (
    held=$(readlink "$rh_home/lock") && rh_lives "$held" || exit 0
    held=${held#* }
    printf '%s' "${held#* }" | tr -c '[:print:]' '?'
)
rh_unlock() {
    [ -n "${rh_mine-}" ] && [ "$(readlink "$rh_home/lock")" = "$rh_mine" ] &&
        rm -f "$rh_home/lock"
    return 0
}

# --- steps ---------------------------------------------------------------------------------------

# Reads step $S back, again and again for the SECONDS that it may take to settle: SECONDS. What was
# seen last is kept.
rh_verify() {
    rh_await "$1" rh_look && return 0
    printf '%s\n' "$rh_looked" >>"$S/log"
    [ "${1:-0}" = 0 ] || printf 'still so after %s s\n' "$1" >>"$S/log"
    return 1
}
rh_look() { rh_looked=$( (. "$S/verify.sh") </dev/null 2>&1); }
rh_settle_time() { rh_number "$(rh_first "$S/settle")" 3600 0; }

# Whether step $S is as it was before the run, or comes to be so in the time that it may take.
rh_is_as_before() { rh_await "$(rh_settle_time)" rh_equals_before; }
rh_equals_before() {
    rh_see
    rh_seen_as before
}

# Waits until what other services bring about has come to rest: all of it reads back, and nothing of
# it has moved within a second. What one step makes them do may undo another's for a moment.
rh_rest() {
    rh_last=
    for rh_round in 1 2 3 4 5 6 7 8; do
        rh_all=
        for rh_n in $(rh_steps); do
            S=$RUN/steps/$rh_n
            [ -e "$S/settle" ] || continue
            rh_verify "$(rh_settle_time)" || return 1
            rh_all="$rh_all $(rh_fingerprint)"
        done
        [ "$rh_all" != "$rh_last" ] || return 0
        rh_last=$rh_all
        sleep 1
    done
}

# One script of step $S in a shell of its own, with a limit where `timeout` exists: NAME. What does
# not end when it is asked to is killed.
rh_step() {
    export RUN S rh_run rh_n
    rh_limit=$(rh_number "$(rh_first "$S/limit")" 86400 300)
    set -- sh -c '. "$RUN/lib.sh"; . "$S/$0.sh"' "$1"
    if rh_have timeout; then
        if timeout -k 1 1 true 2>/dev/null; then
            set -- timeout -k 10 "$rh_limit" "$@"
        else
            set -- timeout "$rh_limit" "$@"
        fi
    fi
    "$@" </dev/null >>"$S/log" 2>&1
    rh_status=$?
    # GNU and busybox end with 124 or 143 after asking, with 137 after killing.
    case $rh_status in 124 | 137 | 143)
        printf 'not done within %s s\n' "$rh_limit" >>"$S/log"
        ;;
    esac
    return "$rh_status"
}

# Asks every step whether it can be made, or taken back, at all now; refuses when one cannot.
rh_all_ready() {
    for rh_n in $(rh_steps); do
        S=$RUN/steps/$rh_n
        [ -e "$S/ready.sh" ] || continue
        rh_error=$( (. "$S/ready.sh") 2>&1) && continue
        case $RUN in */.new-*) rm -rf "$RUN" ;; esac
        case $rh_error in "rh:refused "*) rh_refuse "${rh_error#rh:refused }" ;; esac
        rh_refuse "not-ready $(rh_first "$S/resource") cannot be changed now: $rh_error"
    done
}

# Names the run in the directory $RUN, without a slash.
rh_named() {
    rh_run=${RUN#"$rh_home"/runs/}
    case $rh_run in */*) rh_run=${rh_run%%/*}-${rh_run##*/} ;; esac
}
# How the run in $RUN stands. That a rollback of it came to its end counts, even when it was cut
# short before it could say so here; but only as far as its journal is whole.
rh_standing() {
    rh_line=$(rh_first "$RUN/state")
    case $rh_line in done*)
        for rh_back in $(rh_backs "$RUN"); do
            case $(rh_first "$rh_back/state") in done*) ;; *) continue ;; esac
            if [ -z "$(RUN=$rh_back && rh_damages)" ]; then rh_line=rolled-back; fi
        done
        ;;
    esac
    printf '%s' "$rh_line"
}

# Numbers of the steps; what else lies there is none.
rh_steps() { ls "$RUN/steps" | grep -x '[0-9][0-9]*'; }
rh_steps_reversed() { ls -r "$RUN/steps" | grep -x '[0-9][0-9]*'; }

# What went wrong in step $S, on one line.
rh_last_words() {
    if rh_plain "$S/log"; then tail -c 4096 "$S/log" | tail -n 3 | tr '\n' ' '; fi
}

# In a directory of that name the link would be made, and nothing be decided.
rh_decide() { [ ! -d "$RUN/decision" ] && ln -s "$1" "$RUN/decision" 2>/dev/null; }
# Whether the run in $RUN is a rollback of another.
rh_is_back() { case ${RUN##*/} in back-*) ;; *) false ;; esac }
rh_guarded() { [ -e "$RUN/within" ]; }

# Takes back every step of the run that began, last one first: WHY WORD. State becomes WORD, or
# broken when something is not as it was.
#
# Where nobody can be asked, a damaged journal is gone by as far as it is good: a host that is cut
# off would stay so. It ends broken then.
rh_take_back() {
    rh_torn=$(rh_damages)
    rh_torn_words=
    [ -z "$rh_torn" ] || rh_torn_words=" $(rh_damage);"
    rh_turn "$RUN/owner" "$(rh_me)"
    rh_put "$RUN/state" "reverting $1"
    for rh_pass in 1 2; do
        rh_bad=$rh_torn_words
        for rh_n in $(rh_steps_reversed); do
            S=$RUN/steps/$rh_n
            ! rh_is_torn || continue
            case $(rh_first "$S/state") in
            # Cut in the middle: it may look untouched and still have left something behind.
            # So may what is made: not all that a unit does shows in its state.
            begun | '' | done) rh_step undo ;;
            undone | stuck) rh_is_undone || rh_step undo ;;
            esac
        done
        for rh_n in $(rh_steps); do
            S=$RUN/steps/$rh_n
            ! rh_is_torn || continue
            case $(rh_first "$S/state") in recorded) continue ;; esac
            if rh_is_as_before && rh_is_undone; then
                rh_mark "$S/state" undone
            else
                rh_mark "$S/state" stuck
                rh_bad="$rh_bad $(rh_first "$S/resource"): $(rh_stuck_words);"
            fi
        done
        [ "$rh_bad" != "$rh_torn_words" ] || break
    done
    rh_disarm
    if [ -z "$rh_bad" ]; then
        rh_put "$RUN/state" "$2${1:+ $1}"
    else
        rh_put "$RUN/state" "broken ${1:+$1; }not as it was:${rh_bad%;}"
    fi
    rh_tell_run
    [ -z "$rh_bad" ]
}

# An undo marks what it could not do and what does not show in the step's state.
rh_is_undone() { rh_equals_before && [ ! -e "$S/not-undone" ] && rh_net_is_back; }
# Whether what step $S was written with is damaged: nothing of it may be run.
rh_is_torn() {
    [ -n "$rh_torn" ] || return 1
    rh_rest=$(rh_first "$S/of")
    case "$rh_torn
" in *" steps/$rh_n/"* | *" steps/$rh_n
"* | *" lib.sh
"* | *" ../lib.sh
"* | *" seal
"* | *" ../seal
"* | *" steps
"* | *" ../steps
"*) ;;
    *" ../steps/${rh_rest:-none}/"* | *"lost ${rh_rest:-none} "*) ;;
    *) return 1 ;;
    esac
}
# Why the item of step $S, just seen, is not as it was.
rh_stuck_words() {
    rh_line=$(rh_differs)
    rh_words=$(rh_last_words)
    rh_words=${rh_words% }
    printf '%s%s' "${rh_line:-it could not be read}" "${rh_words:+ (it said: $rh_words)}"
}

# The run came to its good end.
rh_finished() {
    rh_put "$RUN/state" "done"
    rh_disarm
    rh_tell_run
}

# Ends what is left of the run's worker: found by its environment, so no other process is meant.
rh_kill_worker() {
    for rh_p in $(grep -la "RH_WORKER=$rh_run" /proc/[0-9]*/environ 2>/dev/null); do
        rh_p=${rh_p#/proc/}
        rh_p=${rh_p%/environ}
        [ "$rh_p" = $$ ] || kill -9 "$rh_p" 2>/dev/null
    done
}

# The worker: all steps in order, each verified; the first failure takes the whole run back.
rh_worker() {
    trap '' HUP PIPE INT
    rh_lock_take "$(rh_first "$RUN/who")"
    rh_turn "$RUN/owner" "$(rh_me)"
    for rh_n in $(rh_steps); do
        S=$RUN/steps/$rh_n
        rh_mark "$RUN/step" "$rh_n"
        if rh_guarded && [ ! -e "$RUN/armed" ] && [ -e "$S/guarded" ]; then
            rh_arm
            rh_mark "$RUN/armed" "$(rh_now)"
        fi
        [ ! -L "$RUN/decision" ] || exit 1
        # On the disk before anything is changed; what is marked later may be lost and done again.
        if ! rh_mark "$S/state" begun || ! rh_sync "$S/state"; then
            rh_worker_failed "was not begun: the journal cannot be written"
        fi
        if ! rh_step apply; then
            rh_worker_failed "could not be changed: $(rh_last_words)"
        elif ! rh_is_back && ! rh_verify "$(rh_settle_time)"; then
            rh_worker_failed "does not read back as wanted: $(rh_last_words)"
        fi
        rh_mark "$S/state" "done"
    done
    if rh_is_back; then rh_look_back; fi
    rh_rest || rh_worker_failed "did not last: $(rh_last_words)"
    for rh_n in $(rh_steps); do
        S=$RUN/steps/$rh_n
        rh_state >"$S/after.state"
        rh_mark "$S/after" "$(rh_sha <"$S/after.state")"
    done
    rh_sync "$RUN"/steps/*/state "$RUN"/steps/*/after "$RUN"/steps/*/after.state
    if rh_guarded; then rh_put "$RUN/state" applied; else rh_finished; fi
    rh_unlock
}
# What one step takes back another may disturb until it is taken back too: all are looked at when
# all were made, and made once more where that is needed.
rh_look_back() {
    for rh_n in $(rh_steps); do
        S=$RUN/steps/$rh_n
        rh_verify "$(rh_settle_time)" || rh_step apply ||
            rh_worker_failed "could not be changed: $(rh_last_words)"
    done
    for rh_n in $(rh_steps); do
        S=$RUN/steps/$rh_n
        rh_verify "$(rh_settle_time)" || rh_worker_failed "does not read back as before: $(rh_last_words)"
    done
}
rh_worker_failed() {
    rh_why="$(rh_first "$S/resource") $1"
    if rh_guarded && ! rh_decide reverted; then exit 1; fi
    rh_take_back "$rh_why" reverted
    rh_unlock
    exit 1
}

# --- what the controller asks for ----------------------------------------------------------------

# Whether there is any run in the journal.
rh_any_run() {
    if [ -n "$(rh_runs)" ]; then printf some; else printf none; fi
}

# Run directories that did not come to an end, oldest first; with those of which it cannot be told.
rh_unfinished() {
    for RUN in $(rh_runs; for rh_run_of in $(rh_runs); do rh_backs "$rh_run_of"; done); do
        case $(rh_first "$RUN/state") in
        "done"* | reverted* | broken* | rolled-back*) ;;
        *) printf '%s\n' "$RUN" ;;
        esac
    done
}

# Refuses when one of TOOL… is not there, naming all that are missing.
rh_tools() {
    rh_lacks=
    for rh_tool in "$@"; do
        rh_have "$rh_tool" || rh_lacks="$rh_lacks${rh_lacks:+, }$rh_tool"
    done
    [ -z "$rh_lacks" ] || rh_refuse "tools $rh_lacks"
}

rh_need_root() {
    [ "$(id -u)" = 0 ] || rh_refuse "not-root logged in as $(id -un), which may not change the system"
}

rh_need() {
    rh_tools base64 sha256sum stat readlink mktemp cp mv ln tail grep sed awk find xargs
    rh_need_root
    # The lock is dropped however the script ends.
    trap rh_unlock EXIT
    rh_error=$( (umask 077 && mkdir -p "$rh_home/runs") 2>&1) || rh_refuse "unwritable $rh_error"
    [ -w "$rh_home/runs" ] || rh_refuse "unwritable $rh_home cannot be written"
    rh_open_journal
}

# Brings interrupted runs to an end: takes them back. MINE names runs whose controller is known to
# be dead and that need not be waited for.
rh_settle() {
    for RUN in $(rh_unfinished); do
        rh_named
        rh_id=${RUN#"$rh_home"/runs/}
        rh_decision=$(readlink "$RUN/decision") || rh_decision=
        rh_state=$(rh_first "$RUN/state")
        case $rh_decision-$rh_state in confirmed-applied*)
            rh_whole
            rh_finished
            rh_say "settled $rh_id confirmed"
            continue
            ;;
        esac
        if rh_lives "$(rh_first "$RUN/owner")"; then
            rh_refuse "busy $rh_id $(rh_first "$RUN/who")"
        fi
        if rh_guarded && rh_lives "$(rh_first "$RUN/watchdog")"; then
            [ -z "$rh_decision" ] || rh_refuse "busy $rh_id $(rh_first "$RUN/who")"
            case " $1 " in
            *" $rh_id "*) ;;
            *)
                rh_left=$(rh_time_left)
                rh_refuse "unconfirmed $rh_id ${rh_left:--} $(rh_first "$RUN/who")"
                ;;
            esac
        fi
        rh_whole
        # A run that was confirmed may be taken back later: then that was cut short.
        case $rh_state in
        reverting*) ;;
        *)
            if rh_guarded && ! rh_decide reverted && [ "$rh_decision" != reverted ]; then
                rh_refuse "busy $rh_id $(rh_first "$RUN/who")"
            fi
            ;;
        esac
        rh_has_room
        rh_kill_worker
        rh_take_back "${rh_cut:-cut short}" reverted
        rh_line=$(rh_first "$RUN/state")
        rh_say "settled $rh_id ${rh_line%% *}"
    done
}

# How a run stands, without touching it: RUN-ID WHO. Beside that, whether it may be about to begin:
# the lock is held by WHO, who begins it.
rh_status() {
    rh_open_journal
    RUN=$rh_home/runs/$1
    if [ -d "$RUN" ]; then
        rh_report
    elif [ "$(rh_holder)" = "$2" ]; then
        rh_say "host beginning=yes"
    fi
}

# How the run in $RUN stands.
rh_report() {
    rh_say "run ${RUN#"$rh_home"/runs/}"
    # In this order: a worker that ends in between must not seem to have died at work.
    rh_works=
    if rh_lives "$(rh_first "$RUN/owner")"; then rh_works=yes; fi
    rh_say "state $(rh_standing)"
    [ -z "$rh_works" ] || rh_say "working"
    [ -L "$RUN/decision" ] && rh_say "decision $(readlink "$RUN/decision")"
    rh_say "who $(rh_first "$RUN/who")"
    rh_guarded && rh_say "about within=$(rh_within)"
    rh_lives "$(rh_first "$RUN/watchdog")" && rh_say "about watched=yes"
    [ -e "$RUN/no-boot" ] && rh_say "about reboot=unguarded"
    rh_left=$(rh_time_left)
    [ -z "$rh_left" ] || rh_say "about left=$rh_left"
    {
        if rh_plain "$RUN/about"; then
            while read -r rh_line; do
                case $rh_line in
                controller=* | user=* | pid=* | born=* | version=* | at=* | changes=*)
                    rh_say "about $rh_line"
                    ;;
                esac
            done <"$RUN/about"
        fi
        for rh_n in $(rh_steps); do
            S=$RUN/steps/$rh_n
            rh_line=$(rh_first "$S/state")
            rh_say "step ${rh_line:-begun} $(rh_first "$S/resource")"
        done
        # Steps that are missing still have their names.
        if rh_plain "$RUN/seal"; then
            while read -r rh_line rh_n rh_rest; do
                [ "$rh_line" = step ] || break
                [ -d "$RUN/steps/$rh_n" ] || rh_say "step missing $rh_rest"
            done <"$RUN/seal"
        fi
    } 2>/dev/null
    return 0
}
# The same, with all that is damaged in its journal.
rh_report_whole() {
    rh_report
    # A worker writes while it is looked at.
    if [ -z "$rh_works" ] && rh_have find && rh_have xargs; then rh_say "damage $(rh_damage)"; fi
}
# Seconds in which the run in $RUN must be confirmed; the watchdog counts them from when it is made.
rh_within() { rh_number "$(rh_first "$RUN/within")" 3600 30; }
rh_time_left() (
    rh_guarded || exit 0
    case $(rh_first "$RUN/state") in applied*) ;; *) exit 0 ;; esac
    within=$(rh_within)
    made=$(stat -c %Y "$RUN/state") || exit 0
    left=$((within - $(date +%s) + made))
    # The clock may have been set since.
    if [ "$left" -lt 0 ]; then left=0; fi
    if [ "$left" -gt "$within" ]; then left=$within; fi
    printf '%s' "$left"
)
