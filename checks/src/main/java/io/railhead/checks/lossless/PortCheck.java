package io.railhead.checks.lossless;

import io.railhead.checks.Check;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.intent.Cluster;
import java.util.HashSet;
import java.util.Set;

/// A check of every port that packets of the lossless class pass, of hosts and of switches, against
/// the class that the intent wants.
interface PortCheck extends Check {

    /// What it reads of a port, beside what tells which port hangs where.
    Set<Class<? extends Fact>> ofPort();

    /// Looks at one port.
    void look(PortOfPath port, Survey survey);

    @Override
    default boolean settles(Cluster wanted) {
        return wanted.lossless().isPresent();
    }

    @Override
    default Set<Class<? extends Fact>> needs() {
        Set<Class<? extends Fact>> all = new HashSet<>(Cables.FOUND_BY);
        all.addAll(ofPort());
        return all;
    }

    @Override
    default void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (PortOfPath port : PortOfPath.of(survey, situation)) look(port, survey);
    }
}
