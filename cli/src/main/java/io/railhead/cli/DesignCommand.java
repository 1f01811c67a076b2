package io.railhead.cli;

import io.railhead.cli.design.LosslessJson;
import io.railhead.cli.design.LosslessText;
import io.railhead.fabric.LosslessDesign;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Lossless;
import io.railhead.model.intent.Switch;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `railhead design`: sizes a fabric from the intent alone, without a machine.
@Command(
        name = "design",
        description = "Sizes a fabric from cluster.yaml alone; no machine is asked.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "{lossless}",
        footer = {"", "Example: railhead design lossless"},
        subcommands = DesignCommand.OfLossless.class)
public final class DesignCommand implements Callable<Integer> {
    private final Console console;

    DesignCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        CommandLine design =
                Objects.requireNonNull(
                        Railhead.commandLine(console).getSubcommands().get("design"));
        console.err().print(design.getUsageMessage(CommandLine.Help.Ansi.OFF));
        return Exit.USAGE;
    }

    @Command(
            name = "lossless",
            mixinStandardHelpOptions = true,
            usageHelpAutoWidth = true,
            description = {
                "PFC headroom and ECN thresholds of every switch port, from its speed, its cable"
                        + " and its MTU, with the arithmetic and where each constant is from.",
                "",
                "Needs «lossless» and «switches» in cluster.yaml; the better for «links» with their"
                        + " cables and for each switch's «model»."
            },
            footer = {
                "",
                "Example: railhead design lossless leaf1",
                "Exit status: 0 all fits, 1 something does not, 2 wrong usage or input."
            })
    static final class OfLossless implements Callable<Integer> {
        private final Console console;

        @Parameters(arity = "0..*", paramLabel = "SWITCH", description = "Only these switches.")
        List<String> names = new ArrayList<>();

        @Mixin private ClusterOptions clusters = new ClusterOptions();
        @Mixin private OutputOptions output = new OutputOptions();

        OfLossless(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            output.allow(OutputOptions.Format.text, OutputOptions.Format.json);
            Cluster cluster = clusters.load(console);
            Lossless wanted =
                    cluster.lossless()
                            .orElseThrow(
                                    () ->
                                            new UserError(
                                                    cluster.file()
                                                            + ": has no lossless class; add"
                                                            + " lossless: {priority: 3, dscp: 26}"));
            List<LosslessDesign> designs =
                    switches(cluster).stream()
                            .map(s -> LosslessDesign.of(cluster, wanted, s))
                            .toList();
            output.write(
                    console,
                    output.json()
                            ? Json.write(LosslessJson.document(designs))
                            : LosslessText.render(designs, console.width()));
            return designs.stream().allMatch(d -> d.conflicts().isEmpty())
                    ? Exit.OK
                    : Exit.FINDINGS;
        }

        private List<Switch> switches(Cluster cluster) {
            List<String> known = cluster.switches().stream().map(Switch::name).toList();
            if (known.isEmpty()) {
                throw new UserError(
                        cluster.file()
                                + ": names no switch; add switches: {leaf1: {system: sonic,"
                                + " address: 10.1.9.1}}");
            }
            for (String name : names) {
                if (!known.contains(name)) {
                    throw new UserError(
                            cluster.file()
                                    + ": has no switch "
                                    + name
                                    + "; it has "
                                    + String.join(", ", known));
                }
            }
            return cluster.switches().stream()
                    .filter(s -> names.isEmpty() || names.contains(s.name()))
                    .toList();
        }
    }
}
