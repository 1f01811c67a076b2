package io.railhead.cli.report;

import io.railhead.bench.Values;
import io.railhead.cli.Table;
import io.railhead.model.Conditions;
import io.railhead.model.Measurement;
import io.railhead.model.Verdict;
import io.railhead.store.Run;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What `bench saturate` prints: for each pattern what was sent between which ports for how long,
/// what arrived, and what was counted meanwhile.
public final class SaturateText {
    private SaturateText() {}

    /// @param columns of the terminal
    public static String of(Run run, int columns) {
        StringBuilder out = new StringBuilder();
        Map<String, List<Measurement>> groups = new LinkedHashMap<>();
        for (Measurement m : run.measurements()) {
            Conditions c = m.conditions();
            groups.computeIfAbsent(
                            c.get("pattern") + " on " + c.get("rail"), k -> new ArrayList<>())
                    .add(m);
        }
        groups.forEach((name, all) -> group(out, name, all, columns));
        if (!run.failures().isEmpty()) {
            TextReport.heading(out, "Not measured");
            Unmeasured.of(run.failures())
                    .forEach(
                            u ->
                                    TextReport.wrap(
                                            out, "- ", "  ", u.where() + ": " + u.why(), columns));
        }
        TextReport.heading(out, "Notes");
        run.notes().forEach(n -> TextReport.wrap(out, "- ", "  ", n, columns));
        return out.toString().stripLeading();
    }

    private static void group(StringBuilder out, String name, List<Measurement> all, int columns) {
        TextReport.heading(out, name);
        Conditions c = all.getFirst().conditions();
        TextReport.wrap(
                out,
                "traffic   ",
                "          ",
                c.get("traffic") + ", by " + c.get("tool"),
                columns);
        TextReport.wrap(out, "duration  ", "          ", c.get("duration") + " s", columns);
        TextReport.wrap(
                out, "ports     ", "          ", c.get("ports").replace(",", ", "), columns);
        if (!c.get("ran").isEmpty()) {
            TextReport.wrap(out, "ran       ", "          ", c.get("ran"), columns);
        }
        String qos = c.get("qos");
        TextReport.wrap(out, "QoS       ", "          ", qos.isEmpty() ? "not read" : qos, columns);
        out.append('\n');
        Table flows = new Table("what", "value", "verdict");
        for (Measurement m : all) {
            String what =
                    switch (m.metric()) {
                        case "saturate.flow.bandwidth" -> way(m);
                        case "saturate.sum.bandwidth" -> "sum";
                        case "saturate.fairness" -> "fairness (Jain)";
                        case "saturate.retransmits" -> way(m) + ", retransmits";
                        case "saturate.latency" ->
                                "latency "
                                        + Values.statistic(m.statistic())
                                        + ", "
                                        + m.conditions().get("trip")
                                        + " a round trip, "
                                        + m.conditions().get("load");
                        default -> "";
                    };
            if (!what.isEmpty()) {
                flows.row(what, Values.text(m), verdict(m));
            }
        }
        out.append(flows.render(2));
        held(out, all, columns);
        Table counted = new Table("port", "counter", "priority", "grew by");
        int still = 0;
        for (Measurement m : all) {
            if (!m.conditions().get("counter").isEmpty()) {
                if (m.value() == 0) {
                    still++;
                } else {
                    counted.row(
                            m.conditions().get("device") + " " + m.conditions().get("port"),
                            m.conditions().get("counter"),
                            m.conditions().get("priority"),
                            "%.0f".formatted(m.value()));
                }
            }
        }
        out.append('\n');
        if (!counted.isEmpty()) {
            out.append(counted.render(2));
        }
        TextReport.wrap(
                out,
                "  ",
                "  ",
                still
                        + " counters of drops, pause, CNPs and ECN marks did not move; --format json"
                        + " has all",
                columns);
    }

    private static String verdict(Measurement m) {
        return m.verdict() == Verdict.NONE ? "" : m.verdict().word();
    }

    /// The arithmetic of the sum, and of what missed.
    private static void held(StringBuilder out, List<Measurement> all, int columns) {
        for (Measurement m : all) {
            boolean sum = m.metric().equals("saturate.sum.bandwidth");
            if (m.expectation().isPresent() && (sum || m.verdict() == Verdict.MISSED)) {
                String what =
                        sum
                                ? "sum"
                                : m.conditions().get("from").isEmpty() ? Values.name(m) : way(m);
                TextReport.wrap(
                        out,
                        "  " + what + ": ",
                        "    ",
                        (m.verdict() == Verdict.NONE ? "" : m.verdict().word() + ": ")
                                + m.expectation().get().why(),
                        columns);
            }
        }
    }

    private static String way(Measurement m) {
        return m.conditions().get("from") + " -> " + m.conditions().get("to");
    }
}
