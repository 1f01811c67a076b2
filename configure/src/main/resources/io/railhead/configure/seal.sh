# Whether a run's journal is as it was written. Its seal, made just before the run gets its name, has
# a line "step NN RESOURCE" for each step, the sum of every file that does not change from then on,
# mode and owner of what was kept, and at its end the sum of itself.
# shellcheck shell=sh

# What is in the run in the working directory, each without its "./": EXPRESSION of find(1). Left out
# are rollbacks, which are runs of their own, and what no step ever reads again.
rh_find() {
    find . -type d \( -path './back-*' -o -path './.back-*' -o -path './steps/*/check' \
        -o -path './steps/*/kept-*' \) -prune -o "$@" -print | sed 's/^\.\///'
}
# What of it never changes once it has its name.
rh_sealed_files() {
    for rh_file in lib.sh about within who run.sh watchdog.sh boot.sh undo.sh; do
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
# What comes to be, or changes, after that: FILE. Steps keep to these names, so that nothing else
# can be slipped in among them.
rh_comes_later() {
    case $1 in
    state | owner | seal | log | step | armed | watchdog | no-boot) ;;
    state.new | owner.new | watchdog.new | lib.sh.new) ;;
    steps/*/*/*) return 1 ;;
    steps/*/*)
        case ${1##*/} in
        state | log | after | after.state | not-undone | made | unmade | back | purge | remove) ;;
        check.yaml) ;;
        *.now | *.made | *.new | *.back | block.was | block.former | block.whole | table.was) ;;
        *) return 1 ;;
        esac
        ;;
    *) return 1 ;;
    esac
}
# Of names on standard input those that the seal has, or (WORD "not") those that it has not.
rh_in_seal() {
    awk -v not="$1" '
        NR == FNR {
            if (substr($0, 65, 2) == "  ") name[substr($0, 67)]
            else if (/^(link [^ ]*|access [0-9]* [0-9]* [0-9]*) /) name[$NF]
            next
        }
        ($0 in name) == (not == "")' seal -
}

# What is damaged in the journal of the run in $RUN, a line each: "lost NN RESOURCE" for a step that
# is missing, "missing FILE", "altered FILE", "odd FILE" for what is no plain file, "owner FILE" for
# one that is not of root's, "large FILE", "foreign FILE"; nothing when it is whole. Nothing is opened
# before it is known to be a plain file. A rollback is made of the steps of its run too.
rh_damages() (
    exec 2>/dev/null
    if rh_is_back; then
        (RUN=${RUN%/*} && rh_own_damages) | sed -e '/^lost /b' -e '/^short /b' -e 's/ / ..\//'
        rh_own_damages
        exit 0
    fi
    rh_own_damages
    for rh_back in $(rh_backs "$RUN"); do
        # One that is at work writes while it is looked at.
        ! rh_lives "$(rh_first "$rh_back/owner")" || continue
        (RUN=$rh_back && rh_own_damages) | sed -e 's/^lost \([0-9]*\) .*/missing steps\/\1/' \
            -e 's/^short .*/altered steps/' -e "s/ / ${rh_back##*/}\//"
    done
)
# Of the run alone, without its rollbacks or what it is a rollback of.
rh_own_damages() (
    exec 2>/dev/null
    cd "$RUN" || exit 0
    rh_oversized="
$(rh_find_oversized . | sed 's/^\.\///')
"
    if [ -L steps ] || [ -e steps ] && [ ! -d steps ]; then
        echo "odd steps"
        exit 0
    fi
    if ! rh_plain seal ||
        [ "$(tail -n 1 seal)" != "end $(sed '$d' seal | rh_sha)" ]; then
        rh_not_so seal
        rh_odd "$(rh_find -type l -path './steps/*/*.was')"
        # Without it, the number of steps is known from elsewhere, and nothing of the files.
        if rh_plain about; then
            changes=$(rh_number "$(sed -n 's/^changes=//p' about | head -n 1)" 99999 '')
            is=$(rh_steps | wc -l)
            if [ -z "$changes" ]; then
                echo "altered about"
            elif [ "$is" -lt "$changes" ]; then
                echo "short $((changes - is)) $changes"
            fi
        fi
        exit 0
    fi
    # A step of which something cannot be opened is torn; the others are looked at all the same.
    odd=$(rh_odd "$(sed -n -e 's/^link [^ ]* //p' -e 's/^access [0-9]* [0-9]* [0-9]* //p' seal)")
    [ -z "$odd" ] || printf '%s\n' "$odd"
    rh_plain state && case $(rh_first state) in
    recorded* | applied* | "done"* | reverting* | reverted* | broken* | rolled-back*) ;;
    *) false ;;
    esac || rh_not_so state
    # Only what is made can be confirmed.
    case $(readlink decision)-$(rh_first state) in
    confirmed-recorded*) rh_not_so decision ;;
    esac
    steps=' '
    while read -r word n resource; do
        [ "$word" = step ] || break
        steps="$steps$n "
        [ -d "steps/$n" ] || echo "lost $n $resource"
    done <seal
    rh_find -type d | while read -r f; do
        case $f in
        . | steps) ;;
        steps/*/*) rh_odd_directory "$f" ;;
        steps/*) case $steps in *" ${f#steps/} "*) ;; *) echo "foreign $f" ;; esac ;;
        *) rh_odd_directory "$f" ;;
        esac
    done | sort
    rh_find ! -type d | rh_in_seal not | sort | while read -r f; do
        rh_comes_later "$f" && continue
        # Links among these are what decides; the others were told above.
        case $f in
        decision) [ ! -L "$f" ] || continue ;;
        # Earlier versions did not seal them.
        who | run.sh | watchdog.sh | boot.sh | undo.sh) continue ;;
        # Of a step that is foreign, that was said.
        steps/*/*) f=${f#steps/} && case $steps in *" ${f%%/*} "*) f=steps/$f ;; *) continue ;; esac ;;
        esac
        case "
$odd
" in *" $f
"*) continue ;; esac
        echo "foreign $f"
    done
    {
        echo
        rh_find -type f | rh_in_seal '' | rh_not_oversized | xargs sha256sum
        sed -n 's/^access [0-9]* [0-9]* [0-9]* //p' seal | while read -r f; do
            [ ! -f "$f" ] || [ -L "$f" ] || stat -c 'access %a %u %g %n' "$f"
        done
        sed -n 's/^link [^ ]* //p' seal | while read -r f; do
            [ ! -L "$f" ] || printf 'link %s %s\n' "$(readlink "$f" | rh_b64)" "$f"
        done
    } | awk 'NR == FNR { is[$0]; next } /^(step|end) / || $0 in is || seen[$NF]++ { next }
        { print $NF }' - seal | while read -r f; do
        # Of a step that is missing, that was said.
        case $f in steps/*/*) [ -d "${f%/*}" ] || continue ;; esac
        case "
$odd
" in *" $f
"*) continue ;; esac
        rh_not_so "$f"
    done
    for n in $steps; do
        [ -d "steps/$n" ] || continue
        # Told as odd, if it is.
        [ ! -e "steps/$n/state" ] || rh_plain "steps/$n/state" || continue
        case $(rh_first state)-$(rh_first "steps/$n/state") in
        # Begun, and cut short by a loss of power.
        *-) [ ! -s "steps/$n/state" ] || rh_not_so "steps/$n/state" ;;
        rolled-back*-begun | rolled-back*-done | rolled-back*-stuck) rh_not_so state ;;
        reverted*-begun | reverted*-done | reverted*-stuck) rh_not_so state ;;
        *-recorded | *-begun | *-done | *-undone | *-stuck) ;;
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
            elif ! rh_plain "steps/$n/after.state" ||
                [ "$after" != "$(rh_sha <"steps/$n/after.state")" ]; then
                rh_not_so "steps/$n/after.state"
            fi
            ;;
        esac
    done
)
# What of the run in the working directory cannot be opened as it is: NAMES, a line each, of links and
# of what was kept with an owner of its own.
rh_odd() {
    { rh_find ! -type d \( ! -type f -o ! -user 0 \); printf '%s' "$rh_oversized"; } | sort -u | while read -r f; do
        case $f in
        '') continue ;;
        decision) case $(readlink "$f") in confirmed | reverted) continue ;; esac ;;
        back-*/* | .back-*/* | steps/*/kept-*/* | steps/*/check/*) continue ;;
        esac
        case "
$1
" in *"
$f
"*) if [ -L "$f" ] || [ -f "$f" ]; then continue; fi ;; esac
        rh_not_so "$f"
    done
}
# A directory that is none of a run's: FILE. In the place of a sealed file it is told with those.
rh_odd_directory() {
    if rh_comes_later "$1" || [ "$1" = decision ]; then
        echo "odd $1"
    elif [ -z "$(printf '%s\n' "$1" | rh_in_seal '')" ]; then
        echo "foreign $1"
    fi
}
# Of names on standard input those that are not larger than they can be: reading one may take hours.
rh_not_oversized() {
    rh_over=$rh_oversized awk '
        BEGIN { n = split(ENVIRON["rh_over"], o, "\n"); for (i = 1; i <= n; i++) large[o[i]] }
        !($0 in large)'
}
# What is wrong with a file that is not as it should be: FILE.
rh_not_so() {
    if [ ! -e "$1" ] && [ ! -L "$1" ]; then
        echo "missing $1"
    elif [ -L "$1" ] || [ ! -f "$1" ]; then
        echo "odd $1"
    elif [ ! -O "$1" ]; then
        echo "owner $1"
    elif ! rh_plain "$1"; then
        echo "large $1"
    else
        echo "altered $1"
    fi
}

# The same in words: "journal damaged, 1 of 3 steps missing (02 file:/srv/b.conf)". Nothing when it
# is whole.
rh_damage() (
    all=$(rh_damages | awk '!seen[$0]++')
    [ -n "$all" ] || exit 0
    lost=0
    names=
    bad=
    more=0
    of=
    while read -r word name what; do
        # Names of files may hold anything, blanks too.
        case $word in lost | short) ;; *) name="$name${what:+ $what}" ;; esac
        case $name in *[!0-9A-Za-z./_-]*) name=$(printf '%s' "$name" | tr -c '[:print:]' '?') ;; esac
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
        short)
            lost=$name
            of=$what
            continue
            ;;
        missing) what="$name is missing" ;;
        altered) what="$name is not as it was written" ;;
        odd) what="$name is not a plain file" ;;
        owner) what="$name is not owned by root" ;;
        large) what="$name is larger than it can be, so it was not read" ;;
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
        [ -n "$of" ] || of=$(grep -c '^step ' "$RUN/seal" 2>/dev/null)
        words="$words, $lost of $of steps missing${names:+ ($names)}"
    fi
    [ -z "$bad" ] || words="$words: $bad"
    [ "$more" = 0 ] || words="$words, and $more more"
    case $bad in *lib.sh*)
        made=
        if rh_plain "$RUN/about"; then
            made=$(sed -n 's/^version=//p' "$RUN/about" | head -n 1 | tr -cd '0-9A-Za-z.-' | cut -c 1-40)
        fi
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
    rh_want=
    if rh_plain "$RUN/seal"; then rh_want=$(sed -n 's/  lib\.sh$//p' "$RUN/seal"); fi
    if [ -z "$rh_want" ] || [ -z "${rh_library-}" ] || [ -d "$RUN/lib.sh" ] ||
        { rh_plain "$RUN/lib.sh" && [ "$(rh_sha <"$RUN/lib.sh")" = "$rh_want" ]; } ||
        [ "$(printf '%s\n' "$rh_library" | rh_sha)" != "$rh_want" ]; then
        return 0
    fi
    rh_clear "$RUN/lib.sh.new" && printf '%s\n' "$rh_library" >"$RUN/lib.sh.new" && rh_sync "$RUN/lib.sh.new" &&
        mv -f "$RUN/lib.sh.new" "$RUN/lib.sh"
}
