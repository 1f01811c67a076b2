package io.railhead.cli;

import io.railhead.lab.FabricQueue;
import io.railhead.lab.LabInfo;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `railhead lab queue`.
@Command(
        name = "queue",
        description = {
            "Gives the ports of a lab's switch into its hosts a line rate and a queue, to try what a"
                    + " policy does under load: drop (short, drops what does not fit), mark (marks"
                    + " ECN and has room meanwhile), off.",
            "The kernel's own queues and counters; no PFC. bench saturate reads them as those of the"
                    + " device fabric. Hosts use cubic meanwhile, with ECN for mark, in their own"
                    + " namespaces."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Example: railhead lab queue drop && railhead bench saturate --tcp --pattern incast",
            "         railhead lab queue mark && railhead bench saturate --tcp --pattern incast",
            "         railhead compare last-1 last"
        })
final class LabQueueCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "POLICY", description = "drop, mark or off.")
    FabricQueue.Policy policy = FabricQueue.Policy.OFF;

    @Option(names = "--name", paramLabel = "NAME", description = "Of the lab.")
    @Nullable String name;

    @Option(names = "--rail", paramLabel = "RAIL", description = "rail0 (the default) or rail1.")
    String rail = "rail0";

    @Option(
            names = "--rate",
            paramLabel = "MBITS",
            description = "Of each port in Mb/s, 10 to 10000 (default: 200).")
    int rate = 200;

    LabQueueCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        FabricQueue queue;
        try {
            queue = new FabricQueue(policy, rail, rate);
        } catch (IllegalArgumentException e) {
            throw new UserError("--" + e.getMessage());
        }
        LabInfo lab = LabCommand.named(name);
        Optional<String> why = LabCommand.lab().queue(lab.name(), queue);
        if (why.isPresent()) {
            throw new UserError(why.get());
        }
        console.out()
                .println(
                        policy == FabricQueue.Policy.OFF
                                ? "queues of " + rail + ": off"
                                : "queues of %s: %s at %d Mb/s".formatted(rail, policy, rate));
        return Exit.OK;
    }
}
