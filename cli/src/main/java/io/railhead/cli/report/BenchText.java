package io.railhead.cli.report;

import io.railhead.bench.Values;
import io.railhead.bench.compare.Beside;
import io.railhead.bench.compare.Comparison;
import io.railhead.bench.compare.Prediction;
import io.railhead.bench.compare.QosComparison;
import io.railhead.bench.twins.OddOnes;
import io.railhead.cli.Table;
import io.railhead.model.Expectation;
import io.railhead.model.Finding;
import io.railhead.model.Measurement;
import io.railhead.store.Run;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/// What `bench` and `compare` print.
public final class BenchText {
    /// How the name of a document begins that holds what a benchmark printed.
    public static final String OUTPUT_OF = "output of ";

    private BenchText() {}

    /// A run: a table a rail, the odd ones, what the values are held against, failures, notes.
    ///
    /// @param columns of the terminal
    public static String of(Run run, int columns) {
        StringBuilder out = new StringBuilder();
        TextReport.measured(
                out,
                new ReportData.Measured(
                        run.title(),
                        run.measurements(),
                        OddOnes.among(run.measurements()),
                        run.failures(),
                        run.notes()),
                false,
                columns);
        findings(out, run, f -> !isLogged(f), "What the ports show", columns);
        findings(out, run, BenchText::isLogged, "What NCCL's log says", columns);
        if (!run.notes().isEmpty()) {
            TextReport.heading(out, "Notes");
            Folded.sentences(run.notes())
                    .forEach(n -> TextReport.wrap(out, "- ", "  ", n, columns));
        }
        return out.toString().stripLeading();
    }

    /// Whether a finding rests on what a benchmark printed.
    private static boolean isLogged(Finding finding) {
        return finding.evidence().stream().anyMatch(e -> e.document().startsWith(OUTPUT_OF));
    }

    private static void findings(
            StringBuilder out, Run run, Predicate<Finding> which, String heading, int columns) {
        List<Finding> findings = run.findings().stream().filter(which).toList();
        if (findings.isEmpty()) {
            return;
        }
        TextReport.heading(out, heading);
        Set<String> machines = new TreeSet<>();
        run.measurements()
                .forEach(
                        m -> {
                            machines.add(m.conditions().get("from"));
                            machines.add(m.conditions().get("to"));
                        });
        machines.remove("");
        Alike.findings(findings, machines).forEach(f -> TextReport.finding(out, f, columns));
    }

    /// Two runs.
    public static String compared(Run first, Run second, Comparison comparison, int columns) {
        StringBuilder out = new StringBuilder();
        TextReport.wrap(out, "before: ", "  ", first.id() + "  " + first.title(), columns);
        TextReport.wrap(out, "after:  ", "  ", second.id() + "  " + second.title(), columns);
        out.append('\n');
        QosComparison.of(first.measurements(), second.measurements())
                .forEach(q -> saturated(out, q, columns));
        TextReport.compared(out, comparison, columns);
        return out.toString();
    }

    /// TCP beside RDMA.
    public static String beside(Beside beside, int columns) {
        StringBuilder out = new StringBuilder();
        BesideSection.text(out, beside, columns);
        return out.toString().stripLeading();
    }

    /// What is predicted, or what came of it.
    ///
    /// @param after empty before the change
    public static String predicted(
            List<Measurement> predicted, List<Prediction.Outcome> after, int columns) {
        StringBuilder out = new StringBuilder();
        boolean done = !after.isEmpty();
        TextReport.heading(
                out,
                (done ? "What came of the prediction, " : "Predicted, ")
                        + TextReport.plain(
                                predicted.getFirst().conditions().get(Prediction.PREDICTED)));
        Table table =
                done
                        ? new Table("path", "what", "before", "predicted", "came", "")
                        : new Table("path", "what", "now", "predicted");
        if (done) {
            for (Prediction.Outcome o : after) {
                table.row(
                        TextReport.plain(Repeated.where(o.before())),
                        Figures.what(o.before()),
                        Values.text(o.before()),
                        range(o.before()),
                        Values.text(o.after()),
                        o.held() ? "as predicted" : "not as predicted");
            }
        } else {
            for (Measurement p : predicted) {
                table.row(
                        TextReport.plain(Repeated.where(p)),
                        Figures.what(p),
                        Values.text(p),
                        range(p));
            }
        }
        out.append(table.render(0));
        predicted.stream()
                .limit(2)
                .flatMap(p -> p.expectation().stream())
                .forEach(e -> TextReport.wrap(out, "- ", "  ", e.why(), columns));
        return out.toString().stripLeading();
    }

    private static String range(Measurement p) {
        Expectation e = p.expectation().orElseThrow();
        return Values.text(p, e.low()) + " to " + Values.text(p, e.high());
    }

    /// Two saturations under two settings of the queues.
    private static void saturated(StringBuilder out, QosComparison q, int columns) {
        TextReport.heading(out, q.name());
        TextReport.wrap(out, "before  ", "        ", q.before(), columns);
        TextReport.wrap(out, "after   ", "        ", q.after(), columns);
        q.differences().forEach(d -> TextReport.wrap(out, "- ", "  ", d, columns));
        if (!q.lines().isEmpty()) {
            Table table = new Table("what", "before", "after");
            q.lines().forEach(l -> table.row(l.what(), l.before(), l.after()));
            out.append('\n').append(table.render(2));
        }
        TextReport.wrap(out, "  ", "  ", q.verdict(), columns);
        out.append('\n');
    }

    /// Where a value was taken: `gpu01>gpu02 rail0`, `all flows rail0`.
    public static String where(Measurement m) {
        return Repeated.where(m);
    }

    /// `45 s`, `12 min`.
    public static String duration(Duration d) {
        return Words.duration(d);
    }
}
