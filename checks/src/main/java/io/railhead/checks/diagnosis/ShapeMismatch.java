package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Ranks call one collective with different shapes or types.
@AutoService(Cause.class)
public final class ShapeMismatch implements Cause {
    /// `host:pid:tid [device]` of NCCL, without the thread.
    private static final Pattern PROCESS = Pattern.compile("[\\w.-]+:\\d+(?=:\\d+ \\[\\d+\\])");

    @Override
    public String code() {
        return "collective-shape-mismatch";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        // Of ranks at different numbers of collectives the calls differ for that reason.
        List<LogEvent> said =
                clues.where("collective-mismatch", e -> !e.text().contains("Sequence number:"));
        Map<String, List<LogEvent>> calls =
                Clues.grouped(
                        clues.where("nccl-collective", e -> !Clues.is(e, "op", "Send", "Recv")),
                        e -> e.get("opcount") + " of " + e.get("nranks"));
        List<LogEvent> differ = new ArrayList<>();
        for (List<LogEvent> same : calls.values()) {
            Map<String, List<LogEvent>> kinds =
                    Clues.grouped(
                            same,
                            e ->
                                    e.get("op")
                                            + e.get("items")
                                            + "/"
                                            + e.get("type")
                                            + e.get("root"));
            Set<String> comms = new TreeSet<>(same.stream().map(e -> e.get("comm")).toList());
            // A process counts the calls of each of its communicators by themselves.
            Set<String> processes =
                    new TreeSet<>(same.stream().map(ShapeMismatch::process).toList());
            if (kinds.size() > 1 && comms.size() > 1 && processes.size() > 1) {
                kinds.values().forEach(l -> differ.add(l.getFirst()));
                break;
            }
        }
        Map<String, List<LogEvent>> waits =
                Clues.grouped(
                        clues.where("watchdog-timeout", e -> !e.get("seq").isEmpty()),
                        e -> e.get("seq"));
        for (List<LogEvent> same : waits.values()) {
            Map<String, List<LogEvent>> kinds =
                    Clues.grouped(same, e -> e.get("op") + " " + e.get("in") + e.get("shape"));
            if (kinds.size() > 1) kinds.values().forEach(l -> differ.add(l.getFirst()));
        }
        if (!said.isEmpty() || !differ.isEmpty())
            verdict.certain(said, "ranks call the same collective differently")
                    .cites(differ)
                    .explains(
                            "rdma-completion-error",
                            "collective-desync-straggler",
                            "remote-rank-crashed",
                            "nccl-version-mismatch");
    }

    private static String process(LogEvent e) {
        Matcher m = PROCESS.matcher(e.text());
        return m.find() ? m.group() : e.text();
    }
}
