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
import io.railhead.model.fact.SessionLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `ulimit -a` of bash (`max locked memory  (kbytes, -l) 64`), of dash (`locked memory(kbytes) 64`)
/// and `ulimit -l` alone. These are soft limits; the hard one is not told. Kilobytes of the shell
/// become bytes.
@AutoService(Parser.class)
public final class Ulimit implements Parser {
    private static final Pattern BASH =
            Pattern.compile(
                    "[a-zA-Z][a-zA-Z -]*?\\s+\\((?:([^,)]+), )?-([a-zA-Z])\\)\\s+(unlimited|\\d{1,19})");
    private static final Pattern DASH =
            Pattern.compile("([a-z][a-z ]*?)\\s*\\(([a-z]+)\\)\\s+(unlimited|\\d{1,19})");

    /// Letters of bash's `ulimit` to items of limits.conf(5).
    private static final Map<String, String> LETTERS =
            Map.ofEntries(
                    Map.entry("c", "core"),
                    Map.entry("d", "data"),
                    Map.entry("e", "nice"),
                    Map.entry("f", "fsize"),
                    Map.entry("i", "sigpending"),
                    Map.entry("l", "memlock"),
                    Map.entry("m", "rss"),
                    Map.entry("n", "nofile"),
                    Map.entry("q", "msgqueue"),
                    Map.entry("r", "rtprio"),
                    Map.entry("R", "rttime"),
                    Map.entry("s", "stack"),
                    Map.entry("t", "cpu"),
                    Map.entry("u", "nproc"),
                    Map.entry("v", "as"),
                    Map.entry("x", "locks"));

    private static final Map<String, String> DASH_NAMES =
            Map.of(
                    "time", "cpu",
                    "file", "fsize",
                    "data", "data",
                    "stack", "stack",
                    "coredump", "core",
                    "memory", "rss",
                    "locked memory", "memlock",
                    "process", "nproc",
                    "nofiles", "nofile",
                    "vmemory", "as");

    @Override
    public String name() {
        return "ulimit";
    }

    /// None: `/proc/self/limits` tells the hard limits, too.
    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(SessionLimit.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("ulimit");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines()
                .filter(l -> l.length() < 200)
                .anyMatch(l -> l.contains("locked memory") && row(l.strip()).isPresent());
    }

    private record Row(String item, String unit, String value) {}

    private static Optional<Row> row(String text) {
        Matcher m = BASH.matcher(text);
        if (m.matches()) {
            String item = LETTERS.get(m.group(2));
            String unit = m.group(1);
            return Optional.of(
                    new Row(item == null ? "" : item, unit == null ? "" : unit, m.group(3)));
        }
        m = DASH.matcher(text);
        if (!m.matches()) return Optional.empty();
        String item = DASH_NAMES.get(m.group(1));
        return item == null ? Optional.empty() : Optional.of(new Row(item, m.group(2), m.group(3)));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "ulimit");
        List<Fact> facts = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 200) continue;
            String text = line.stripped();
            Optional<Row> row = row(text);
            if (row.isEmpty() && lines.command().is("ulimit", "-l", "-Sl", "-Hl")) {
                boolean value = text.equals("unlimited") || Numbers.toLong(text).isPresent();
                if (value) row = Optional.of(new Row("memlock", "kbytes", text));
            }
            if (row.isEmpty()) continue;
            line.read();
            // Letters that limits.conf has no item for (pipe size).
            if (row.get().item.isEmpty()) continue;
            facts.add(fact(row.get(), line));
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no limit printed"));
        return lines.reading(facts);
    }

    private static SessionLimit fact(Row row, Lines.Line line) {
        boolean kilobytes = row.unit.equals("kbytes");
        String value = row.value;
        OptionalLong number = Numbers.toLong(value);
        if (kilobytes && number.isPresent()) {
            // Beyond this the shell's own multiplication has overflowed.
            long bytes = Math.min(number.getAsLong(), Long.MAX_VALUE / 1024) * 1024;
            value = Long.toString(bytes);
        }
        return new SessionLimit(row.item, value, "", kilobytes ? "bytes" : row.unit, line.source());
    }
}
