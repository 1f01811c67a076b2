package io.railhead.bench.saturate;

import io.railhead.bench.run.Afoot;
import io.railhead.bench.run.Machine;
import io.railhead.model.Transcript;
import io.railhead.reach.Unreachable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// All clients of one host, started by one script over one connection, so that they begin together
/// and no login waits for another.
final class HostFlows {
    private static final String MARK = "railhead-flow-";

    /// When a clock of seconds since 1970 is no such thing (a `date` without `%N`).
    private static final String SECONDS = "\\d{1,12}\\.\\d{1,9}";

    private HostFlows() {}

    /// One client.
    ///
    /// @param delay after the others, in seconds
    record Client(String command, int delay) {}

    /// @param limit after which each is killed
    /// @return what each printed, in their order, with when it began and how long it took by the
    ///     host's own clock
    static List<Transcript> run(Afoot afoot, Machine machine, List<Client> clients, Duration limit)
            throws Unreachable {
        List<String> commands = clients.stream().map(Client::command).toList();
        StringBuilder script =
                new StringBuilder(
                        """
                        d=$(mktemp -d "${TMPDIR:-/tmp}/railhead-bench.XXXXXX") || exit 1
                        trap 'rm -rf "$d"' EXIT
                        """);
        for (int i = 0; i < commands.size(); i++) {
            script.append(
                    """
                    (sleep %4$d || exit; s=$(date +%%s.%%N)
                    timeout -k %5$d %2$d %3$s >"$d/%1$d.out" 2>"$d/%1$d.err" </dev/null
                    echo "$? $s $(date +%%s.%%N)" >"$d/%1$d.rc") &
                    """
                            .formatted(
                                    i,
                                    limit.toSeconds(),
                                    commands.get(i),
                                    clients.get(i).delay(),
                                    Afoot.KILL_AFTER));
        }
        script.append("wait\n");
        for (int i = 0; i < commands.size(); i++) {
            script.append(
                    """
                    echo "%2$sout %1$d $(cat "$d/%1$d.rc")"; cat "$d/%1$d.out"
                    echo; echo "%2$serr %1$d"; head -c 4096 "$d/%1$d.err"
                    echo
                    """
                            .formatted(i, MARK));
        }
        script.append("echo '").append(MARK).append("end'\n");
        Transcript all =
                afoot.client(
                        machine,
                        commands.size() + " clients at once",
                        script.toString(),
                        limit.plusSeconds(
                                clients.stream().mapToInt(Client::delay).max().orElse(0)));
        return parts(all, commands);
    }

    static List<Transcript> parts(Transcript all, List<String> commands) {
        List<StringBuilder> out = new ArrayList<>();
        List<StringBuilder> err = new ArrayList<>();
        int[] status = new int[commands.size()];
        List<Span> spans = new ArrayList<>();
        for (int i = 0; i < commands.size(); i++) {
            out.add(new StringBuilder());
            err.add(new StringBuilder());
            status[i] = -1;
            spans.add(new Span(all.startedAt(), all.took()));
        }
        StringBuilder into = new StringBuilder();
        for (String line : all.stdout().lines().toList()) {
            String[] words = line.split(" ", -1);
            boolean marked = line.startsWith(MARK) && words.length >= 2;
            if (marked && words[1].matches("\\d{1,4}")) {
                int i = Integer.parseInt(words[1]);
                if (i < commands.size()) {
                    into = words[0].endsWith("out") ? out.get(i) : err.get(i);
                    if (words.length > 2 && words[2].matches("\\d{1,3}")) {
                        status[i] = Integer.parseInt(words[2]);
                    }
                    if (words.length > 4
                            && words[3].matches(SECONDS)
                            && words[4].matches(SECONDS)) {
                        spans.set(i, Span.of(words[3], words[4]));
                    }
                }
            } else if (line.startsWith(MARK)) {
                into = new StringBuilder();
            } else {
                into.append(line).append('\n');
            }
        }
        List<Transcript> parts = new ArrayList<>();
        for (int i = 0; i < commands.size(); i++) {
            parts.add(
                    new Transcript(
                            all.machine(),
                            commands.get(i),
                            out.get(i).toString(),
                            err.get(i).toString().strip() + (status[i] == -1 ? all.stderr() : ""),
                            status[i],
                            spans.get(i).begin(),
                            spans.get(i).took(),
                            all.truncated()));
        }
        return parts;
    }

    private record Span(Instant begin, Duration took) {
        static Span of(String from, String to) {
            Instant begin = at(from);
            return new Span(begin, Duration.between(begin, at(to)));
        }

        private static Instant at(String seconds) {
            int point = seconds.indexOf('.');
            String nanos = (seconds.substring(point + 1) + "00000000").substring(0, 9);
            return Instant.ofEpochSecond(
                    Long.parseLong(seconds.substring(0, point)), Long.parseLong(nanos));
        }
    }
}
