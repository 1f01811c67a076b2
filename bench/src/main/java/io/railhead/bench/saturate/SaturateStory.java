package io.railhead.bench.saturate;

import io.railhead.bench.Case;
import io.railhead.bench.Failure;
import io.railhead.bench.Outcome;
import io.railhead.bench.Pair;
import io.railhead.bench.path.Path;
import io.railhead.bench.run.BenchResult;
import io.railhead.model.Conditions;
import io.railhead.model.Expectation;
import io.railhead.model.Facts;
import io.railhead.model.Measurement;
import io.railhead.model.Source;
import io.railhead.model.Statistic;
import io.railhead.model.Transcript;
import io.railhead.model.counters.PortCounts;
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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// What a saturation gave, as it is told: each value under the same ports, the same duration and
/// the same traffic, which both sides of a comparison must have.
final class SaturateStory {
    /// A latency test that ends this much after the load is partly one of an idle path.
    private static final Duration LATE = Duration.ofMillis(500);

    private final Cluster cluster;
    private final SaturatePlan plan;
    private final SaturateLoad load;
    private final List<Measurement> values = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private final Map<Path, Measurement> flows = new LinkedHashMap<>();
    private final Map<String, String> unfit = new TreeMap<>();
    private final Set<String> switchesRead = new TreeSet<>();
    private final Conditions common;

    /// @param fabric what the queues between the hosts are set to, where somebody knows
    SaturateStory(
            Cluster cluster,
            Facts facts,
            SaturatePlan plan,
            SaturateLoad load,
            Optional<String> fabric) {
        this.cluster = cluster;
        this.plan = plan;
        this.load = load;
        Conditions c =
                Conditions.of(
                        "rail", plan.rail(),
                        "pattern", plan.pattern().word(),
                        "ports", plan.ports(cluster),
                        "duration", Long.toString(plan.settings().time().toSeconds()),
                        "tool", load.benchmark().name(),
                        "traffic", plan.words() + ", each " + load.words());
        List<String> qos = new ArrayList<>(pfc(facts, plan));
        fabric.ifPresent(qos::add);
        c = qos.isEmpty() ? c : c.with("qos", String.join("; ", qos));
        this.common = cluster.lab() ? c.with("lab", "true") : c;
        if (cluster.lab()) {
            note(
                    "Lab: hosts and links are played by one computer. What was dropped or marked was"
                            + " really counted there; no rate or latency is a network's");
        }
    }

    /// What the hosts' ports are set to: what a comparison of two saturations is about.
    private static Set<String> pfc(Facts facts, SaturatePlan plan) {
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
        return states;
    }

    synchronized void note(String note) {
        notes.add(note);
    }

    void failure(Pair pair, String why) {
        failures.add(new Failure(pair, plan.pattern().word(), why, false));
    }

    /// A host without the programs: its flows are not run.
    void unfit(String host, String why) {
        unfit.put(host, why);
        of(host).forEach(pair -> failure(pair, why));
    }

    boolean isUnfit(String host) {
        return unfit.containsKey(host);
    }

    /// A host that was not reached, from the beginning or in the middle: what its flows gave before
    /// is kept, the others are its loss.
    void lost(String host, String why) {
        String named = why.startsWith(host + ": ") ? why : host + ": " + why;
        Set<Pair> ran = flows.keySet().stream().map(Path::pair).collect(Collectors.toSet());
        List<Pair> own = of(host).stream().filter(p -> !ran.contains(p)).toList();
        failures.removeIf(f -> own.contains(f.pair()) && !f.unreachable());
        own.stream()
                .filter(p -> failures.stream().noneMatch(f -> f.pair().equals(p)))
                .forEach(p -> failures.add(new Failure(p, plan.pattern().word(), named, true)));
        if (own.isEmpty()) {
            failures.add(new Failure(of(host).getFirst(), plan.pattern().word(), named, true));
        }
        note(
                "%s was lost (%s): %d of its %d flows ran; the others were loaded with what was left"
                        .formatted(host, why, of(host).size() - own.size(), of(host).size()));
    }

    private List<Pair> of(String host) {
        return plan.flows().stream()
                .filter(p -> p.from().equals(host) || p.to().equals(host))
                .toList();
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

    void flow(Path path, Transcript said) {
        Outcome outcome = load.benchmark().read(load.setting(), said);
        if (outcome.failure().isPresent()) {
            failure(path.pair(), outcome.failure().get());
            return;
        }
        outcome.notes().forEach(n -> note(path.pair() + ": " + n));
        for (Measurement m : outcome.measurements()) {
            if (m.metric().endsWith("bandwidth") && m.statistic() == Statistic.MEAN) {
                flows.put(path, conditioned(m, merged(load.setting(), m)));
            } else if (m.metric().endsWith("retransmits")) {
                add("saturate.retransmits", m, of(path.pair()));
            }
        }
    }

    private static Conditions merged(Case setting, Measurement m) {
        Conditions all = setting.conditions();
        for (Map.Entry<String, String> e : m.conditions().values().entrySet()) {
            all = all.with(e.getKey(), e.getValue());
        }
        return all;
    }

    private static Measurement conditioned(Measurement m, Conditions c) {
        return new Measurement(
                m.metric(), m.value(), m.unit(), m.statistic(), c, m.source(), m.expectation());
    }

    /// @return the values as the tool gave them
    List<Measurement> latency(
            Transcript said, SaturateProbe probe, Case setting, Path path, String load) {
        Outcome outcome = probe.benchmark().read(setting, said);
        outcome.failure().ifPresent(f -> note("Latency, " + load + ": " + f));
        outcome.notes().forEach(n -> note("Latency, " + load + ": " + n));
        for (Measurement m : outcome.measurements()) {
            if (m.metric().equals("tcp.latency") || m.metric().equals("rdma.latency")) {
                Conditions c = merged(setting, m);
                add(
                        "saturate.latency",
                        m,
                        of(path.pair())
                                .with("load", load)
                                .with("trip", c.get("trip"))
                                .with("message", c.get("message"))
                                .with("protocol", c.get("protocol")));
            }
        }
        return outcome.measurements();
    }

    /// Holds the latency test's time against that of the load on its host.
    void beside(Transcript test, List<Transcript> flows) {
        flows.stream()
                .map(f -> f.startedAt().plus(f.took()))
                .max(java.time.Instant::compareTo)
                .map(end -> Duration.between(end, test.startedAt().plus(test.took())))
                .filter(late -> late.compareTo(LATE) > 0)
                .ifPresent(
                        late ->
                                note(
                                        String.format(
                                                Locale.ROOT,
                                                "The latency test ended %.1f s after the load on its"
                                                        + " host: its values are partly those of an idle"
                                                        + " path (take a longer --time)",
                                                late.toMillis() / 1e3)));
    }

    private void add(String metric, Measurement m, Conditions c) {
        values.add(
                new Measurement(
                        metric,
                        m.value(),
                        m.unit(),
                        m.statistic(),
                        c,
                        m.source(),
                        Optional.empty()));
    }

    private void add(
            String metric,
            double value,
            String unit,
            Statistic s,
            Conditions c,
            Source source,
            Expectation held) {
        values.add(new Measurement(metric, value, unit, s, c, source, Optional.of(held)));
    }

    /// What came to the counters while the flows ran.
    ///
    /// @param hosts that were there to the end
    void counted(PortCounts before, PortCounts after, List<String> hosts) {
        List<String> cleared = new ArrayList<>();
        Map<PortCounts.Key, Long> grown = after.since(before, cleared);
        cleared.forEach(c -> note(c + " was cleared while the flows ran: it says nothing"));
        grown.forEach(
                (key, n) -> {
                    if (key.kind().isTraffic()) return;
                    Conditions c =
                            common.with("device", key.device())
                                    .with("port", key.port())
                                    .with("counter", key.term());
                    c = key.priority().isEmpty() ? c : c.with("priority", key.priority());
                    values.add(
                            new Measurement(
                                    "saturate." + key.kind().word(),
                                    n,
                                    "count",
                                    Statistic.TOTAL,
                                    c,
                                    Source.line(key.device() + ": " + key.term(), 1),
                                    losslessHolds(key)));
                });
        Map<String, List<String>> missing = new LinkedHashMap<>();
        for (String host : hosts) {
            for (String kind : after.missing(host, load.rdma())) {
                missing.computeIfAbsent(kind, k -> new ArrayList<>()).add(host);
            }
        }
        missing.forEach(
                (kind, blind) -> note("Not counted: " + kind + " at " + String.join(", ", blind)));
        note(new SaturateVerdict(cluster, plan, grown, switchesRead).words());
    }

    /// The class that is wished lossless drops nothing of a load that is sent in it.
    private Optional<Expectation> losslessHolds(PortCounts.Key key) {
        return cluster.lossless()
                .filter(w -> key.kind() == PortCounts.Kind.DROPS && load.rdma())
                .filter(w -> key.priority().equals(Integer.toString(w.priority())))
                .map(
                        w ->
                                new Expectation(
                                        0,
                                        0,
                                        0,
                                        "priority %d is wished lossless: it drops nothing"
                                                .formatted(w.priority())));
    }

    /// What there is of a run that was stopped.
    BenchResult cutShort(Duration took) {
        return new BenchResult(values, failures, List.copyOf(notes), took, false);
    }

    BenchResult result(Duration took) {
        if (!flows.isEmpty()) {
            SaturateCeiling ceiling = new SaturateCeiling(flows, load.rdma());
            List<Double> rates = flows.values().stream().map(Measurement::value).toList();
            flows.forEach(
                    (path, m) ->
                            add(
                                    "saturate.flow.bandwidth",
                                    m.value(),
                                    "bit/s",
                                    Statistic.MEAN,
                                    of(path.pair()),
                                    m.source(),
                                    ceiling.flow(path.pair())));
            Source source = flows.values().iterator().next().source();
            Conditions c = common.with("flows", Integer.toString(rates.size()));
            double sum = rates.stream().mapToDouble(Double::doubleValue).sum();
            add("saturate.sum.bandwidth", sum, "bit/s", Statistic.MEAN, c, source, ceiling.sum());
            if (sum > 0) {
                add(
                        "saturate.fairness",
                        SaturateCeiling.jain(rates),
                        "ratio",
                        Statistic.MEAN,
                        c,
                        source,
                        ceiling.fairness());
            }
        }
        int planned = plan.flows().size();
        boolean whole = flows.size() == planned;
        String ran = "%d of %d flows".formatted(flows.size(), planned);
        if (!whole && !flows.isEmpty()) {
            note(ran + " ran: sum and fairness are theirs, and so is the load of all that is told");
        }
        return new BenchResult(
                whole
                        ? values
                        : values.stream()
                                .map(m -> conditioned(m, m.conditions().with("ran", ran)))
                                .toList(),
                failures,
                List.copyOf(notes),
                took,
                true);
    }
}
