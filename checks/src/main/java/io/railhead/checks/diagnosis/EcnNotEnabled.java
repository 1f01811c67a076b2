package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The queue that carries RoCE has no ECN profile.
@AutoService(Cause.class)
public final class EcnNotEnabled implements Cause {
    @Override
    public String code() {
        return "ecn-not-enabled-on-queue";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> none = new ArrayList<>(clues.of("ecn-profiles-none", "switch-wred-no-ecn"));
        none.addAll(clues.where("ecn-profile", "ecn", "ecn_none"));
        // Beside a queue that marks, the default queue may drop: RoCE is not in it.
        boolean marks = clues.of("switch-ecn").stream().anyMatch(e -> e.value("ecn").isPresent());
        none.removeIf(e -> marks && e.get("queue").contains("default"));
        List<LogEvent> bare = queuesWithoutEcn(clues);
        if (none.isEmpty() && !bare.isEmpty()) {
            verdict.certain(bare, "the queue of the lossless class has no ECN, other queues have")
                    .cites(clues.of("switch-ecn"))
                    .cites(clues.counters("np_ecn_marked_roce_packets"))
                    .explains("cnp-not-generated", "ecn-threshold-above-pfc-xoff", "pfc-storm");
            return;
        }
        if (none.isEmpty()) return;
        List<LogEvent> queues =
                new ArrayList<>(
                        clues.where("sonic-queue", e -> Clues.number(e, "packets").orElse(0) > 0));
        queues.sort(
                (a, b) ->
                        Long.compare(
                                Clues.number(b, "packets").orElse(0),
                                Clues.number(a, "packets").orElse(0)));
        verdict.certain(none, "no queue that carries traffic marks ECN")
                .cites(queues)
                .cites(clues.counters("np_ecn_marked_roce_packets"))
                .explains("cnp-not-generated", "roce-lossy-no-pfc", "pfc-storm");
    }

    /// Queues of the groups that pause or that RoCE is sorted into, where only others mark.
    private static List<LogEvent> queuesWithoutEcn(Clues clues) {
        List<LogEvent> marking =
                clues.where(
                        "switch-ecn", e -> e.value("ecn").isPresent() && !e.get("queue").isEmpty());
        if (marking.isEmpty()) return List.of();
        Set<String> lossless = new TreeSet<>();
        for (LogEvent e : clues.of("nodrop-class")) lossless.add(group(e.get("nqclass")));
        for (LogEvent match : clues.of("switch-match-dscp")) {
            String dscps = match.get("dscps");
            if (!Pfc.covers(dscps, 24) && !Pfc.covers(dscps, 26)) continue;
            for (LogEvent set : clues.of("switch-set-group"))
                if (set.get("policyclass").equals(match.get("classmap")))
                    lossless.add(set.get("group"));
        }
        for (LogEvent e : clues.of("nodrop-class")) lossless.add(e.get("cos"));
        for (LogEvent e : clues.where("nxos-pfc-port", "oper", "On"))
            Pfc.ofBitmap(e.get("bitmap")).forEach(p -> lossless.add(p.toString()));
        lossless.remove("");
        if (lossless.isEmpty()) return List.of();
        List<LogEvent> bare = new ArrayList<>();
        for (LogEvent queue : clues.of("queuing-class", "queue-heading")) {
            String name = queue.get("queue");
            // Queues of the way in hold the pause thresholds; marking is done on the way out.
            if (name.contains("-in-")) continue;
            if (lossless.contains(group(name))
                    && marking.stream()
                            .noneMatch(
                                    m ->
                                            m.get("queue").equals(name)
                                                    && clues.who(m).equals(clues.who(queue))))
                bare.add(queue);
        }
        return bare;
    }

    /// `3` of `c-out-8q-q3`, `c-8q-nq3` and `c-nq3`.
    private static String group(String name) {
        return name.matches("\\d|.*q\\d") ? name.substring(name.length() - 1) : "";
    }
}
