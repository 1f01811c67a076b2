package io.railhead.cli;

import io.railhead.bench.compare.Beside;
import io.railhead.bench.cost.TrainingCost;
import io.railhead.cli.design.TrainingText;
import io.railhead.cli.design.TrainingText.Way;
import io.railhead.intent.Units;
import io.railhead.model.Bandwidth;
import io.railhead.model.Measurement;
import io.railhead.store.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `railhead design training`.
@Command(
        name = "training",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "What exchanging gradients costs a data-parallel training, by arithmetic: steps and"
                    + " calls, bytes each way, and the least time over each path. No machine is"
                    + " asked.",
            "",
            "Paths are given by --path, or are the TCP and the RDMA of a run that measured both."
        },
        footer = {
            "",
            "Example: railhead design training --samples 1000000 --batch 32 --epochs 100"
                    + " --parameters 62109110 --ranks 8 --path rdma=850ns,38.2G"
                    + " --path tcp=21.9us,27.4G",
            "Example: railhead design training --samples 1000000 --batch 32 --run last",
            "Exit status: 0 computed, 2 wrong usage."
        })
final class DesignTrainingCommand implements Callable<Integer> {
    /// More samples, steps or bytes than any training has, and sums still far from overflow.
    private static final long MOST = 1_000_000_000_000L;

    private final Console console;

    @Option(names = "--samples", required = true, paramLabel = "N", description = "Of one epoch.")
    long samples;

    @Option(
            names = "--batch",
            required = true,
            paramLabel = "N",
            description = "Samples of one step, over all ranks.")
    long batch;

    @Option(names = "--epochs", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
    long epochs = 1;

    @Option(
            names = "--ranks",
            paramLabel = "N",
            description = "That exchange gradients (default: ${DEFAULT-VALUE}).")
    int ranks = 2;

    @Option(
            names = "--parameters",
            paramLabel = "N",
            description = "Of the model: each is one gradient.")
    @Nullable Long parameters;

    @Option(
            names = "--bytes-each",
            paramLabel = "N",
            description = "Of one gradient: 4 of float32, 2 of bf16 (default: ${DEFAULT-VALUE}).")
    int bytesEach = 4;

    @Option(
            names = "--path",
            paramLabel = "NAME=LATENCY[,RATE]",
            description =
                    "One way of a small message, and what a rank can send: rdma=850ns,38.2G. May be"
                            + " repeated.")
    List<String> paths = List.of();

    @Option(
            names = "--run",
            paramLabel = "RUN",
            description = "Paths as this run measured them: a file, an id or last.")
    @Nullable String run;

    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private StoreOptions store = new StoreOptions();

    DesignTrainingCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        output.refuseUnusable(console);
        TrainingCost cost =
                new TrainingCost(
                        Bounds.within("--samples", samples, 1, MOST, "samples"),
                        Bounds.within("--batch", batch, 1, MOST, "samples"),
                        Bounds.within("--epochs", epochs, 1, 1_000_000, "epochs"),
                        (int) Bounds.within("--ranks", ranks, 2, 1_000_000, "ranks"),
                        gradients());
        List<Way> ways = new ArrayList<>(paths.stream().map(DesignTrainingCommand::way).toList());
        if (run != null) {
            ways.addAll(measured(store.findMeasured(console, run)));
        }
        output.write(
                console,
                output.json()
                        ? Json.write(TrainingText.document(cost, ways))
                        : TrainingText.render(cost, ways, console.width()));
        return Exit.OK;
    }

    private OptionalLong gradients() {
        if (parameters == null) {
            return OptionalLong.empty();
        }
        Bounds.within("--parameters", parameters, 1, MOST * 1000, "parameters");
        Bounds.within("--bytes-each", bytesEach, 1, 16, "bytes");
        return OptionalLong.of(parameters * bytesEach);
    }

    private static Way way(String text) {
        int equals = text.indexOf('=');
        String[] parts = text.substring(equals + 1).split(",", -1);
        if (equals < 1 || parts.length > 2) {
            throw wrong(text);
        }
        double nanos = Units.nanos(parts[0]).orElseThrow(() -> wrong(text));
        Optional<Bandwidth> rate =
                parts.length == 1
                        ? Optional.empty()
                        : Optional.of(Units.speed(parts[1]).orElseThrow(() -> wrong(text)));
        return new Way(text.substring(0, equals), nanos, rate);
    }

    private static UserError wrong(String text) {
        return new UserError(
                "--path «%s»: NAME=LATENCY or NAME=LATENCY,RATE, such as rdma=850ns,38.2G"
                        .formatted(text));
    }

    /// Half round trips of the first pair that has both, and what it could send.
    private static List<Way> measured(Run run) {
        Beside beside = Beside.of(run.measurements(), run.measurements());
        Beside.Row latency =
                beside.rows().stream()
                        .filter(r -> r.what().startsWith("latency p50"))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new UserError(
                                                run.id()
                                                        + ": has no TCP latency beside an RDMA one"
                                                        + " («railhead bench all» measures both);"
                                                        + " give --path"));
        Optional<Beside.Row> bandwidth =
                beside.rows().stream()
                        .filter(r -> r.what().startsWith("bandwidth"))
                        .filter(r -> r.pair().equals(latency.pair()))
                        .findFirst();
        return List.of(
                way("RDMA", latency, latency.rdma(), bandwidth.map(Beside.Row::rdma)),
                way("TCP", latency, latency.tcp(), bandwidth.map(Beside.Row::tcp)));
    }

    private static Way way(
            String name, Beside.Row row, Measurement latency, Optional<Measurement> bandwidth) {
        return new Way(
                name + " " + row.pair(),
                latency.value(),
                bandwidth.map(m -> new Bandwidth(m.value())));
    }
}
