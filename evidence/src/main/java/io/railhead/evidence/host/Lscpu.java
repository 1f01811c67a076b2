package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Cpu;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NumaNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `lscpu`: rows `Key: value`, a NUMA node's CPUs in a row of its own; with the memory of each node
/// from sysfs.
@AutoService(Parser.class)
public final class Lscpu implements Parser {
    private static final Pattern NODE = Pattern.compile("NUMA node(\\d{1,4}) CPU\\(s\\):\\s*(.*)");
    private static final Pattern MEMORY =
            Pattern.compile("(?:\\S+:)?Node (\\d{1,4}) MemTotal:\\s+(\\d{1,15}) kB");

    @Override
    public String name() {
        return "lscpu";
    }

    @Override
    public List<Probe> probes() {
        return List.of(
                Probe.once(
                                name(),
                                "LC_ALL=C lscpu;"
                                        + " grep -s MemTotal /sys/devices/system/node/node*/meminfo")
                        .asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(Cpu.class, NumaNode.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("lscpu");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().anyMatch(l -> l.startsWith("Architecture:"))
                && text.lines().anyMatch(l -> l.startsWith("CPU(s):"));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        Map<String, String> values = new HashMap<>();
        Map<Integer, Lines.Line> nodeLines = new TreeMap<>();
        Map<Integer, String> nodes = new TreeMap<>();
        Map<Integer, Long> memory = new HashMap<>();
        Lines.@Nullable Line first = null;
        Lines.@Nullable Line last = null;
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Matcher m = line.match(NODE).orElse(null);
            if (m != null) {
                int node = Numbers.toInt(m.group(1)).orElse(0);
                nodes.put(node, m.group(2));
                nodeLines.put(node, line.read());
                continue;
            }
            m = line.match(MEMORY).orElse(null);
            if (m != null) {
                int node = Numbers.toInt(m.group(1)).orElse(0);
                memory.put(node, 1024 * Numbers.toLong(m.group(2)).orElse(0));
                line.read();
                continue;
            }
            int colon = line.text().indexOf(':');
            if (colon <= 0) continue;
            // Big and little cores each have a block: the first one speaks for the machine.
            values.putIfAbsent(
                    line.text().substring(0, colon).strip(),
                    line.text().substring(colon + 1).strip());
            line.read();
            if (first == null) first = line;
            last = line;
        }
        int logical = number(values, "CPU(s)");
        if (logical == 0 || first == null || last == null) {
            lines.unavailable(lines.complaint().orElse("no CPU(s) row"));
            return lines.reading(List.of());
        }
        List<Fact> facts = new ArrayList<>();
        facts.add(
                new Cpu(
                        values.getOrDefault("Model name", ""),
                        number(values, "Socket(s)"),
                        Math.max(
                                number(values, "Core(s) per socket"),
                                number(values, "Core(s) per cluster")),
                        number(values, "Thread(s) per core"),
                        logical,
                        Math.max(number(values, "NUMA node(s)"), nodes.size()),
                        first.to(last)));
        nodes.forEach(
                (node, cpus) -> {
                    Lines.Line line = nodeLines.get(node);
                    Source source = line == null ? lines.whole() : line.source();
                    Long bytes = memory.get(node);
                    facts.add(
                            new NumaNode(
                                    node,
                                    cpus,
                                    bytes == null ? OptionalLong.empty() : OptionalLong.of(bytes),
                                    source));
                });
        return lines.reading(facts);
    }

    /// 0 for what is absent or `-`.
    private static int number(Map<String, String> values, String key) {
        return Numbers.toInt(values.getOrDefault(key, "")).orElse(0);
    }
}
