package io.railhead.cli;

import io.railhead.bench.Benchmark;
import io.railhead.bench.Benchmarks;
import io.railhead.bench.Pair;
import io.railhead.bench.Settings;
import io.railhead.bench.run.BenchPlan;
import io.railhead.bench.run.BenchResult;
import io.railhead.bench.run.Lacking;
import io.railhead.bench.tool.NcclBuild;
import io.railhead.cli.bench.BenchRun;
import io.railhead.cli.report.BenchText;
import io.railhead.cli.report.HtmlReport;
import io.railhead.cli.report.ReportData;
import io.railhead.evidence.Parsers;
import io.railhead.model.Facts;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.FileSystem;
import io.railhead.model.fact.Gpu;
import io.railhead.model.fact.NvmeDrive;
import io.railhead.model.intent.Cluster;
import io.railhead.reach.Fleet;
import io.railhead.reach.LocalTransport;
import io.railhead.reach.Target;
import io.railhead.reach.Transport;
import io.railhead.store.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The work of every kind of `bench` but `saturate`: load the intent, collect what the values are
/// held against, run, keep, show.
///
/// @param pairs which pairs; what is measured within a host alone has none, and ignores it
/// @param nccl what may be built first
/// @param whateverThereIs whether what hosts do not have is left out, and no failure
record Benching(
        Console console,
        BenchOptions options,
        TestOptions tests,
        PairOptions pairs,
        NcclOptions nccl,
        boolean whateverThereIs) {

    /// Of hosts by themselves.
    static Benching of(Console console, BenchOptions options, TestOptions tests) {
        return new Benching(console, options, tests, new PairOptions(), new NcclOptions(), false);
    }

    Benching between(PairOptions which) {
        return new Benching(console, options, tests, which, nccl, whateverThereIs);
    }

    Benching building(NcclOptions what) {
        return new Benching(console, options, tests, pairs, what, whateverThereIs);
    }

    /// What hosts do not have is left out, and no failure.
    Benching asFarAsPossible() {
        return new Benching(console, options, tests, pairs, nccl, true);
    }

    /// @param names of the benchmarks, in order
    /// @param asked the settings for a cluster; may throw an [IllegalArgumentException] whose
    ///     message begins with the option
    int run(List<String> names, Function<Cluster, Settings> asked) {
        options.output.refuseUnusable(console);
        Bounds.positive("--repeat", tests.repeat);
        Cluster cluster =
                tests.local ? BenchRun.thisMachine("localhost") : options.clusters.load(console);
        Settings settings = settings(() -> asked.apply(cluster).withRepeat(tests.repeat));
        Optional<NcclBuild> build = nccl.build();
        options.keep.check(console);
        Instant startedAt = Instant.now();
        try (Stopping stopping = new Stopping(console, BenchRun.STOPPED);
                Transport transport =
                        tests.local
                                ? new LocalTransport(SourceOptions.settings(console, options.reach))
                                : SourceOptions.transport(console, options.reach)) {
            BenchPlan whole = plan(cluster, Benchmarks.of(names.toArray(String[]::new)), settings);
            Facts facts =
                    SourceOptions.facts(
                            SourceOptions.collect(
                                    console,
                                    cluster,
                                    transport,
                                    options.reach,
                                    Parsers.installed().probes(needs(names, settings))));
            build.ifPresent(b -> build(b, cluster, transport));
            BenchPlan plan = whateverThereIs ? possible(whole, cluster, facts, transport) : whole;
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
            boolean faults =
                    run.findings().stream().anyMatch(f -> f.severity().atLeast(Severity.ERROR));
            int status = status(result);
            return finish(
                    console,
                    options,
                    run,
                    cluster,
                    facts,
                    BenchText::of,
                    status == Exit.OK && faults ? Exit.FINDINGS : status);
        }
    }

    private Set<Class<? extends Fact>> needs(List<String> names, Settings settings) {
        Set<Class<? extends Fact>> needs =
                new LinkedHashSet<>(
                        BenchRun.needs(
                                names.contains("perftest") || settings.nccl().launch().spans()));
        if (whateverThereIs) {
            needs.add(Gpu.class);
        }
        if (names.contains("fio")) {
            needs.addAll(Set.of(NvmeDrive.class, FileSystem.class));
        }
        return needs;
    }

    private BenchPlan possible(BenchPlan whole, Cluster cluster, Facts facts, Transport transport) {
        BenchPlan plan =
                whole.without(
                        Lacking.of(
                                cluster,
                                facts,
                                whole.benchmarks(),
                                whole.settings(),
                                fleet(transport)));
        plan.lacking().notes().forEach(console.err()::println);
        if (plan.pairs() == 0) {
            throw new UserError(Exit.FINDINGS, "nothing was measured: see what was skipped, above");
        }
        return plan;
    }

    private Fleet fleet(Transport transport) {
        return new Fleet(transport, options.reach.parallel(), options.reach.timeout());
    }

    /// A host that it fails on is named, and measured with what it has.
    private void build(NcclBuild build, Cluster cluster, Transport transport) {
        List<Target> targets = cluster.hosts().stream().map(Target::of).toList();
        try (Progress progress =
                new Progress(console, "building nccl-tests (some minutes)", targets.size())) {
            progress.show("on " + targets.getFirst().name());
            fleet(transport)
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
        List<Pair> all = plan.rounds().stream().flatMap(r -> r.pairs().stream()).toList();
        long alone = all.stream().filter(Pair::isAlone).filter(p -> !p.isJob()).count();
        long jobs = all.stream().filter(Pair::isJob).count();
        String what =
                Stream.of(
                                counted(all.size() - alone - jobs, "pair"),
                                counted(alone, "host"),
                                jobs == 0 ? "" : "one job over all hosts")
                        .filter(s -> !s.isEmpty())
                        .collect(Collectors.joining(", "));
        console.err()
                .println(
                        "%s in %d %s, about %s"
                                .formatted(
                                        what,
                                        plan.rounds().size(),
                                        plan.rounds().size() == 1 ? "round" : "rounds",
                                        BenchText.duration(plan.expected())));
    }

    private static String counted(long number, String what) {
        return number == 0 ? "" : number + " " + what + (number == 1 ? "" : "s");
    }

    private static int status(BenchResult result) {
        if (result.unreachableAny()) {
            return Exit.UNREACHABLE;
        }
        return result.missedAny() || !result.failures().isEmpty() || !result.complete()
                ? Exit.FINDINGS
                : Exit.OK;
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
    ///
    /// @param status of the command so far
    /// @return the same, or that something failed when the run should have been kept and is not
    static int finish(
            Console console,
            BenchOptions options,
            Run run,
            Cluster cluster,
            Facts facts,
            Text text,
            int status) {
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
        } else if (options.keep.wanted()) {
            console.err().println(rescued(console, run));
            return status == Exit.OK ? Exit.FINDINGS : status;
        }
        return status;
    }

    /// Writes a run that the store did not take where the user stands, and says so.
    private static String rescued(Console console, Run run) {
        Path file = console.path(run.id() + ".json");
        try {
            Files.writeString(
                    file,
                    Json.write(BenchRun.document(run)),
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE);
            return "the run is kept in %s instead: «railhead report» and «compare» read it"
                    .formatted(file);
        } catch (IOException e) {
            return "the run is not kept elsewhere either (%s: %s): name a file with --store"
                    .formatted(file, e.getMessage());
        }
    }
}
