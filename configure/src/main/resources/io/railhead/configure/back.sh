# Rolling a run back. What may cut the connection when it is made may cut it when it is taken back:
# so a rollback is a run of its own, RUN/back-…, whose steps are the undo of RUN's steps, last one
# first, and whose undo is to make them again. It has the same journal, worker and switch.
# shellcheck shell=sh

# Rolls a finished run back: RUN-ID HOW BACK-ID WITHIN. Refuses when something has changed since,
# unless HOW is "force" or "force-bare". No switch guards it with "bare" and "force-bare", nor with
# "here", on the machine itself. $rh_about says who asks for it.
rh_roll_back() {
    RUN=$rh_home/runs/$1
    rh_named
    [ -d "$RUN" ] || rh_refuse "no-run there is no run $1 here"
    rh_whole
    case $(rh_standing) in
    rolled-back* | reverted*)
        # A rollback that was made whole and cut short before it could say so here.
        case $(rh_first "$RUN/state") in done*) rh_undone ;; esac
        rh_report
        return 0
        ;;
    esac
    # What is broken has no state that is known to work, which the switch could go back to.
    case $2-$(rh_first "$RUN/state") in
    -done* | force-done*) ;;
    -* | force-*) ! rh_guarded || rh_refuse "bare-only $1" ;;
    esac
    rh_moved=
    rh_kept_of=
    rh_kept_all=
    rh_kept=kept-$(date -u +%Y%m%dT%H%M%SZ)-$$
    rh_has_room
    for rh_n in $(rh_steps); do
        S=$RUN/steps/$rh_n
        [ -s "$S/after" ] || continue
        # After a restart a network service may still be at work.
        ! rh_await "$(rh_settle_time)" rh_is_known || continue
        rh_may=
        case $2 in force*) rh_may=yes ;; esac
        if [ -z "$rh_may" ] && rh_was_given_back; then rh_may=yes; fi
        case $rh_may in
        yes)
            # What stands where the path leads now was never this run's: it would be overwritten.
            rh_leads=$(printf '%s\n' "$rh_now" | sed -n 's/^rh:o real=//p')
            rh_led=$(sed -n 's/^rh:o real=//p' "$S/after.state")
            [ "$rh_leads" = "$rh_led" ] ||
                rh_refuse "not-ready $(rh_first "$S/resource") is not taken back, nor by force: its path leads to ${rh_leads:-itself} now and led to ${rh_led:-itself} when it was made; nothing was undone: put back what stood on its way"
            # What would be lost is kept: `NAME.was` of a directory beside the step's own, which is
            # never written to: it holds the only copy of what was before the run.
            rh_kept_all="$rh_kept_all $S/$rh_kept"
            rh_error=$(
                (
                    mkdir -p "$S/$rh_kept" && cp "$S"/*.sh "$S/$rh_kept" || exit 1
                    S=$S/$rh_kept
                    . "$S/record.sh"
                ) 2>&1
            ) || rh_no_room
            rh_kept_of="$rh_kept_of $rh_n"
            ;;
        *)
            rh_say "moved $(rh_first "$S/resource")"
            rh_moved=yes
            ;;
        esac
    done
    [ -z "$rh_moved" ] || rh_refuse "moved changed since the run"
    # What was kept just now has taken some of it.
    [ -z "$rh_kept_of" ] || rh_has_room
    rh_all_ready
    rh_how=$2-$(rh_first "$RUN/state")
    # Force is for what has changed since; it does not take the switch away.
    case $rh_how in force-done*) ! rh_guarded || rh_how=-done ;; esac
    case $rh_how in
    -done*) rh_back "$3" "$4" ;;
    # As much as can be is taken back, here and now.
    *)
        rh_take_back "" rolled-back
        rh_report
        ;;
    esac
}

# Refuses, before anything is undone, when the journal has not the room that an undo takes: how far
# it came must be told there, and files are made in it on the way.
rh_has_room() {
    rh_error=$( (printf '%262144s' '' | cat >"$rh_home/runs/.new-room") 2>&1) || rh_no_room
    rm -f "$rh_home/runs/.new-room"
}
rh_no_room() {
    # shellcheck disable=SC2086
    rm -rf "$rh_home/runs/.new-room" ${rh_kept_all-}
    rh_refuse "unwritable the journal $rh_home cannot be written, so nothing was undone: $rh_error"
}

# Whether step $S is as before the run or as after it. Where what the run declared still holds,
# whatever else the machine did with it, such as starting at boot what is enabled, is nobody's
# change.
rh_is_known() {
    rh_see
    rh_seen_as before || rh_seen_as after || rh_look
}

# Whether what rh_see saw of step $S is what the rollback of a later run gave back just before, in the
# same `rollback --to`: $rh_passed names those runs.
rh_was_given_back() {
    # shellcheck disable=SC2154 # set by the script that all this is part of
    for rh_later in ${rh_passed-}; do
        case $rh_later in *[!0-9TZa-f.-]*) continue ;; esac
        for rh_other in "$rh_home/runs/$rh_later"/steps/*; do
            [ "$(rh_first "$rh_other/resource")" = "$(rh_first "$S/resource")" ] || continue
            [ "$(rh_first "$rh_other/before")" != "$rh_is" ] || return 0
        done
    done
    return 1
}

# The run in $RUN is taken back by a run of its own: BACK-ID WITHIN.
rh_back() {
    rh_of=$RUN
    rm -rf "$rh_of"/back-* "$rh_of"/.back-*
    RUN=$rh_of/.$1
    rh_try mkdir -p "$RUN/steps"
    rh_who=${rh_mine#* }
    rh_try rh_mark "$RUN/who" "${rh_who#* }"
    # shellcheck disable=SC2154 # set by the script that all this is part of
    rh_error=$( (printf '%s\n' "$rh_about" >"$RUN/about") 2>&1) || rh_no_journal
    rh_own
    rh_count=0
    for rh_n in $(RUN=$rh_of rh_steps_reversed); do
        S=$rh_of/steps/$rh_n
        rh_see
        if rh_seen_as before && [ "$(rh_first "$S/after")" != "$(rh_first "$S/before")" ]; then
            continue
        fi
        rh_count=$((rh_count + 1))
        rh_back_step "$RUN/steps/$(printf '%04d' "$rh_count")" "$2"
    done
    if [ "$rh_count" = 0 ]; then
        rm -rf "$RUN"
        RUN=$rh_of
        rh_undone
        rh_report
        return 0
    fi
    rh_named_run "$rh_of/$1"
    rh_set_going
    rh_report
    RUN=$rh_of
    rh_report
}

# A step of a rollback: DIRECTORY WITHIN; the step that it takes back is $S, as it is now $rh_is.
rh_back_step() {
    rh_try mkdir "$1"
    rh_try rh_mark "$1/resource" "$(rh_first "$S/resource")"
    rh_try rh_mark "$1/of" "$rh_n"
    rh_try rh_mark "$1/before" "$rh_is"
    rh_error=$( (printf '%s\n' "$rh_now" | grep '^rh:o ' >"$1/before.state" || :) 2>&1) ||
        rh_no_journal
    rh_try rh_mark "$1/state" recorded
    for rh_file in guarded limit settle; do
        [ ! -e "$S/$rh_file" ] || rh_try cp "$S/$rh_file" "$1/$rh_file"
    done
    if [ -e "$S/guarded" ]; then rh_try rh_mark "$RUN/within" "$2"; fi
    for rh_file in observe:observe apply:undo undo:apply; do
        rh_from=$rh_n
        case "$rh_file $rh_kept_of " in
        # Changed since the run: what is there now comes back, and not what the run made.
        undo:*" $rh_n "*) rh_from=$rh_n/$rh_kept rh_file=undo:undo ;;
        esac
        rh_try rh_mark "$1/${rh_file%:*}.sh" \
            ". \"\$RUN/../lib.sh\"; S=\$RUN/../steps/$rh_from; . \"\$S/${rh_file#*:}.sh\""
    done
    # What is in force now may be lost on the way too.
    if [ -e "$S/net.was" ]; then
        rh_error=$( (S=$1 && rh_keep_net) 2>&1) || rh_no_journal
        rh_line=$(cat "$1/undo.sh")
        rh_try rh_mark "$1/undo.sh" "rh_own=\$S
($rh_line
)
rh_status=\$?
S=\$rh_own
rh_aim_net
rh_give_net 2 && [ \$rh_status = 0 ]"
    fi
    # shellcheck disable=SC2016
    rh_try rh_mark "$1/verify.sh" "S=\$RUN/../steps/$rh_n"'
rh_see
rh_seen_as before || rh_fail "$(rh_stuck_words)" || exit 1
rh_net_is_back || rh_fail "was in force and is not: $(rh_words_of_net)"'
}

# The run in $RUN is rolled back.
rh_undone() {
    for rh_n in $(rh_steps); do
        case $(rh_first "$RUN/steps/$rh_n/state") in
        recorded) ;;
        *) rh_mark "$RUN/steps/$rh_n/state" undone ;;
        esac
    done
    rh_put "$RUN/state" rolled-back
}

# How a rollback ended is written where its run is.
rh_tell_run() {
    rh_is_back || return 0
    rh_line=$(rh_first "$RUN/state")
    (
        RUN=${RUN%/*}
        case $rh_line in
        done*) rh_undone ;;
        reverted*) rh_put "$RUN/state" "done a rollback took itself back: ${rh_line#reverted }" ;;
        broken*) rh_put "$RUN/state" "broken in a rollback: ${rh_line#broken }" ;;
        esac
    )
}

# Every run on this machine, oldest first.
rh_list() {
    rh_tell_no_journal
    rh_open_journal
    rh_say "host lock=$(rh_holder)"
    rh_strays
    for RUN in $(rh_runs); do rh_report_whole; done
    return 0
}

# Journals of runs that were taken back go when there are more than 20; one that stands is kept
# however old it is: without it, nothing before it could be gone back to.
rh_prune() {
    rh_count=0
    for RUN in $(rh_runs | sort -r); do
        rh_count=$((rh_count + 1))
        [ "$rh_count" -ge 20 ] || continue
        rh_id=${RUN##*/}
        case $(rh_standing) in
        reverted* | rolled-back*) mv "$RUN" "$rh_home/runs/.old-$rh_id" ;;
        esac
    done 2>/dev/null
    rm -rf "$rh_home"/runs/.old-*
}
