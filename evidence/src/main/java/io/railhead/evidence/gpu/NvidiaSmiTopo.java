package io.railhead.evidence.gpu;

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
import io.railhead.model.fact.GpuTopology;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `nvidia-smi topo -m`: how GPUs and NICs hang together. Columns are told by order, not by place:
/// pastes lose their alignment. Old versions name the NICs in the table itself (`mlx5_0`), newer
/// ones in a legend below.
@AutoService(Parser.class)
public final class NvidiaSmiTopo implements Parser {

    private static final Pattern HEAD =
            Pattern.compile("(?:\\[4m)?(GPU\\d.*?)\\s+CPU Affinity\\b.*");

    private static final Pattern CELL =
            Pattern.compile("X|SYS|NODE|PHB|PXB|PIX|SOC|PSB|NV\\d{1,3}");

    private static final Pattern NIC = Pattern.compile("(NIC\\d{1,4}): +([\\w.-]+)");

    private static final Pattern LEGEND =
            Pattern.compile("(?:NIC )?Legend:|(?:X|SYS|NODE|PHB|PXB|PIX|SOC|PSB|NV#) += .*");

    private static final Pattern TEXT =
            Pattern.compile("(?m)^\\s*(?:\\u001B\\[\\d*m)?GPU\\d+\\s.*\\bCPU Affinity\\b");

    @Override
    public String name() {
        return "nvidia-smi-topo";
    }

    @Override
    public List<Probe> probes() {
        return List.of(Probe.once(name(), "nvidia-smi topo -m"));
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(GpuTopology.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine c = CommandLine.of(command);
        return c.is("nvidia-smi", "topo") && (c.has("-m") || c.has("--matrix"));
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "nvidia-smi");
        NvidiaSmi.readFailures(lines);
        List<String> columns = List.of();
        Table table = new Table();
        Lines.Line first = null;
        Lines.Line last = null;
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Optional<Matcher> head = line.match(HEAD);
            Optional<Matcher> nic = line.match(NIC);
            if (head.isPresent()) {
                if (first != null) break;
                columns = List.of(head.get().group(1).strip().split("\\s+"));
                first = line.read();
                last = line;
            } else if (nic.isPresent()) {
                table.nicNames.put(nic.get().group(1), nic.get().group(2));
                line.read();
            } else if (line.match(LEGEND).isPresent()) {
                line.ignore();
            } else if (!columns.isEmpty() && table.row(line.words(), columns)) {
                last = line.read();
            }
        }
        if (first == null || last == null || table.links.isEmpty()) {
            if (first != null) lines.unavailable("the matrix has no rows");
            return lines.reading(List.of());
        }
        return lines.reading(List.of(table.fact(columns, first, last)));
    }

    /// The matrix while its rows are read.
    private static final class Table {
        final Map<String, Map<String, String>> links = new LinkedHashMap<>();
        final Map<String, String> cpus = new LinkedHashMap<>();
        final Map<String, Integer> nodes = new LinkedHashMap<>();
        final Map<String, Integer> gpuNodes = new LinkedHashMap<>();
        final Map<String, String> nicNames = new LinkedHashMap<>();

        /// A name, a cell a column, then for GPUs CPUs, NUMA node and the GPU's own node.
        boolean row(List<String> words, List<String> columns) {
            if (words.size() <= columns.size() || !columns.contains(words.getFirst())) return false;
            Map<String, String> cells = new LinkedHashMap<>();
            for (int i = 0; i < columns.size(); i++) {
                String cell = words.get(i + 1);
                if (!CELL.matcher(cell).matches()) return false;
                cells.put(columns.get(i), cell);
            }
            String name = words.getFirst();
            links.put(name, cells);
            List<String> rest = words.subList(columns.size() + 1, words.size());
            if (!rest.isEmpty()) cpus.put(name, rest.getFirst());
            number(rest, 1, name, nodes);
            number(rest, 2, name, gpuNodes);
            return true;
        }

        private static void number(
                List<String> words, int at, String name, Map<String, Integer> into) {
            if (words.size() <= at) return;
            OptionalInt n = Numbers.toInt(words.get(at));
            if (n.isPresent()) into.put(name, n.getAsInt());
        }

        GpuTopology fact(List<String> columns, Lines.Line first, Lines.Line last) {
            Map<String, String> names = new LinkedHashMap<>();
            int gpus = 0;
            for (String column : columns) {
                if (column.matches("GPU\\d{1,4}")) {
                    gpus++;
                } else {
                    String name = nicNames.get(column);
                    if (name != null) names.put(column, name);
                    // Old versions head the column with the device itself.
                    else if (!column.startsWith("NIC")) names.put(column, column);
                }
            }
            return new GpuTopology(
                    gpus,
                    columns.size() - gpus,
                    links,
                    cpus,
                    nodes,
                    gpuNodes,
                    names,
                    first.to(last));
        }
    }
}
