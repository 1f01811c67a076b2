package io.railhead.cli;

import io.railhead.bench.Failure;
import io.railhead.bench.Settings;
import io.railhead.bench.run.BenchResult;
import io.railhead.bench.saturate.Fabric;
import io.railhead.bench.saturate.SaturatePlan;
import io.railhead.bench.saturate.Saturation;
import io.railhead.cli.bench.BenchRun;
import io.railhead.cli.report.BenchText;
import io.railhead.model.Facts;
import io.railhead.model.Measurement;
import io.railhead.model.Verdict;
import io.railhead.model.intent.Cluster;
import io.railhead.reach.Transport;
import io.railhead.store.Run;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/// The work of `bench saturate`.
///
/// @param unreachable whether some machine could not be talked to
record Saturating(Run run, boolean unreachable) {
    /// What a pattern costs beyond the tests' own time: starting, waiting, counters.
    private static final Duration STARTING = Duration.ofSeconds(3);

    /// Each pattern on each rail, one after the other.
    static Saturating of(
            Console console,
            Cluster cluster,
            Facts facts,
            Transport transport,
            ReachOptions reach,
            List<String> rails,
            SaturateOptions options,
            Settings settings,
            Instant startedAt,
            Stopping stopping) {
        Set<String> notes = new LinkedHashSet<>();
        List<SaturatePlan> plans = plans(cluster, rails, options, settings, notes);
        notes.forEach(console.err()::println);
        Fabric fabric =
                cluster.lab()
                        ? cluster.login()
                                .networkNamespace()
                                .<Fabric>map(n -> new LabFabric(Path.of(n)))
                                .orElse(Fabric.UNKNOWN)
                        : () ->
                                SourceOptions.facts(
                                        SwitchEvidence.collect(console, cluster, transport, reach));
        List<Measurement> values = new ArrayList<>();
        List<Failure> failures = new ArrayList<>();
        Duration took = Duration.ZERO;
        boolean complete = true;
        try (Saturation saturation = new Saturation(transport, reach.timeout(), fabric);
                Progress progress =
                        new Progress(console, "saturating", plans.size(), expected(plans))) {
            console.err()
                    .println(
                            plans.stream().map(Saturating::name).collect(Collectors.joining(", "))
                                    + ", about "
                                    + BenchText.duration(expected(plans)));
            stopping.ends(saturation::stop);
            for (SaturatePlan plan : plans) {
                String name = name(plan);
                BenchResult result;
                try (Ticking _ = Ticking.every(Duration.ofMillis(500), () -> progress.show(name))) {
                    result = saturation.run(cluster, facts, plan);
                }
                values.addAll(result.measurements());
                failures.addAll(result.failures());
                notes.addAll(result.notes());
                took = took.plus(result.took());
                if (!result.complete()) {
                    complete = false;
                    notes.add(BenchRun.CUT_SHORT);
                    break;
                }
                progress.step(name);
            }
        }
        Run run =
                Run.of(
                                Run.newId("bench", startedAt, new SplittableRandom()),
                                "bench",
                                "saturate",
                                cluster.name(),
                                startedAt,
                                took,
                                Version.number())
                        .withMeasurements(values)
                        .withFailures(
                                failures.stream()
                                        .map(
                                                f ->
                                                        new Run.Failed(
                                                                f.pair().toString(),
                                                                f.label(),
                                                                f.why()))
                                        .toList())
                        .withNotes(List.copyOf(notes));
        if (!complete) {
            run = run.with("interrupted", "true");
        }
        return new Saturating(
                cluster.lab() ? run.with("lab", "true") : run,
                failures.stream().anyMatch(Failure::unreachable));
    }

    private static String name(SaturatePlan plan) {
        return plan.pattern().word() + " on " + plan.rail();
    }

    /// The latency test on the idle rail, and the load.
    private static Duration expected(List<SaturatePlan> plans) {
        return plans.stream()
                .map(p -> p.settings().time().multipliedBy(2).plus(STARTING))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /// @param notes gets what is left out, and why
    private static List<SaturatePlan> plans(
            Cluster cluster,
            List<String> rails,
            SaturateOptions options,
            Settings settings,
            Set<String> notes) {
        if (options.to != null && cluster.host(options.to).isEmpty()) {
            throw new UserError("--to: no host " + options.to + " in " + cluster.file());
        }
        List<SaturatePlan.Pattern> patterns =
                switch (options.pattern) {
                    case incast -> List.of(SaturatePlan.Pattern.INCAST);
                    case all_to_all -> List.of(SaturatePlan.Pattern.ALL_TO_ALL);
                    case both ->
                            List.of(SaturatePlan.Pattern.INCAST, SaturatePlan.Pattern.ALL_TO_ALL);
                };
        List<SaturatePlan> plans = new ArrayList<>();
        for (String rail : rails) {
            for (SaturatePlan.Pattern pattern : patterns) {
                Optional<SaturatePlan> plan =
                        SaturatePlan.of(
                                cluster, rail, pattern, Optional.ofNullable(options.to), settings);
                plan.map(p -> options.tcp ? p.byTcp() : p).ifPresent(plans::add);
                if (plan.isEmpty()) {
                    notes.add(leftOut(cluster, rail, pattern, options));
                }
            }
        }
        if (plans.isEmpty()) {
            throw new UserError(
                    cluster.file()
                            + ": nothing to saturate: an incast takes three hosts with a port on"
                            + " the same rail, all-to-all takes two");
        }
        return plans;
    }

    private static String leftOut(
            Cluster cluster, String rail, SaturatePlan.Pattern pattern, SaturateOptions options) {
        long hosts = cluster.hosts().stream().filter(h -> h.rail(rail).isPresent()).count();
        boolean incast = pattern == SaturatePlan.Pattern.INCAST;
        int least = incast ? 3 : 2;
        return "%s on %s is left out: %s"
                .formatted(
                        pattern.word(),
                        rail,
                        hosts >= least
                                ? options.to + " has no port on the rail"
                                : "it takes %d hosts with a port on the rail, and there %s"
                                        .formatted(least, hosts == 1 ? "is 1" : "are " + hosts));
    }

    int status() {
        boolean drops =
                run.measurements().stream()
                        .anyMatch(m -> m.metric().equals("saturate.drops") && m.value() > 0);
        if (unreachable) {
            return Exit.UNREACHABLE;
        }
        boolean missed = run.measurements().stream().anyMatch(m -> m.verdict() == Verdict.MISSED);
        return drops
                        || missed
                        || run.notes().contains(BenchRun.CUT_SHORT)
                        || !run.failures().isEmpty()
                ? Exit.FINDINGS
                : Exit.OK;
    }
}
