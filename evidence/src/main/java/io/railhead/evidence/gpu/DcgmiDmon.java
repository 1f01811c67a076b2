package io.railhead.evidence.gpu;

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
import io.railhead.model.fact.Gpu;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `dcgmi dmon`: a row an entity and sample, below a heading of DCGM's short names of fields.
/// Of the samples of a GPU the last one counts, but a Xid and a reason to slow down in any.
@AutoService(Parser.class)
public final class DcgmiDmon implements Parser {
    private static final Pattern HEADING =
            Pattern.compile(
                    "(?m)^ *# ?Entity +([A-Z][A-Z0-9_]{1,9}(?: +[A-Z][A-Z0-9_]{1,9}){0,40}) *$");

    private static final Pattern ROW = Pattern.compile("GPU(?:-I)? +(\\d{1,3}) +(\\S.*)");

    private static final Pattern UNITS = Pattern.compile("ID(?: +\\S{1,10})*");

    /// DCGM's short names (dcgm_fields.h) by the name that nvidia-smi has for the same.
    private static final Map<String, String> FIELDS =
            Map.of(
                    "TMPTR", "temperature.gpu",
                    "POWER", "power.draw",
                    "GPUTL", "utilization.gpu",
                    "FBUSD", "memory.used",
                    "RRF", "remapped_rows.failure",
                    "RRP", "remapped_rows.pending",
                    "EDVTL", "ecc.errors.uncorrected.volatile.total");

    /// Reasons to slow down as a number; nvidia-smi prints the same bits.
    private static final String REASONS = "clocks_event_reasons.active";

    @Override
    public String name() {
        return "dcgmi-dmon";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(Gpu.class, LogEvent.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return c.is("dcgmi") && c.has("dmon");
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(HEADING, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "dcgmi");
        List<String> names = List.of();
        Map<String, Map<String, String>> gpus = new LinkedHashMap<>();
        Map<String, Source> at = new LinkedHashMap<>();
        List<Fact> facts = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 2000) continue;
            Matcher head = HEADING.matcher(line.text());
            if (head.matches()) {
                names = List.of(head.group(1).strip().split(" +"));
                line.ignore();
                continue;
            }
            Optional<Matcher> row = line.match(ROW);
            if (row.isPresent() && !names.isEmpty()) {
                String[] cells = row.get().group(2).strip().split(" +");
                if (cells.length != names.size()) continue;
                String gpu = row.get().group(1);
                Map<String, String> values =
                        gpus.computeIfAbsent(gpu, g -> new LinkedHashMap<>(Map.of("index", g)));
                Source source = line.read().source();
                if (take(names, cells, values)) at.put(gpu, source);
                at.putIfAbsent(gpu, source);
                xid(names, cells, gpu, line.text(), source).ifPresent(facts::add);
            } else if (line.match(UNITS).isPresent()) {
                line.ignore();
            }
        }
        gpus.forEach(
                (gpu, values) -> {
                    Source source = at.get(gpu);
                    if (source != null) facts.add(GpuOfCsv.of(values, source));
                });
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("no sample of a GPU"));
        return lines.reading(facts);
    }

    /// @return whether the sample tells a reason to slow down
    private static boolean take(List<String> names, String[] cells, Map<String, String> into) {
        boolean slowed = false;
        for (int i = 0; i < cells.length; i++) {
            String field = FIELDS.get(names.get(i));
            if (field != null && !cells[i].equals("N/A")) into.put(field, cells[i]);
            if (!names.get(i).equals("DVCCTR") || !cells[i].matches("\\d{1,12}")) continue;
            long bits = Long.parseLong(cells[i]);
            slowed |= bits > 1;
            long before = Long.decode(into.getOrDefault(REASONS, "0x0"));
            into.put(REASONS, String.format(Locale.ROOT, "0x%016x", bits | before));
        }
        return slowed;
    }

    private static Optional<LogEvent> xid(
            List<String> names, String[] cells, String gpu, String text, Source source) {
        int at = names.indexOf("XIDER");
        if (at < 0 || !cells[at].matches("[1-9]\\d{0,3}")) return Optional.empty();
        Map<String, String> values = Map.of("xid", cells[at], "pci", "GPU " + gpu);
        return Optional.of(
                new LogEvent("xid", "", values, text.strip(), 1, source.firstLine(), source));
    }
}
