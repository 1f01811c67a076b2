package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Some rank is late, ran fewer steps or left, and the others wait.
@AutoService(Cause.class)
public final class Straggler implements Cause {
    @Override
    public String code() {
        return "collective-desync-straggler";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> waited = clues.where("watchdog-timeout", e -> !e.get("op").isEmpty());
        List<LogEvent> rest = clues.of("watchdog-timeout", "join-timeout");
        List<LogEvent> slow = clues.of("straggler-sign");
        List<LogEvent> progress = clues.of("work-progress");
        Map<String, List<LogEvent>> at = Clues.grouped(progress, e -> e.get("enqueued"));
        outOfStep(clues, verdict);
        if (waited.isEmpty() && rest.isEmpty()) return;
        List<LogEvent> ended = waited.isEmpty() ? rest : waited;
        List<LogEvent> counts = clues.of("rank-steps");
        Map<String, List<LogEvent>> steps = Clues.grouped(counts, e -> e.get("steps"));
        boolean uneven = steps.size() > 1 && Clues.grouped(counts, e -> e.get("rank")).size() > 1;
        if (uneven) {
            verdict.certain(
                            ended,
                            "ranks have different numbers of steps ("
                                    + String.join(", ", steps.keySet())
                                    + "): who ends first leaves the others waiting")
                    .cites(counts)
                    .cites(clues.of("rank-left"))
                    .cites(slow)
                    .explains(
                            "collective-shape-mismatch",
                            "remote-rank-crashed",
                            "rdzv-host-not-local");
            return;
        }
        boolean broken = Transport.failed(clues);
        if (ended.stream().allMatch(Straggler::ofRendezvous)) {
            verdict.possible(
                            ended,
                            "the rendezvous waited for more nodes than came: one was not started,"
                                    + " is late or does not reach it")
                    .fix(
                            "Start the command on every node within the time (--nnodes says how"
                                    + " many), and see that each reaches the endpoint: nc -zv HOST PORT")
                    .explains("remote-rank-crashed");
            return;
        }
        (slow.isEmpty() && at.size() < 2
                        ? verdict.possible(
                                ended,
                                broken
                                        ? "a collective waited until its time was over, beside errors of the transport below it"
                                        : standing(waited)
                                                .orElse(
                                                        "a collective waited until its time was over: some rank never came to it"))
                        : verdict.likely(
                                ended,
                                "a collective waited until its time was over while a rank was busy elsewhere"))
                .cites(slow)
                .cites(at.size() > 1 ? progress : List.of())
                .cites(rest)
                .explains("remote-rank-crashed", "rdzv-host-not-local");
    }

    /// torchrun's own, before any rank was started.
    private static boolean ofRendezvous(LogEvent e) {
        return e.text().contains("RendezvousTimeoutError");
    }

    /// Ranks found each other at different numbers of collectives.
    private static void outOfStep(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("collective-out-of-step");
        if (said.isEmpty()) return;
        String rank = said.getFirst().get("late");
        verdict.certain(
                        said,
                        "ranks are at different numbers of collectives"
                                + (rank.isEmpty() ? "" : ", around rank " + rank)
                                + ": they do not issue the same sequence")
                .cites(
                        Clues.grouped(clues.of("nccl-collective"), clues::who).values().stream()
                                .map(List::getLast)
                                .toList())
                .explains("remote-rank-crashed", "rdzv-host-not-local");
    }

    private static final Pattern RANK = Pattern.compile("\\[Rank (\\d{1,7})\\]");

    /// What the numbers of the collectives say that ranks waited in, where several ranks tell one.
    private static Optional<String> standing(List<LogEvent> waited) {
        SortedMap<Integer, Long> at = new TreeMap<>();
        Set<String> operations = new TreeSet<>();
        for (LogEvent e : waited) {
            Matcher m = RANK.matcher(e.text());
            OptionalLong number = Clues.number(e, "seq");
            if (!m.find() || number.isEmpty()) continue;
            at.merge(Integer.parseInt(m.group(1)), number.getAsLong(), Math::max);
            operations.add(e.get("op"));
        }
        if (at.size() < 2 || operations.size() > 1) return Optional.empty();
        long last = at.values().stream().mapToLong(n -> n).max().orElseThrow();
        Map.Entry<Integer, Long> hindmost =
                at.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow();
        if (hindmost.getValue() == last) {
            return Optional.of(
                    "every rank that is told of waited in one and the same collective (SeqNum "
                            + last
                            + "): one that is not told of is late, or what carries it stands still");
        }
        return Optional.of(
                "rank "
                        + hindmost.getKey()
                        + " waited in collective "
                        + hindmost.getValue()
                        + ", others up to "
                        + last
                        + ": it is behind, where these are numbers of one process group");
    }
}
