# Whether a run's journal is as it was written. Its seal, made just before the run gets its name, has
# a line "step NN RESOURCE" for each step, the sum of every file that does not change from then on,
# mode and owner of what was kept, and at its end the sum of itself.
# shellcheck shell=sh

# What of the run in the working directory never changes once it has its name.
rh_sealed_files() {
    for rh_file in lib.sh about within; do
        [ ! -e "$rh_file" ] || printf '%s\n' "$rh_file"
    done
    find steps -type f ! -name state ! -name log | sort
}
rh_seal_lines() {
    for rh_n in $(ls steps); do
        printf 'step %s %s\n' "$rh_n" "$(rh_first "steps/$rh_n/resource")"
    done
    rh_sealed_files | xargs sha256sum || return 1
    find steps -type f -name '*.was' -exec stat -c 'access %a %u %g %n' {} +
    find steps -type l | while read -r rh_file; do
        printf 'link %s %s\n' "$(readlink "$rh_file" | rh_b64)" "$rh_file"
    done
}
# Seals the run in $RUN.
rh_seal() (
    cd "$RUN" && rh_seal_lines >seal.new && printf 'end %s\n' "$(rh_sha <seal.new)" >>seal.new &&
        mv -f seal.new seal
)

# What is damaged in the journal of the run in $RUN, a line each: "lost NN RESOURCE" for a step that
# is missing, "missing FILE", "altered FILE", "foreign FILE"; nothing when it is whole. A rollback is
# made of the steps of its run too.
rh_damages() (
    exec 2>/dev/null
    cd "$RUN" || exit 0
    if rh_is_back; then (RUN=${RUN%/*} && rh_damages) | sed 's/ steps\// ..\/steps\//'; fi
    case $(rh_first state) in
    recorded* | applied* | "done"* | reverting* | reverted* | broken* | rolled-back*) ;;
    *) rh_not_so state ;;
    esac
    if [ "$(tail -n 1 seal)" != "end $(sed '$d' seal | rh_sha)" ]; then
        rh_not_so seal
        # Without it, the number of steps is known from elsewhere, and nothing of the files.
        changes=$(sed -n 's/^changes=//p' about)
        is=$(ls -d steps/*/ | wc -l)
        while [ "$is" -lt "${changes:-0}" ]; do
            is=$((is + 1))
            echo "lost ? ?"
        done
        exit 0
    fi
    steps=' '
    while read -r word n resource; do
        [ "$word" = step ] || break
        steps="$steps$n "
        [ -d "steps/$n" ] || echo "lost $n $resource"
    done <seal
    for n in $(ls -A steps); do
        case $steps in *" $n "*) ;; *) echo "foreign steps/$n" ;; esac
    done
    {
        echo
        sed -n 's/^[0-9a-f]\{64\}  //p' seal | xargs sha256sum
        sed -n 's/^access [0-9]* [0-9]* [0-9]* //p' seal | while read -r f; do
            [ ! -e "$f" ] || stat -c 'access %a %u %g %n' "$f"
        done
        sed -n 's/^link [^ ]* //p' seal | while read -r f; do
            [ ! -L "$f" ] || printf 'link %s %s\n' "$(readlink "$f" | rh_b64)" "$f"
        done
    } | awk 'NR == FNR { is[$0]; next } /^(step|end) / || $0 in is || seen[$NF]++ { next }
        { print $NF }' - seal | while read -r f; do
        # Of a step that is missing, that was said.
        case $f in steps/*/*) [ -d "${f%/*}" ] || continue ;; esac
        rh_not_so "$f"
    done
    for n in $steps; do
        [ -d "steps/$n" ] || continue
        case $(rh_first "steps/$n/state") in
        # Begun, and cut short by a loss of power.
        '') [ ! -s "steps/$n/state" ] || rh_not_so "steps/$n/state" ;;
        recorded | begun | "done" | undone | stuck) ;;
        *) rh_not_so "steps/$n/state" ;;
        esac
        case $(rh_first state) in
        "done"* | applied*)
            after=$(rh_first "steps/$n/after")
            case $after in
            *[!0-9a-f]*) after= ;;
            esac
            if [ "${#after}" != 64 ]; then
                rh_not_so "steps/$n/after"
            elif [ "$after" != "$(rh_sha <"steps/$n/after.state")" ]; then
                rh_not_so "steps/$n/after.state"
            fi
            ;;
        esac
    done
)
rh_not_so() { if [ -e "$1" ] || [ -L "$1" ]; then echo "altered $1"; else echo "missing $1"; fi; }

# The same in words: "journal damaged, 1 of 3 steps missing (02 file:/srv/b.conf)". Nothing when it
# is whole.
rh_damage() (
    all=$(rh_damages)
    [ -n "$all" ] || exit 0
    lost=0
    names=
    bad=
    more=0
    while read -r word name what; do
        case $word in
        lost)
            lost=$((lost + 1))
            if [ "$name" != "?" ] && [ "$lost" -le 3 ]; then
                names="$names${names:+, }$name $what"
            elif [ "$lost" = 4 ]; then
                names="$names, …"
            fi
            continue
            ;;
        missing) what="$name is missing" ;;
        altered) what="$name is not as it was written" ;;
        *) what="$name is not Railhead's" ;;
        esac
        if [ -z "$bad" ] || [ "$more" = 0 ] && [ "${#bad}" -lt 120 ]; then
            bad="$bad${bad:+, }$what"
        else
            more=$((more + 1))
        fi
    done <<EOS
$all
EOS
    words="journal damaged"
    if [ "$lost" != 0 ]; then
        of=$(grep -c '^step ' "$RUN/seal" 2>/dev/null)
        [ "${of:-0}" != 0 ] || of=$(sed -n 's/^changes=//p' "$RUN/about" 2>/dev/null)
        words="$words, $lost of $of steps missing${names:+ ($names)}"
    fi
    [ -z "$bad" ] || words="$words: $bad"
    [ "$more" = 0 ] || words="$words, and $more more"
    case $bad in *lib.sh*)
        made=$(sed -n 's/^version=//p' "$RUN/about" 2>/dev/null)
        words="$words (Railhead ${made:-of the version} that made the run brings its lib.sh)"
        ;;
    esac
    printf '%s' "$words"
)

# Refuses to go on with the run in $RUN when its journal is damaged: looked through whole, before
# anything is done by it.
rh_whole() {
    rh_mend_lib
    if rh_is_back; then (RUN=${RUN%/*} && rh_mend_lib); fi
    rh_bad=$(rh_damage)
    if [ -n "$rh_bad" ]; then
        rh_id=${RUN#"$rh_home"/runs/}
        rh_refuse "damaged ${rh_id%%/*} $rh_bad"
    fi
}

# The library of the run is put there again when it is damaged and this one here is the same.
rh_mend_lib() {
    rh_want=$(sed -n 's/  lib\.sh$//p' "$RUN/seal" 2>/dev/null)
    if [ -z "$rh_want" ] || [ -z "${rh_library-}" ] ||
        [ "$( { rh_sha <"$RUN/lib.sh"; } 2>/dev/null)" = "$rh_want" ] ||
        [ "$(printf '%s\n' "$rh_library" | rh_sha)" != "$rh_want" ]; then
        return 0
    fi
    printf '%s\n' "$rh_library" >"$RUN/lib.sh.new" && rh_sync "$RUN/lib.sh.new" &&
        mv -f "$RUN/lib.sh.new" "$RUN/lib.sh"
}
