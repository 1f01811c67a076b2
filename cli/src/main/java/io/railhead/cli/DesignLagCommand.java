package io.railhead.cli;

import io.railhead.cli.design.LagText;
import io.railhead.fabric.Lag;
import io.railhead.intent.Units;
import io.railhead.model.Bandwidth;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `railhead design lag`.
@Command(
        name = "lag",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "What flows get of a link aggregate (LAG, bond): which member each takes, and the most"
                    + " they have together. One flow never has more than one member.",
            "",
            "With the hash of a switch, which is not public, how many members so many flows use on"
                    + " average. RDMA over a bond does not pass the bonding driver: the NIC places"
                    + " each queue pair, and one queue pair uses one member all the same."
        },
        footer = {
            "",
            "Example: railhead design lag --members 2 --speed 40G"
                    + " 10.0.1.1:50000-10.0.1.2:5001 10.0.1.1:50002-10.0.1.2:5001",
            "Exit status: 0 computed, 2 wrong usage."
        })
final class DesignLagCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            arity = "1..*",
            paramLabel = "FLOW",
            description = "ADDRESS:PORT-ADDRESS:PORT, IPv6 in brackets.")
    List<String> flows = List.of();

    @Option(
            names = "--members",
            paramLabel = "N",
            description = "Links of the aggregate (default: ${DEFAULT-VALUE}).")
    int members = 2;

    @Option(
            names = "--speed",
            required = true,
            paramLabel = "RATE",
            description = "Of one member, such as 40G.")
    String speed = "";

    @Option(
            names = "--hash",
            paramLabel = "HASH",
            description =
                    "layer3+4, layer2+3 or layer2 of a Linux bond (xmit_hash_policy), unknown for a"
                            + " switch's own (default: ${DEFAULT-VALUE}).")
    String hash = "layer3+4";

    @Mixin private OutputOptions output = new OutputOptions();

    DesignLagCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        output.refuseUnusable(console);
        Bounds.within("--members", members, 1, 64, "links");
        Bandwidth rate =
                Units.speed(speed)
                        .orElseThrow(
                                () -> new UserError("--speed " + speed + ": a rate such as 40G"));
        Lag lag =
                new Lag(
                        members,
                        rate,
                        Lag.Hash.of(hash)
                                .orElseThrow(
                                        () ->
                                                new UserError(
                                                        "--hash "
                                                                + hash
                                                                + ": layer3+4, layer2+3, layer2 or"
                                                                + " unknown")));
        List<Lag.Flow> parsed = flows.stream().map(DesignLagCommand::flow).toList();
        output.write(
                console,
                output.json()
                        ? Json.write(LagText.document(lag, parsed))
                        : LagText.render(lag, parsed, console.width()));
        return Exit.OK;
    }

    private static Lag.Flow flow(String text) {
        return Lag.Flow.parse(text)
                .orElseThrow(
                        () ->
                                new UserError(
                                        "«%s»: a flow is ADDRESS:PORT-ADDRESS:PORT, such as 10.0.1.1:50000-10.0.1.2:5001"
                                                .formatted(text)));
    }
}
