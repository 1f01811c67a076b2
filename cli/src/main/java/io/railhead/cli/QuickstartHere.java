package io.railhead.cli;

import io.railhead.checks.Checks;
import io.railhead.cli.findings.Examined;
import io.railhead.model.Severity;
import picocli.CommandLine;

/// The quickstart without a lab: check, bench and report for this machine alone.
final class QuickstartHere {
    private final QuickstartStage stage;

    QuickstartHere(QuickstartStage stage) {
        this.stage = stage;
    }

    int run() {
        stage.report().note("No lab could be raised: this is about one machine alone.");
        stage.title("1/2 Check this machine");
        Options options = new Options();
        new CommandLine(options).parseArgs("--local");
        Examined examined =
                stage.examine(
                        "this machine",
                        options.source.gather(
                                stage.console(),
                                options.clusters,
                                options.reach,
                                Checks.needs(),
                                false),
                        "this machine");

        stage.title("2/2 Measure TCP over the loopback interface");
        int bench =
                stage.run(
                        "bench",
                        "tcp",
                        "--local",
                        "--time",
                        "2",
                        "--streams",
                        "1",
                        "--no-store",
                        "--format",
                        "json",
                        "-o",
                        stage.into().resolve("run.json").toString());
        stage.measured();
        boolean clean = !examined.report().fails(Severity.ERROR);
        stage.finish(clean ? "Nothing wrong found on this machine" : "See the findings above");
        return clean && bench == Exit.OK ? Exit.OK : Exit.FINDINGS;
    }

    @CommandLine.Command(name = "check")
    private static final class Options {
        @CommandLine.Mixin private ClusterOptions clusters = new ClusterOptions();
        @CommandLine.Mixin private SourceOptions source = new SourceOptions();
        @CommandLine.Mixin private ReachOptions reach = new ReachOptions();
    }
}
