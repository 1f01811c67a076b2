# What was applied here and by which run, for a plan to say what has changed since.
# shellcheck shell=sh

# Of every resource, the newest run that stands: "applied RUN AFTER OBSERVE RESOURCE", where AFTER is
# the fingerprint it was left with and OBSERVE the SHA-256 of the script that makes it; and for each
# run so named "by RUN AT USER CONTROLLER". Runs at work are passed over with all they change.
rh_applied() {
    rh_seen='
'
    rh_newest=
    for RUN in $(rh_runs); do rh_newest="$RUN $rh_newest"; done
    for RUN in $rh_newest; do
        rh_line=$(rh_first "$RUN/state")
        case $rh_line in '' | rolled-back* | reverted*) continue ;; esac
        rh_about=
        # Of what the journal has lost it is not known how it was left: older runs do not tell.
        if rh_plain "$RUN/seal"; then
            while read -r rh_a rh_n rh_of; do
                [ "$rh_a" = step ] || break
                [ -d "$RUN/steps/$rh_n" ] || rh_seen="$rh_seen$rh_of
"
            done 2>/dev/null <"$RUN/seal"
        fi
        for S in $(rh_steps); do
            S=$RUN/steps/$S
            rh_of=$(rh_first "$S/resource")
            case $rh_seen in *"
$rh_of
"*) continue ;; esac
            rh_seen="$rh_seen$rh_of
"
            case $rh_line in done*) ;; *) continue ;; esac
            rh_after=$(rh_first "$S/after")
            [ -n "$rh_after" ] && rh_plain "$S/observe.sh" || continue
            if [ -z "$rh_about" ] && rh_plain "$RUN/about"; then
                rh_about=yes
                while IFS= read -r rh_a; do
                    case $rh_a in at=* | user=* | controller=*) rh_say "by ${RUN##*/} $rh_a" ;; esac
                done <"$RUN/about"
            fi
            rh_say "applied ${RUN##*/} $rh_after $(rh_sha <"$S/observe.sh") $rh_of"
        done
    done
}
