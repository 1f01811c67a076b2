package io.railhead.cli;

import io.railhead.bench.Settings;
import io.railhead.cli.bench.BenchRun;
import io.railhead.cli.report.SaturateText;
import io.railhead.evidence.Parsers;
import io.railhead.model.Facts;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.intent.Cluster;
import io.railhead.reach.Transport;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `railhead bench saturate`.
@Command(
        name = "saturate",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        abbreviateSynopsis = true,
        description = {
            "All hosts to one, then every host to every other, all at once: bandwidth of each flow,"
                    + " fairness, latency beside the load, and what hosts and switches counted"
                    + " meanwhile of drops, pause, CNPs and ECN marks. Perftest where every host has"
                    + " RDMA, else iperf3."
        },
        footer = {
            "",
            "Example: railhead bench saturate --pattern incast --to gpu001 --time 30",
            BenchCommand.EXIT
        })
final class BenchSaturateCommand implements Callable<Integer> {
    private final Console console;

    @Mixin private BenchOptions options = new BenchOptions();
    @Mixin private RailOptions rails = new RailOptions();
    @Mixin private TimeOptions time = new TimeOptions();
    @Mixin private SaturateOptions saturate = new SaturateOptions();

    BenchSaturateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        options.output.refuseUnusable(console);
        Cluster cluster = options.clusters.load(console);
        Settings settings =
                Benching.settings(() -> saturate.over(time.over(Settings.DEFAULT), cluster));
        options.keep.check(console);
        Instant startedAt = Instant.now();
        Set<Class<? extends Fact>> needs = new LinkedHashSet<>(BenchRun.needs(true));
        // What the class is set to is what two such runs are compared for.
        needs.add(PfcState.class);
        try (Stopping stopping = new Stopping(console, BenchRun.STOPPED);
                Transport transport = SourceOptions.transport(console, options.reach)) {
            Facts facts =
                    SourceOptions.facts(
                            SourceOptions.collect(
                                    console,
                                    cluster,
                                    transport,
                                    options.reach,
                                    Parsers.installed().probes(needs)));
            Saturating done =
                    Saturating.of(
                            console,
                            cluster,
                            facts,
                            transport,
                            options.reach,
                            rails.of(cluster),
                            saturate,
                            settings,
                            startedAt,
                            stopping);
            return Benching.finish(
                    console, options, done.run(), cluster, facts, SaturateText::of, done.status());
        }
    }
}
