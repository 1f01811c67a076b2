package io.railhead.evidence.perf;

import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.model.fact.FioRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What fio 3 prints without `--output-format=json`: a block a group of jobs, in it one a
/// direction. `k` and `M` of IOPS are decimal, `KiB` and its kin are not.
final class FioText {
    private static final Pattern VERSION = Pattern.compile("fio-(\\d\\S{0,40})");
    private static final Pattern OPTIONS =
            Pattern.compile("(\\S.{0,80}?): \\(g=\\d{1,6}\\): (rw=.*)");
    private static final Pattern OPTION =
            Pattern.compile("(\\w{1,20})=(\\([^)]*\\) )?([^,\\s]{1,60})");
    private static final Pattern GROUP =
            Pattern.compile(
                    "(\\S.{0,80}?): \\(groupid=\\d{1,6}, jobs=(\\d{1,6})\\): err= *(\\d{1,6})[: ].*");
    private static final Pattern SIDE =
            Pattern.compile(
                    "(read|write|trim) ?: IOPS=([\\d.]{1,20})([kMG]?), BW=([\\d.]{1,20})([KMGT]?)iB/s"
                            + " ?\\([^)]*\\) ?\\(([\\d.]{1,20})([KMGT]?)i?B/(\\d{1,12})msec\\).*");
    private static final Pattern LATENCY =
            Pattern.compile(
                    "(clat|lat) \\((nsec|usec|msec)\\): min=.{1,60}, avg=([\\d.]{1,20}), stdev=.*");
    private static final Pattern PERCENTILES =
            Pattern.compile("(?:clat|lat) percentiles \\((nsec|usec|msec)\\):");
    private static final Pattern PERCENTILE =
            Pattern.compile("([\\d.]{1,9})th=\\[ *(\\d{1,15})\\]");
    private static final Pattern NOISE =
            Pattern.compile(
                    "Starting \\d+ .*|Jobs: \\d+ \\(f=.*|(?:slat|bw|iops|cpu|IO depths|submit|complete|latency|lat"
                            + "|issued rwts?|issued|sync) *(?:\\([^)]*\\) *)?: .*"
                            + "|Run status group .*|(?:READ|WRITE|TRIM): (?:bw|io)=.*"
                            + "|Disk stats \\(read/write\\):|\\S+: ios=.*|\\S+: Laying out IO files? .*"
                            + "|aggrios=.*|\\.\\.\\.");

    private final List<FioRun.Job> jobs = new ArrayList<>();
    private final Map<String, Map<String, String>> options = new LinkedHashMap<>();
    private final Map<String, Open> sides = new LinkedHashMap<>();
    private String version = "";
    private String name = "";
    private String group = "";
    private int error;
    private Optional<Open> open = Optional.empty();
    private Optional<Lines.Line> first = Optional.empty();
    private Optional<Lines.Line> last = Optional.empty();

    /// One direction while it is being read.
    private static final class Open {
        private final Matcher row;
        private OptionalDouble latency = OptionalDouble.empty();
        private OptionalDouble completion = OptionalDouble.empty();
        private double unit = 1;
        private final Map<Double, Double> percentiles = new LinkedHashMap<>();

        Open(Matcher row) {
            this.row = row;
        }

        FioRun.Side side() {
            return new FioRun.Side(
                    (long) number(row.group(6), 1024, row.group(7)),
                    number(row.group(4), 1024, row.group(5)),
                    number(row.group(2), 1000, row.group(3)),
                    Numbers.toLong(row.group(8)),
                    latency,
                    completion,
                    percentiles);
        }

        private static double number(String digits, int base, String prefix) {
            int power = prefix.isEmpty() ? 0 : "KMGT".indexOf(prefix.toUpperCase(Locale.ROOT)) + 1;
            return Numbers.toDouble(digits).orElse(0) * Math.pow(base, power);
        }
    }

    private FioText() {}

    static boolean isOne(String text) {
        return text.contains("(groupid=") && text.contains(" BW=");
    }

    /// The run, unless no result stands in the text.
    static Optional<FioRun> read(Lines lines) {
        FioText text = new FioText();
        for (Lines.Line line : lines) {
            if (line.isLeft() && line.text().length() < 2000) text.take(line, line.stripped());
        }
        text.close();
        return text.jobs.isEmpty() || text.first.isEmpty() || text.last.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new FioRun(text.version, text.jobs, text.first.get().to(text.last.get())));
    }

    private void take(Lines.Line line, String s) {
        Matcher m;
        if ((m = SIDE.matcher(s)).matches()) {
            Open side = new Open(m);
            sides.put(m.group(1), side);
            open = Optional.of(side);
        } else if ((m = GROUP.matcher(s)).matches()) {
            close();
            name = m.group(1);
            group = m.group(2);
            error = Numbers.toInt(m.group(3)).orElse(0);
        } else if ((m = LATENCY.matcher(s)).matches() && open.isPresent()) {
            double nanos = Numbers.toDouble(m.group(3)).orElse(0) * nanos(m.group(2));
            if (m.group(1).equals("lat")) open.get().latency = OptionalDouble.of(nanos);
            else open.get().completion = OptionalDouble.of(nanos);
        } else if ((m = PERCENTILES.matcher(s)).matches() && open.isPresent()) {
            open.get().unit = nanos(m.group(1));
        } else if (s.startsWith("| ") && open.isPresent()) {
            percentiles(s, open.get());
        } else if ((m = OPTIONS.matcher(s)).matches()) {
            options(m.group(1), m.group(2));
        } else if ((m = VERSION.matcher(s)).matches()) {
            version = m.group(1);
        } else {
            if (NOISE.matcher(s).matches()) line.ignore();
            return;
        }
        line.read();
        if (first.isEmpty()) first = Optional.of(line);
        last = Optional.of(line);
    }

    private static void percentiles(String row, Open side) {
        Matcher m = PERCENTILE.matcher(row);
        while (m.find()) {
            OptionalDouble at = Numbers.toDouble(m.group(1));
            OptionalLong value = Numbers.toLong(m.group(2));
            if (at.isPresent() && value.isPresent())
                side.percentiles.put(at.getAsDouble(), value.getAsLong() * side.unit);
        }
    }

    private void options(String job, String text) {
        Map<String, String> of = options.computeIfAbsent(job, j -> new LinkedHashMap<>());
        Matcher m = OPTION.matcher(text);
        while (m.find()) of.putIfAbsent(m.group(1), m.group(3));
    }

    private static double nanos(String unit) {
        return switch (unit) {
            case "usec" -> 1e3;
            case "msec" -> 1e6;
            default -> 1;
        };
    }

    private void close() {
        if (!sides.isEmpty()) {
            Map<String, String> of = new LinkedHashMap<>(options.getOrDefault(name, Map.of()));
            if (!group.isEmpty()) of.put(FioRun.JOBS, group);
            jobs.add(new FioRun.Job(name, error, of, side("read"), side("write")));
        }
        sides.clear();
        open = Optional.empty();
        name = "";
        group = "";
        error = 0;
    }

    private FioRun.Side side(String way) {
        Open side = sides.get(way);
        return side == null ? FioRun.Side.NONE : side.side();
    }
}
