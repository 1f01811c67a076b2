package io.railhead.evidence.disk;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Json;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NvmeDrive;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `nvme list` as a table (1.x, and 2.x with its column more) and as JSON (flat, and nested by
/// subsystem since 2.11). The table rounds sizes to three digits, JSON gives bytes.
@AutoService(Parser.class)
public final class NvmeList implements Parser {

    private static final Pattern DASHES = Pattern.compile("-{3,}");

    private static final Pattern CAPACITY =
            Pattern.compile(".*/ *(\\d{1,6}(?:\\.\\d{1,6})?) +([kMGTP]?B)\\b.*");

    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^Node\\s+(?:Generic\\s+)?SN\\s+Model\\s+Namespace"
                            + "|\"DevicePath\" ?: ?\"/dev/nvme|\"SubsystemNQN\" ?:");

    @Override
    public String name() {
        return "nvme-list";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), "nvme list -o json").asRoot());
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(NvmeDrive.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("nvme", "list");
    }

    @Override
    public boolean recognises(String text) {
        return TEXT.matcher(text).find();
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "nvme");
        List<NvmeDrive> facts = new ArrayList<>();
        table(lines, facts);
        Json.Found found = Json.elements(lines, NvmeJson.SHAPE);
        for (Json.Located element : found.values()) {
            NvmeJson.drives(element.node(), element.source(), facts);
        }
        found.problem().ifPresent(lines::unavailable);
        return lines.reading(facts);
    }

    /// Columns stand where the dashes below their names stand; the last one goes to the end.
    private static void table(Lines lines, List<NvmeDrive> facts) {
        List<int[]> columns = List.of();
        List<String> names = List.of();
        Lines.Line head = null;
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            String text = line.text();
            if (text.startsWith("Node ") && text.contains("Model")) {
                head = line.read();
            } else if (head != null && text.startsWith("---")) {
                columns = columns(text);
                names = cells(head.text(), columns);
                line.ignore();
            } else if (text.startsWith("/dev/") && !columns.isEmpty()) {
                List<String> cells = cells(text, columns);
                Map<String, String> row = new LinkedHashMap<>();
                for (int i = 0; i < names.size(); i++) row.putIfAbsent(names.get(i), cells.get(i));
                facts.add(drive(row, line.read()));
            }
        }
    }

    private static List<int[]> columns(String dashes) {
        List<int[]> columns = new ArrayList<>();
        Matcher m = DASHES.matcher(dashes);
        while (m.find()) columns.add(new int[] {m.start(), m.end()});
        return columns;
    }

    private static List<String> cells(String text, List<int[]> columns) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            int start = Math.min(columns.get(i)[0], text.length());
            int end = i + 1 < columns.size() ? columns.get(i + 1)[0] : text.length();
            cells.add(text.substring(start, Math.max(start, Math.min(end, text.length()))).strip());
        }
        return cells;
    }

    private static NvmeDrive drive(Map<String, String> row, Lines.Line line) {
        return new NvmeDrive(
                row.getOrDefault("Node", "").replaceFirst("^/dev/", ""),
                text(row, "Model"),
                text(row, "SN"),
                capacity(row.getOrDefault("Usage", "")),
                text(row, "FW Rev"),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                line.source());
    }

    private static Optional<String> text(Map<String, String> row, String key) {
        return Optional.ofNullable(row.get(key)).filter(v -> !v.isEmpty());
    }

    /// `1.20  TB /   3.84  TB`: decimal prefixes (nvme-cli, suffix_si_get).
    private static OptionalLong capacity(String usage) {
        Matcher m = CAPACITY.matcher(usage);
        if (!m.matches()) return OptionalLong.empty();
        OptionalDouble value = Numbers.toDouble(m.group(1));
        double unit =
                switch (m.group(2)) {
                    case "kB" -> 1e3;
                    case "MB" -> 1e6;
                    case "GB" -> 1e9;
                    case "TB" -> 1e12;
                    case "PB" -> 1e15;
                    default -> 1;
                };
        return value.isPresent()
                ? OptionalLong.of(Math.round(value.getAsDouble() * unit))
                : OptionalLong.empty();
    }
}
