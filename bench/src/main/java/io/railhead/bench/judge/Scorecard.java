package io.railhead.bench.judge;

import io.railhead.model.Expectation;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import io.railhead.model.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/// A run of all benchmarks on one page: what was measured against what was expected, TCP and RDMA
/// side by side.
///
/// A cell is the worst of its values, since a cluster is as good as its worst path. Its status:
/// `met` when every value met its expectation, `missed` when one did not, `not judged` when nothing
/// could judge one of them (and none was missed), `not measured` when there is none: unknown is not
/// well.
public record Scorecard(List<Row> network, List<Row> hosts) {

    /// @param unit what the values of the row are in: `Gb/s`, `µs`
    /// @param cells of TCP and RDMA, or one of a host's own
    public record Row(String what, String unit, List<Cell> cells) {}

    /// @param value of the worst, in the unit of the row; empty when there is none
    /// @param wanted the nearer bound; empty when there is none
    /// @param where the worst was
    public record Cell(String value, String wanted, String where, String status) {
        static final Cell NONE = new Cell("", "", "", "not measured");
    }

    /// How the title of a run of all kinds begins; what it ran follows.
    public static final String ALL = "all: ";

    /// Whether a run was one of all benchmarks, by its title, which names them.
    public static boolean isFor(String title) {
        return title.startsWith(ALL)
                || title.contains("iperf3") && title.contains("perftest") && title.contains("fio");
    }

    public static Scorecard of(List<Measurement> all) {
        List<Row> network = new ArrayList<>();
        List<String> rails =
                all.stream()
                        .filter(m -> m.metric().matches("(tcp|rdma)\\..*"))
                        .map(m -> m.conditions().get("rail"))
                        .filter(r -> !r.isEmpty() && !r.contains("+"))
                        .distinct()
                        .sorted()
                        .toList();
        for (String rail : rails) {
            List<Measurement> own =
                    all.stream().filter(m -> m.conditions().get("rail").equals(rail)).toList();
            network.add(
                    new Row(
                            rail + " bandwidth",
                            "Gb/s",
                            List.of(
                                    cell(most(own, "tcp.bandwidth", "streams"), 1e9, true),
                                    cell(
                                            most(
                                                    own.stream().filter(Scorecard::write).toList(),
                                                    "rdma.bandwidth",
                                                    "qps"),
                                            1e9,
                                            true))));
            for (Statistic s : List.of(Statistic.P50, Statistic.P99)) {
                network.add(
                        new Row(
                                rail + " latency " + s.word(),
                                "µs",
                                List.of(
                                        cell(latency(own, "tcp.latency", s), 1e3, false),
                                        cell(
                                                latency(
                                                        own.stream()
                                                                .filter(Scorecard::write)
                                                                .toList(),
                                                        "rdma.latency",
                                                        s),
                                                1e3,
                                                false))));
            }
        }
        List<Row> hosts = new ArrayList<>();
        for (String access : List.of("read", "write", "randread", "randwrite")) {
            boolean random = access.startsWith("rand");
            hosts.add(
                    new Row(
                            "disk " + access,
                            random ? "IOPS" : "GB/s",
                            List.of(
                                    cell(
                                            pick(
                                                    all,
                                                    m ->
                                                            m.metric()
                                                                            .equals(
                                                                                    random
                                                                                            ? "disk.iops"
                                                                                            : "disk.bandwidth")
                                                                    && m.conditions()
                                                                            .get("access")
                                                                            .equals(access)
                                                                    && m.statistic()
                                                                            == Statistic.MEAN),
                                            random ? 1 : 8e9,
                                            true))));
        }
        hosts.add(
                new Row(
                        "GPU all_reduce busbw",
                        "GB/s",
                        List.of(
                                cell(
                                        pick(
                                                all,
                                                m ->
                                                        m.metric().equals("nccl.busbw")
                                                                && m.conditions()
                                                                        .get("collective")
                                                                        .equals("all_reduce")),
                                        8e9,
                                        true))));
        return new Scorecard(List.copyOf(network), List.copyOf(hosts));
    }

    private static boolean write(Measurement m) {
        return m.conditions().get("verb").equals("write");
    }

    private static List<Measurement> pick(List<Measurement> all, Predicate<Measurement> which) {
        return all.stream().filter(which).toList();
    }

    /// The bandwidths with the most flows of each path: what the line gives.
    private static List<Measurement> most(List<Measurement> of, String metric, String flows) {
        List<Measurement> all =
                pick(
                        of,
                        m ->
                                m.metric().equals(metric)
                                        && m.statistic() == Statistic.MEAN
                                        && m.conditions().get("together").isEmpty());
        long most = all.stream().mapToLong(m -> number(m, flows)).max().orElse(0);
        List<Measurement> widest = pick(all, m -> number(m, flows) == most);
        long largest = widest.stream().mapToLong(m -> number(m, "message")).max().orElse(0);
        return pick(widest, m -> number(m, "message") == largest);
    }

    private static List<Measurement> latency(List<Measurement> of, String metric, Statistic s) {
        return pick(
                of,
                m ->
                        m.metric().equals(metric)
                                && m.statistic() == s
                                && !m.conditions().get("load").equals("under-load"));
    }

    private static long number(Measurement m, String key) {
        String text = m.conditions().get(key);
        return text.matches("\\d{1,12}") ? Long.parseLong(text) : 0;
    }

    private static Cell cell(List<Measurement> of, double unit, boolean more) {
        Comparator<Measurement> byValue = Comparator.comparingDouble(Measurement::value);
        Optional<Measurement> worst =
                of.stream()
                        .min(
                                Comparator.comparing(
                                                (Measurement m) ->
                                                        m.verdict() == Verdict.MISSED ? 0 : 1)
                                        .thenComparing(more ? byValue : byValue.reversed()));
        if (worst.isEmpty()) {
            return Cell.NONE;
        }
        Measurement m = worst.get();
        String to = m.conditions().get("to");
        return new Cell(
                text(m.value() / unit),
                wanted(m, unit, more),
                m.conditions().get("from") + (to.isEmpty() ? "" : ">" + to),
                status(of));
    }

    private static String status(List<Measurement> of) {
        if (of.stream().anyMatch(m -> m.verdict() == Verdict.MISSED)) {
            return "missed";
        }
        return of.stream().anyMatch(m -> m.verdict() == Verdict.NONE) ? "not judged" : "met";
    }

    private static String wanted(Measurement m, double unit, boolean more) {
        Optional<Expectation> e = m.expectation().filter(Expectation::bounded);
        if (e.isEmpty()) {
            return "";
        }
        boolean low = more ? e.get().low() != Double.NEGATIVE_INFINITY : false;
        if (more && m.value() > e.get().high()) {
            low = false;
        }
        return low
                ? ">=" + text(e.get().low() / unit)
                : e.get().high() == Double.POSITIVE_INFINITY
                        ? ""
                        : "<=" + text(e.get().high() / unit);
    }

    private static String text(double value) {
        return String.format(
                Locale.ROOT, value >= 1000 ? "%.0f" : value >= 100 ? "%.1f" : "%.2f", value);
    }
}
