package io.railhead.cli;

import io.railhead.bench.BenchPlan;
import io.railhead.bench.BenchResult;
import io.railhead.bench.Benchmark;
import io.railhead.bench.Benchmarks;
import io.railhead.bench.OddOnes;
import io.railhead.bench.PingRoundTrip;
import io.railhead.bench.Settings;
import io.railhead.cli.bench.BenchRun;
import io.railhead.cli.report.BenchText;
import io.railhead.cli.report.HtmlReport;
import io.railhead.cli.report.ReportData;
import io.railhead.cli.report.SaturateText;
import io.railhead.evidence.Parsers;
import io.railhead.intent.NearestName;
import io.railhead.model.Facts;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Rail;
import io.railhead.reach.LocalTransport;
import io.railhead.reach.Transport;
import io.railhead.store.Run;
import io.railhead.store.RunJson;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `railhead bench`.
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Measures every ordered pair of hosts and holds the values against what the line allows"
                    + " and against their twins.",
            "",
            "tcp   iperf3 bandwidth with each number of --streams, sockperf latency (half a round"
                    + " trip) idle and under load, and ping (full round trip)",
            "rdma  perftest bandwidth and latency of write, read and send; device, port and GID"
                    + " index are those that the hosts show for the rail's address",
            "disk  fio on a file of its own: sequential, random, one operation at a time",
            "nccl  nccl-tests between the GPUs of each host, or across hosts; which transport"
                    + " carried the data is read from NCCL's log",
            "all   all of these, as far as the hosts have what they need",
            "ping  round trip and loss only",
            "saturate  all hosts to one, then every host to every other, all at once: bandwidth of"
                    + " each flow, fairness, latency beside the load, and what hosts and switches"
                    + " counted meanwhile of drops, pause, CNPs and ECN marks. Perftest where every"
                    + " host has RDMA, else iperf3",
            "",
            "Pairs run in rounds in which no host works twice. Every value carries its unit, its"
                    + " statistic and the conditions it was measured in; runs are kept for"
                    + " «compare» and «report»."
        },
        footer = {
            "",
            "Example: railhead bench tcp --hosts 'gpu[001-008]' --rail rail0 --streams 1,8"
                    + " --repeat 3",
            "Exit status: 0 every expectation met, 1 some missed or a test failed, 2 wrong usage"
                    + " or input, 3 a host could not be reached."
        })
public final class BenchCommand implements Callable<Integer> {
    private final Console console;

    /// What can be measured.
    enum What {
        tcp,
        rdma,
        disk,
        nccl,
        all,
        ping,
        saturate
    }

    @Parameters(
            index = "0",
            paramLabel = "WHAT",
            description = "tcp, rdma, disk, nccl, all, ping or saturate.")
    What what = What.tcp;

    @Mixin private ClusterOptions clusters = new ClusterOptions();
    @Mixin private ReachOptions reach = new ReachOptions();
    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private RdmaOptions rdma = new RdmaOptions();
    @Mixin private SaturateOptions saturate = new SaturateOptions();
    @Mixin private HostBenchOptions host = new HostBenchOptions();
    @Mixin private KeepOptions keep = new KeepOptions();

    @Option(
            names = "--rail",
            split = ",",
            paramLabel = "RAIL",
            description = "Only these rails (default: all, one after the other).")
    @Nullable List<String> rails;

    @Option(
            names = "--streams",
            split = ",",
            paramLabel = "N",
            description = "Parallel TCP streams, one test each (default: 1,4).")
    List<Integer> streams = Settings.DEFAULT.streams();

    @Option(
            names = "--time",
            paramLabel = "SECONDS",
            description = "Of each bandwidth, latency and ping test (default: 5, ping 4).")
    @Nullable Integer seconds;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description =
                    "Run each test N times and report the median and the spread (default: 1).")
    int repeat = 1;

    @Option(
            names = "--window",
            paramLabel = "BYTES",
            description = "Socket buffer (default: the kernel's own tuning).")
    @Nullable Long window;

    @Option(
            names = "--quick",
            description = "Every host once as sender and once as receiver, not every pair.")
    boolean quick;

    @Option(
            names = "--pairs-at-once",
            paramLabel = "N",
            description =
                    "Most pairs measured at the same time (default: as many as the schedule allows;"
                            + " 1 in a lab, whose hosts share one computer).")
    @Nullable Integer width;

    @Option(
            names = "--local",
            description = "Measure this machine alone, over its loopback interface.")
    boolean local;

    BenchCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        output.allow(
                OutputOptions.Format.text, OutputOptions.Format.json, OutputOptions.Format.html);
        Cluster cluster = local ? BenchRun.thisMachine("localhost") : clusters.load(console);
        Settings settings = settings(cluster);
        Instant startedAt = Instant.now();
        try (Transport transport =
                local
                        ? new LocalTransport(SourceOptions.settings(console, reach))
                        : SourceOptions.transport(console, reach)) {
            if (what == What.saturate) {
                return saturate(cluster, settings, transport, startedAt);
            }
            BenchPlan plan = plan(cluster, settings);
            Facts facts =
                    SourceOptions.facts(
                            SourceOptions.collect(
                                    console,
                                    cluster,
                                    transport,
                                    reach,
                                    Parsers.installed()
                                            .probes(
                                                    BenchRun.needs(
                                                            what == What.rdma
                                                                    || what == What.all))));
            announce(plan);
            BenchResult result =
                    BenchRun.execute(console, cluster, facts, transport, plan, reach.timeout());
            Run run = BenchRun.record(result, cluster, facts, plan, startedAt);
            boolean kept = keep.keep(console, run);
            output.write(console, rendered(run, cluster, facts));
            if (kept) {
                console.err().println("kept as " + run.id());
            }
            return status(result);
        }
    }

    private int saturate(
            Cluster cluster, Settings settings, Transport transport, Instant startedAt) {
        if (local) {
            throw new UserError("saturate: it takes several hosts, not --local");
        }
        Set<Class<? extends Fact>> needs = new LinkedHashSet<>(BenchRun.needs(true));
        // What the class is set to is what two such runs are compared for.
        needs.add(PfcState.class);
        Facts facts =
                SourceOptions.facts(
                        SourceOptions.collect(
                                console,
                                cluster,
                                transport,
                                reach,
                                Parsers.installed().probes(needs)));
        Saturating done =
                Saturating.of(
                        console,
                        cluster,
                        facts,
                        transport,
                        reach,
                        rails(cluster),
                        saturate,
                        settings,
                        startedAt);
        boolean kept = keep.keep(console, done.run());
        output.write(
                console,
                output.format() == OutputOptions.Format.text
                        ? SaturateText.of(done.run(), console.width())
                        : rendered(done.run(), cluster, facts));
        if (kept) {
            console.err().println("kept as " + done.run().id());
        }
        return done.status();
    }

    private static int status(BenchResult result) {
        if (result.unreachableAny()) {
            return Exit.UNREACHABLE;
        }
        return result.missedAny() || !result.failures().isEmpty() || !result.complete()
                ? Exit.FINDINGS
                : Exit.OK;
    }

    private String rendered(Run run, Cluster cluster, Facts facts) {
        return switch (output.format()) {
            case json -> Json.write(document(run));
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
            case text, junit, sarif, diff -> BenchText.of(run, console.width());
        };
    }

    /// The run, with those that stand out from their twins.
    static Map<String, Object> document(Run run) {
        Map<String, Object> document = RunJson.document(run);
        document.put("oddOnes", OddOnes.among(run.measurements()));
        return document;
    }

    private Settings settings(Cluster cluster) {
        if (window != null) {
            Bounds.within("--window", window, 1, Integer.MAX_VALUE, "bytes");
        }
        try {
            Settings usual = Settings.DEFAULT;
            Duration time = seconds == null ? usual.time() : Duration.ofSeconds(seconds);
            return new Settings(
                    streams,
                    time,
                    repeat,
                    window == null ? OptionalLong.empty() : OptionalLong.of(window),
                    usual.messageBytes(),
                    seconds == null ? usual.pings() : PingRoundTrip.requests(time),
                    cluster.lab() ? rdma.settings().forSoft() : rdma.settings(),
                    host.settings(cluster.hosts().stream().map(Host::address).toList()));
        } catch (IllegalArgumentException e) {
            throw new UserError("--" + e.getMessage());
        }
    }

    private BenchPlan plan(Cluster cluster, Settings settings) {
        List<Benchmark> benchmarks =
                switch (what) {
                    case tcp -> Benchmarks.of("ping", "iperf3", "sockperf");
                    case rdma -> Benchmarks.of("ping", "perftest");
                    case disk -> Benchmarks.of("fio");
                    case nccl -> Benchmarks.of("nccl-tests");
                    case all ->
                            Benchmarks.of(
                                    "ping", "iperf3", "sockperf", "perftest", "fio", "nccl-tests");
                    case ping, saturate -> Benchmarks.of("ping");
                };
        if (local) {
            return BenchPlan.here(
                    benchmarks, settings, BenchRun.loopback("localhost"), "localhost");
        }
        List<String> chosen = rails(cluster);
        if (width != null) {
            Bounds.positive("--pairs-at-once", width);
        }
        int most = width != null ? width : cluster.lab() ? 1 : Integer.MAX_VALUE;
        BenchPlan plan = BenchPlan.of(cluster, chosen, benchmarks, settings, quick, most);
        if (plan.pairs() == 0) {
            throw new UserError(
                    cluster.file()
                            + ": no pair to measure: it takes two hosts with a port on the same"
                            + " rail");
        }
        return plan;
    }

    /// The rails asked for; all where none was.
    private List<String> rails(Cluster cluster) {
        List<String> names = cluster.rails().stream().map(Rail::name).toList();
        List<String> chosen = rails == null ? names : rails;
        for (String rail : chosen) {
            if (!names.contains(rail)) {
                throw new UserError(
                        "--rail: no rail "
                                + rail
                                + " in "
                                + cluster.file()
                                + NearestName.of(rail, names)
                                        .map(n -> "; did you mean " + n + "?")
                                        .orElse(""));
            }
        }
        return chosen;
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
}
