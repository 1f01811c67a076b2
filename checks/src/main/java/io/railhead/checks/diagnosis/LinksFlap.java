package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.Evidence;
import io.railhead.model.Source;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A link went down and came up again during the run.
@AutoService(Cause.class)
public final class LinksFlap implements Cause {
    /// Times that a link goes down in a machine's life without a fault: restarts at both ends.
    private static final long OFTEN = 20;

    /// Ports that are named.
    private static final int PORTS = 3;

    @Override
    public String code() {
        return "link-flapping";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> downs = clues.of("link-down");
        List<LogEvent> ups = clues.of("link-up");
        List<LogEvent> errors =
                clues.where(
                        "nccl-async-port",
                        e ->
                                e.get("event").startsWith("port error")
                                        || e.get("event").startsWith("port down"));
        boolean again =
                downs.stream().anyMatch(e -> e.count() > 1)
                        || Clues.grouped(downs, e -> e.get("if") + e.get("hca")).values().stream()
                                .anyMatch(l -> isMoreThanOnce(l, ups));
        boolean downAfterUp =
                downs.stream()
                        .anyMatch(
                                d ->
                                        ups.stream()
                                                .anyMatch(
                                                        u ->
                                                                same(d, u)
                                                                        && d.source().firstLine()
                                                                                > u.source()
                                                                                        .firstLine()));
        List<LogEvent> counted =
                new ArrayList<>(
                        clues.counted("LinkDownedCounter", "link_downed", "link_down_events_phy"));
        counted.addAll(clues.of("carrier-changes"));
        boolean upAfterDown = downs.stream().anyMatch(d -> ups.stream().anyMatch(u -> same(d, u)));
        if (!errors.isEmpty() || again || downAfterUp) {
            (errors.isEmpty() && !again
                            ? verdict.likely(List.of(), said(downs, errors))
                            : verdict.certain(errors, said(downs, errors)))
                    .quotes(downs, inOrder(clues, downs, ups))
                    .cites(clues.of("bond-reset"))
                    .cites(clues.of("cable-error"))
                    .cites(Signs.retryExceeded(clues))
                    .because(
                            clues.has("bond-reset")
                                    ? "the driver resets the interface each time an agent changes its DCB settings"
                                    : clues.has("cable-error")
                                            ? "the port reports a bad or shorted cable"
                                            : "")
                    .explains(
                            "rdma-retry-exceeded",
                            "rdma-port-down",
                            "remote-rank-crashed",
                            "ib-link-errors-bad-cable",
                            "dcbx-agent-conflict",
                            "collective-desync-straggler",
                            "nccl-connect-failed");
        } else if (counted.stream().anyMatch(e -> Clues.number(e, "value").orElse(0) >= OFTEN)) {
            verdict.likely(
                            counted,
                            "the port counts that its link went down "
                                    + counted.getFirst().get("value")
                                    + " times")
                    .cites(clues.of("port-trap"))
                    .cites(downs)
                    .explains("rdma-retry-exceeded", "rdma-port-down", "nccl-connect-failed");
        } else if (upAfterDown) {
            verdict.possible(downs, "a link went down and came up again")
                    .cites(ups)
                    .info()
                    .explains("rdma-retry-exceeded");
        }
    }

    /// Driver, bond and network service each tell of one loss in their own words: it is another one
    /// when the link was up in between, or, where nobody tells that, at another time.
    private static boolean isMoreThanOnce(List<LogEvent> downs, List<LogEvent> ups) {
        LogEvent first = downs.getFirst();
        for (LogEvent d : downs) {
            if (!d.source().document().equals(first.source().document())) return true;
            List<LogEvent> own = ups.stream().filter(u -> same(d, u)).toList();
            boolean between =
                    own.stream()
                            .anyMatch(
                                    u ->
                                            u.source().firstLine() > first.source().firstLine()
                                                    && u.source().firstLine()
                                                            < d.source().firstLine());
            if (between || (own.isEmpty() && !stamp(d).equals(stamp(first)))) return true;
        }
        return false;
    }

    /// The beginning of a line, where its time stands, to the second.
    private static String stamp(LogEvent e) {
        String text = e.text();
        int dot = text.indexOf('.');
        int end = text.startsWith("[") && dot > 0 ? dot : 15;
        return text.substring(0, Math.min(end, text.length()));
    }

    /// Each loss and each return as told, in the order of the lines; a link that was up before the
    /// first loss proves nothing.
    private static List<Evidence> inOrder(Clues clues, List<LogEvent> downs, List<LogEvent> ups) {
        List<Evidence> lines = new ArrayList<>();
        for (LogEvent d : downs) lines.addAll(ends(clues, d));
        for (LogEvent u : ups) {
            OptionalInt lost =
                    downs.stream()
                            .filter(d -> same(d, u))
                            .mapToInt(d -> d.source().firstLine())
                            .min();
            if (lost.isEmpty()) continue;
            ends(clues, u).stream().filter(e -> e.line() > lost.getAsInt()).forEach(lines::add);
        }
        lines.sort(Comparator.comparing(Evidence::document).thenComparing(Evidence::line));
        return lines;
    }

    /// The first line that tells an event, and the last where it is quoted.
    private static List<Evidence> ends(Clues clues, LogEvent e) {
        Source first = e.source();
        List<Evidence> lines = new ArrayList<>();
        lines.add(new Evidence(first.document(), first.firstLine(), e.text()));
        if (e.last() > first.firstLine()) {
            Evidence last = clues.facts().cite(Source.line(first.document(), e.last()));
            if (!last.text().isBlank()) lines.add(last);
        }
        return lines;
    }

    private static String said(List<LogEvent> downs, List<LogEvent> errors) {
        Map<String, Long> times = new TreeMap<>();
        for (LogEvent d : downs) {
            String port = d.get("if").isEmpty() ? d.get("hca") : d.get("if");
            times.merge(port.isEmpty() ? "a link" : port, d.count(), Long::sum);
        }
        if (times.isEmpty()) {
            return "a port reported errors %d times while the job ran"
                    .formatted(errors.stream().mapToLong(LogEvent::count).sum());
        }
        return times.entrySet().stream()
                .limit(PORTS)
                .map(e -> e.getKey() + " lost its link " + times(e.getValue()))
                .collect(Collectors.joining(", "))
                .concat(times.size() > PORTS ? ", and " + (times.size() - PORTS) + " more" : "");
    }

    private static String times(long n) {
        return n == 1 ? "once" : n + " times";
    }

    private static boolean same(LogEvent a, LogEvent b) {
        return a.source().document().equals(b.source().document())
                && a.get("if").equals(b.get("if"))
                && (a.get("hca").equals(b.get("hca")) || b.get("hca").isEmpty());
    }
}
