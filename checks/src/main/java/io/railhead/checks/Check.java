package io.railhead.checks;

import io.railhead.model.fact.Fact;
import io.railhead.model.intent.Cluster;
import java.util.Set;

/// Finds one kind of fault.
public interface Check {

    /// The stable kebab-case code of the findings it makes.
    String code();

    /// What `railhead explain CODE` prints.
    Explanation explanation();

    /// The facts it reads; the collector probes for these.
    Set<Class<? extends Fact>> needs();

    /// Looks at everything known and reports to `out`.
    void run(Situation situation, Outcomes out);

    /// Whether with this intent it looks at every port that counts, so that its word is the last:
    /// what lines of the same outputs make suspect besides is about ports, policies and profiles
    /// that nobody uses.
    default boolean settles(Cluster wanted) {
        return false;
    }

    /// True for a check that answers a question and finds no fault: it runs only when its code is
    /// named (`check --only CODE`), so that a healthy cluster gives an empty list.
    default boolean onlyWhenAsked() {
        return false;
    }
}
