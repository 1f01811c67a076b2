package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.AppliedResource;
import io.railhead.model.fact.ConfigJournal;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.UnconfirmedRun;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What `railhead apply` made on a machine and whether it still is so, by the machine's own
/// journal: of every resource, the last run that stands.
///
/// Rows: `journal of railhead: N runs stand`; `run RUN at=… user=… controller=…`, and below it
/// `same RESOURCE`, `unreadable RESOURCE` (for what a damaged journal has lost: `unreadable
/// journal:RUN (WHAT IS DAMAGED)`), `waits RUN left=SECONDS` for one that waits to be confirmed
/// (`RUN/back-…` for a rollback that does), or `changed RESOURCE` with `was KEY=VALUE`, `now
/// KEY=VALUE` and, for a file that all may read or lines in one, `diff …` as diff(1) prints it.
@AutoService(Parser.class)
public final class ConfigJournals implements Parser {
    /// The recorded scripts that read each thing are run again, unless they are damaged; they only
    /// read. Content of files is printed only where every user of the machine may read it.
    private static final String COMMAND =
            """
            d=${RH_HOME:-/var/lib/railhead} N='
            '
            if [ -d "$d" ] && ! { [ -r "$d" ] && [ -x "$d" ] && [ -O "$d" ]; }; then
            echo "$d: permission denied" >&2; exit 1; fi
            l= n=0 seen=$N
            ok() { [ -f "$1" ] && [ ! -L "$1" ] && [ -O "$1" ] && [ -z "$(find "$1" -size +32768)" ]; }
            first() { s=; if ok "$1"; then read -r s <"$1"; fi; }
            for R in "$d"/runs/[0-9]*; do
            case ${R##*/} in *[!0-9TZa-f.-]*) continue ;; ????????T??????.???Z-????) ;; *) continue ;; esac
            [ -d "$R" ] && [ ! -L "$R" ] || continue
            first "$R/state"
            case $s in rolled-back*|reverted*) continue ;; esac
            l="$R $l" n=$((n+1)); done
            echo "journal of railhead: $n runs stand"
            damage() {
            ok "$R/seal" || { echo "seal is not a plain file"; return; }
            [ "$(tail -n 1 "$R/seal")" = "end $(sed '$d' "$R/seal" | sha256sum | cut -c 1-64)" ] ||
            { echo "seal is not as it was written"; return; }
            ok "$R/lib.sh" || { echo "lib.sh is not a plain file"; return; }
            (cd "$R" && sha256sum lib.sh) | grep -q -x -F -f "$R/seal" ||
            { echo "lib.sh is not as it was written"; return; }
            (RH_HOME=$d RUN=$R; . "$R/lib.sh"; rh_damage | sed 's/^journal damaged[:,] //') 2>/dev/null
            }
            waits() {
            first "$R/state"; case $s in applied*) ;; *) return ;; esac
            [ -e "$R/within" ] && [ ! -L "$R/decision" ] || return
            first "$R/within"; w=$s; case $w in ''|*[!0-9]*|0*|?????*) w=30 ;; esac
            left=$((w - $(date +%s) + $(stat -c %Y "$R/state")))
            [ $left -ge 0 ] || left=0; [ $left -le "$w" ] || left=$w
            echo "waits ${R##*/}${1:+/$1} left=$left"
            }
            look() { RUN=$R; ok "$R/lib.sh" && ok "$S/observe.sh" && ok "$R/seal" || return
            (cd "$R" && sha256sum lib.sh "steps/${S##*/}/observe.sh") 2>/dev/null \\
            | grep -q -v -x -F -f "$R/seal" 2>/dev/null && return; . "$R/lib.sh"; (. "$S/observe.sh") 2>/dev/null </dev/null \\
            | grep '^rh:o '; }
            for R in $l; do
            at= user= controller=
            if ok "$R/about"; then while IFS= read -r a; do case $a in
            at=*) at=${a#*=} ;; user=*) user=${a#*=} ;; controller=*) controller=${a#*=} ;;
            esac; done <"$R/about"; fi
            head="run ${R##*/} at=$at user=$user controller=$controller"
            waiting=$(waits; T=$R; for R in "$T"/back-*; do
            case ${R##*/} in *[!0-9A-Za-z.-]*) continue ;; esac
            o=${R##*/}; R=$T/$o; [ -d "$R" ] && [ ! -L "$R" ] || continue
            waits "$o" | sed "s/^waits $o/waits ${T##*/}/"; done)
            if [ -n "$waiting" ]; then [ -z "$head" ] || echo "$head"; head=
            printf '%s\n' "$waiting"; fi
            first "$R/state"; t=$s
            case $s in recorded*|reverting*|applied*) bad= ;; *) bad=$(damage) ;; esac
            if [ -n "$bad" ]; then
            [ -z "$head" ] || echo "$head"; head=
            echo "unreadable journal:${R##*/} ($bad)"; fi
            if ok "$R/seal"; then while read -r w x k; do [ "$w" = step ] || break
            [ -d "$R/steps/$x" ] || seen="$seen$k$N"
            done 2>/dev/null <"$R/seal"; fi
            for S in "$R"/steps/*; do
            first "$S/resource"; k=$s; [ -n "$k" ] || continue
            case $seen in *"$N$k$N"*) continue ;; esac
            seen="$seen$k$N"
            case $t in done*) ;; *) continue ;; esac
            first "$S/after"; a=$s; [ -n "$a" ] || continue
            [ -z "$head" ] || echo "$head"; head=
            is=$(look)
            [ -n "$is" ] || { echo "unreadable $k"; continue; }
            b=$(printf '%s\\n' "$is" | sha256sum)
            if [ "${b%% *}" = "$a" ]; then echo "same $k"; continue; fi
            # What of it is nothing of the run's, such as a limit that it did not set, or that of an
            # interface that is gone.
            case $(RUN=$R; . "$R/lib.sh"; command -v rh_seen_as >/dev/null || exit 0
            rh_see; ! rh_seen_as after || echo yes) in yes) echo "same $k"; continue ;; esac
            echo "changed $k"
            ! ok "$S/after.state" || sed 's/^rh:o /was /' "$S/after.state"
            printf '%s\\n' "$is" | sed 's/^rh:o /now /'
            p=${k#*:}
            ok "$S/apply.sh" || continue
            case $k in block:/*) (
            RUN=$R; . "$R/lib.sh"; rh_see_block() { p=$1 x=$2 y=$3; }
            . "$S/observe.sh" >/dev/null 2>&1 </dev/null
            [ -f "$p" ] && [ -n "$(find "$p" -perm -004 2>/dev/null)" ] || exit 0
            rh_block_at "$p" "$x" "$y" || rh_b=
            { if [ -z "$rh_b" ]; then cat "$p"; elif [ "$rh_b" -gt 1 ]; then
            head -n $((rh_b - 1)) "$p"; fi
            sed -n '/^base64 .*RH_BLOCK/,/^RH_BLOCK/p' "$S/apply.sh" | sed '1d;$d' \\
            | base64 -d 2>/dev/null
            [ -z "$rh_b" ] || tail -n "+$((rh_e + 1))" "$p"; } \\
            | diff - "$p" 2>/dev/null | cut -c 1-200 | sed 's/^/diff /;41,$d'
            ); continue ;; esac
            case $p in /*) [ -f "$p" ] && [ -n "$(find "$p" -perm -004 2>/dev/null)" ] || continue ;;
            *) continue ;; esac
            sed -n '/^rh_put_file /,/^RH_END/p' "$S/apply.sh" | sed '1d;$d' | base64 -d 2>/dev/null \\
            | diff - "$p" 2>/dev/null | cut -c 1-200 | sed 's/^/diff /;41,$d'
            done
            done
            """;

    private static final String SHOWN = "railhead's journal /var/lib/railhead/runs";

    private static final Pattern HEAD =
            Pattern.compile("journal of railhead: (\\d{1,9}) runs stand");
    private static final Pattern RUN =
            Pattern.compile("run (\\S{1,80}) at=(\\S*) user=(.*) controller=(\\S*)");
    private static final Pattern WAITS =
            Pattern.compile(
                    "waits ([0-9A-Za-z.-]{1,80}(?:/back-[0-9A-Za-z.-]{1,60})?) left=(\\d{1,4})");
    private static final Pattern HUNK =
            Pattern.compile("diff (\\d{1,9})(?:,(\\d{1,9}))?([acd])(\\d{1,9})(?:,\\d{1,9})?");

    @Override
    public String name() {
        return "config-journal";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(name(), COMMAND).cited(SHOWN).asRoot().within(Duration.ofSeconds(20)));
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(ConfigJournal.class, AppliedResource.class, UnconfirmedRun.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return command.startsWith("d=${RH_HOME:-/var/lib/railhead}")
                || command.equals(SHOWN)
                || command.equals("sudo -n " + SHOWN);
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().limit(5).anyMatch(l -> HEAD.matcher(l.strip()).matches());
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        String[] run = {"", "", ""};
        @Nullable Draft draft = null;
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 65_536) continue;
            String text = line.text();
            Matcher head = HEAD.matcher(text);
            Matcher of = RUN.matcher(text);
            Matcher waits = WAITS.matcher(text);
            if (head.matches()) {
                facts.add(
                        new ConfigJournal(
                                Numbers.toInt(head.group(1)).orElse(0), line.read().source()));
            } else if (of.matches()) {
                line.read();
                String by = of.group(3).strip() + "@" + of.group(4);
                run = new String[] {of.group(1), of.group(2), by.equals("@") ? "" : by};
            } else if (word(text, "same", "unreadable", "changed") && !run[0].isEmpty()) {
                if (draft != null) facts.add(draft.fact());
                draft = new Draft(text, run, line.read().source());
            } else if (waits.matches() && waits.group(1).startsWith(run[0])) {
                facts.add(
                        new UnconfirmedRun(
                                waits.group(1),
                                Numbers.toInt(waits.group(2)).orElse(0),
                                run[2],
                                line.read().source()));
            } else if (draft != null && draft.takes(text)) {
                line.read();
            }
        }
        if (draft != null) facts.add(draft.fact());
        if (facts.isEmpty()) {
            lines.unavailable(lines.complaint().orElse("the journal was not looked at"));
        }
        return lines.reading(facts);
    }

    private static boolean word(String text, String... words) {
        for (String word : words) {
            if (text.startsWith(word + " ") && text.indexOf(':') > 0) return true;
        }
        return false;
    }

    /// A resource while its rows are read.
    private static final class Draft {
        private final AppliedResource.State state;
        private final String resource;
        private final String[] run;
        private final Source source;
        private final LinkedHashMap<String, String> was = new LinkedHashMap<>();
        private final LinkedHashMap<String, String> now = new LinkedHashMap<>();
        private final List<AppliedResource.Edit> edits = new ArrayList<>();
        private final Deque<String> gone = new ArrayDeque<>();
        private int at;

        Draft(String text, String[] run, Source source) {
            int blank = text.indexOf(' ');
            this.state =
                    switch (text.substring(0, blank)) {
                        case "same" -> AppliedResource.State.SAME;
                        case "changed" -> AppliedResource.State.CHANGED;
                        default -> AppliedResource.State.UNREADABLE;
                    };
            this.resource = text.substring(blank + 1).strip();
            this.run = run;
            this.source = source;
        }

        boolean takes(String text) {
            if (state != AppliedResource.State.CHANGED) return false;
            if (text.startsWith("was ")) return put(was, text);
            if (text.startsWith("now ")) return put(now, text);
            return (text.equals("diff") || text.startsWith("diff ")) && edit(text);
        }

        private static boolean put(LinkedHashMap<String, String> map, String text) {
            int equals = text.indexOf('=');
            if (equals < 5) return false;
            map.put(text.substring(4, equals), text.substring(equals + 1));
            return true;
        }

        private boolean edit(String text) {
            Matcher hunk = HUNK.matcher(text);
            if (hunk.matches()) {
                flush();
                at = Numbers.toInt(hunk.group(4)).orElse(0);
            } else if (text.startsWith("diff < ") || text.equals("diff <")) {
                gone.add(text.substring(6).strip());
            } else if (text.startsWith("diff > ") || text.equals("diff >")) {
                String before = gone.isEmpty() ? "" : gone.poll();
                edits.add(new AppliedResource.Edit(at++, before, text.substring(6).strip()));
            }
            // What is left: `---`, and that a file has no newline at its end.
            return true;
        }

        private void flush() {
            while (!gone.isEmpty()) {
                edits.add(new AppliedResource.Edit(0, gone.poll(), ""));
            }
        }

        AppliedResource fact() {
            flush();
            LinkedHashMap<String, String> before = new LinkedHashMap<>(was);
            return new AppliedResource(
                    resource, run[0], run[1], run[2], state, before, now, edits, source);
        }
    }
}
