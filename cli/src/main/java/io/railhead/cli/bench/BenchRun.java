package io.railhead.cli.bench;

import io.railhead.bench.Failure;
import io.railhead.bench.Pair;
import io.railhead.bench.Values;
import io.railhead.bench.judge.Cause;
import io.railhead.bench.judge.Scorecard;
import io.railhead.bench.run.Bench;
import io.railhead.bench.run.BenchPlan;
import io.railhead.bench.run.BenchResult;
import io.railhead.bench.run.Watcher;
import io.railhead.bench.twins.OddOnes;
import io.railhead.cli.Console;
import io.railhead.cli.Progress;
import io.railhead.cli.Stopping;
import io.railhead.cli.Version;
import io.railhead.cli.report.BenchText;
import io.railhead.model.Expectation;
import io.railhead.model.Facts;
import io.railhead.model.Finding;
import io.railhead.model.Measurement;
import io.railhead.model.Severity;
import io.railhead.model.fact.CpuGovernor;
import io.railhead.model.fact.DriverInfo;
import io.railhead.model.fact.EthtoolLink;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.GidEntry;
import io.railhead.model.fact.Kernel;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.PciDevice;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.fact.RdmaNetdev;
import io.railhead.model.fact.RdmaPortInfo;
import io.railhead.model.fact.RdmaPortState;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.Subnet;
import io.railhead.reach.Transport;
import io.railhead.store.Run;
import io.railhead.store.RunJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/// One run of benchmarks.
public final class BenchRun {
    /// Name of the one rail of [#thisMachine].
    public static final String LOOPBACK = "loopback";

    /// What [io.railhead.cli.Stopping] leaves of a run.
    public static final String STOPPED = "what was measured is shown and kept";

    /// A note of runs that were stopped.
    public static final String CUT_SHORT = "The run was stopped before its end";

    private static final int MOST_CAUSES = 40;

    private static final Set<Class<? extends Fact>> NEEDS =
            Set.of(
                    NetInterface.class,
                    EthtoolLink.class,
                    DriverInfo.class,
                    PciDevice.class,
                    CpuGovernor.class,
                    Kernel.class);

    private static final Set<Class<? extends Fact>> RDMA_NEEDS =
            Set.of(
                    GidEntry.class,
                    RdmaLink.class,
                    RdmaNetdev.class,
                    RdmaPortInfo.class,
                    RdmaPortState.class);

    private BenchRun() {}

    /// What the values are held against.
    ///
    /// @param rdma whether RDMA is measured
    public static Set<Class<? extends Fact>> needs(boolean rdma) {
        Set<Class<? extends Fact>> needs = new LinkedHashSet<>(NEEDS);
        if (rdma) {
            needs.addAll(RDMA_NEEDS);
        }
        return needs;
    }

    /// This machine as a cluster of one, with its loopback interface as the only rail.
    ///
    /// @param name of the machine, as the facts name it
    public static Cluster thisMachine(String name) {
        Subnet subnet = new Subnet("127.0.0.0", 8);
        int mtu = 65_536;
        RailPort port =
                new RailPort(
                        LOOPBACK,
                        "lo",
                        "127.0.0.1",
                        subnet,
                        mtu,
                        Optional.empty(),
                        Optional.empty(),
                        OptionalInt.empty(),
                        Optional.empty());
        Host host =
                new Host(
                        name,
                        "localhost",
                        Login.DEFAULT,
                        Optional.empty(),
                        List.of(port),
                        Optional.empty(),
                        HostPolicy.DEFAULT,
                        0);
        return new Cluster(
                "",
                "this machine",
                Login.DEFAULT,
                List.of(new Rail(LOOPBACK, subnet, mtu, Optional.empty())),
                List.of(host),
                List.of(),
                List.of(),
                Optional.empty(),
                HostPolicy.DEFAULT,
                List.of(),
                false);
    }

    /// The one pair of [#thisMachine]: from itself to itself.
    public static List<List<Pair>> loopback(String name) {
        return List.of(List.of(new Pair(LOOPBACK, name, name)));
    }

    /// Runs the plan with progress on standard error.
    ///
    /// @param facts of the kinds that [#needs] names, collected just before
    public static BenchResult execute(
            Console console,
            Cluster cluster,
            Facts facts,
            Transport transport,
            BenchPlan plan,
            Duration connectLimit,
            Stopping stopping) {
        try (Bench bench = new Bench(transport, connectLimit);
                Progress progress =
                        new Progress(console, "measuring", plan.pairs(), plan.expected())) {
            stopping.ends(bench::stop);
            return bench.run(cluster, facts, plan, new OnConsole(progress));
        }
    }

    private record OnConsole(Progress progress) implements Watcher {
        @Override
        public void started(Pair pair) {
            progress.show(pair.toString());
        }

        @Override
        public void finished(Pair pair, List<Measurement> measured) {
            progress.step(
                    pair
                            + measured.stream()
                                    .filter(m -> m.metric().endsWith("bandwidth"))
                                    .map(m -> ", " + Values.text(m))
                                    .collect(Collectors.joining()));
        }

        @Override
        public void failed(Failure failure) {
            String own = failure.pair() + ": ";
            String why =
                    failure.why().startsWith(own)
                            ? failure.why().substring(own.length())
                            : failure.why();
            progress.note(failure.pair() + ", " + failure.label() + ": " + why);
        }
    }

    /// The run as it is kept: likely causes of what was missed stand among its notes.
    public static Run record(
            BenchResult result, Cluster cluster, Facts facts, BenchPlan plan, Instant startedAt) {
        List<Finding> logged = Logs.diagnosed(result.logs(), facts);
        List<Finding> findings = new ArrayList<>(PortFindings.of(cluster, facts, plan, result));
        findings.addAll(logged);
        Set<String> notes = new LinkedHashSet<>(PortFindings.notes(result));
        notes.addAll(causes(result, logged));
        if (!result.complete()) {
            notes.add(CUT_SHORT);
        }
        if (result.logs().stream().anyMatch(Logs::isOfNccl) && logged.isEmpty()) {
            notes.add("NCCL's log was diagnosed: nothing in it points to a fault");
        }
        notes.addAll(result.notes());
        Run run =
                Run.of(
                                Run.newId("bench", startedAt, new SplittableRandom()),
                                "bench",
                                plan.title(),
                                cluster.name(),
                                startedAt,
                                result.took(),
                                Version.number())
                        .withMeasurements(result.measurements())
                        .withFindings(findings, List.of())
                        .withFailures(
                                result.failures().stream()
                                        .map(
                                                f ->
                                                        new Run.Failed(
                                                                f.pair().toString(),
                                                                f.label(),
                                                                f.why()))
                                        .toList())
                        .withNotes(List.copyOf(notes))
                        .with("pairs", Integer.toString(plan.pairs()))
                        .with("rounds", Integer.toString(plan.rounds().size()));
        if (!result.complete()) {
            run = run.with("interrupted", "true");
        }
        if (cluster.lab()) {
            run = run.with("lab", "true");
        }
        if (!facts.recorded().isEmpty()) {
            run = run.with("recorded", String.join("; ", facts.recorded()));
        }
        return run;
    }

    /// The run, with those that stand out from their twins.
    public static Map<String, Object> document(Run run) {
        Map<String, Object> document = RunJson.document(run);
        document.put("oddOnes", OddOnes.among(run.measurements()));
        if (Scorecard.isFor(run.title())) {
            document.put("scorecard", Scorecard.of(run.measurements()));
        }
        return document;
    }

    /// For every missed value where to look: what the machines themselves point to, then the usual.
    ///
    /// @param logged what the run's own logs say: of collectives, whose logs they are
    static List<String> causes(BenchResult result, List<Finding> logged) {
        List<String> codes =
                logged.stream()
                        .filter(f -> f.severity().atLeast(Severity.WARNING))
                        .map(Finding::code)
                        .distinct()
                        .toList();
        List<String> lines = new ArrayList<>();
        for (Map.Entry<Integer, List<Cause>> entry :
                result.causes().entrySet().stream().sorted(Map.Entry.comparingByKey()).toList()) {
            Measurement m = result.measurements().get(entry.getKey());
            if (lines.size() == MOST_CAUSES) {
                lines.add("and " + (result.causes().size() - MOST_CAUSES) + " more were missed");
                break;
            }
            List<Cause> seen = entry.getValue().stream().filter(Cause::seen).toList();
            List<Cause> usual = entry.getValue().stream().filter(c -> !c.seen()).toList();
            StringBuilder line = new StringBuilder();
            line.append(pair(m)).append(", ").append(Values.name(m)).append(": ");
            line.append(Values.text(m)).append(wanted(m)).append(". ");
            if (m.metric().startsWith("nccl.") && !codes.isEmpty()) {
                line.append("Likely cause, from NCCL's log: ").append(String.join(", ", codes));
            } else if (!seen.isEmpty()) {
                line.append("Likely cause: ");
                line.append(
                        seen.stream()
                                .map(c -> c.code() + " (" + c.why() + ")")
                                .distinct()
                                .collect(Collectors.joining(", ")));
            } else {
                line.append("Nothing that was read points to a cause; usual ones: ");
                line.append(usual.stream().map(Cause::code).collect(Collectors.joining(", ")));
            }
            lines.add(line.toString());
        }
        return lines;
    }

    private static String pair(Measurement m) {
        if (m.conditions().get("from").isEmpty()) {
            return BenchText.where(m);
        }
        return new Pair(
                        m.conditions().get("rail"),
                        m.conditions().get("from"),
                        m.conditions().get("to"))
                .toString();
    }

    private static String wanted(Measurement m) {
        Optional<Expectation> e = m.expectation();
        if (e.isEmpty()) {
            return "";
        }
        return m.value() < e.get().low()
                ? ", wanted at least " + Values.text(m, e.get().low())
                : ", wanted at most " + Values.text(m, e.get().high());
    }
}
