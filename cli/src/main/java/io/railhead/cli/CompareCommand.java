package io.railhead.cli;

import io.railhead.bench.Comparison;
import io.railhead.cli.report.BenchText;
import io.railhead.model.Measurement;
import io.railhead.store.Run;
import io.railhead.store.RunJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
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
            "A RUN is a railhead.run/1 file, an id or its beginning, or last, last-1 of bench."
        },
        footer = {
            "",
            "Example: railhead compare last-1 last --about mtu",
            "Exit status: 0 nothing got worse, 1 something did, 2 wrong usage or nothing could be"
                    + " compared."
        })
public final class CompareCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "RUN", description = "The earlier run.")
    String before = "";

    @Parameters(index = "1", paramLabel = "RUN", description = "The later run.")
    String after = "";

    @Option(
            names = "--about",
            split = ",",
            paramLabel = "CONDITION",
            description = "Conditions that may differ, since the comparison is about them: mtu.")
    List<String> about = List.of();

    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private StoreOptions store = new StoreOptions();

    CompareCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        output.allow(OutputOptions.Format.text, OutputOptions.Format.json);
        Run first = store.find(console, measured(before));
        Run second = store.find(console, measured(after));
        Comparison comparison = Comparison.of(first.measurements(), second.measurements(), about);
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

    /// `last` among runs that measured: those of other commands hold nothing to compare.
    private static String measured(String name) {
        return name.matches("last(-\\d+)?") ? name + ":bench" : name;
    }

    private Map<String, Object> document(Run first, Run second, Comparison c) {
        Map<String, Object> d = new LinkedHashMap<>();
        d.put("schema", "railhead.compare/1");
        d.put("before", first.id());
        d.put("after", second.id());
        d.put("about", about);
        d.put("alike", c.alike().stream().map(CompareCommand::row).toList());
        d.put("refused", c.refused().stream().map(CompareCommand::refusal).toList());
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
