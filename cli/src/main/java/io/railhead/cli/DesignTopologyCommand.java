package io.railhead.cli;

import io.railhead.cli.design.TopologyText;
import io.railhead.fabric.RailLayout;
import io.railhead.fabric.TopologyAdvice;
import io.railhead.model.intent.Cluster;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `railhead design topology`.
@Command(
        name = "topology",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Which form of network so many hosts should have: back to back, a switch a rail, or"
                    + " leaf-spine, with what each takes and why.",
            "",
            "Without --nodes it is about the hosts of cluster.yaml, and says also whether their rails"
                    + " are laid out as rails: a NIC port of its own for each GPU, the same GPU on a"
                    + " rail of every host, one hop between the ports of a rail, and as much above a"
                    + " switch as below it."
        },
        footer = {
            "",
            "Example: railhead design topology --nodes 64 --rails 8 --switch-ports 64",
            "Exit status: 0 fits, 1 something does not, 2 wrong usage or input."
        })
final class DesignTopologyCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "So many hosts, instead of those of cluster.yaml.")
    @Nullable Integer nodes;

    @Option(
            names = "--rails",
            paramLabel = "N",
            description = "Ports of each host (default: those of cluster.yaml, else 1).")
    @Nullable Integer rails;

    @Option(
            names = "--switch-ports",
            paramLabel = "N",
            description = "Of one switch (default: ${DEFAULT-VALUE}).")
    int switchPorts = 32;

    @Mixin private ClusterOptions clusters = new ClusterOptions();
    @Mixin private OutputOptions output = new OutputOptions();

    DesignTopologyCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        output.refuseUnusable(console);
        Optional<Cluster> cluster =
                nodes == null ? Optional.of(clusters.load(console)) : Optional.empty();
        int hosts = nodes != null ? nodes : cluster.map(c -> c.hosts().size()).orElse(0);
        int each = rails != null ? rails : cluster.map(c -> c.rails().size()).orElse(1);
        TopologyAdvice advice =
                new TopologyAdvice(
                        (int) Bounds.within("--nodes", hosts, 1, 1_000_000, "hosts"),
                        (int) Bounds.within("--rails", each, 1, 64, "rails"),
                        (int) Bounds.within("--switch-ports", switchPorts, 2, 1024, "ports"));
        Optional<RailLayout> layout = cluster.map(RailLayout::of);
        output.write(
                console,
                output.json()
                        ? Json.write(TopologyText.document(advice, layout))
                        : TopologyText.render(advice, layout, console.width()));
        boolean fits =
                (hosts == 1 || !advice.advised().isEmpty())
                        && layout.map(l -> l.faults().isEmpty()).orElse(true);
        return fits ? Exit.OK : Exit.FINDINGS;
    }
}
