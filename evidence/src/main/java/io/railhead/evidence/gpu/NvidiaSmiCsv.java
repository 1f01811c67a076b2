package io.railhead.evidence.gpu;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Gpu;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// `nvidia-smi --query-gpu=FIELD,… --format=csv[,noheader][,nounits]`: a row a GPU. Without a
/// header the fields are those of the command. Not collected: `nvidia-smi -q` has more.
@AutoService(Parser.class)
public final class NvidiaSmiCsv implements Parser {

    private static final Pattern FIELD =
            Pattern.compile("\"?([a-z][a-z0-9_]*(?:\\.[a-z0-9_]+){0,6})(?: \\[[^\\]]{1,10}])?\"?");

    /// Fields that no other CSV is likely to have; a header needs one of them.
    private static final Pattern OWN =
            Pattern.compile(
                    "(?:^|,)\\s*\"?(?:pci\\.|pcie\\.|gpu_|uuid|temperature\\.|power\\.|clocks"
                            + "|utilization\\.|memory\\.(?:total|used|free)|ecc\\.|remapped_rows\\."
                            + "|driver_version|fabric\\.|persistence_mode|pstate|retired_pages\\.)");

    private static final Pattern QUERY = Pattern.compile("--query-(?:gpu|remapped-rows)=");

    @Override
    public String name() {
        return "nvidia-smi-csv";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(Gpu.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return c.is("nvidia-smi")
                && c.arguments().stream().anyMatch(a -> QUERY.matcher(a).lookingAt());
    }

    @Override
    public boolean recognises(String text) {
        Optional<String> first =
                text.lines().map(String::strip).filter(s -> !s.isEmpty()).findFirst();
        if (first.isEmpty()) return false;
        String line = first.get();
        if (line.contains("nvidia-smi") && QUERY.matcher(line).find()) return true;
        return isHeader(line);
    }

    private static boolean isHeader(String line) {
        if (line.length() > 4000 || !OWN.matcher(line).find()) return false;
        return Csv.cells(line).stream().allMatch(c -> FIELD.matcher(c).matches());
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "nvidia-smi");
        NvidiaSmi.readFailures(lines);
        List<String> fields = asked(lines.command());
        List<Gpu> facts = new ArrayList<>();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            if (isHeader(line.stripped())) {
                fields =
                        Csv.cells(line.read().stripped()).stream()
                                .map(NvidiaSmiCsv::field)
                                .toList();
                continue;
            }
            List<String> cells = Csv.cells(line.stripped());
            if (fields.isEmpty() || cells.size() != fields.size()) continue;
            Map<String, String> values = new LinkedHashMap<>();
            for (int i = 0; i < cells.size(); i++) values.putIfAbsent(fields.get(i), cells.get(i));
            facts.add(GpuOfCsv.of(values, line.read().source()));
        }
        return lines.reading(facts);
    }

    private static List<String> asked(CommandLine command) {
        return command.arguments().stream()
                .filter(a -> QUERY.matcher(a).lookingAt())
                .findFirst()
                .map(a -> List.of(a.substring(a.indexOf('=') + 1).split(",")))
                .orElse(List.of());
    }

    /// The field without its unit.
    private static String field(String cell) {
        int unit = cell.indexOf(" [");
        return (unit < 0 ? cell : cell.substring(0, unit)).strip();
    }
}
