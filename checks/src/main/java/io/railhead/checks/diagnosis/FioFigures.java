package io.railhead.checks.diagnosis;

import io.railhead.model.Evidence;
import io.railhead.model.Facts;
import io.railhead.model.fact.FioRun;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/// Figures of fio, each with its unit and statistic: one a job and direction.
final class FioFigures {
    private FioFigures() {}

    static List<Figure> of(Facts facts, FioRun run) {
        List<Figure> told = new ArrayList<>();
        for (int j = 0; j < run.jobs().size(); j++) {
            FioRun.Job job = run.jobs().get(j);
            side(facts, run, j, job, "read", job.read(), told);
            side(facts, run, j, job, "write", job.write(), told);
        }
        return told;
    }

    /// Whether a run was read of the lines that told an event, so that its figure is told already.
    static boolean covers(Facts facts, LogEvent e) {
        return facts.machines().stream()
                .flatMap(m -> facts.of(m, FioRun.class).stream())
                .map(FioRun::source)
                .anyMatch(
                        s ->
                                s.document().equals(e.source().document())
                                        && s.firstLine() <= e.source().firstLine()
                                        && s.lastLine() >= e.source().firstLine());
    }

    private static void side(
            Facts facts,
            FioRun run,
            int at,
            FioRun.Job job,
            String way,
            FioRun.Side side,
            List<Figure> told) {
        if (side.bytesPerSecond() <= 0) return;
        StringBuilder text =
                new StringBuilder(
                        String.format(
                                Locale.ROOT,
                                "%.3f GB/s (%.0f MiB/s), %,.0f IOPS",
                                side.bytesPerSecond() / 1e9,
                                side.bytesPerSecond() / 1_048_576,
                                side.iops()));
        if (side.latencyMeanNanos().isPresent()) {
            text.append("; latency ")
                    .append(micros(side.latencyMeanNanos().getAsDouble()))
                    .append(" on average, submission and completion");
        } else if (side.completionMeanNanos().isPresent()) {
            text.append("; completion ")
                    .append(micros(side.completionMeanNanos().getAsDouble()))
                    .append(" on average");
        }
        String sep = "; of completion ";
        for (double p : new double[] {50, 99, 99.9}) {
            Double nanos = side.completionPercentiles().get(p);
            if (nanos == null) continue;
            text.append(sep)
                    .append(p == Math.rint(p) ? Long.toString((long) p) : Double.toString(p))
                    .append(" % within ")
                    .append(micros(nanos));
            sep = ", ";
        }
        String jobs = job.options().getOrDefault(FioRun.JOBS, "1");
        if (!jobs.equals("1")) text.append("; ").append(jobs).append(" jobs together");
        told.add(
                new Figure(
                        ("fio " + job.name()).strip() + " " + way,
                        text.toString(),
                        line(facts, run, at, way)));
    }

    /// The line of the direction: in JSON its member, in text its row; else where the run begins.
    private static Evidence line(Facts facts, FioRun run, int job, String way) {
        String document = run.source().document();
        Pattern member =
                Pattern.compile(
                        "\\s*\"" + way + "\"\\s*:\\s*\\{.*|\\s*" + way + " ?: (?:IOPS|io)=.*");
        OptionalInt line = OptionalInt.empty();
        int seen = 0;
        for (int n = run.source().firstLine(); n <= run.source().lastLine(); n++) {
            String text = facts.line(document, n);
            if (text.length() > 500 || !member.matcher(text).matches()) continue;
            line = OptionalInt.of(n);
            if (seen++ == job) break;
        }
        return line.isEmpty()
                ? facts.cite(run)
                : new Evidence(document, line.getAsInt(), facts.line(document, line.getAsInt()));
    }

    private static String micros(double nanos) {
        return String.format(Locale.ROOT, "%,.2f us", nanos / 1000);
    }
}
