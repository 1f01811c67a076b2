package io.railhead.cli;

import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `railhead bench`: each kind is a command of its own.
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        synopsisSubcommandLabel = "{tcp|rdma|nccl|disk|ping|saturate|all}",
        description = {
            "Measures hosts, and pairs of them, and holds the values against what the hardware"
                    + " allows and against their twins.",
            "",
            "Pairs run in rounds in which no host works twice. Every value carries its unit, its"
                    + " statistic and the conditions it was measured in; runs are kept for"
                    + " «compare» and «report».",
            ""
        },
        footer = {
            "",
            "Example: railhead bench tcp --hosts 'gpu[001-008]' --rail rail0",
            "Options of a kind: railhead bench tcp --help",
            BenchCommand.EXIT
        },
        subcommands = {
            BenchTcpCommand.class,
            BenchRdmaCommand.class,
            BenchNcclCommand.class,
            BenchDiskCommand.class,
            BenchPingCommand.class,
            BenchSaturateCommand.class,
            BenchAllCommand.class
        })
public final class BenchCommand implements Callable<Integer> {
    static final String EXIT =
            "Exit status: 0 every expectation met, 1 some missed or a test failed, 2 wrong usage"
                    + " or input, 3 a host could not be reached.";

    private final Console console;

    BenchCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        CommandLine bench =
                Objects.requireNonNull(Railhead.commandLine(console).getSubcommands().get("bench"));
        console.err().print(bench.getUsageMessage(CommandLine.Help.Ansi.OFF));
        return Exit.USAGE;
    }
}
