package io.railhead.checks;

import io.railhead.model.fact.Fact;
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

    /// True for a check that answers a question and finds no fault: it runs only when its code is
    /// named (`check --only CODE`), so that a healthy cluster gives an empty list.
    default boolean onlyWhenAsked() {
        return false;
    }
}
