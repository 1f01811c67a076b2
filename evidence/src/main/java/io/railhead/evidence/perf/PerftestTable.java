package io.railhead.evidence.perf;

import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.model.Bandwidth;
import io.railhead.model.Source;
import io.railhead.model.fact.PerftestBandwidth;
import io.railhead.model.fact.PerftestLatency;
import io.railhead.model.fact.PerftestRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One perftest run while it is being read.
final class PerftestTable {
    private static final Pattern PAIR =
            Pattern.compile("([A-Za-z][\\w.* /-]*?)\\s*:\\s*(\\S.*?)(?=\\s{2,}[A-Z]|\\t|$)");
    private static final Pattern UNIT = Pattern.compile("BW average\\[([^]]+)]");

    /// perftest prints latencies by `%-7.2f`: a value of seven and more characters runs into the
    /// next, so that only the two decimals tell where one ends.
    private static final Pattern TWO_DECIMALS = Pattern.compile("\\d+\\.\\d{2}");

    private final Map<String, String> settings = new LinkedHashMap<>();
    private final List<PerftestBandwidth> bandwidths = new ArrayList<>();
    private final List<PerftestLatency> latencies = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private String test = "";
    private String columns = "";
    private Optional<String> unit = Optional.empty();
    private Optional<String> local = Optional.empty();
    private Optional<String> remote = Optional.empty();
    private boolean lastAddressLocal;
    private boolean peak = true;
    private boolean cpuWarning;
    private Optional<Lines.Line> first = Optional.empty();
    private Optional<Lines.Line> last = Optional.empty();

    private void took(Lines.Line line) {
        line.read();
        if (first.isEmpty()) first = Optional.of(line);
        last = Optional.of(line);
    }

    boolean hasRows() {
        return !bandwidths.isEmpty() || !latencies.isEmpty();
    }

    void banner(Lines.Line line) {
        test = line.stripped();
        took(line);
    }

    /// The line below a table, which the side that keeps no figures prints as well.
    void ruler() {
        if (!columns.isEmpty()) settings.put(PerftestRun.TABLE, "ended");
    }

    /// It waits for a client: of some tests a server prints no table at all.
    void server() {
        settings.putIfAbsent(PerftestRun.TABLE, "ended");
    }

    void columns(Lines.Line line) {
        columns = line.stripped();
        settings.put(PerftestRun.TABLE, "begun");
        Matcher m = UNIT.matcher(columns);
        if (m.find()) unit = Optional.of(m.group(1));
        took(line);
    }

    void cpuWarning(Lines.Line line) {
        cpuWarning = true;
        took(line);
    }

    void peakNotMeasured(Lines.Line line) {
        peak = false;
        took(line);
    }

    void error(Lines.Line line) {
        errors.add(line.stripped());
        took(line);
    }

    /// `local address: …`, `remote address: …`, and the GID line that follows each.
    boolean address(Lines.Line line) {
        String text = line.stripped();
        if (text.startsWith("local address") || text.startsWith("remote address")) {
            lastAddressLocal = text.startsWith("local");
            settings.merge(lastAddressLocal ? "local QPs" : "remote QPs", "1", PerftestTable::plus);
            took(line);
            return true;
        }
        if (!text.startsWith("GID:")) return false;
        Optional<String> address = mapped(text.substring(4).strip());
        if (lastAddressLocal) {
            local = local.or(() -> address);
        } else {
            remote = remote.or(() -> address);
        }
        took(line);
        return true;
    }

    private static String plus(String a, String b) {
        return String.valueOf(Integer.parseInt(a) + Integer.parseInt(b));
    }

    /// The IPv4 address of a mapped GID; perftest prints its bytes in decimal.
    private static Optional<String> mapped(String gid) {
        String[] parts = gid.split(":");
        if (parts.length != 16) return Optional.empty();
        int[] bytes = new int[16];
        for (int i = 0; i < 16; i++) {
            OptionalInt b = Numbers.toInt(parts[i]);
            if (b.isEmpty() || b.getAsInt() < 0 || b.getAsInt() > 255) return Optional.empty();
            bytes[i] = b.getAsInt();
        }
        for (int i = 0; i < 10; i++) if (bytes[i] != 0) return Optional.empty();
        if (bytes[10] != 255 || bytes[11] != 255) return Optional.empty();
        return Optional.of(bytes[12] + "." + bytes[13] + "." + bytes[14] + "." + bytes[15]);
    }

    boolean setting(Lines.Line line) {
        if (hasRows()) return false;
        Matcher m = PAIR.matcher(line.stripped());
        boolean any = false;
        while (m.find()) {
            settings.putIfAbsent(m.group(1).strip(), m.group(2).strip());
            any = true;
        }
        if (any) took(line);
        return any;
    }

    boolean row(Lines.Line line) {
        String text = line.stripped();
        if (text.isEmpty() || !Character.isDigit(text.charAt(0))) return false;
        boolean read =
                columns.isEmpty() || columns.contains("BW average")
                        ? bandwidth(line)
                        : latency(line);
        if (read) took(line);
        return read;
    }

    private boolean bandwidth(Lines.Line line) {
        List<String> words = line.words();
        if (words.size() < 4 || columns.isEmpty()) return false;
        var bytes = Numbers.toLong(words.get(0));
        var iterations = Numbers.toLong(words.get(1));
        var printedPeak = Numbers.toDouble(words.get(2));
        var average = Numbers.toDouble(words.get(3));
        if (bytes.isEmpty() || iterations.isEmpty() || printedPeak.isEmpty() || average.isEmpty()) {
            return false;
        }
        double p = printedPeak.getAsDouble();
        double a = average.getAsDouble();
        bandwidths.add(
                new PerftestBandwidth(
                        bytes.getAsLong(),
                        iterations.getAsLong(),
                        p > 0 ? Optional.of(rate(p)) : Optional.empty(),
                        rate(a),
                        p,
                        a,
                        words.size() > 4 ? Numbers.toDouble(words.get(4)) : OptionalDouble.empty(),
                        line.source()));
        return true;
    }

    private Bandwidth rate(double printed) {
        return unit.orElse("").toLowerCase(Locale.ROOT).startsWith("gb")
                ? Bandwidth.gbps(printed)
                : Bandwidth.mebibytes(printed);
    }

    private boolean latency(Lines.Line line) {
        List<String> words = line.words();
        if (words.size() < 3) return false;
        var bytes = Numbers.toLong(words.get(0));
        var iterations = Numbers.toLong(words.get(1));
        if (bytes.isEmpty() || iterations.isEmpty()) return false;
        List<Double> values = new ArrayList<>();
        Matcher m = TWO_DECIMALS.matcher(String.join(" ", words.subList(2, words.size())));
        while (m.find()) {
            Numbers.toDouble(m.group()).ifPresent(values::add);
        }
        if (values.isEmpty()) return false;
        boolean byDuration = columns.contains("tps average");
        if (!byDuration && values.size() < 4) return false;
        latencies.add(
                new PerftestLatency(
                        bytes.getAsLong(),
                        iterations.getAsLong(),
                        at(values, 0, byDuration),
                        at(values, 1, byDuration),
                        at(values, 2, byDuration),
                        byDuration ? values.get(0) : values.get(3),
                        at(values, 4, byDuration),
                        at(values, 5, byDuration),
                        at(values, 6, byDuration),
                        line.source()));
        return true;
    }

    private static OptionalDouble at(List<Double> values, int index, boolean absent) {
        return absent || index >= values.size()
                ? OptionalDouble.empty()
                : OptionalDouble.of(values.get(index));
    }

    private OptionalInt number(String key) {
        String value = settings.getOrDefault(key, "");
        OptionalDouble n = Numbers.leading(value);
        return n.isPresent() ? OptionalInt.of((int) n.getAsDouble()) : OptionalInt.empty();
    }

    private Optional<String> text(String key) {
        return Optional.ofNullable(settings.get(key));
    }

    /// The run, unless nothing of one was seen.
    Optional<PerftestRun> finish() {
        if (first.isEmpty() || last.isEmpty()) return Optional.empty();
        Source source = first.get().to(last.get());
        return Optional.of(
                new PerftestRun(
                        test,
                        text("Device"),
                        number("Number of qps"),
                        text("Connection type"),
                        number("Mtu"),
                        text("Link type"),
                        number("GID index"),
                        settings.getOrDefault("rdma_cm QPs", "").equals("ON"),
                        local,
                        remote,
                        unit,
                        peak,
                        cpuWarning,
                        bandwidths,
                        latencies,
                        errors,
                        settings,
                        source));
    }
}
