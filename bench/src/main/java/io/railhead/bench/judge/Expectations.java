package io.railhead.bench.judge;

import io.railhead.bench.Pair;
import io.railhead.bench.Values;
import io.railhead.bench.ceiling.NvlinkCeiling;
import io.railhead.bench.ceiling.RdmaCeiling;
import io.railhead.bench.ceiling.TcpCeiling;
import io.railhead.bench.path.NicSum;
import io.railhead.bench.path.Path;
import io.railhead.bench.twins.OddOne;
import io.railhead.bench.twins.Twins;
import io.railhead.model.Expectation;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import io.railhead.model.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Holds measurements against what physics allows, against each other, and against their twins.
public final class Expectations {
    /// Half a TCP round trip twice must not take longer than this many pings: both cross the same
    /// wire, and the busy connection should be the faster one.
    static final double PINGS_HIGH = 3;

    /// Nor be shorter than this share of the fastest ping. A ping between sleeping CPUs takes 3 to
    /// 5 times what a busy connection takes; 10 times means another path or another unit.
    static final double PINGS_LOW = 0.1;

    private Expectations() {}

    /// @param measurements in the order given, with what they are held against
    public record Judgement(
            List<Measurement> measurements,
            List<OddOne> oddOnes,
            Map<Integer, List<Cause>> causes) {}

    /// @param path of a measurement; empty when it is not known
    public static Judgement judge(List<Measurement> all, Function<Pair, Optional<Path>> path) {
        List<List<Expectation>> against =
                all.stream().map(m -> physical(m, path.apply(pair(m)))).toList();
        List<List<Expectation>> grown =
                against.stream().map(a -> (List<Expectation>) new ArrayList<>(a)).toList();
        Map<Pair, Measurement> pings =
                all.stream()
                        .filter(m -> m.metric().equals("ping.rtt"))
                        .filter(m -> m.statistic() == Statistic.MEAN)
                        .collect(Collectors.toMap(Expectations::pair, m -> m, (a, b) -> a));
        Map<Pair, Measurement> fastest =
                all.stream()
                        .filter(m -> m.metric().equals("ping.rtt"))
                        .filter(m -> m.statistic() == Statistic.MIN)
                        .collect(Collectors.toMap(Expectations::pair, m -> m, (a, b) -> a));
        for (int i = 0; i < all.size(); i++) {
            Measurement m = all.get(i);
            Measurement ping = pings.get(pair(m));
            Measurement least = fastest.get(pair(m));
            path.apply(pair(m)).flatMap(p -> KnownFigures.of(m, p)).ifPresent(grown.get(i)::add);
            if (isIdleMedian(m) && ping != null && least != null) {
                grown.get(i).add(sane(m, ping, least));
            }
        }
        List<OddOne> odd = new ArrayList<>();
        for (Twins.Group group : Twins.groups(all)) {
            group.members().forEach(i -> grown.get(i).add(group.expectation()));
            odd.addAll(group.oddOnes());
        }
        List<Measurement> judged = new ArrayList<>();
        Map<Integer, List<Cause>> causes = new LinkedHashMap<>();
        for (int i = 0; i < all.size(); i++) {
            Measurement m = all.get(i);
            Measurement held = together(grown.get(i)).map(m::expecting).orElse(m);
            judged.add(held);
            Optional<Path> way = path.apply(pair(m));
            if (held.verdict() == Verdict.MISSED && way.isPresent()) {
                causes.put(i, Causes.of(held, way.get()));
            }
        }
        return new Judgement(List.copyOf(judged), List.copyOf(odd), causes);
    }

    public static Pair pair(Measurement m) {
        return new Pair(
                m.conditions().get("rail"), m.conditions().get("from"), m.conditions().get("to"));
    }

    /// What a bandwidth over a path by itself is held against.
    public static Expectation ofLine(Measurement m, Optional<Path> path) {
        if (path.isEmpty()) {
            return Expectation.none("nothing is known about the path");
        }
        int streams = Math.max(1, parse(m.conditions().get("streams")));
        return m.metric().startsWith("rdma")
                ? RdmaCeiling.bandwidth(path.get(), m)
                : TcpCeiling.expectation(path.get(), streams, m.conditions().get("version"));
    }

    private static List<Expectation> physical(Measurement m, Optional<Path> path) {
        boolean bandwidth = m.metric().endsWith(".bandwidth") && m.statistic() == Statistic.MEAN;
        if (bandwidth && !m.conditions().get("together").isEmpty()) {
            return List.of(
                    Expectation.none(
                            "no physical expectation: one of %s flows at once, whose sum is judged"
                                    .formatted(m.conditions().get("flows"))));
        }
        return switch (m.metric()) {
            case "tcp.bandwidth" -> List.of(ofLine(m, path));
            case "rdma.bandwidth" -> bandwidth ? List.of(ofLine(m, path)) : List.of();
            case "rdma.latency" ->
                    m.statistic() == Statistic.P50
                            ? known(path, p -> RdmaCeiling.latency(p, m))
                            : List.of();
            case "rdma.path-mtu" -> known(path, p -> RdmaCeiling.pathMtu(p, m));
            case "nccl.busbw" ->
                    List.of(
                            m.conditions().get("launch").isEmpty()
                                            || !m.conditions().get("transport").contains("NET/")
                                    ? NvlinkCeiling.of(m)
                                    : NicSum.of(m));
            case "nccl.wrong" -> List.of(new Expectation(0, 0, 0, "no value may come out wrong"));
            case "disk.bandwidth", "disk.iops" ->
                    List.of(
                            Expectation.none(
                                    "no physical expectation: what a drive can do is its model's"));
            case "ping.loss" -> List.of(new Expectation(0, 0, 0, "an idle path loses nothing"));
            default -> List.of();
        };
    }

    private static List<Expectation> known(Optional<Path> path, Function<Path, Expectation> of) {
        return List.of(
                path.map(of).orElseGet(() -> Expectation.none("nothing is known about the path")));
    }

    private static int parse(String number) {
        try {
            return Integer.parseInt(number);
        } catch (NumberFormatException e) {
            return 1;
        }
    }

    private static boolean isIdleMedian(Measurement m) {
        return m.metric().equals("tcp.latency")
                && m.statistic() == Statistic.P50
                && m.conditions().get("load").equals("idle");
    }

    /// Guards against mixed-up units and halves: the TCP round trip must be of the order of the
    /// ping on the same path.
    private static Expectation sane(Measurement latency, Measurement ping, Measurement fastest) {
        double trips = latency.conditions().get("trip").equals("full") ? 1 : 2;
        double high = PINGS_HIGH * ping.value() / trips;
        double low = PINGS_LOW * fastest.value() / trips;
        return new Expectation(
                low,
                ping.value() / trips,
                high,
                String.format(
                        Locale.ROOT,
                        "sanity: %.0f x this (%s) is one round trip; ping took %s on average, %s at"
                                + " least, so between %.1f and %.0f times that",
                        trips,
                        Values.text(trips * latency.value(), "ns"),
                        Values.text(ping.value(), "ns"),
                        Values.text(fastest.value(), "ns"),
                        PINGS_LOW,
                        PINGS_HIGH));
    }

    /// All that a value is held against as one: the tighter bounds, every reason. Reasons for
    /// having none stand only when nothing else does, except that of physics, which is always said.
    static Optional<Expectation> together(List<Expectation> many) {
        if (many.isEmpty()) {
            return Optional.empty();
        }
        Stream<Expectation> bounded = many.stream().filter(Expectation::bounded);
        List<Expectation> holding = bounded.toList();
        String why =
                many.stream()
                        .filter(
                                e ->
                                        e.bounded()
                                                || holding.isEmpty()
                                                || e.why().startsWith("no physical"))
                        .map(Expectation::why)
                        .distinct()
                        .collect(Collectors.joining(". "));
        if (holding.isEmpty()) {
            return Optional.of(Expectation.none(why));
        }
        double low =
                holding.stream()
                        .mapToDouble(Expectation::low)
                        .max()
                        .orElse(Double.NEGATIVE_INFINITY);
        double high =
                holding.stream()
                        .mapToDouble(Expectation::high)
                        .min()
                        .orElse(Double.POSITIVE_INFINITY);
        return Optional.of(new Expectation(low, holding.getFirst().typical(), high, why));
    }
}
