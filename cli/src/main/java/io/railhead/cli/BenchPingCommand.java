package io.railhead.cli;

import io.railhead.bench.Settings;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `railhead bench ping`.
@Command(
        name = "ping",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        abbreviateSynopsis = true,
        description = {"Round trip (full) and loss of every ordered pair."},
        footer = {"", "Example: railhead bench ping --rail rail0 --quick", BenchCommand.EXIT})
final class BenchPingCommand implements Callable<Integer> {
    private final Console console;

    @Mixin private BenchOptions options = new BenchOptions();
    @Mixin private TestOptions tests = new TestOptions();
    @Mixin private PairOptions pairs = new PairOptions();
    @Mixin private TimeOptions time = new TimeOptions();

    BenchPingCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        return Benching.of(console, options, tests)
                .between(pairs)
                .run(List.of("ping"), cluster -> time.over(Settings.DEFAULT));
    }
}
