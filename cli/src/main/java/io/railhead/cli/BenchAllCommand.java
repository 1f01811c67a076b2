package io.railhead.cli;

import io.railhead.bench.Settings;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `railhead bench all`.
@Command(
        name = "all",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        abbreviateSynopsis = true,
        description = {
            "tcp, rdma, disk and nccl one after the other, as far as the hosts have what they need. What each option is for: the help of that kind."
        },
        footer = {
            "",
            "Example: railhead bench all --quick -o scorecard.html --format html",
            BenchCommand.EXIT
        })
final class BenchAllCommand implements Callable<Integer> {
    private final Console console;

    @Mixin private BenchOptions options = new BenchOptions();
    @Mixin private TestOptions tests = new TestOptions();
    @Mixin private PairOptions pairs = new PairOptions();
    @Mixin private TimeOptions time = new TimeOptions();
    @Mixin private TcpOptions tcp = new TcpOptions();
    @Mixin private RdmaOptions rdma = new RdmaOptions();
    @Mixin private DiskOptions disk = new DiskOptions();
    @Mixin private NcclOptions nccl = new NcclOptions();

    BenchAllCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        return Benching.of(console, options, tests)
                .between(pairs)
                .building(nccl)
                .asFarAsPossible()
                .run(
                        List.of("ping", "iperf3", "sockperf", "perftest", "fio", "nccl-tests"),
                        cluster ->
                                nccl.over(
                                        disk.over(
                                                rdma.over(
                                                        tcp.over(time.over(Settings.DEFAULT)),
                                                        cluster)),
                                        cluster));
    }
}
