package io.railhead.evidence.perf;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NcclTestRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The table of nccl-tests. Columns are read by the heading's words: versions add and drop `root`,
/// `#iters` and spread columns, and call the check column `#wrong` or `error`. NCCL's own log lines
/// may stand between; they are left to the log's parser.
@AutoService(Parser.class)
public final class NcclTests implements Parser {
    private static final Pattern RANK =
            Pattern.compile(
                    "#\\s+Rank\\s+(\\d+)\\s+(?:Group\\s+\\d+\\s+)?Pid\\s+\\d+ on\\s+(\\S+)"
                            + "\\s+device\\s+(\\d+) \\[([^]]*)]\\s*(.*)");
    private static final Pattern NCCL_LOG = Pattern.compile(" NCCL (INFO|WARN|TRACE|ABORT|CALL) ");
    private static final Pattern VIA =
            Pattern.compile(
                    " Channel \\d{1,4}(?:/\\d{1,4})? : \\d+\\[\\w+] -> \\d+\\[\\w+]"
                            + "(?: \\[(?:send|receive)])? via ([\\w/() .-]{1,60})");
    private static final Pattern STARTING =
            Pattern.compile("# Collective test (starting|concluded):\\s*(\\w+)");
    private static final Pattern PROGRAM = Pattern.compile("(?:.*[/ ])?(\\w+)_perf(?:_mpi)?");
    private static final Pattern AVERAGE = Pattern.compile("# Avg bus bandwidth\\s*:\\s*(\\S+).*");
    private static final Pattern BOUNDS =
            Pattern.compile("# Out of bounds values\\s*:\\s*(\\d+).*");
    private static final Pattern VERSION = Pattern.compile(".*nccl-library=(\\d+).*");

    @Override
    public String name() {
        return "nccl-tests";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(NcclTestRun.class);
    }

    @Override
    public boolean readsCommand(String command) {
        CommandLine line = CommandLine.of(command);
        return PROGRAM.matcher(line.program()).matches()
                || line.arguments().stream().anyMatch(a -> PROGRAM.matcher(a).matches());
    }

    @Override
    public boolean recognises(String text) {
        return NcclTestsJson.isOne(text)
                || text.contains("algbw") && text.contains("busbw") && text.contains("#");
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        if (NcclTestsJson.isOne(transcript.stdout())) {
            return lines.reading(NcclTestsJson.read(lines));
        }
        Table table = new Table(program(lines.command()));
        for (Lines.Line line : lines) {
            if (NCCL_LOG.matcher(line.text()).find()) table.log(line);
            if (line.isLeft()) table.take(line);
        }
        Optional<NcclTestRun> run = table.finish(lines);
        if (run.isEmpty()) {
            lines.unavailable(lines.complaint().orElse("no nccl-tests table"));
        }
        return lines.reading(run.stream().toList());
    }

    private static Optional<String> program(CommandLine command) {
        List<String> words = new ArrayList<>(command.arguments());
        words.addFirst(command.program());
        for (String word : words) {
            Matcher m = PROGRAM.matcher(word);
            if (m.matches()) return Optional.of(m.group(1));
        }
        return Optional.empty();
    }

    private static final class Table {
        private final List<NcclTestRun.Device> devices = new ArrayList<>();
        private final List<NcclTestRun.Row> rows = new ArrayList<>();
        private final TreeMap<String, Integer> transports = new TreeMap<>();
        private Optional<String> collective;
        private OptionalDouble average = OptionalDouble.empty();
        private OptionalLong bounds = OptionalLong.empty();
        private OptionalInt library = OptionalInt.empty();
        private List<String> columns = List.of();

        Table(Optional<String> collective) {
            this.collective = collective;
        }

        /// Of NCCL's log only which way each channel goes; the rest is its own parser's.
        void log(Lines.Line line) {
            Matcher m = VIA.matcher(line.text());
            if (m.find()) {
                transports.merge(m.group(1).strip(), 1, Integer::sum);
                line.read();
            } else {
                line.ignore();
            }
        }

        void take(Lines.Line line) {
            String text = line.stripped();
            Matcher m;
            if (!text.startsWith("#")) {
                row(line);
            } else if ((m = RANK.matcher(text)).matches()) {
                devices.add(
                        new NcclTestRun.Device(
                                Numbers.toInt(m.group(1)).orElse(-1),
                                m.group(2),
                                Numbers.toInt(m.group(3)).orElse(-1),
                                m.group(4),
                                m.group(5).strip()));
                line.read();
            } else if (text.contains("algbw")) {
                columns = List.of(text.substring(1).strip().split("\\s+"));
                line.read();
            } else if ((m = AVERAGE.matcher(text)).matches()) {
                average = Numbers.toDouble(m.group(1));
                line.read();
            } else if ((m = BOUNDS.matcher(text)).matches()) {
                bounds = Numbers.toLong(m.group(1));
                line.read();
            } else if ((m = STARTING.matcher(text)).matches()) {
                collective = Optional.of(m.group(2).replaceFirst("_perf$", ""));
                line.read();
            } else if ((m = VERSION.matcher(text)).matches()) {
                library = Numbers.toInt(m.group(1));
                line.read();
            } else {
                // Parameters, units and rulers.
                line.ignore();
            }
        }

        private void row(Lines.Line line) {
            List<String> words = line.words();
            // Collectives without a reduction print the heading `redop` and no cell under it in
            // old versions: then the row is one word shorter than its heading.
            List<String> heading = new ArrayList<>(columns);
            for (String empty : List.of("redop", "root")) {
                if (words.size() < heading.size()) heading.remove(empty);
            }
            if (columns.isEmpty() || words.size() < heading.size()) return;
            int firstTime = heading.indexOf("time");
            int secondTime = heading.lastIndexOf("time");
            int redop = heading.indexOf("redop");
            int root = heading.indexOf("root");
            if (firstTime < 3) return;
            OptionalLong bytes = Numbers.toLong(words.get(0));
            OptionalLong count = Numbers.toLong(words.get(1));
            Optional<NcclTestRun.Half> out =
                    half(words, heading, firstTime, secondTime, tolerance(words.get(2)));
            if (bytes.isEmpty() || count.isEmpty() || out.isEmpty()) return;
            rows.add(
                    new NcclTestRun.Row(
                            bytes.getAsLong(),
                            count.getAsLong(),
                            words.get(2),
                            redop < 0 ? "" : words.get(redop),
                            root < 0 ? OptionalInt.empty() : Numbers.toInt(words.get(root)),
                            out.get(),
                            secondTime > firstTime
                                    ? half(
                                            words,
                                            heading,
                                            secondTime,
                                            heading.size(),
                                            tolerance(words.get(2)))
                                    : Optional.empty(),
                            line.source()));
            line.read();
        }

        /// The cells from a `time` column up to the next half.
        private static Optional<NcclTestRun.Half> half(
                List<String> words,
                List<String> heading,
                int from,
                int nextHalf,
                double tolerance) {
            int to = nextHalf > from ? nextHalf : heading.size();
            List<String> own = heading.subList(from, to);
            int algbw = own.indexOf("algbw");
            int busbw = own.indexOf("busbw");
            int wrong = Math.max(own.indexOf("#wrong"), own.indexOf("error"));
            if (algbw < 0 || busbw < 0) return Optional.empty();
            OptionalDouble time = Numbers.toDouble(words.get(from));
            OptionalDouble alg = Numbers.toDouble(words.get(from + algbw));
            OptionalDouble bus = Numbers.toDouble(words.get(from + busbw));
            if (time.isEmpty() || alg.isEmpty() || bus.isEmpty()) return Optional.empty();
            return Optional.of(
                    new NcclTestRun.Half(
                            time.getAsDouble(),
                            alg.getAsDouble(),
                            bus.getAsDouble(),
                            wrong < 0
                                    ? OptionalLong.empty()
                                    : wrongs(words.get(from + wrong), tolerance)));
        }

        /// Old versions print the largest error (`5e-07`), which sums in another order have too: it
        /// is wrong beyond what they allow.
        private static OptionalLong wrongs(String cell, double tolerance) {
            OptionalLong whole = Numbers.toLong(cell);
            if (whole.isPresent()) return whole;
            OptionalDouble error = Numbers.toDouble(cell);
            return error.isPresent()
                    ? OptionalLong.of(error.getAsDouble() > tolerance ? 1 : 0)
                    : OptionalLong.empty();
        }

        /// The largest error of a value that is right: so much a rank added (DeltaMaxValue in
        /// nccl-tests' common.cu, before version 2.13).
        private double tolerance(String type) {
            double one =
                    switch (type) {
                        case "half", "bfloat16" -> 1e-2;
                        case "float" -> 1e-5;
                        case "double" -> 1e-12;
                        default -> 0;
                    };
            return one * Math.max(1, devices.size() - 1);
        }

        Optional<NcclTestRun> finish(Lines lines) {
            if (rows.isEmpty() && columns.isEmpty()) return Optional.empty();
            return Optional.of(
                    new NcclTestRun(
                            collective,
                            devices.isEmpty()
                                    ? OptionalInt.empty()
                                    : OptionalInt.of(devices.size()),
                            devices,
                            rows,
                            average,
                            bounds,
                            library,
                            transports,
                            lines.whole()));
        }
    }
}
