package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Draft;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.checks.Totals;
import io.railhead.model.Severity;
import io.railhead.model.fact.CounterRise;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NicCounters;
import io.railhead.model.fact.QosCounter;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The ends of a cable have PFC on for different priorities.
@AutoService(Check.class)
public final class PfcWrongPriority implements CableCheck {

    @Override
    public String code() {
        return "pfc-wrong-priority";
    }

    @Override
    public Set<Class<? extends Fact>> ofEnds() {
        return Set.of(CounterRise.class, NicCounters.class, QosCounter.class);
    }

    /// With an intent, each port is held against it; without one, the ends against each other.
    @Override
    public void run(Situation situation, Outcomes out) {
        if (situation.wanted().isEmpty()) {
            CableCheck.super.run(situation, out);
            return;
        }
        Survey survey = new Survey(this, situation, out);
        for (PortOfPath port : PortOfPath.of(survey, situation)) {
            against(port, survey);
            paused(port, survey);
        }
    }

    static void against(PortOfPath port, Survey survey) {
        Optional<Set<Integer>> on = port.port().lossless();
        if (on.isEmpty()) {
            survey.notChecked(port.name(), "PFC of the port was not read");
            return;
        }
        // None at all at one end is pfc-one-side-only.
        if (on.get().isEmpty() || on.get().equals(Set.of(port.priority()))) return;
        boolean beside = on.get().contains(port.priority());
        // A second class may be meant as well, where no intent says that it is not.
        Severity some = port.isMeant() ? Severity.INFO : Severity.WARNING;
        survey.draft(beside ? some : Severity.ERROR, port.name())
                .says(
                        "PFC is on for "
                                + ClassOfPort.words(on.get())
                                + (port.isMeant()
                                        ? ", and DSCP "
                                                + port.wanted().dscp()
                                                + " goes into priority "
                                        : ", wanted for priority ")
                                + port.priority()
                                + (beside ? " alone" : ""))
                .because(
                        beside
                                ? "a class without loss takes buffer, and its pause spreads; SONiC"
                                        + " ships with 3 and 4"
                                : "the class of RoCE is not paused, and another is")
                .fix(
                        port.host()
                                ? "`mlnx_qos -i "
                                        + port.port().port()
                                        + " --pfc "
                                        + flags(port.priority())
                                        + "`"
                                : port.planned("PFC for priority " + port.priority() + " alone"))
                .cites(port.port().pfc().stream().toList())
                .explains(
                        "switch-config-drift",
                        "roce-lossy-no-pfc",
                        "rdma-loss-counters",
                        "roce-traffic-class-mismatch",
                        "ecn-not-enabled-on-queue",
                        "pfc-one-side-only")
                .report();
    }

    /// `0,0,0,1,0,0,0,0`.
    private static String flags(int priority) {
        return IntStream.range(0, 8)
                .mapToObj(p -> p == priority ? "1" : "0")
                .collect(Collectors.joining(","));
    }

    /// Pause of another priority that was counted: somebody sends it, whatever is set here.
    private static void paused(PortOfPath port, Survey survey) {
        for (int p = 0; p < 8; p++) {
            if (p == port.priority()) continue;
            for (String way : new String[] {"rx", "tx"}) {
                String name = way + "_prio" + p + "_pause";
                long frames =
                        port.port()
                                .nicCounters()
                                .map(n -> n.values().getOrDefault(name, 0L))
                                .orElse(0L);
                if (frames == 0) continue;
                counted(port, p, frames, name, survey)
                        .cites(port.port().nicCounters().get(), name)
                        .report();
            }
        }
        for (QosCounter c : port.port().counters()) {
            boolean other =
                    c.measure() == QosCounter.Measure.PAUSE_FRAMES
                            && c.scope() == QosCounter.Scope.PRIORITY
                            && c.index().isPresent()
                            && c.index().getAsInt() != port.priority();
            if (!other || c.value() == 0) continue;
            counted(port, c.index().getAsInt(), c.value(), c.term(), survey).cites(c).report();
        }
    }

    private static Draft counted(
            PortOfPath port, int priority, long frames, String name, Survey survey) {
        String machine = port.port().machine();
        String of = port.port().port();
        boolean past = Totals.isPast(survey.facts(), machine, of, name);
        return survey.draft(past ? Severity.INFO : Severity.WARNING, port.name())
                .says(
                        "%,d pause frames of priority %d were counted (%s), %s, where priority %d alone is to pause"
                                .formatted(
                                        frames,
                                        priority,
                                        name,
                                        Totals.words(survey.facts(), machine, of, name),
                                        port.priority()))
                .because(
                        "this end or its peer has, or had, PFC on for that priority; the counter"
                                + " goes back to the last clearing or boot")
                .fix("PFC of both ends; then clear the counters, or hold two readings together")
                .explains("switch-config-drift", "rdma-loss-counters");
    }

    @Override
    public void look(Cables cable, Survey survey) {
        Optional<Set<Integer>> nic = cable.nic().lossless();
        Optional<Set<Integer>> leaf = cable.leaf().lossless();
        if (!cable.bothRead(survey, "PFC", nic, leaf)) return;

        // One end without PFC is another fault.
        if (nic.get().isEmpty() || leaf.get().isEmpty() || nic.get().equals(leaf.get())) return;
        boolean apart = Collections.disjoint(nic.get(), leaf.get());
        survey.draft(apart ? Severity.ERROR : Severity.INFO, cable.subject())
                .says(
                        "PFC is on for "
                                + ClassOfPort.words(nic.get())
                                + " at the host and for "
                                + ClassOfPort.words(leaf.get())
                                + " at the switch")
                .because(
                        apart
                                ? "each end pauses a class the other does not stop"
                                : "they agree on "
                                        + ClassOfPort.words(common(nic.get(), leaf.get()))
                                        + "; the rest is without loss at one end only")
                .fix("one priority for the class on both ends; usual is 3")
                .cites(cable.nic().pfc().stream().toList())
                .cites(cable.leaf().pfc().stream().toList())
                .explains("switch-config-drift", "roce-lossy-no-pfc", "rdma-loss-counters")
                .report();
    }

    private static Set<Integer> common(Set<Integer> a, Set<Integer> b) {
        Set<Integer> both = new TreeSet<>(a);
        both.retainAll(b);
        return both;
    }
}
