package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.QueueEcn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
        if (none.isEmpty() && offWhereNeeded(clues, verdict)) return;
        if (none.isEmpty()) {
            elsewhere(clues, verdict);
            return;
        }
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

    /// `ecnconfig -q 3` says off, and queue 3 carries traffic or takes part in pause.
    private static boolean offWhereNeeded(Clues clues, Verdict verdict) {
        for (LogEvent off : clues.of("ecn-queue-off")) {
            int queue = (int) Clues.number(off, "queue").orElse(-1);
            List<QosCounter> used =
                    clues.all(QosCounter.class).stream()
                            .filter(c -> c.index().orElse(-1) == queue && c.value() > 1000)
                            .filter(
                                    c ->
                                            c.measure() == QosCounter.Measure.PAUSE_FRAMES
                                                    || c.measure() == QosCounter.Measure.PACKETS)
                            .toList();
            if (used.stream().noneMatch(c -> c.measure() == QosCounter.Measure.PAUSE_FRAMES))
                continue;
            Suspicion s =
                    verdict.certain(
                            List.of(off),
                            "queue " + queue + " pauses and does not mark: ECN is off on it");
            used.stream().limit(6).forEach(s::cites);
            s.cites(clues.counters("np_ecn_marked_roce_packets"))
                    .explains("cnp-not-generated", "ecn-threshold-above-pfc-xoff", "pfc-storm");
            return true;
        }
        return false;
    }

    /// A port marks in queues of which none is of a priority with PFC. EOS, Cumulus and SONiC
    /// number traffic classes and their queues alike unless a map says otherwise.
    private static void elsewhere(Clues clues, Verdict verdict) {
        for (String machine : clues.facts().machines()) {
            for (QueueEcn ecn : clues.facts().of(machine, QueueEcn.class)) {
                if (!ecn.enabled() || ecn.queues().isEmpty() || ecn.port().isEmpty()) continue;
                List<QueueEcn> all =
                        clues.facts().of(machine, QueueEcn.class).stream()
                                .filter(q -> q.enabled() && q.port().equals(ecn.port()))
                                .toList();
                boolean mapped =
                        clues.facts().of(machine, PriorityMap.class).stream()
                                .anyMatch(m -> m.kind() == PriorityMap.Kind.PRIORITY_TO_QUEUE);
                Optional<PfcState> pfc =
                        clues.facts().of(machine, PfcState.class).stream()
                                .filter(s -> s.port().equals(ecn.port()))
                                .filter(s -> s.lossless().filter(l -> !l.isEmpty()).isPresent())
                                .findFirst();
                if (mapped || pfc.isEmpty()) continue;
                Set<Integer> lossless = pfc.get().lossless().orElse(Set.of());
                if (all.stream().anyMatch(q -> q.queues().stream().anyMatch(lossless::contains)))
                    continue;
                Suspicion s =
                        verdict.certain(
                                List.of(),
                                "%s marks in queue %s, and PFC is on for priority %s"
                                        .formatted(
                                                ecn.port(),
                                                Pfc.list(ecn.queues()),
                                                Pfc.list(lossless)));
                s.cites(ecn)
                        .cites(pfc.get())
                        .cites(clues.counters("np_ecn_marked_roce_packets"))
                        .explains("cnp-not-generated", "ecn-threshold-above-pfc-xoff", "pfc-storm");
                return;
            }
        }
    }

    /// Queues of the groups that pause or that RoCE is sorted into, where only others mark.
    private static List<LogEvent> queuesWithoutEcn(Clues clues) {
        List<LogEvent> marking =
                clues.where(
                        "switch-ecn", e -> e.value("ecn").isPresent() && !e.get("queue").isEmpty());
        if (marking.isEmpty()) return List.of();
        Set<String> lossless = new TreeSet<>();
        List<LogEvent> classes = inForce(clues);
        for (LogEvent e : classes) lossless.add(group(e.get("nqclass")));
        for (LogEvent match : clues.of("switch-match-dscp")) {
            String dscps = match.get("dscps");
            if (!Pfc.covers(dscps, 24) && !Pfc.covers(dscps, 26)) continue;
            for (LogEvent set : clues.of("switch-set-group"))
                if (set.get("policyclass").equals(match.get("classmap")))
                    lossless.add(set.get("group"));
        }
        for (LogEvent e : classes) lossless.add(e.get("cos"));
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

    /// Classes without drop; where a configuration was read, those of the policy that is applied.
    private static List<LogEvent> inForce(Clues clues) {
        List<PortBuffer> applied =
                clues.all(PortBuffer.class).stream()
                        .filter(b -> b.port().isEmpty() && b.lossless().orElse(false))
                        .filter(b -> b.term().startsWith("pause "))
                        .toList();
        return clues.where(
                "nodrop-class",
                e -> {
                    List<PortBuffer> here =
                            applied.stream()
                                    .filter(
                                            b ->
                                                    b.source()
                                                            .document()
                                                            .equals(e.source().document()))
                                    .toList();
                    return here.isEmpty()
                            || here.stream()
                                    .anyMatch(
                                            b -> b.source().firstLine() == e.source().firstLine());
                });
    }

    /// `3` of `c-out-8q-q3`, `c-8q-nq3` and `c-nq3`.
    private static String group(String name) {
        return name.matches("\\d|.*q\\d") ? name.substring(name.length() - 1) : "";
    }
}
