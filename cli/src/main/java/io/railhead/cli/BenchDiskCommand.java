package io.railhead.cli;

import io.railhead.bench.Settings;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `railhead bench disk`.
@Command(
        name = "disk",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        abbreviateSynopsis = true,
        description = {
            "fio on a file of its own on every host: sequential, random, one operation at a time."
        },
        footer = {
            "",
            "Example: railhead bench disk --directory /data --file-size 64g --time 30",
            BenchCommand.EXIT
        })
final class BenchDiskCommand implements Callable<Integer> {
    private final Console console;

    @Mixin private BenchOptions options = new BenchOptions();
    @Mixin private TestOptions tests = new TestOptions();
    @Mixin private TimeOptions time = new TimeOptions();
    @Mixin private DiskOptions disk = new DiskOptions();

    BenchDiskCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        return Benching.of(console, options, tests)
                .run(List.of("fio"), cluster -> disk.over(time.over(Settings.DEFAULT)));
    }
}
