package io.railhead.evidence.disk;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NvmeHealth;
import io.railhead.model.fact.Stated;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `nvme smart-log DEVICE`: a heading, then names and values. Releases differ in the blanks and
/// tabs before the colon, in the degree sign, in hexadecimal or decimal for the warning bits, and
/// in thousands separators.
@AutoService(Parser.class)
public final class NvmeSmartLog implements Parser {
    private static final Pattern HEAD =
            Pattern.compile("Smart Log for NVME device: ?(\\S{1,40}) namespace-id: ?\\S{1,20}");
    private static final Pattern ROW =
            Pattern.compile("([A-Za-z][\\w ()./-]{2,60}?)\\s*: ?(.{0,120})");
    private static final Pattern FIRST = Pattern.compile("(?m)^critical_warning\\s*: *\\S");

    /// Drives' controllers: `nvme0`, without their namespaces.
    private static final String SCRIPT =
            "for d in /sys/class/nvme/nvme*; do [ ! -e \"$d\" ] || nvme smart-log /dev/${d##*/}; done";

    @Override
    public String name() {
        return "nvme-smart-log";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), SCRIPT).asRoot().cited("nvme smart-log"));
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(NvmeHealth.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("nvme", "smart-log") || command.equals(SCRIPT);
    }

    @Override
    public boolean recognises(String text) {
        return text.contains("Smart Log for NVME device") || LineStarts.find(FIRST, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "nvme");
        List<Fact> facts = new ArrayList<>();
        Map<String, Stated<String>> rows = new LinkedHashMap<>();
        String device =
                lines.command()
                        .lastOperand()
                        .filter(o -> o.startsWith("/dev/"))
                        .map(o -> o.substring(5))
                        .orElse("");
        List<Lines.Line> taken = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 300) continue;
            Matcher head = HEAD.matcher(line.stripped());
            Matcher row = ROW.matcher(line.stripped());
            if (head.matches()) {
                close(device, rows, taken, facts);
                rows = new LinkedHashMap<>();
                taken = new ArrayList<>(List.of(line.read()));
                device = head.group(1);
            } else if (row.matches()
                    && (!taken.isEmpty() || row.group(1).equals("critical_warning"))) {
                String value = row.group(2).strip();
                rows.putIfAbsent(
                        row.group(1).strip(), new Stated<>(value, value, line.read().source()));
                taken.add(line);
            }
        }
        close(device, rows, taken, facts);
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no health log"));
        return lines.reading(facts);
    }

    private static void close(
            String device,
            Map<String, Stated<String>> rows,
            List<Lines.Line> taken,
            List<Fact> facts) {
        if (rows.isEmpty()) return;
        facts.add(
                new NvmeHealth(
                        device,
                        warning(rows),
                        whole(rows, "temperature"),
                        whole(rows, "available_spare"),
                        whole(rows, "available_spare_threshold"),
                        whole(rows, "percentage_used"),
                        count(rows, "media_errors"),
                        count(rows, "Warning Temperature Time"),
                        count(rows, "Critical Composite Temperature Time"),
                        rows,
                        taken.getFirst().to(taken.getLast())));
    }

    private static OptionalInt warning(Map<String, Stated<String>> rows) {
        Stated<String> row = rows.get("critical_warning");
        if (row == null) return OptionalInt.empty();
        String digits = row.value().toLowerCase(Locale.ROOT);
        if (!digits.matches("(?:0x)?[0-9a-f]{1,4}")) return OptionalInt.empty();
        return OptionalInt.of(
                digits.startsWith("0x")
                        ? Integer.parseInt(digits.substring(2), 16)
                        : Numbers.toInt(digits).orElse(0));
    }

    private static OptionalInt whole(Map<String, Stated<String>> rows, String name) {
        Stated<String> row = rows.get(name);
        if (row == null) return OptionalInt.empty();
        OptionalDouble n = Numbers.leading(row.value());
        return n.isPresent() && Math.abs(n.getAsDouble()) < 100_000
                ? OptionalInt.of((int) n.getAsDouble())
                : OptionalInt.empty();
    }

    private static OptionalLong count(Map<String, Stated<String>> rows, String name) {
        Stated<String> row = rows.get(name);
        if (row == null) return OptionalLong.empty();
        return Numbers.toCounter(row.value().replace(",", ""));
    }
}
