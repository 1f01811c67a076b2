package io.railhead.cli.report;

import io.railhead.bench.Comparison;
import io.railhead.bench.OddOnes;
import io.railhead.store.Run;
import java.time.Duration;

/// What `bench` and `compare` print.
public final class BenchText {
    private BenchText() {}

    /// A run: a table a rail, the odd ones, what the values are held against, failures, notes.
    ///
    /// @param columns of the terminal
    public static String of(Run run, int columns) {
        StringBuilder out = new StringBuilder();
        TextReport.measured(
                out,
                new ReportData.Measured(
                        "",
                        run.measurements(),
                        OddOnes.among(run.measurements()),
                        run.failures(),
                        run.notes()),
                false,
                columns);
        if (!run.notes().isEmpty()) {
            TextReport.heading(out, "Notes");
            Folded.sentences(run.notes())
                    .forEach(n -> TextReport.wrap(out, "- ", "  ", n, columns));
        }
        return out.toString().stripLeading();
    }

    /// Two runs.
    public static String compared(Run first, Run second, Comparison comparison, int columns) {
        StringBuilder out = new StringBuilder();
        TextReport.wrap(out, "before: ", "  ", first.id() + "  " + first.title(), columns);
        TextReport.wrap(out, "after:  ", "  ", second.id() + "  " + second.title(), columns);
        out.append('\n');
        TextReport.compared(out, comparison, columns);
        return out.toString();
    }

    /// `45 s`, `12 min`.
    public static String duration(Duration d) {
        return Words.duration(d);
    }
}
