package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.ProcessRunning;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Names of the processes that run, one a line: `/proc/PID/comm`, at most 15 characters each.
/// Kernel threads with a slash in their name (`kworker/0:1`) are ignored.
@AutoService(Parser.class)
public final class Processes implements Parser {

    @Override
    public String name() {
        return "processes";
    }

    /// A process that ends meanwhile makes `cat` complain, which means nothing.
    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), "cat /proc/[0-9]*/comm 2>/dev/null || true").asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(ProcessRunning.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return command.startsWith("cat /proc/[0-9]*/comm")
                || (CommandLine.of(command).is("ps") && command.contains("comm="));
    }

    @Override
    public boolean recognises(String text) {
        // A word a line may be anything.
        return false;
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "ps");
        Map<String, Integer> counts = new LinkedHashMap<>();
        Map<String, Lines.Line> firsts = new LinkedHashMap<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            String name = line.stripped();
            if (name.indexOf('/') >= 0) {
                line.ignore();
                continue;
            }
            // The kernel keeps 15 characters; ps may print longer ones.
            if (name.length() > 64) continue;
            counts.merge(name, 1, Integer::sum);
            firsts.putIfAbsent(name, line.read());
        }
        List<Fact> facts = new ArrayList<>();
        counts.forEach(
                (name, count) -> {
                    Lines.Line first = firsts.get(name);
                    if (first != null) facts.add(new ProcessRunning(name, count, first.source()));
                });
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no process shown"));
        return lines.reading(facts);
    }
}
