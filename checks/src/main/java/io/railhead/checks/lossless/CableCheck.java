package io.railhead.checks.lossless;

import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.checks.diagnosis.Explanations;
import io.railhead.model.fact.Fact;
import io.railhead.model.intent.Cluster;
import java.util.HashSet;
import java.util.Set;

/// A check that compares the two ends of each cable between a host and a switch, and says what it
/// looks at; which cables there are is the same for all.
interface CableCheck extends Check {

    /// What it reads of the ends, beside what tells which port hangs where.
    Set<Class<? extends Fact>> ofEnds();

    /// Compares the ends of one cable.
    void look(Cables cable, Survey survey);

    /// Whether cables between two switches are compared, too; the first then stands as the NIC.
    default boolean betweenSwitches() {
        return false;
    }

    @Override
    default Explanation explanation() {
        return Explanations.written(code());
    }

    @Override
    default boolean settles(Cluster wanted) {
        return wanted.lossless().isPresent();
    }

    @Override
    default Set<Class<? extends Fact>> needs() {
        Set<Class<? extends Fact>> all = new HashSet<>(Cables.FOUND_BY);
        all.addAll(ofEnds());
        return all;
    }

    @Override
    default void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Cables cable : Cables.of(survey, situation)) look(cable, survey);
        if (betweenSwitches()) {
            for (Cables cable : Cables.between(situation)) look(cable, survey);
        }
    }
}
