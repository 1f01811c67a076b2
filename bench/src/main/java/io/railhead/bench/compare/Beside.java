package io.railhead.bench.compare;

import io.railhead.bench.Pair;
import io.railhead.bench.Values;
import io.railhead.bench.judge.Expectations;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// TCP beside RDMA on the same way, like with like: as many streams as queue pairs, the same
/// interface MTU, one direction; of latencies the same statistic of the same part of a round trip.
/// What is not like is refused by name and never divided.
///
/// @param rows with the ratio
/// @param refused `gpu01 -> gpu02 rail0, bandwidth: why`
public record Beside(List<Row> rows, List<String> refused) {
    /// Statistics that both sockperf and perftest give.
    private static final List<Statistic> OF_LATENCY =
            List.of(Statistic.MIN, Statistic.P50, Statistic.MEAN, Statistic.P99, Statistic.P999);

    /// @param what `bandwidth, 1 flow`, `latency p50, half a round trip`
    /// @param caution what is not quite alike, such as the size of the messages; empty when all is
    public record Row(Pair pair, String what, Measurement tcp, Measurement rdma, String caution) {

        private boolean bandwidth() {
            return tcp.unit().equals("bit/s");
        }

        /// How many times RDMA is better: more of a bandwidth, less of a latency.
        public double times() {
            return bandwidth() ? rdma.value() / tcp.value() : tcp.value() / rdma.value();
        }

        /// Both definitions: `RDMA has 1.39 x (+39 %)`, `TCP takes 23.6 x (RDMA 96 % less)`.
        public String words() {
            return bandwidth()
                    ? String.format(
                            Locale.ROOT, "RDMA has %.2f x (%+.0f %%)", times(), 100 * (times() - 1))
                    : String.format(
                            Locale.ROOT,
                            "TCP takes %.1f x (RDMA %.0f %% less)",
                            times(),
                            100 * (1 - 1 / times()));
        }
    }

    /// @param tcp measurements, of which those of TCP count
    /// @param rdma measurements, of which those of RDMA writes (of which a send has the latency of
    ///     a socket's message, too) count; may be the same list
    public static Beside of(List<Measurement> tcp, List<Measurement> rdma) {
        Beside beside = new Beside(new ArrayList<>(), new ArrayList<>());
        Map<Pair, List<Measurement>> ways = new LinkedHashMap<>();
        for (Measurement m : rdma) {
            if (m.metric().startsWith("rdma.") && m.conditions().get("verb").equals("write")) {
                ways.computeIfAbsent(Expectations.pair(m), p -> new ArrayList<>()).add(m);
            }
        }
        Map<Pair, List<Measurement>> sockets = new LinkedHashMap<>();
        for (Measurement m : tcp) {
            if (m.metric().startsWith("tcp.")) {
                sockets.computeIfAbsent(Expectations.pair(m), p -> new ArrayList<>()).add(m);
            }
        }
        ways.forEach(
                (pair, writes) -> {
                    List<Measurement> own = sockets.getOrDefault(pair, List.of());
                    if (own.isEmpty()) {
                        beside.refused.add(pair + ": TCP was not measured on this way");
                    } else {
                        beside.bandwidths(pair, own, writes);
                        beside.latencies(pair, own, writes);
                    }
                });
        return beside;
    }

    private void bandwidths(Pair pair, List<Measurement> tcp, List<Measurement> rdma) {
        List<Measurement> writes = bandwidths(rdma, "rdma.bandwidth");
        List<Measurement> streams = bandwidths(tcp, "tcp.bandwidth");
        boolean any = false;
        for (Measurement t : streams) {
            String flows = t.conditions().get("streams");
            Optional<Measurement> like =
                    writes.stream()
                            .filter(w -> w.conditions().get("qps").equals(flows))
                            .filter(w -> !w.conditions().get("direction").equals("both"))
                            .max(java.util.Comparator.comparingLong(Beside::message));
            if (like.isEmpty()) {
                continue;
            }
            any = true;
            add(
                    pair,
                    "bandwidth, " + flows + (flows.equals("1") ? " flow" : " flows"),
                    t,
                    like.get(),
                    List.of("mtu", "line", "lab", "hops", "cable"));
        }
        if (!any && !writes.isEmpty() && !streams.isEmpty()) {
            refused.add(
                    pair
                            + ", bandwidth: "
                            + "TCP had "
                            + all(streams, "streams")
                            + " streams, RDMA "
                            + all(writes, "qps")
                            + " queue pairs: as many of each are compared");
        }
    }

    private static String all(List<Measurement> of, String key) {
        return String.join(
                ",", of.stream().map(m -> m.conditions().get(key)).distinct().sorted().toList());
    }

    private static List<Measurement> bandwidths(List<Measurement> of, String metric) {
        return of.stream()
                .filter(m -> m.metric().equals(metric) && m.statistic() == Statistic.MEAN)
                .filter(m -> m.conditions().get("together").isEmpty())
                .toList();
    }

    private void latencies(Pair pair, List<Measurement> tcp, List<Measurement> rdma) {
        for (Statistic s : OF_LATENCY) {
            Optional<Measurement> t = latency(tcp, "tcp.latency", s);
            Optional<Measurement> r = latency(rdma, "rdma.latency", s);
            if (t.isPresent() && r.isPresent()) {
                add(
                        pair,
                        "latency " + Values.statistic(s),
                        t.get(),
                        r.get(),
                        List.of("trip", "mtu", "line", "lab", "hops", "cable"));
            }
        }
    }

    private static Optional<Measurement> latency(List<Measurement> of, String metric, Statistic s) {
        return of.stream()
                .filter(m -> m.metric().equals(metric) && m.statistic() == s)
                .filter(m -> !m.conditions().get("load").equals("under-load"))
                .findFirst();
    }

    private void add(
            Pair pair, String what, Measurement tcp, Measurement rdma, List<String> alike) {
        List<String> differ = new ArrayList<>();
        for (String key : alike) {
            String a = tcp.conditions().get(key);
            String b = rdma.conditions().get(key);
            if (!a.equals(b)) {
                differ.add(key + ": " + said(a) + " / " + said(b));
            }
        }
        if (!differ.isEmpty() || tcp.value() <= 0 || rdma.value() <= 0) {
            refused.add(
                    pair
                            + ", "
                            + what
                            + ": not alike: "
                            + (differ.isEmpty() ? "one of them is 0" : String.join(", ", differ)));
            return;
        }
        boolean latency = tcp.unit().equals("ns");
        boolean sizes =
                latency
                        && !tcp.conditions()
                                .get("message")
                                .equals(rdma.conditions().get("message"));
        rows.add(
                new Row(
                        pair,
                        latency ? what + ", " + tcp.conditions().get("trip") + " round trip" : what,
                        tcp,
                        rdma,
                        sizes
                                ? "messages of %s and %s bytes"
                                        .formatted(
                                                tcp.conditions().get("message"),
                                                rdma.conditions().get("message"))
                                : ""));
    }

    private static String said(String value) {
        return value.isEmpty() ? "not stated" : value;
    }

    private static long message(Measurement m) {
        String text = m.conditions().get("message");
        return text.matches("\\d{1,12}") ? Long.parseLong(text) : 0;
    }
}
