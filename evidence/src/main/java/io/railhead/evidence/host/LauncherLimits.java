package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.ProcessLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How much memory the running launchers of jobs may lock: a row of `/proc/PID/limits` behind the
/// process's name and number, `slurmd[812]: Max locked memory  8388608  8388608  bytes`. What a
/// process got at its start holds until it is restarted, whatever its unit says by now.
@AutoService(Parser.class)
public final class LauncherLimits implements Parser {

    /// The shell's own `read`: a process for each process of a machine would be dear.
    private static final String COMMAND =
            """
            for d in /proc/[0-9]*; do
            read -r c 2>/dev/null <"$d/comm" || continue
            case $c in
            slurmd|slurmstepd|dockerd|containerd|kubelet|crio|k3s*|pbs_mom|podman|raylet|nomad)
            while read -r l; do case $l in
            'Max locked memory'*) printf '%s[%s]: %s\\n' "$c" "${d##*/}" "$l" ;;
            esac; done 2>/dev/null <"$d/limits" ;;
            esac
            done | head -n 64
            """;

    private static final String SHOWN = "grep 'Max locked memory' /proc/PID/limits";

    private static final Pattern ROW =
            Pattern.compile(
                    "([\\w.@-]{1,64})\\[(\\d{1,9})]: Max locked memory\\s+(unlimited|\\d{1,20})\\s+"
                            + "(unlimited|\\d{1,20})\\s+bytes");

    @Override
    public String name() {
        return "launcher-limits";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), COMMAND).cited(SHOWN).asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(ProcessLimit.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return command.equals(COMMAND) || command.equals(SHOWN);
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().limit(500).map(String::strip).anyMatch(l -> ROW.matcher(l).matches());
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 400) continue;
            Matcher m = ROW.matcher(line.stripped());
            if (!m.matches()) continue;
            facts.add(
                    new ProcessLimit(
                            m.group(1),
                            Numbers.toInt(m.group(2)).orElse(0),
                            "memlock",
                            m.group(3),
                            m.group(4),
                            line.read().source()));
        }
        return lines.reading(facts);
    }
}
