package io.railhead.cli;

import io.railhead.bench.ceiling.Hop;
import io.railhead.bench.compare.Beside;
import io.railhead.bench.compare.Comparison;
import io.railhead.bench.compare.Prediction;
import io.railhead.bench.compare.QosComparison;
import io.railhead.cli.report.BenchText;
import io.railhead.model.Measurement;
import io.railhead.store.Run;
import io.railhead.store.RunJson;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `railhead compare`.
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Holds one run against another, like with like.",
            "",
            "Two values are compared only when they were measured under equal conditions (path, MTU,"
                    + " streams, half or full round trip, versions, …). What differs is named and not"
                    + " compared; say with --about what the comparison is about. A change within the"
                    + " spread of repeated runs counts as the same; of single runs, whose spread"
                    + " nobody knows, only large differences are judged.",
            "",
            "With one RUN: its TCP beside its RDMA, like with like (as many streams as queue pairs,"
                    + " the same MTU, the same statistic of the same part of a round trip), with the"
                    + " ratio both ways; --twins holds two hosts of it against each other;"
                    + " --predict-hops says what its values will be with so many switches on the"
                    + " way, and keeps that as a run which a later one is compared with.",
            "",
            "What RDMA leaves out of TCP's way: the system call and the copy into the kernel's socket"
                    + " buffer at each end, segments and acknowledgements made by a CPU, the"
                    + " interrupt and the wake-up of the receiver. The adapter reads and writes the"
                    + " program's own memory, and the program looks for the end itself.",
            "",
            "A RUN is a railhead.run/1 file, an id or its beginning, or last, last-1 of bench."
        },
        footer = {
            "",
            "Example: railhead compare last-1 last --about mtu",
            "Example: railhead compare last --predict-hops 1 --switch cut-through",
            "Exit status: 0 nothing got worse, 1 something did, 2 wrong usage or nothing could be"
                    + " compared."
        })
public final class CompareCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "RUN", description = "The earlier run.")
    String before = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "RUN", description = "The later run.")
    String after = "";

    @Option(
            names = "--about",
            split = ",",
            paramLabel = "CONDITION",
            description = "Conditions that may differ, since the comparison is about them: mtu.")
    List<String> about = List.of();

    @Option(names = "--protocols", description = "TCP of the first run beside RDMA of the second.")
    boolean protocols;

    @Option(
            names = "--twins",
            split = ",",
            paramLabel = "HOST",
            description = "Two hosts of one run, such as gpu01,gpu02.")
    List<String> twins = List.of();

    @Option(
            names = "--predict-hops",
            paramLabel = "N",
            description = "Switches that will be on the way.")
    @Nullable Integer hopsThen;

    @Option(
            names = "--hops-now",
            paramLabel = "N",
            description = "Switches on the way of values that do not state theirs.")
    @Nullable Integer hopsNow;

    @Option(
            names = "--switch",
            paramLabel = "CLASS",
            description =
                    "cut-through (300 to 500 ns a hop), store-and-forward (1 to 3 µs) or unmanaged"
                            + " (3 to 10 µs) (default: cut-through).")
    String hop = Hop.CUT_THROUGH.name();

    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private StoreOptions store = new StoreOptions();

    CompareCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        output.refuseUnusable(console);
        Run first = store.findMeasured(console, before);
        List<Measurement> values = first.measurements();
        if (hopsThen != null) {
            return predict(first, hopsThen);
        }
        if (!twins.isEmpty()) {
            return twins(first);
        }
        if (after.isEmpty()) {
            return beside(first, Beside.of(values, values));
        }
        Run second = store.findMeasured(console, after);
        if (protocols) {
            return beside(first, Beside.of(values, second.measurements()));
        }
        if (Prediction.isOne(values)) {
            return outcomes(first, second);
        }
        known(values, second.measurements());
        return compared(first, second, Comparison.of(values, second.measurements(), about));
    }

    /// A condition that no value has would be taken for agreed.
    private void known(List<Measurement> before, List<Measurement> after) {
        TreeSet<String> there = new TreeSet<>();
        for (List<Measurement> run : List.of(before, after)) {
            run.forEach(m -> there.addAll(m.conditions().values().keySet()));
        }
        for (String condition : about) {
            if (!there.contains(condition) && !there.isEmpty()) {
                throw new UserError(
                        "--about: no value of these runs has a condition «%s»; there are %s"
                                .formatted(condition, String.join(", ", there)));
            }
        }
    }

    private int compared(Run first, Run second, Comparison comparison) {
        output.write(
                console,
                output.json()
                        ? Json.write(document(first, second, comparison))
                        : BenchText.compared(first, second, comparison, console.width()));
        if (comparison.alike().isEmpty()) {
            return Exit.USAGE;
        }
        return comparison.worseAny() ? Exit.FINDINGS : Exit.OK;
    }

    private int twins(Run run) {
        if (twins.size() != 2 || !after.isEmpty()) {
            throw new UserError("--twins: two hosts of one run, such as gpu01,gpu02");
        }
        known(run.measurements(), run.measurements());
        Comparison comparison =
                Comparison.ofHosts(run.measurements(), twins.getFirst(), twins.getLast(), about);
        if (comparison.alike().isEmpty() && comparison.refused().isEmpty()) {
            throw new UserError(
                    run.id() + ": nothing was measured alike for " + String.join(" and ", twins));
        }
        return compared(ofHost(run, twins.getFirst()), ofHost(run, twins.getLast()), comparison);
    }

    private static Run ofHost(Run run, String host) {
        return Run.of(
                host,
                run.kind(),
                "in " + run.id(),
                run.cluster(),
                run.startedAt(),
                run.took(),
                run.version());
    }

    private int beside(Run run, Beside beside) {
        if (beside.rows().isEmpty() && beside.refused().isEmpty()) {
            throw new UserError(
                    run.id()
                            + ": holds no RDMA write to put TCP beside; give two runs to compare"
                            + " one with the other");
        }
        output.write(
                console,
                output.json()
                        ? Json.write(document(beside))
                        : BenchText.beside(beside, console.width()));
        return beside.rows().isEmpty() ? Exit.USAGE : Exit.OK;
    }

    private int predict(Run run, int then) {
        if (!after.isEmpty()) {
            throw new UserError("--predict-hops: of one run");
        }
        Bounds.within("--predict-hops", then, 0, 16, "switches");
        Hop which =
                List.of(Hop.CUT_THROUGH, Hop.STORE_AND_FORWARD, Hop.UNMANAGED).stream()
                        .filter(h -> h.name().equals(hop))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new UserError(
                                                "--switch: cut-through, store-and-forward or"
                                                        + " unmanaged, not "
                                                        + hop));
        List<Measurement> predicted =
                Prediction.of(run.measurements(), Optional.ofNullable(hopsNow), then, which);
        if (predicted.isEmpty()) {
            throw new UserError(
                    run.id()
                            + ": no value states how many switches were on its way; say it with"
                            + " --hops-now, or name links in cluster.yaml");
        }
        Run kept =
                KeepOptions.run(
                                "prediction",
                                "prediction from " + run.id(),
                                run.cluster(),
                                Instant.now())
                        .withMeasurements(predicted);
        boolean stored = store.keep(console, kept);
        output.write(
                console,
                output.json()
                        ? Json.write(RunJson.document(kept))
                        : BenchText.predicted(predicted, List.of(), console.width()));
        if (stored) {
            console.err().println("kept as " + kept.id());
        }
        return Exit.OK;
    }

    private int outcomes(Run prediction, Run run) {
        List<Prediction.Outcome> all =
                Prediction.outcomes(prediction.measurements(), run.measurements());
        if (all.isEmpty()) {
            throw new UserError(run.id() + ": holds nothing that " + prediction.id() + " predicts");
        }
        output.write(
                console,
                output.json()
                        ? Json.write(document(prediction, run, all))
                        : BenchText.predicted(prediction.measurements(), all, console.width()));
        return all.stream().allMatch(Prediction.Outcome::held) ? Exit.OK : Exit.FINDINGS;
    }

    private static Map<String, Object> document(Beside beside) {
        Map<String, Object> d = new LinkedHashMap<>();
        d.put("schema", "railhead.compare/1");
        d.put(
                "beside",
                beside.rows().stream()
                        .map(
                                r -> {
                                    Map<String, Object> row = new LinkedHashMap<>();
                                    row.put("path", r.pair().toString());
                                    row.put("what", r.what());
                                    row.put("unit", r.tcp().unit());
                                    row.put("tcp", r.tcp().value());
                                    row.put("rdma", r.rdma().value());
                                    row.put("times", r.times());
                                    row.put("caution", r.caution());
                                    return row;
                                })
                        .toList());
        d.put("refused", beside.refused());
        return d;
    }

    private static Map<String, Object> document(
            Run prediction, Run run, List<Prediction.Outcome> all) {
        Map<String, Object> d = new LinkedHashMap<>();
        d.put("schema", "railhead.compare/1");
        d.put("before", prediction.id());
        d.put("after", run.id());
        d.put(
                "predicted",
                all.stream()
                        .map(
                                o -> {
                                    Map<String, Object> row = value(o.before());
                                    row.put("before", o.before().value());
                                    row.put("low", o.before().expectation().orElseThrow().low());
                                    row.put("high", o.before().expectation().orElseThrow().high());
                                    row.put("after", o.after().value());
                                    row.put("held", o.held());
                                    return row;
                                })
                        .toList());
        return d;
    }

    private Map<String, Object> document(Run first, Run second, Comparison c) {
        Map<String, Object> d = new LinkedHashMap<>();
        d.put("schema", "railhead.compare/1");
        d.put("before", first.id());
        d.put("after", second.id());
        d.put("about", about);
        List<QosComparison> saturations =
                QosComparison.of(first.measurements(), second.measurements());
        if (!saturations.isEmpty()) {
            d.put("saturations", saturations);
        }
        d.put("alike", c.alike().stream().map(CompareCommand::row).toList());
        d.put("refused", c.refused().stream().map(CompareCommand::refusal).toList());
        c.option().ifPresent(o -> d.put("option", o));
        d.put("onlyBefore", c.onlyBefore().stream().map(RunJson::measurement).toList());
        d.put("onlyAfter", c.onlyAfter().stream().map(RunJson::measurement).toList());
        return d;
    }

    private static Map<String, Object> row(Comparison.Row r) {
        Map<String, Object> d = value(r.before());
        d.put("before", r.before().value());
        d.put("after", r.after().value());
        if (Double.isFinite(r.ratio())) {
            d.put("ratio", r.ratio());
        }
        d.put("noise", r.noise());
        d.put("single", r.single());
        d.put("change", r.change().word());
        return d;
    }

    private static Map<String, Object> refusal(Comparison.Refusal r) {
        Map<String, Object> d = value(r.before());
        d.put("before", r.before().value());
        d.put("after", r.after().value());
        d.put("differences", r.differences());
        return d;
    }

    private static Map<String, Object> value(Measurement m) {
        Map<String, Object> d = new LinkedHashMap<>();
        d.put("metric", m.metric());
        d.put("statistic", m.statistic().word());
        d.put("unit", m.unit());
        d.put("conditions", m.conditions().values());
        return d;
    }
}
