package io.railhead.checks.diagnosis;

import io.railhead.model.Evidence;
import io.railhead.model.Facts;
import io.railhead.model.Source;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.FioRun;
import io.railhead.model.fact.IperfRun;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.PerftestRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Errors that tools write into their results (JSON), as the events that their text would give.
final class ToolErrors {
    private static final String KIND = "error-tool";

    /// What is said of a run whose header is all there is.
    static final String NO_RESULT =
            "perftest: no row of results follows the header: the run gave no figure";

    /// A member `error` that tells one: a number that is not 0, or words.
    private static final Pattern MEMBER =
            Pattern.compile(
                    "\"error\"\\s*:\\s*(?:-?[1-9]|\"[^\"])|, jobs=\\d{1,6}\\): err= *[1-9]");

    /// Numbers of errno(3) that fio's jobs end with, in the words of strerror(3).
    private static final Map<Integer, String> ERRNO =
            Map.of(
                    1, "operation not permitted",
                    2, "no such file or directory",
                    5, "input/output error",
                    12, "cannot allocate memory",
                    13, "permission denied",
                    16, "device or resource busy",
                    19, "no such device",
                    22, "invalid argument",
                    28, "no space left on device",
                    84, "data that were read back differ");

    private ToolErrors() {}

    static List<LogEvent> in(Clues clues) {
        List<LogEvent> all = new ArrayList<>();
        for (IperfRun run : clues.all(IperfRun.class)) {
            run.error()
                    .filter(e -> !e.startsWith("interrupt"))
                    .ifPresent(e -> all.add(event(clues, run.source(), "iperf3: error - " + e)));
        }
        for (FioRun run : clues.all(FioRun.class)) {
            for (FioRun.Job job : run.jobs()) {
                if (job.error() == 0) continue;
                String words = ERRNO.getOrDefault(job.error(), "");
                String why = "error " + job.error() + (words.isEmpty() ? "" : " (" + words + ")");
                all.add(
                        event(
                                clues,
                                run.source(),
                                "fio: job %s ended with %s".formatted(job.name(), why)));
            }
        }
        withoutResult(clues, all);
        return all;
    }

    /// A run of perftest of which the header stands there and no row of results: it hangs, or was
    /// stopped. Servers that keep no figures end their table without a row.
    private static void withoutResult(Clues clues, List<LogEvent> into) {
        for (PerftestRun run : clues.all(PerftestRun.class)) {
            boolean figure =
                    !run.bandwidths().isEmpty()
                            || !run.latencies().isEmpty()
                            || run.settings().containsKey("BW average");
            String table = run.settings().getOrDefault(PerftestRun.TABLE, "");
            boolean begun = run.settings().containsKey("local QPs") || !table.isEmpty();
            if (figure || !begun || table.equals("ended") || !run.errors().isEmpty()) continue;
            String document = run.source().document();
            int at = run.source().lastLine();
            into.add(
                    new LogEvent(
                            KIND,
                            "",
                            Map.of("what", NO_RESULT),
                            clues.facts().line(document, at),
                            1,
                            at,
                            Source.line(document, at)));
        }
    }

    /// What a run said last that gave no figure, with the line that tells its error where one does.
    static Evidence line(Facts facts, Fact run) {
        Source s = run.source();
        for (int n = s.firstLine(); n <= s.lastLine(); n++) {
            String text = facts.line(s.document(), n);
            if (MEMBER.matcher(text).find()
                    || text.startsWith("Couldn't connect to")
                    || text.startsWith("iperf3: error")) return new Evidence(s.document(), n, text);
        }
        return facts.cite(run);
    }

    private static LogEvent event(Clues clues, Source result, String what) {
        int at = result.firstLine();
        for (int n = at; n <= result.lastLine(); n++) {
            if (MEMBER.matcher(clues.facts().line(result.document(), n)).find()) {
                at = n;
                break;
            }
        }
        return new LogEvent(
                KIND,
                "",
                Map.of("what", what),
                clues.facts().line(result.document(), at),
                1,
                at,
                Source.line(result.document(), at));
    }
}
