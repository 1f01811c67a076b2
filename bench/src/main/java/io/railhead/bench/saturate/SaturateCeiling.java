package io.railhead.bench.saturate;

import io.railhead.bench.Pair;
import io.railhead.bench.ceiling.RdmaCeiling;
import io.railhead.bench.ceiling.TcpCeiling;
import io.railhead.bench.path.Path;
import io.railhead.bench.path.Port;
import io.railhead.model.Bandwidth;
import io.railhead.model.Expectation;
import io.railhead.model.Measurement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What flows that run at the same time are held against: the payload that the ports they share
/// carry, shared out evenly; as if no link between switches were narrower than what enters it.
///
/// @param obstacle why there is no such number; empty when there is
final class SaturateCeiling {
    /// Congestion control takes its share of a full port. A choice, not a measured figure.
    static final double SUM_LOW = 0.90;

    /// How far one flow may fall below its share before it counts by itself; how even they are
    /// together is the fairness. A choice.
    static final double FLOW_LOW = 0.5;

    /// Least Jain index of flows that could all have their share: one of ten flows starved gives
    /// 0.9. A choice.
    static final double FAIR_LOW = 0.9;

    private final List<Path> paths;
    private final Map<Pair, Double> shares = new LinkedHashMap<>();
    private final Map<Pair, Double> ceilings = new LinkedHashMap<>();
    private final Map<String, Double> ports = new HashMap<>();
    private final Map<String, String> arithmetic = new HashMap<>();
    private final Optional<String> obstacle;

    /// @param measured a flow of each path, with what RDMA says of itself in its conditions
    SaturateCeiling(Map<Path, Measurement> measured, boolean rdma) {
        this.paths = List.copyOf(measured.keySet());
        Optional<String> stands = Optional.empty();
        List<FairShare.Flow> flows = new ArrayList<>();
        for (Map.Entry<Path, Measurement> entry : measured.entrySet()) {
            Path path = entry.getKey();
            Expectation alone = alone(path, entry.getValue(), rdma);
            if (!alone.bounded() || Double.isNaN(alone.typical())) {
                stands = Optional.of(alone.why());
                break;
            }
            ceilings.put(path.pair(), alone.high() / RdmaCeiling.HIGH);
            flows.add(new FairShare.Flow(path.from().label(), path.to().label(), alone.typical()));
            for (Port port : List.of(path.from(), path.to())) {
                Path within =
                        new Path(path.pair(), port, port, path.hops(), path.cable(), path.lab());
                Expectation own = alone(within, entry.getValue(), rdma);
                ports.put(port.label(), own.high() / RdmaCeiling.HIGH);
                arithmetic.put(port.label(), own.why());
            }
        }
        this.obstacle = stands;
        if (stands.isEmpty()) {
            double[] rates = FairShare.of(flows, ports);
            for (int i = 0; i < rates.length; i++) {
                shares.put(paths.get(i).pair(), rates[i]);
            }
        }
    }

    private static Expectation alone(Path path, Measurement m, boolean rdma) {
        return rdma
                ? RdmaCeiling.bandwidth(path, m)
                : TcpCeiling.expectation(
                        path, number(m.conditions().get("streams")), m.conditions().get("version"));
    }

    private static int number(String text) {
        return text.matches("\\d{1,3}") ? Integer.parseInt(text) : 1;
    }

    /// Of one flow among all.
    Expectation flow(Pair pair) {
        return obstacle.map(Expectation::none)
                .orElseGet(
                        () -> {
                            double share = shares.getOrDefault(pair, 0.0);
                            Path path =
                                    paths.stream()
                                            .filter(p -> p.pair().equals(pair))
                                            .findFirst()
                                            .orElseThrow();
                            String receiver = path.to().label();
                            return new Expectation(
                                    share * FLOW_LOW,
                                    share,
                                    ceilings.getOrDefault(pair, 0.0) * RdmaCeiling.HIGH,
                                    String.format(
                                            Locale.ROOT,
                                            "%s carries %s (%s); shared evenly with the others of %d"
                                                    + " flows into it and %d out of %s: %s each, half"
                                                    + " of that is the least",
                                            receiver,
                                            new Bandwidth(ports.getOrDefault(receiver, 0.0)),
                                            payload(receiver),
                                            into(receiver),
                                            outOf(path.from().label()),
                                            path.from().label(),
                                            new Bandwidth(share)));
                        });
    }

    /// Of all flows together.
    Expectation sum() {
        return obstacle.map(Expectation::none)
                .orElseGet(
                        () -> {
                            double sum =
                                    shares.values().stream().mapToDouble(Double::doubleValue).sum();
                            double in = total(paths.stream().map(p -> p.to().label()).toList());
                            double out = total(paths.stream().map(p -> p.from().label()).toList());
                            return new Expectation(
                                    sum * SUM_LOW,
                                    sum,
                                    Math.min(in, out) * RdmaCeiling.HIGH,
                                    String.format(
                                            Locale.ROOT,
                                            "what the receivers carry of payload is %s and the"
                                                    + " senders %s; the shares of %d flows come to %s,"
                                                    + " if no link between switches is narrower; %.0f"
                                                    + " %% of that is the least",
                                            new Bandwidth(in),
                                            new Bandwidth(out),
                                            paths.size(),
                                            new Bandwidth(sum),
                                            SUM_LOW * 100));
                        });
    }

    /// How even they are.
    Expectation fairness() {
        return obstacle.map(Expectation::none)
                .orElseGet(
                        () -> {
                            double even = jain(List.copyOf(shares.values()));
                            return new Expectation(
                                    even * FAIR_LOW,
                                    even,
                                    1.0000001,
                                    String.format(
                                            Locale.ROOT,
                                            "even shares give %.3f; %.1f of that is the least",
                                            even,
                                            FAIR_LOW));
                        });
    }

    /// Jain, Chiu, Hawe 1984: 1 when all flows are equal, 1/n when one has it all.
    static double jain(List<Double> rates) {
        double sum = rates.stream().mapToDouble(Double::doubleValue).sum();
        double squares = rates.stream().mapToDouble(r -> r * r).sum();
        return squares > 0 ? sum * sum / (rates.size() * squares) : 0;
    }

    private double total(List<String> labels) {
        return labels.stream().distinct().mapToDouble(l -> ports.getOrDefault(l, 0.0)).sum();
    }

    private long into(String label) {
        return paths.stream().filter(p -> p.to().label().equals(label)).count();
    }

    private long outOf(String label) {
        return paths.stream().filter(p -> p.from().label().equals(label)).count();
    }

    /// The arithmetic of a port up to its payload.
    private String payload(String label) {
        String why = arithmetic.getOrDefault(label, "");
        int end = why.indexOf(';');
        return end < 0 ? why : why.substring(0, end);
    }
}
