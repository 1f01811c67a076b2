package io.railhead.evidence.slurm;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.SlurmNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `sinfo` (a row a partition and state) and `sinfo -R` (a row a reason). A fact may stand for a
/// list of nodes, `gpu[01-04]`, as Slurm writes it.
@AutoService(Parser.class)
public final class Sinfo implements Parser {
    private static final Pattern REASONS =
            Pattern.compile("REASON +USER +TIMESTAMP +(?:STATE +)?NODELIST");
    private static final Pattern PARTITIONS =
            Pattern.compile("PARTITION +AVAIL +TIMELIMIT +NODES +STATE +NODELIST");
    private static final Pattern REASON_ROW =
            Pattern.compile(
                    "(\\S.{0,200}?) +([\\w.-]{1,60}(?:\\(\\d{1,9}\\))?) +(\\d{4}-\\d\\d-\\d\\dT[\\d:]{8}|Unknown) +"
                            + "(?:([a-z]{2,15}[*~#!%$@^-]?) +)?([A-Za-z][^ ]{0,400})");
    private static final Pattern PARTITION_ROW =
            Pattern.compile(
                    "(\\S{1,80}) +(up|down|drain|inact) +(\\S{1,20}) +(\\d{1,7}) +"
                            + "([a-z_]{2,20}[*~#!%$@^-]?) +([A-Za-z][^ ]{0,400})");

    @Override
    public String name() {
        return "sinfo";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(SlurmNode.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("sinfo");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines()
                .map(String::strip)
                .anyMatch(
                        l ->
                                l.length() < 200
                                        && (REASONS.matcher(l).matches()
                                                || PARTITIONS.matcher(l).matches()));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "sinfo");
        List<Fact> facts = new ArrayList<>();
        boolean reasons = false;
        boolean heading = false;
        for (Lines.Line line : lines) {
            String s = line.stripped();
            if (!line.isLeft() || s.length() > 1000) continue;
            if (REASONS.matcher(s).matches() || PARTITIONS.matcher(s).matches()) {
                reasons = s.startsWith("REASON");
                heading = true;
                line.ignore();
                continue;
            }
            if (!heading) continue;
            Matcher m = (reasons ? REASON_ROW : PARTITION_ROW).matcher(s);
            if (!m.matches()) continue;
            Map<String, String> settings = new LinkedHashMap<>();
            settings.put(reasons ? "USER" : "PARTITION", reasons ? m.group(2) : m.group(1));
            if (reasons) settings.put("TIMESTAMP", m.group(3));
            String state = reasons ? m.group(4) : m.group(5);
            facts.add(
                    new SlurmNode(
                            reasons ? m.group(5) : m.group(6),
                            // A reason is kept for nodes that were taken out.
                            state == null ? Set.of("DRAIN") : Scontrol.states(full(state)),
                            reasons ? Optional.of(m.group(1)) : Optional.empty(),
                            settings,
                            line.read().source()));
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no node listed"));
        return lines.reading(facts);
    }

    /// The words behind the abbreviations of the narrow columns.
    private static String full(String state) {
        String star = state.endsWith("*") ? "*" : "";
        return switch (state.replaceAll("[^a-z_]", "")) {
            case "drng", "draining" -> "DRAIN" + star;
            case "drain", "drained" -> "DRAIN" + star;
            case "comp" -> "COMPLETING" + star;
            case "alloc" -> "ALLOCATED" + star;
            case "mix" -> "MIXED" + star;
            case "maint" -> "MAINT" + star;
            default -> state;
        };
    }
}
