package io.railhead.cli;

import io.railhead.cli.design.LosslessJson;
import io.railhead.cli.design.LosslessText;
import io.railhead.fabric.LosslessDesign;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Lossless;
import io.railhead.model.intent.Switch;
import io.railhead.model.intent.SwitchSystem;
import io.railhead.reach.NamedFile;
import io.railhead.switches.Dialect;
import io.railhead.switches.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `railhead design`: sizes a fabric from the intent alone, without a machine.
@Command(
        name = "design",
        description =
                "Sizes a fabric by arithmetic, mostly from cluster.yaml; no machine is asked.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "{lossless|topology|lag|training}",
        footer = {"", "Example: railhead design lossless"},
        subcommands = {
            DesignCommand.OfLossless.class,
            DesignTopologyCommand.class,
            DesignLagCommand.class,
            DesignTrainingCommand.class
        })
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
                        + " cables and for each switch's «model».",
                "",
                "With --commands, what to enter in the switch's own words. --running is the output of"
                        + " «show running-config» (nxos, eos), «show runningconfiguration all»"
                        + " (sonic: then a patch for «config apply-patch»), or «nv config show -o"
                        + " commands» (nvue)."
            },
            footer = {
                "",
                "Example: railhead design lossless leaf1",
                "Example: railhead design lossless leaf1 --commands --running leaf1.txt",
                "Exit status: 0 all fits, 1 something does not, 2 wrong usage or input."
            })
    static final class OfLossless implements Callable<Integer> {
        /// What a person must know before entering what is printed.
        private static final String NEVER_ENTERED =
                """
                # These words were never entered on a real switch: they are after the makers'
                # documentation and were tried on emulated switches only. Read them before use.
                """;

        private static final String CHOSEN =
                "# The marking probability of 10% is a choice, not derived: lossless.ecn.pmax.\n";

        private final Console console;

        @Parameters(arity = "0..*", paramLabel = "SWITCH", description = "Only these switches.")
        List<String> names = new ArrayList<>();

        @Option(
                names = "--commands",
                description =
                        "Print what to enter on the switch instead; only what --running lacks.")
        boolean commands;

        @Option(
                names = "--running",
                paramLabel = "FILE",
                description =
                        "The running configuration of the one switch named, as it prints it; see"
                                + " --help for the command.")
        @Nullable String running;

        @Mixin private ClusterOptions clusters = new ClusterOptions();
        @Mixin private OutputOptions output = new OutputOptions();

        OfLossless(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            output.refuseUnusable(console);
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
            if (commands) {
                output.write(console, entered(cluster, designs));
            } else if (running != null) {
                throw new UserError("--running: is for --commands");
            } else {
                show(designs);
            }
            return designs.stream().allMatch(d -> d.conflicts().isEmpty())
                    ? Exit.OK
                    : Exit.FINDINGS;
        }

        private void show(List<LosslessDesign> designs) {
            output.write(
                    console,
                    output.json()
                            ? Json.write(LosslessJson.document(designs))
                            : LosslessText.render(designs, console.width()));
        }

        private String entered(Cluster cluster, List<LosslessDesign> designs) {
            if (output.json()) {
                throw new UserError("--commands are text: leave --format json out");
            }
            if (running != null && designs.size() != 1) {
                throw new UserError("--running: name the switch that it is of");
            }
            StringBuilder text = new StringBuilder();
            for (LosslessDesign design : designs) {
                Switch device =
                        cluster.switches().stream()
                                .filter(s -> s.name().equals(design.device()))
                                .findFirst()
                                .orElseThrow();
                text.append(text.isEmpty() ? "" : "\n").append(entered(device, design));
            }
            return text.toString();
        }

        private String entered(Switch device, LosslessDesign design) {
            String system = device.system().word();
            Dialect dialect =
                    Dialect.of(device.system())
                            .orElseThrow(
                                    () ->
                                            new UserError(
                                                    device.name()
                                                            + ": Railhead does not configure "
                                                            + system));
            if (design.ports().isEmpty()) {
                throw new UserError(
                        device.name()
                                + ": "
                                + design.conflicts().stream()
                                        .findFirst()
                                        .orElse("no port of it has a speed that is known"));
            }
            if (device.system() == SwitchSystem.SONIC && running == null) {
                throw new UserError(
                        device.name()
                                + ": a patch for SONiC depends on what is there and would replace"
                                + " whole tables otherwise: name the switch and --running FILE"
                                + " with its «show runningconfiguration all»");
            }
            Map<String, String> is = running == null ? Map.of() : running(dialect, system, running);
            List<Difference> differences = Difference.between(dialect.lossless(design, is), is);
            String from = running == null ? "from nothing" : "against " + running;
            List<String> lines = dialect.enter(differences, is);
            return "# "
                    + device.name()
                    + " ("
                    + system
                    + "), "
                    + from
                    + ": what Railhead wants of the class\n"
                    + NEVER_ENTERED
                    + (design.wanted().ecn() instanceof Lossless.Ecn.Derive ? CHOSEN : "")
                    + (lines.isEmpty()
                            ? "# nothing is missing\n"
                            : String.join("\n", lines) + "\n");
        }

        private Map<String, String> running(Dialect dialect, String system, String file) {
            String text = console.read(console.path(file), NamedFile.BY_HAND);
            if (!dialect.isRunning(text)) {
                throw new UserError(
                        "no running configuration of %s in %s: it is to be what «%s» prints"
                                .formatted(system, file, dialect.showRunning()));
            }
            Optional<String> foreign = dialect.foreign(text);
            if (foreign.isPresent()) {
                throw new UserError(
                        "%s is of another system than the intent's %s, which does not print «%s»"
                                .formatted(file, system, foreign.get()));
            }
            return dialect.running(text);
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
