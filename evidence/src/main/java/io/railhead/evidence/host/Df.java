package io.railhead.evidence.host;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.FileSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `df -P -k` and `df -h`: `Filesystem 1024-blocks Used Available Capacity Mounted on`.
@AutoService(Parser.class)
public final class Df implements Parser {
    private static final Pattern HEAD = Pattern.compile("Filesystem\\s+.*Mounted on");
    private static final Pattern ROW =
            Pattern.compile(
                    "(\\S+)\\s+([\\d.]+[KMGTPE]?i?)\\s+([\\d.]+[KMGTPE]?i?)\\s+([\\d.]+[KMGTPE]?i?)"
                            + "\\s+(?:\\d+%|-)\\s+(/.*)");
    private static final String PREFIXES = "KMGTPE";

    @Override
    public String name() {
        return "df";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), "df -P -k / /dev/shm").asPrompt());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(FileSystem.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("df");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines()
                .filter(l -> l.length() < 400)
                .anyMatch(l -> HEAD.matcher(l.strip()).matches());
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<Fact> facts = new ArrayList<>();
        long block = 1024;
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 4096) continue;
            if (line.match(HEAD).isPresent()) {
                String text = line.read().text();
                block =
                        text.contains("1M-blocks")
                                ? 1_048_576
                                : text.contains("512-bl") ? 512 : 1024;
                continue;
            }
            Matcher m = line.match(ROW).orElse(null);
            if (m == null) continue;
            OptionalLong total = bytes(m.group(2), block);
            OptionalLong available = bytes(m.group(4), block);
            if (total.isEmpty() || available.isEmpty()) continue;
            facts.add(
                    new FileSystem(
                            m.group(1),
                            m.group(5),
                            total.getAsLong(),
                            available.getAsLong(),
                            line.read().source()));
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no file system printed"));
        return lines.reading(facts);
    }

    /// `256G` of `df -h` is 256 GiB.
    private static OptionalLong bytes(String text, long block) {
        String digits = text.endsWith("i") ? text.substring(0, text.length() - 1) : text;
        if (digits.isEmpty()) return OptionalLong.empty();
        int power = PREFIXES.indexOf(digits.charAt(digits.length() - 1)) + 1;
        if (power > 0) digits = digits.substring(0, digits.length() - 1);
        OptionalDouble value = Numbers.toDouble(digits);
        if (value.isEmpty()) return OptionalLong.empty();
        // `df -h` prints a plain 0 for nothing.
        double unit = power > 0 ? Math.pow(1024, power) : block;
        return OptionalLong.of((long) (value.getAsDouble() * unit));
    }
}
