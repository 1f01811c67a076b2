package io.railhead.cli;

import io.railhead.bench.BenchPlan;
import io.railhead.bench.BenchResult;
import io.railhead.bench.Benchmark;
import io.railhead.bench.Benchmarks;
import io.railhead.bench.NcclBuild;
import io.railhead.bench.Settings;
import io.railhead.cli.bench.BenchRun;
import io.railhead.cli.bench.Stopping;
import io.railhead.cli.report.BenchText;
import io.railhead.cli.report.HtmlReport;
import io.railhead.cli.report.ReportData;
import io.railhead.evidence.Parsers;
import io.railhead.model.Facts;
import io.railhead.model.intent.Cluster;
import io.railhead.reach.Fleet;
import io.railhead.reach.LocalTransport;
import io.railhead.reach.Target;
import io.railhead.reach.Transport;
import io.railhead.store.Run;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// The work of every kind of `bench` but `saturate`: load the intent, collect what the values are
/// held against, run, keep, show.
///
/// @param pairs which pairs; what is measured within a host alone has none, and ignores it
/// @param nccl what may be built first
record Benching(
        Console console,
        BenchOptions options,
        TestOptions tests,
        PairOptions pairs,
        NcclOptions nccl) {

    /// Of hosts by themselves.
    static Benching of(Console console, BenchOptions options, TestOptions tests) {
        return new Benching(console, options, tests, new PairOptions(), new NcclOptions());
    }

    Benching between(PairOptions which) {
        return new Benching(console, options, tests, which, nccl);
    }

    Benching building(NcclOptions what) {
        return new Benching(console, options, tests, pairs, what);
    }

    /// @param names of the benchmarks, in order
    /// @param asked the settings for a cluster; may throw an [IllegalArgumentException] whose
    ///     message begins with the option
    int run(List<String> names, Function<Cluster, Settings> asked) {
        allowFormats(options.output);
        Cluster cluster =
                tests.local ? BenchRun.thisMachine("localhost") : options.clusters.load(console);
        Settings settings = settings(() -> asked.apply(cluster).withRepeat(tests.repeat));
        Optional<NcclBuild> build = nccl.build();
        Instant startedAt = Instant.now();
        try (Stopping stopping = new Stopping(console);
                Transport transport =
                        tests.local
                                ? new LocalTransport(SourceOptions.settings(console, options.reach))
                                : SourceOptions.transport(console, options.reach)) {
            BenchPlan plan = plan(cluster, Benchmarks.of(names.toArray(String[]::new)), settings);
            Facts facts =
                    SourceOptions.facts(
                            SourceOptions.collect(
                                    console,
                                    cluster,
                                    transport,
                                    options.reach,
                                    Parsers.installed()
                                            .probes(
                                                    BenchRun.needs(
                                                            names.contains("perftest")
                                                                    || settings.nccl()
                                                                            .launch()
                                                                            .spans()))));
            build.ifPresent(b -> build(b, cluster, transport));
            announce(plan);
            BenchResult result =
                    BenchRun.execute(
                            console,
                            cluster,
                            facts,
                            transport,
                            plan,
                            options.reach.timeout(),
                            stopping);
            Run run = BenchRun.record(result, cluster, facts, plan, startedAt);
            finish(console, options, run, cluster, facts, BenchText::of);
            return status(result);
        }
    }

    /// A host that it fails on is named, and measured with what it has.
    private void build(NcclBuild build, Cluster cluster, Transport transport) {
        List<Target> targets = cluster.hosts().stream().map(Target::of).toList();
        try (Progress progress =
                new Progress(console, "building nccl-tests (some minutes)", targets.size())) {
            progress.show("on " + targets.getFirst().name());
            new Fleet(transport, options.reach.parallel(), options.reach.timeout())
                    .each(
                            targets,
                            session -> {
                                Optional<String> why = build.on(session);
                                String host = session.target().name();
                                why.ifPresent(w -> progress.note(host + ": not built: " + w));
                                progress.step(host);
                                return why.isEmpty();
                            });
        }
    }

    private BenchPlan plan(Cluster cluster, List<Benchmark> benchmarks, Settings settings) {
        if (tests.local) {
            return BenchPlan.here(
                    cluster, benchmarks, settings, BenchRun.loopback("localhost"), "localhost");
        }
        BenchPlan plan =
                BenchPlan.of(
                        cluster,
                        pairs.rails.of(cluster),
                        benchmarks,
                        settings,
                        pairs.pairing(),
                        tests.width(cluster));
        if (plan.pairs() == 0) {
            throw new UserError(
                    cluster.file()
                            + ": no pair to measure: it takes two hosts with a port on the same"
                            + " rail");
        }
        return plan;
    }

    private void announce(BenchPlan plan) {
        console.err()
                .println(
                        "%d %s in %d %s, about %s"
                                .formatted(
                                        plan.pairs(),
                                        plan.pairs() == 1 ? "pair" : "pairs",
                                        plan.rounds().size(),
                                        plan.rounds().size() == 1 ? "round" : "rounds",
                                        BenchText.duration(plan.expected())));
    }

    private static int status(BenchResult result) {
        if (result.unreachableAny()) {
            return Exit.UNREACHABLE;
        }
        return result.missedAny() || !result.failures().isEmpty() || !result.complete()
                ? Exit.FINDINGS
                : Exit.OK;
    }

    static void allowFormats(OutputOptions output) {
        output.refuseOthers();
    }

    /// Settings whose faults are named by the option.
    static Settings settings(Supplier<Settings> asked) {
        try {
            return asked.get();
        } catch (IllegalArgumentException e) {
            throw new UserError("--" + e.getMessage());
        }
    }

    /// A run as text on so many columns.
    interface Text {
        String of(Run run, int width);
    }

    /// Keeps the run and shows it.
    static void finish(
            Console console,
            BenchOptions options,
            Run run,
            Cluster cluster,
            Facts facts,
            Text text) {
        boolean kept = options.keep.keep(console, run);
        options.output.write(
                console,
                switch (options.output.format()) {
                    case json -> Json.write(BenchRun.document(run));
                    case html ->
                            HtmlReport.render(
                                    ReportData.builder(
                                                    "Benchmarks of " + cluster.name(),
                                                    Instant.now(),
                                                    Version.number())
                                            .cluster(cluster)
                                            .facts(facts)
                                            .run(run)
                                            .build());
                    case text, junit, sarif, diff -> text.of(run, console.width());
                });
        if (kept) {
            console.err().println("kept as " + run.id());
        }
    }
}
