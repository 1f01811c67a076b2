package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Survey;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The ends of a cable have PFC on for different priorities.
@AutoService(Check.class)
public final class PfcWrongPriority implements CableCheck {

    @Override
    public String code() {
        return "pfc-wrong-priority";
    }

    @Override
    public Set<Class<? extends Fact>> ofEnds() {
        return Set.of();
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
                .explains("roce-lossy-no-pfc", "rdma-loss-counters")
                .report();
    }

    private static Set<Integer> common(Set<Integer> a, Set<Integer> b) {
        Set<Integer> both = new TreeSet<>(a);
        both.retainAll(b);
        return both;
    }
}
