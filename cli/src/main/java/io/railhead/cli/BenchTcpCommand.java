package io.railhead.cli;

import io.railhead.bench.Settings;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `railhead bench tcp`.
@Command(
        name = "tcp",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        abbreviateSynopsis = true,
        description = {
            "iperf3 bandwidth with each number of --streams, sockperf latency (half a round trip) idle and under load, and ping (full round trip)."
        },
        footer = {
            "",
            "Example: railhead bench tcp --hosts 'gpu[001-008]' --streams 1,8 --repeat 3",
            BenchCommand.EXIT
        })
final class BenchTcpCommand implements Callable<Integer> {
    private final Console console;

    @Mixin private BenchOptions options = new BenchOptions();
    @Mixin private TestOptions tests = new TestOptions();
    @Mixin private PairOptions pairs = new PairOptions();
    @Mixin private TimeOptions time = new TimeOptions();
    @Mixin private TcpOptions tcp = new TcpOptions();

    BenchTcpCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        return Benching.of(console, options, tests)
                .between(pairs)
                .run(
                        List.of("ping", "iperf3", "sockperf"),
                        cluster -> tcp.over(time.over(Settings.DEFAULT)));
    }
}
