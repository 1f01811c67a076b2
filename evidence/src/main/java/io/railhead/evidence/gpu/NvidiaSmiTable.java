package io.railhead.evidence.gpu;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Gpu;
import io.railhead.model.fact.NvidiaDriver;
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

/// `nvidia-smi` alone: the table that people paste. Two rows a GPU, above them the versions. Also
/// the sentences by which nvidia-smi says that it has nothing to show, which name no mode. Not
/// collected: `nvidia-smi -q` has more.
@AutoService(Parser.class)
public final class NvidiaSmiTable implements Parser {

    private static final Pattern VERSIONS =
            Pattern.compile(
                    "\\| NVIDIA-SMI (\\S+) +(?:Driver|KMD) Version: (\\S+)"
                            + "(?: +CUDA (?:UMD )?Version: (\\S+))? *\\|?.*");

    /// `|   0  NVIDIA H200      On  |   00000000:00:06.0 Off |        0 |`.
    private static final Pattern FIRST_ROW =
            Pattern.compile(
                    "\\| +(\\d{1,4})  (.{1,60}?) +(On|Off|N/A) +\\| +"
                            + "([0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.[0-7]) +(?:On|Off|N/A) +\\|"
                            + " +(\\S+) +\\|");

    /// `| N/A   38C    P0    78W /  700W |   0MiB / 143771MiB |   0%   Default |`.
    private static final Pattern SECOND_ROW =
            Pattern.compile(
                    "\\| *(\\S+) +(\\S+) +(P\\d+|N/A) +(\\S+) +/ +(\\S+) +\\| *(.*?) *\\|"
                            + " *(\\S+) +(.*?) *\\|");

    private static final Pattern TITLE = Pattern.compile("(?m)^\\| NVIDIA-SMI \\d");

    /// What stands around an answer of nvidia-smi: prompts and an exit status.
    private static final Pattern AROUND = Pattern.compile("\\$ .*|.*[#$] nvidia-smi.*|rc=\\d+");

    @Override
    public String name() {
        return "nvidia-smi";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(Gpu.class, NvidiaDriver.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return c.is("nvidia-smi") && c.arguments().isEmpty();
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TITLE, text)
                || text.lines().anyMatch(l -> l.indexOf('|') >= 0 && FIRST_ROW.matcher(l).find())
                || (text.length() < 2000 && isFailure(text));
    }

    /// Nothing but sentences of failure, one of them nvidia-smi's own: other tools miss commands
    /// too.
    private static boolean isFailure(String text) {
        List<String> said =
                text.lines()
                        .map(String::strip)
                        .filter(l -> !l.isEmpty() && !AROUND.matcher(l).matches())
                        .toList();
        return said.stream().anyMatch(NvidiaSmiTable::isOwn)
                && said.stream().allMatch(NvidiaSmi::isFailure);
    }

    private static boolean isOwn(String line) {
        return line.contains("NV")
                || line.contains("nvidia-smi")
                || line.startsWith("No devices were found")
                || line.startsWith("Unable to determine");
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "nvidia-smi");
        NvidiaSmi.readFailures(lines);
        Optional<NvidiaDriver> driver = Optional.empty();
        List<Fact> facts = new ArrayList<>();
        Optional<Matcher> first = Optional.empty();
        Lines.Line firstLine = null;
        boolean table = false;
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Optional<Matcher> versions = line.match(VERSIONS);
            Optional<Matcher> opening = line.match(FIRST_ROW);
            Optional<Matcher> second = line.match(SECOND_ROW);
            if (versions.isPresent() && driver.isEmpty()) {
                driver = Optional.of(driver(versions.get(), line.read().source()));
                facts.add(driver.get());
            } else if (opening.isPresent()) {
                if (first.isPresent() && firstLine != null) {
                    facts.add(gpu(first.get(), Optional.empty(), firstLine.source(), driver));
                }
                first = opening;
                firstLine = line.read();
            } else if (second.isPresent() && first.isPresent() && firstLine != null) {
                facts.add(gpu(first.get(), second, firstLine.to(line.read()), driver));
                first = Optional.empty();
            } else if (isFrame(line.stripped(), table)) {
                line.ignore();
            }
            table |= line.stripped().startsWith("+-") || line.stripped().startsWith("|");
        }
        if (first.isPresent() && firstLine != null) {
            facts.add(gpu(first.get(), Optional.empty(), firstLine.source(), driver));
        }
        return lines.reading(facts);
    }

    /// Rules, headings, the third row of a GPU (MIG mode) and the list of processes.
    private static boolean isFrame(String text, boolean table) {
        return text.startsWith("+-")
                || text.startsWith("|")
                || (!table
                        && text.matches(
                                "[A-Z][a-z]{2} [A-Z][a-z]{2} +\\d{1,2} [\\d:]{8} .*\\d{4}"));
    }

    private static NvidiaDriver driver(Matcher m, Source source) {
        return new NvidiaDriver(
                NvidiaSmi.value(m.group(2)),
                Optional.ofNullable(m.group(3)).flatMap(NvidiaSmi::value),
                Optional.of(m.group(1)),
                source);
    }

    private static Gpu gpu(
            Matcher first, Optional<Matcher> second, Source source, Optional<NvidiaDriver> driver) {
        Map<String, String> rows = new LinkedHashMap<>();
        rows.put("Volatile Uncorr. ECC", first.group(5));
        second.ifPresent(
                m -> {
                    rows.put("Fan", m.group(1));
                    rows.put("Temp", m.group(2));
                    rows.put("Perf", m.group(3));
                    rows.put("Pwr:Usage", m.group(4));
                    rows.put("Pwr:Cap", m.group(5));
                    rows.put("Memory-Usage", m.group(6));
                    rows.put("GPU-Util", m.group(7));
                    rows.put("Compute M.", m.group(8));
                });
        Map<String, Integer> lines = new LinkedHashMap<>();
        rows.keySet()
                .forEach(
                        k ->
                                lines.put(
                                        k,
                                        k.startsWith("Volatile")
                                                ? source.firstLine()
                                                : source.lastLine()));
        String[] memory = rows.getOrDefault("Memory-Usage", "").split(" */ *", -1);
        return new Gpu(
                Numbers.toInt(first.group(1)),
                Optional.of(first.group(2)),
                Optional.empty(),
                Optional.of(first.group(4)),
                driver.flatMap(NvidiaDriver::driver),
                driver.flatMap(NvidiaDriver::cuda),
                NvidiaSmi.value(first.group(3)).map("On"::equals),
                row(rows, "Perf"),
                NvidiaSmi.whole(row(rows, "Temp")),
                watts(rows, "Pwr:Usage"),
                watts(rows, "Pwr:Cap"),
                OptionalDouble.empty(),
                memory.length == 2 ? memory(memory[1]) : OptionalLong.empty(),
                memory.length == 2 ? memory(memory[0]) : OptionalLong.empty(),
                NvidiaSmi.whole(row(rows, "GPU-Util")),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                Map.of(),
                GpuTree.count(row(rows, "Volatile Uncorr. ECC")),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                rows,
                lines,
                source);
    }

    private static Optional<String> row(Map<String, String> rows, String key) {
        return Optional.ofNullable(rows.get(key)).flatMap(NvidiaSmi::value);
    }

    private static OptionalDouble watts(Map<String, String> rows, String key) {
        return row(rows, key).map(Numbers::leading).orElse(OptionalDouble.empty());
    }

    /// `143771MiB`.
    private static OptionalLong memory(String text) {
        return NvidiaSmi.bytes(NvidiaSmi.value(text).map(t -> t.replace("MiB", " MiB")));
    }
}
