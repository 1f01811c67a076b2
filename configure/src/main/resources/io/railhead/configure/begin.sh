# How a run begins on a machine. Until rh_go, nothing is changed but the journal itself, which
# grows as runs/.new-RUN and is given its name in one step.
# shellcheck shell=sh

# A run of its own: RUN-ID WHO. WITHIN seconds when a dead-man's switch is to guard it, else "".
rh_begin() {
    umask 077
    rh_run=$1
    rh_need
    rh_lock "$2"
    # Left by runs that never got a name; only the holder of the lock may say so.
    rm -rf "$rh_home"/runs/.new-*
    rh_left=$(rh_unfinished)
    [ -z "$rh_left" ] || rh_refuse "unfinished ${rh_left##*/}"
    rh_prune
    RUN=$rh_home/runs/.new-$1
    rh_try mkdir -p "$RUN/steps"
    rh_try rh_mark "$RUN/who" "$2"
    if [ -n "$3" ]; then rh_try rh_mark "$RUN/within" "$3"; fi
    rh_own
}

# The scripts by which the run in $RUN goes on by itself, is guarded, and is taken back by hand.
rh_own() {
    # shellcheck disable=SC2154 # set by the script that all this is part of
    rh_error=$( (printf '%s\n' "$rh_library" >"$RUN/lib.sh") 2>&1) || rh_no_journal
    rh_want=$(rh_sha <"$RUN/lib.sh") || rh_no_journal
    for rh_file in run:rh_worker watchdog:rh_watchdog boot:rh_boot undo:rh_by_hand; do
        rh_stage "${rh_file%:*}.sh" <<EOS
#!/bin/sh
export PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/sbin:/usr/local/bin
RUN=\$(cd "\$(dirname "\$0")" && pwd) && RH_HOME=\${RUN%%/runs/*} || exit 1
case \$([ -f "\$RUN/lib.sh" ] && { sha256sum <"\$RUN/lib.sh"; } 2>/dev/null) in
$rh_want*) ;;
*) echo "railhead: journal damaged: \$RUN/lib.sh is missing or not as it was written;" \
    "railhead rollback brings its own" >&2; exit 1 ;;
esac
. "\$RUN/lib.sh"
rh_named
${rh_file#*:}
EOS
    done
}
# Takes a run back on the machine itself, where no connection can be lost.
rh_by_hand() {
    # Here a person reads it.
    rh_refuse() {
        printf 'railhead: refused: %s\n' "${*#* }" >&2
        exit 75
    }
    rh_need
    rh_id=${RUN#"$rh_home"/runs/}
    rh_lock "undo.sh by hand"
    rh_settle ""
    rh_roll_back "${rh_id%%/*}" here "" ""
}

# A command whose failure means that the journal cannot be kept: then nothing is changed at all.
rh_try() {
    rh_error=$("$@" 2>&1) || rh_no_journal
}
rh_no_journal() {
    # Shells do not always say why a write failed; cat does.
    rh_probe=$( (printf '%65536s' '' | cat >"$RUN.probe") 2>&1) || rh_error=$rh_probe
    rm -rf "$RUN" "$RUN.probe"
    rh_refuse "unwritable the journal $rh_home cannot be written: $rh_error"
}

# A file of the journal from standard input: NAME.
rh_stage() {
    rh_error=$( (cat >"$RUN/$1") 2>&1) || rh_no_journal
}

# Begins to describe step NN: NN RESOURCE GUARDED.
rh_next() {
    rh_n=$1
    S=$RUN/steps/$1
    rh_try mkdir "$S"
    rh_try rh_mark "$S/resource" "$2"
    if [ -n "$3" ]; then rh_try rh_mark "$S/guarded" "$3"; fi
}

# Refuses when the item of the step is not as it was when the plan was made: FINGERPRINT.
rh_expect() {
    rh_error=$( (rh_state >"$S/before.state" || :) 2>&1) || rh_no_journal
    if [ "$(rh_sha <"$S/before.state")" != "$1" ]; then
        rh_say "moved $(rh_first "$S/resource")"
        (. "$S/observe.sh") 2>/dev/null
        rh_say "end"
        rh_moved=yes
    fi
    rh_try rh_mark "$S/before" "$1"
}

# Keeps what was, gives the run its name, and lets it go.
rh_go() {
    if [ -n "${rh_moved-}" ]; then
        rm -rf "$RUN"
        rh_refuse "moved changed since the plan was made"
    fi
    rh_all_ready
    for rh_n in $(rh_steps); do
        S=$RUN/steps/$rh_n
        if ! rh_error=$( (. "$S/record.sh") 2>&1); then
            case $rh_error in *" is not kept as it is "*)
                rm -rf "$RUN"
                rh_refuse "not-ready $rh_error"
                ;;
            esac
            rh_no_journal
        fi
        rh_try rh_mark "$S/state" recorded
    done
    rh_named_run "$rh_home/runs/$rh_run"
    rh_set_going
    rh_report
}

# The run in $RUN is complete: it gets its name, in one step, when all of it is on the disk: PATH.
rh_named_run() {
    rh_try rh_turn "$RUN/owner" "$(rh_me)"
    rh_try rh_mark "$RUN/state" recorded
    rh_try rh_seal
    find "$RUN" \( -type f -o -type d \) -exec sync {} + 2>/dev/null || sync || rh_no_journal
    rh_error=$(mv "$RUN" "$1" 2>&1) || rh_no_journal
    RUN=$1
    rh_named
    rh_sync "${RUN%/*}"
}
