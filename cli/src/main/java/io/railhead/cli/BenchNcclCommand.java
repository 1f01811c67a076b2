package io.railhead.cli;

import io.railhead.bench.Settings;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `railhead bench nccl`.
@Command(
        name = "nccl",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        abbreviateSynopsis = true,
        description = {
            "nccl-tests between the GPUs of each host, or as one job over all hosts (--across by"
                    + " mpirun, --slurm by srun), which begins on the first. Which transport"
                    + " carried the data is read from NCCL's log."
        },
        footer = {
            "",
            "Example: railhead bench nccl --collectives all_reduce --largest 8g --across",
            BenchCommand.EXIT
        })
final class BenchNcclCommand implements Callable<Integer> {
    private final Console console;

    @Mixin private BenchOptions options = new BenchOptions();
    @Mixin private TestOptions tests = new TestOptions();
    @Mixin private NcclOptions nccl = new NcclOptions();

    BenchNcclCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        return Benching.of(console, options, tests)
                .building(nccl)
                .run(List.of("nccl-tests"), cluster -> nccl.over(Settings.DEFAULT, cluster));
    }
}
