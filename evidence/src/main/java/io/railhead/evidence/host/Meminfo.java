package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Memory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `/proc/meminfo`: rows `Key: N kB`, where kB is KiB; huge pages are counted without unit.
@AutoService(Parser.class)
public final class Meminfo implements Parser {
    private static final Pattern ROW =
            Pattern.compile("([A-Za-z][\\w()]*):\\s+(\\d{1,15})(?: (kB))?");

    @Override
    public String name() {
        return "meminfo";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), "cat /proc/meminfo").asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(Memory.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return Files.reads(command, "/proc/meminfo");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().anyMatch(l -> l.startsWith("MemTotal:"))
                && text.lines().anyMatch(l -> l.startsWith("MemFree:"));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        Map<String, Long> values = new HashMap<>();
        for (Lines.Line line : lines) {
            Matcher m = line.isLeft() ? line.match(ROW).orElse(null) : null;
            if (m == null) continue;
            OptionalLong n = Numbers.toLong(m.group(2));
            if (n.isEmpty()) continue;
            values.put(m.group(1), m.group(3) == null ? n.getAsLong() : n.getAsLong() * 1024);
            line.read();
        }
        Long total = values.get("MemTotal");
        if (total == null) {
            lines.unavailable(lines.complaint().orElse("no MemTotal row"));
            return lines.reading(List.of());
        }
        return lines.reading(
                List.of(
                        new Memory(
                                total,
                                // Kernels before 3.14 have no MemAvailable.
                                values.getOrDefault(
                                        "MemAvailable", values.getOrDefault("MemFree", 0L)),
                                values.getOrDefault("SwapTotal", 0L),
                                values.getOrDefault("HugePages_Total", 0L),
                                values.getOrDefault("Hugepagesize", 0L),
                                lines.whole())));
    }
}
