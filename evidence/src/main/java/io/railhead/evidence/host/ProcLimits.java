package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.SessionLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `/proc/PID/limits`: `Max locked memory  8388608  8388608  bytes`.
@AutoService(Parser.class)
public final class ProcLimits implements Parser {
    private static final Pattern HEAD = Pattern.compile("Limit\\s+Soft Limit\\s+Hard Limit.*");
    private static final Pattern ROW =
            Pattern.compile(
                    "Max ([a-z ]+?)\\s+(unlimited|\\d{1,20})\\s+(unlimited|\\d{1,20})(?:\\s+(\\w+))?");

    /// Kernel names (fs/proc/base.c) to those of limits.conf(5).
    private static final Map<String, String> ITEMS =
            Map.ofEntries(
                    Map.entry("cpu time", "cpu"),
                    Map.entry("file size", "fsize"),
                    Map.entry("data size", "data"),
                    Map.entry("stack size", "stack"),
                    Map.entry("core file size", "core"),
                    Map.entry("resident set", "rss"),
                    Map.entry("processes", "nproc"),
                    Map.entry("open files", "nofile"),
                    Map.entry("locked memory", "memlock"),
                    Map.entry("address space", "as"),
                    Map.entry("file locks", "locks"),
                    Map.entry("pending signals", "sigpending"),
                    Map.entry("msgqueue size", "msgqueue"),
                    Map.entry("nice priority", "nice"),
                    Map.entry("realtime priority", "rtprio"),
                    Map.entry("realtime timeout", "rttime"));

    @Override
    public String name() {
        return "proc-limits";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), "cat /proc/self/limits").asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(SessionLimit.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine line = CommandLine.of(command);
        return line.is("cat")
                && line.operands().size() == 1
                && line.operands().getFirst().matches("/proc/[^/]+/limits");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines()
                .map(String::strip)
                .filter(l -> l.length() < 400)
                .anyMatch(l -> HEAD.matcher(l).matches() || ROW.matcher(l).matches());
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 400) continue;
            if (line.match(HEAD).isPresent()) {
                line.read();
                continue;
            }
            Matcher m = line.match(ROW).orElse(null);
            String item = m == null ? null : ITEMS.get(m.group(1));
            if (m == null || item == null) continue;
            String unit = m.group(4);
            facts.add(
                    new SessionLimit(
                            item,
                            m.group(2),
                            m.group(3),
                            unit == null ? "" : unit,
                            line.read().source()));
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no limit printed"));
        return lines.reading(facts);
    }
}
