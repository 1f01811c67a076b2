package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Draft;
import io.railhead.checks.Explanation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NicCounters;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortCounters;
import io.railhead.model.fact.QosCounter;
import io.railhead.model.fact.QosCounter.Measure;
import io.railhead.model.fact.QosCounter.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What each port of the lossless class is set to, beside what it has counted, and which counters
/// it has not: the answer to «is PFC working?», which no setting gives.
@AutoService(Check.class)
public final class LosslessCounters implements PortCheck {

    @Override
    public String code() {
        return "lossless-counters";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A table of every port on the way of the lossless class: PFC as it is set, and what
                was counted of pause, marks, notifications and drops.
                """,
                """
                No fault: it is printed when it is asked for. Pause and marks that are 0 under load
                say that the mechanism did not act, whatever is configured.
                """,
                """
                Configuration says what should happen, counters say what did. They count since boot
                or the last clearing: `check --over 10s` reads them twice, and tells what acts.
                """,
                """
                Nothing to mend. What a driver or a switch does not count is named, and is not 0.
                """,
                """
                  railhead check --only lossless-counters -v
                """);
    }

    @Override
    public boolean onlyWhenAsked() {
        return true;
    }

    @Override
    public Set<Class<? extends Fact>> ofPort() {
        return Set.of(NicCounters.class, PfcState.class, PortCounters.class, QosCounter.class);
    }

    @Override
    public void look(PortOfPath port, Survey survey) {
        List<String> counted = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        Draft draft = survey.info(port.name());
        if (port.host()) nic(port, survey, draft, counted, missing);
        else leaf(port, draft, counted, missing);
        Optional<Set<Integer>> on = port.port().lossless();
        if (counted.isEmpty() && on.isEmpty()) {
            survey.notChecked(port.name(), "neither PFC nor a counter of it was read");
            return;
        }
        draft.says(
                        "PFC is on for "
                                + on.map(ClassOfPort::words).orElse("(not read)")
                                + "; counted: "
                                + (counted.isEmpty() ? "nothing" : String.join(", ", counted))
                                + (missing.isEmpty()
                                        ? ""
                                        : "; not counted there: " + String.join(", ", missing)))
                .because("totals since an unknown time: boot, or the last clearing")
                .fix("`railhead check --over 10s` under load tells what acts")
                .cites(port.port().pfc().stream().toList())
                .report();
    }

    private static void nic(
            PortOfPath port,
            Survey survey,
            Draft draft,
            List<String> counted,
            List<String> missing) {
        int p = port.priority();
        Optional<NicCounters> nic = port.port().nicCounters();
        for (String name :
                List.of(
                        "rx_prio" + p + "_pause",
                        "tx_prio" + p + "_pause",
                        "rx_prio" + p + "_discards",
                        "tx_prio" + p + "_packets",
                        "rx_discards_phy")) {
            Long value = nic.map(n -> n.values().getOrDefault(name, -1L)).orElse(-1L);
            if (value < 0) {
                missing.add(name);
            } else {
                counted.add("%s %,d".formatted(name, value));
                draft.cites(nic.orElseThrow(), name);
            }
        }
        List<PortCounters> rdma = survey.facts().of(port.port().machine(), PortCounters.class);
        for (String name : List.of("np_ecn_marked_roce_packets", "np_cnp_sent", "rp_cnp_handled")) {
            List<PortCounters> having =
                    rdma.stream().filter(c -> c.hwCounters().containsKey(name)).toList();
            if (having.isEmpty()) {
                missing.add(name);
                continue;
            }
            having.forEach(c -> draft.cites(c, name));
            // Of one device it is this port's; of several, the whole machine's.
            counted.add(
                    "%s %,d"
                            .formatted(
                                    name,
                                    having.stream()
                                            .mapToLong(c -> c.hwCounters().getOrDefault(name, 0L))
                                            .sum()));
        }
    }

    private static void leaf(
            PortOfPath port, Draft draft, List<String> counted, List<String> missing) {
        List<QosCounter> all = port.port().counters();
        one("pause received", all, port.priority(), Measure.PAUSE_FRAMES, Way.RECEIVED, draft)
                .ifPresentOrElse(counted::add, () -> missing.add("pause received"));
        one("pause sent", all, port.priority(), Measure.PAUSE_FRAMES, Way.SENT, draft)
                .ifPresentOrElse(counted::add, () -> missing.add("pause sent"));
        one("marked", all, port.priority(), Measure.ECN_MARKED_PACKETS, Way.SENT, draft)
                .ifPresentOrElse(counted::add, () -> missing.add("marked packets"));
        one(
                        "dropped at the way out",
                        all,
                        port.priority(),
                        Measure.DROPPED_PACKETS,
                        Way.SENT,
                        draft)
                .ifPresentOrElse(counted::add, () -> missing.add("drops at the way out"));
        one(
                        "dropped at the way in",
                        all,
                        port.priority(),
                        Measure.DROPPED_PACKETS,
                        Way.RECEIVED,
                        draft)
                .ifPresentOrElse(counted::add, () -> missing.add("drops at the way in"));
    }

    /// Of the class alone where the switch counts by class, else of the whole port.
    private static Optional<String> one(
            String words,
            List<QosCounter> all,
            int priority,
            Measure measure,
            Way way,
            Draft draft) {
        List<QosCounter> of = all.stream().filter(c -> c.is(measure, way)).toList();
        List<QosCounter> own = of.stream().filter(c -> c.index().orElse(-1) == priority).toList();
        List<QosCounter> told =
                own.isEmpty() ? of.stream().filter(c -> c.index().isEmpty()).toList() : own;
        if (told.isEmpty()) return Optional.empty();
        draft.cites(told.getFirst());
        return Optional.of(
                "%s %,d%s"
                        .formatted(
                                words,
                                told.stream().mapToLong(QosCounter::value).max().orElse(0),
                                own.isEmpty() ? " (whole port)" : ""));
    }
}
