package io.railhead.evidence.slurm;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.SlurmJob;
import io.railhead.model.fact.SlurmNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `scontrol show node` and `show job`: `Key=Value` pairs, a block a node or job, or one line each
/// (`-o`). A value may hold blanks (`Reason`, `OS`); it goes to the next key.
@AutoService(Parser.class)
public final class Scontrol implements Parser {
    private static final Pattern BEGIN = Pattern.compile("(NodeName|JobId)=\\S.*");
    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^NodeName=\\S+ (?:Arch=|CoresPerSocket=|State=)|^JobId=\\d{1,12} ");
    private static final Pattern KEY = Pattern.compile("(?:^|\\s)([A-Z][A-Za-z_:/]{1,40})=");
    private static final Pattern SIGNED = Pattern.compile("\\[[\\w.-]{1,60}@[\\dT:-]{4,25}\\]");

    /// The node itself, where it is one of Slurm's.
    private static final String SCRIPT =
            "[ -e /etc/slurm/slurm.conf ] || [ -e /etc/slurm-llnl/slurm.conf ] ||"
                    + " { echo 'no slurm.conf' >&2; exit 1; };"
                    + " timeout -k 1 4 scontrol show node \"$(hostname -s)\" | head -n 60";

    @Override
    public String name() {
        return "scontrol-show";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(name(), SCRIPT)
                        .within(Duration.ofSeconds(5))
                        .asPrompt() // It limits the tool itself.
                        .cited("scontrol show node"));
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(SlurmJob.class, SlurmNode.class);
    }

    @Override
    public boolean readsCommand(String command) {
        if (command.equals(SCRIPT)) return true;
        CommandLine c = CommandLine.of(command);
        return c.is("scontrol")
                && c.has("show")
                && (c.arguments().stream()
                        .anyMatch(a -> a.startsWith("node") || a.startsWith("job")));
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "scontrol");
        List<Fact> facts = new ArrayList<>();
        Map<String, String> pairs = new LinkedHashMap<>();
        List<Lines.Line> block = new ArrayList<>();
        for (Lines.Line line : lines) {
            String s = line.stripped();
            if (!line.isLeft() || s.length() > 8000) continue;
            if (BEGIN.matcher(s).matches()) {
                close(pairs, block, facts);
                pairs = new LinkedHashMap<>();
                block = new ArrayList<>();
            } else if (block.isEmpty() || line.indent() == 0) {
                continue;
            }
            pairs(s, pairs);
            block.add(line.read());
        }
        close(pairs, block, facts);
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no node and no job"));
        return lines.reading(facts);
    }

    private static void pairs(String s, Map<String, String> into) {
        Matcher m = KEY.matcher(s);
        String key = "";
        int from = 0;
        while (m.find()) {
            if (!key.isEmpty()) into.putIfAbsent(key, s.substring(from, m.start()).strip());
            key = m.group(1);
            from = m.end();
        }
        if (!key.isEmpty()) {
            into.putIfAbsent(key, s.substring(from).strip());
        } else if (SIGNED.matcher(s).find()) {
            // A long reason goes on in a line of its own.
            into.merge("Reason", s, (a, b) -> a + " " + b);
        }
    }

    private static void close(Map<String, String> pairs, List<Lines.Line> block, List<Fact> facts) {
        if (block.isEmpty()) return;
        Source source = block.getFirst().to(block.getLast());
        String node = pairs.remove("NodeName");
        if (node != null) {
            facts.add(
                    new SlurmNode(
                            node,
                            states(pairs.getOrDefault("State", "")),
                            Optional.ofNullable(pairs.get("Reason")).filter(r -> !isNone(r)),
                            pairs,
                            line(block, "State=", source)));
            return;
        }
        String job = pairs.remove("JobId");
        if (job == null) return;
        facts.add(
                new SlurmJob(
                        job.replaceFirst("\\s.*", ""),
                        pairs.getOrDefault("JobState", ""),
                        Optional.ofNullable(pairs.get("ExitCode")),
                        Optional.ofNullable(pairs.get("Reason")).filter(r -> !isNone(r)),
                        Optional.ofNullable(pairs.get("NodeList")).filter(n -> !isNone(n)),
                        pairs,
                        line(block, "JobState=", source)));
    }

    private static boolean isNone(String value) {
        return value.isEmpty() || value.equalsIgnoreCase("none") || value.equals("(null)");
    }

    /// The line that tells the state; the whole block where none does.
    private static Source line(List<Lines.Line> block, String key, Source whole) {
        return block.stream()
                .filter(l -> l.text().contains(key))
                .findFirst()
                .map(Lines.Line::source)
                .orElse(whole);
    }

    /// `IDLE+DRAIN+NOT_RESPONDING`; `sinfo` marks a node that does not answer by a star.
    static Set<String> states(String words) {
        Set<String> states = new TreeSet<>();
        for (String word : words.toUpperCase(Locale.ROOT).split("[+\\s]+")) {
            if (word.endsWith("*")) states.add("NOT_RESPONDING");
            String plain = word.replaceAll("[^A-Z_]", "");
            if (!plain.isEmpty()) states.add(plain);
        }
        return states;
    }
}
