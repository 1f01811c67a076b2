package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.CongestionControl;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QosCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/// Congestion notification is sent in the wrong class.
@AutoService(Cause.class)
public final class CnpWrongQueue implements Cause {
    @Override
    public String code() {
        return "cnp-wrong-queue";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        long sent = clues.highest("np_cnp_sent").orElse(0);
        long handled = clues.highest("rp_cnp_handled").orElse(-1);
        List<LogEvent> classes = clues.of("switch-match-dscp");
        List<LogEvent> marks = clues.where("ecn-sysfs", "name", "cnp_dscp");
        boolean missed =
                !classes.isEmpty()
                        && classes.stream()
                                .noneMatch(
                                        e ->
                                                Pfc.covers(
                                                        e.get("dscps"),
                                                        marks.isEmpty()
                                                                ? 48
                                                                : (int)
                                                                        Clues.number(
                                                                                        marks
                                                                                                .getFirst(),
                                                                                        "value")
                                                                                .orElse(48)));
        // Who sends notifications is not who gets them: of one host alone the two counts say
        // nothing, unless the network is seen to have no class for them.
        boolean several =
                clues.byHost("counter").size() > 1 && !clues.counters("np_cnp_sent").isEmpty();
        if (sent > 1000 && handled >= 0 && handled * 10 < sent && (missed || several)) {
            verdict.certain(marks, "of " + sent + " notifications sent, " + handled + " arrived")
                    .cites(clues.counters("np_cnp_sent"))
                    .cites(clues.counters("rp_cnp_handled"))
                    .cites(classes)
                    .cites(clues.of("queue-drops"));
        } else if (several
                && sent > 1000
                && handled >= 0
                && handled * 2 < sent
                && !unmarked(marks).isEmpty()) {
            verdict.certain(
                            unmarked(marks),
                            "notifications are sent with DSCP 0, the class of everything else: of "
                                    + sent
                                    + " sent, "
                                    + handled
                                    + " arrived")
                    .cites(clues.counters("np_cnp_sent"))
                    .cites(clues.counters("rp_cnp_handled"))
                    .cites(clues.of("queue-drops"));
        } else if (inBestEffort(clues, marks, sent, handled, verdict)
                || inDroppingClass(clues, marks, sent, verdict)) {
            return;
        } else if (sent > 1000 && !(atZero(clues).isEmpty() && unmarked(marks).isEmpty())) {
            // The driver's own value is 48: somebody set this one.
            Suspicion s =
                    verdict.likely(
                            unmarked(marks),
                            "notifications are sent with DSCP 0, the class of everything else");
            atZero(clues).forEach(s::cites);
            s.cites(clues.counters("np_cnp_sent")).cites(clues.counters("rp_cnp_handled"));
        } else if (!together(clues).isEmpty()) {
            List<LogEvent> same = together(clues);
            String text =
                    "congestion notifications travel in the priority of the data, which is paused";
            (sent > 1000 && handled * 10 < sent
                            ? verdict.certain(same, text)
                            : verdict.likely(same, text))
                    .cites(clues.counters("np_cnp_sent"))
                    .cites(clues.counters("rp_cnp_handled"))
                    .cites(classes);
        } else if (missed && !marks.isEmpty()) {
            verdict.likely(
                            marks,
                            "the switch has no class for the DSCP of congestion notifications")
                    .cites(classes);
        }
    }

    /// A map that puts notifications with what has no mark, and RoCE elsewhere.
    private static boolean inBestEffort(
            Clues clues, List<LogEvent> marks, long sent, long handled, Verdict verdict) {
        int dscp = marks.isEmpty() ? 48 : (int) Clues.number(marks.getFirst(), "value").orElse(48);
        boolean fewer = sent > 1000 && handled > 0 && handled * 2 < sent;
        for (PriorityMap map : clues.all(PriorityMap.class)) {
            if (map.kind() != PriorityMap.Kind.DSCP_TO_PRIORITY || map.target(26).isEmpty())
                continue;
            OptionalInt of = map.target(dscp);
            if (dscp == 0 || of.isEmpty() || !of.equals(map.target(0)) || of.equals(map.target(26)))
                continue;
            List<QosCounter> drops =
                    clues.all(QosCounter.class).stream()
                            .filter(c -> c.measure() == QosCounter.Measure.DROPPED_PACKETS)
                            .filter(c -> c.index().equals(of) && c.value() > 0)
                            .filter(c -> c.scope() == QosCounter.Scope.QUEUE)
                            .toList();
            if (!fewer && (drops.isEmpty() || sent <= 1000)) continue;
            String summary =
                    "notifications (DSCP %d) travel in class %d with everything else"
                            .formatted(dscp, of.getAsInt());
            Suspicion s =
                    fewer && !drops.isEmpty()
                            ? verdict.certain(marks, summary)
                            : verdict.likely(marks, summary);
            s.cites(clues.facts().cite(map.line(dscp)));
            s.cites(clues.counters("np_cnp_sent")).cites(clues.counters("rp_cnp_handled"));
            drops.stream().limit(4).forEach(s::cites);
            return true;
        }
        return false;
    }

    /// Notifications go to a class whose queue drops, and the data to another; fewer arrive, all
    /// hosts together, than one host sends.
    private static boolean inDroppingClass(
            Clues clues, List<LogEvent> marks, long sent, Verdict verdict) {
        long dscp = marks.isEmpty() ? 48 : Clues.number(marks.getFirst(), "value").orElse(48);
        if (sent <= 1000) return false;
        for (LogEvent map : clues.where("dscp-class", "dscp", String.valueOf(dscp))) {
            int of = (int) Clues.number(map, "class").orElse(-1);
            boolean ofData =
                    clues.of("dscp-class").stream()
                            .anyMatch(
                                    e ->
                                            Clues.is(e, "dscp", "24", "26")
                                                    && Clues.number(e, "class").orElse(-1) == of);
            List<QosCounter> drops =
                    clues.all(QosCounter.class).stream()
                            .filter(c -> c.measure() == QosCounter.Measure.DROPPED_PACKETS)
                            .filter(c -> c.scope() == QosCounter.Scope.QUEUE && c.value() > 0)
                            .filter(c -> c.index().equals(OptionalInt.of(of)))
                            .toList();
            if (ofData || drops.isEmpty()) continue;
            long arrived =
                    clues.counters("rp_cnp_handled").stream()
                            .mapToLong(e -> Clues.number(e, "value").orElse(0))
                            .sum();
            String summary =
                    "notifications (DSCP %d) travel in class %d, which drops".formatted(dscp, of);
            Suspicion s =
                    arrived > 0 && arrived < 0.95 * sent
                            ? verdict.certain(
                                    List.of(map),
                                    summary + ": of " + sent + " sent, " + arrived + " arrived")
                            : verdict.likely(List.of(map), summary);
            s.cites(marks).cites(clues.counters("np_cnp_sent"));
            drops.stream().limit(4).forEach(s::cites);
            s.cites(clues.counters("rp_cnp_handled"));
            return true;
        }
        return false;
    }

    private static List<CongestionControl> atZero(Clues clues) {
        return clues.all(CongestionControl.class).stream()
                .filter(c -> c.cnpDscp().filter(d -> d.value().equals("0")).isPresent())
                .toList();
    }

    private static List<LogEvent> unmarked(List<LogEvent> marks) {
        return marks.stream().filter(e -> Clues.is(e, "value", "0")).toList();
    }

    /// Settings that put notifications into a priority for which congestion control or PFC is on.
    private static List<LogEvent> together(Clues clues) {
        Set<String> data = new TreeSet<>();
        clues.where(
                        "ecn-sysfs",
                        e ->
                                Clues.is(e, "name", "enable")
                                        && Clues.is(e, "value", "1")
                                        && !e.get("prio").isEmpty())
                .forEach(e -> data.add(e.get("prio")));
        // Where it is on for all priorities it does not tell which one carries the data.
        if (data.size() > 2) data.clear();
        clues.of("pfc-enabled-row", "pfc-some")
                .forEach(e -> Pfc.priorities(e).forEach(p -> data.add(String.valueOf(p))));
        if (data.size() > 2) return List.of();
        List<LogEvent> same = new ArrayList<>();
        for (LogEvent e : clues.of("ecn-sysfs")) {
            if (Clues.is(e, "name", "cnp_802p_prio") && data.contains(e.get("value"))) same.add(e);
            if (Clues.is(e, "name", "cnp_dscp")) {
                long dscp = Clues.number(e, "value").orElse(48);
                if (data.contains(String.valueOf(dscp >> 3))) same.add(e);
            }
        }
        return same;
    }
}
