package io.railhead.cli;

import io.railhead.bench.Settings;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `railhead bench rdma`.
@Command(
        name = "rdma",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        abbreviateSynopsis = true,
        description = {
            "perftest bandwidth and latency of write, read and send, and ping. Device, port and GID index are those that the hosts show for the rail's address."
        },
        footer = {
            "",
            "Example: railhead bench rdma --verbs write --sizes sweep --qps 1,4",
            BenchCommand.EXIT
        })
final class BenchRdmaCommand implements Callable<Integer> {
    private final Console console;

    @Mixin private BenchOptions options = new BenchOptions();
    @Mixin private TestOptions tests = new TestOptions();
    @Mixin private PairOptions pairs = new PairOptions();
    @Mixin private TimeOptions time = new TimeOptions();
    @Mixin private RdmaOptions rdma = new RdmaOptions();

    BenchRdmaCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        return Benching.of(console, options, tests)
                .between(pairs)
                .run(
                        List.of("ping", "perftest"),
                        cluster -> rdma.over(time.over(Settings.DEFAULT), cluster));
    }
}
