package io.railhead.bench;

import io.railhead.model.Conditions;
import io.railhead.model.Facts;
import io.railhead.model.Measurement;
import io.railhead.model.Source;
import io.railhead.model.Statistic;
import io.railhead.model.Transcript;
import io.railhead.model.fact.PfcState;
import io.railhead.model.intent.Cluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// What a saturation gave, as it is told: each value under the same ports, the same duration and
/// the same traffic, which both sides of a comparison must have.
final class SaturateStory {
    private final Cluster cluster;
    private final SaturatePlan plan;
    private final List<Measurement> values = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private final List<Double> rates = new ArrayList<>();
    private final Set<String> switchesRead = new TreeSet<>();
    private Conditions common;

    SaturateStory(Cluster cluster, Facts facts, SaturatePlan plan) {
        this.cluster = cluster;
        this.plan = plan;
        Conditions c =
                Conditions.of(
                        "rail", plan.rail(),
                        "pattern", plan.pattern().word(),
                        "ports", plan.ports(cluster),
                        "duration", Long.toString(plan.settings().time().toSeconds()));
        Optional<String> qos = pfc(facts, plan);
        c = qos.isPresent() ? c.with("qos", qos.get()) : c;
        this.common = cluster.lab() ? c.with("lab", "true") : c;
    }

    /// What the hosts' ports are set to: what a comparison of two saturations is about.
    private static Optional<String> pfc(Facts facts, SaturatePlan plan) {
        Set<String> states = new TreeSet<>();
        for (String host : plan.hosts()) {
            for (PfcState s : facts.of(host, PfcState.class)) {
                s.lossless()
                        .ifPresent(
                                p ->
                                        states.add(
                                                p.isEmpty()
                                                        ? "no PFC"
                                                        : "PFC on "
                                                                + p.stream()
                                                                        .map(String::valueOf)
                                                                        .collect(
                                                                                Collectors.joining(
                                                                                        ","))));
            }
        }
        return states.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", states));
    }

    void traffic(Benchmark load, Case heavy, boolean rdma) {
        Conditions c = heavy.conditions();
        String each =
                rdma
                        ? "RDMA "
                                + c.get("verb")
                                + " of "
                                + c.get("message")
                                + " B, "
                                + c.get("qps")
                                + " QP"
                        : "TCP, " + c.get("streams") + " stream";
        common = common.with("tool", load.name()).with("traffic", plan.words() + ", each " + each);
        if (!c.get("traffic-class").isEmpty()) {
            common = common.with("traffic-class", c.get("traffic-class"));
        }
    }

    synchronized void note(String note) {
        notes.add(note);
    }

    synchronized void failure(Pair pair, String why) {
        failures.add(new Failure(pair, plan.pattern().word(), why, false));
    }

    BenchResult failed(String why, boolean unreachable, Duration took) {
        Pair pair = plan.flows().getFirst();
        failures.add(new Failure(pair, plan.pattern().word(), why, unreachable));
        return result(took);
    }

    void switchesRead(Facts shown) {
        for (String device : shown.machines()) {
            if (!shown.unreachable().containsKey(device)) {
                switchesRead.add(device);
            }
        }
    }

    private Conditions of(Pair pair) {
        return common.with("from", pair.from()).with("to", pair.to());
    }

    void flow(Path path, Benchmark load, Case heavy, Transcript said) {
        Outcome outcome = load.read(heavy, said);
        if (outcome.failure().isPresent()) {
            failure(path.pair(), outcome.failure().get());
            return;
        }
        outcome.notes().forEach(n -> note(path.pair() + ": " + n));
        for (Measurement m : outcome.measurements()) {
            boolean rate = m.metric().endsWith("bandwidth") && m.statistic() == Statistic.MEAN;
            if (rate) {
                rates.add(m.value());
                add(
                        "saturate.flow.bandwidth",
                        m.value(),
                        "bit/s",
                        Statistic.MEAN,
                        of(path.pair()),
                        m.source());
            } else if (m.metric().endsWith("retransmits")) {
                add(
                        "saturate.retransmits",
                        m.value(),
                        "count",
                        Statistic.TOTAL,
                        of(path.pair()),
                        m.source());
            }
        }
    }

    void latency(Transcript said, Benchmark probe, Case setting, Path path, String load) {
        Outcome outcome = probe.read(setting, said);
        outcome.failure().ifPresent(f -> note("Latency, " + load + ": " + f));
        outcome.notes().forEach(n -> note("Latency, " + load + ": " + n));
        for (Measurement m : outcome.measurements()) {
            if (m.metric().equals("tcp.latency")) {
                Conditions c =
                        of(path.pair()).with("load", load).with("trip", m.conditions().get("trip"));
                add("saturate.latency", m.value(), m.unit(), m.statistic(), c, m.source());
            }
        }
    }

    private void add(
            String metric, double value, String unit, Statistic s, Conditions c, Source source) {
        values.add(Saturation.value(metric, value, unit, s, c, source));
    }

    /// What came to the counters while the flows ran.
    void counted(PortCounts before, PortCounts after, boolean rdma) {
        List<String> cleared = new ArrayList<>();
        Map<PortCounts.Key, Long> grown = after.since(before, cleared);
        cleared.forEach(c -> note(c + " was cleared while the flows ran: it says nothing"));
        Map<String, Long> drops = new LinkedHashMap<>();
        grown.forEach(
                (key, n) -> {
                    Conditions c =
                            common.with("device", key.device())
                                    .with("port", key.port())
                                    .with("counter", key.term());
                    if (!key.priority().isEmpty()) {
                        c = c.with("priority", key.priority());
                    }
                    add(
                            "saturate." + key.kind().word(),
                            n,
                            "count",
                            Statistic.TOTAL,
                            c,
                            Source.line(key.device() + ": " + key.term(), 1));
                    if (key.kind() == PortCounts.Kind.DROPS && n > 0) {
                        drops.merge(key.words(), n, Long::sum);
                    }
                });
        Map<String, List<String>> missing = new LinkedHashMap<>();
        for (String host : plan.hosts()) {
            for (String kind : after.missing(host, rdma)) {
                missing.computeIfAbsent(kind, k -> new ArrayList<>()).add(host);
            }
        }
        missing.forEach(
                (kind, hosts) -> note("Not counted: " + kind + " at " + String.join(", ", hosts)));
        note(verdict(grown, drops));
    }

    /// Says what was counted and no more: «lossless» is nothing that a run could show.
    private String verdict(Map<PortCounts.Key, Long> grown, Map<String, Long> drops) {
        String where = plan.pattern().word() + " on " + plan.rail();
        if (!drops.isEmpty()) {
            return where
                    + ": with drops, "
                    + drops.entrySet().stream()
                            .map(
                                    e ->
                                            String.format(
                                                    Locale.ROOT,
                                                    "%,d at %s",
                                                    e.getValue(),
                                                    e.getKey()))
                            .limit(8)
                            .collect(Collectors.joining("; "));
        }
        List<String> blind = new ArrayList<>();
        for (String host : plan.hosts()) {
            if (grown.keySet().stream()
                    .noneMatch(k -> k.device().equals(host) && k.kind() == PortCounts.Kind.DROPS)) {
                blind.add(host);
            }
        }
        cluster.switches().stream()
                .map(s -> s.name())
                .filter(
                        s ->
                                !switchesRead.contains(s)
                                        || grown.keySet().stream()
                                                .noneMatch(
                                                        k ->
                                                                k.device().equals(s)
                                                                        && k.kind()
                                                                                == PortCounts.Kind
                                                                                        .DROPS))
                .forEach(blind::add);
        String more =
                cluster.switches().isEmpty()
                        ? "; the intent names no switch, so what switches dropped is not known"
                        : "";
        return blind.isEmpty()
                ? where + ": no drop at any counter that was read" + more
                : where
                        + ": no drop at the counters that were read; whether there were drops at "
                        + String.join(", ", blind)
                        + " is not known, they count none"
                        + more;
    }

    BenchResult result(Duration took) {
        if (!rates.isEmpty()) {
            Source source = values.getFirst().source();
            double sum = rates.stream().mapToDouble(Double::doubleValue).sum();
            double squares = rates.stream().mapToDouble(r -> r * r).sum();
            boolean whole = rates.size() == plan.flows().size();
            Conditions c = common.with("flows", Integer.toString(rates.size()));
            add("saturate.sum.bandwidth", sum, "bit/s", Statistic.MEAN, c, source);
            if (squares > 0) {
                // Jain, Chiu, Hawe 1984: 1 when all flows are equal, 1/n when one has it all.
                double fair = sum * sum / (rates.size() * squares);
                add("saturate.fairness", fair, "ratio", Statistic.MEAN, c, source);
            }
            if (!whole) {
                note(
                        "%d of %d flows ran: sum and fairness are theirs"
                                .formatted(rates.size(), plan.flows().size()));
            }
        }
        return new BenchResult(
                values, failures, List.copyOf(notes), List.of(), Map.of(), took, true);
    }
}
