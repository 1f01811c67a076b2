package io.railhead.configure;

import io.railhead.model.Risk;
import java.util.Optional;

/// A planned change that can no longer be made as planned, since the machine or the intent has
/// moved.
///
/// @param then what the plan held, as text; empty when there is nothing to compare
/// @param now what is found now
public record Drift(String device, String resource, String why, String then, String now) {

    /// What has moved of a change between two plans: what it is made on, what is asked for, its
    /// risk. Nothing when it can be made as it was planned.
    public static Optional<Drift> between(PlannedChange then, PlannedChange now) {
        if (!now.fingerprint().equals(then.fingerprint())) {
            return of(
                    then,
                    "it is not as it was when the plan was made",
                    then.change().before(),
                    now.change().before());
        }
        if (!now.target().equals(then.target())) {
            return of(
                    then,
                    "the intent now asks for something else",
                    then.change().after(),
                    now.change().after());
        }
        Risk risk = now.change().risk();
        return risk.compareTo(then.change().risk()) > 0
                ? of(
                        then,
                        "its risk is now " + risk.word(),
                        then.change().risk().word(),
                        risk.word())
                : Optional.empty();
    }

    private static Optional<Drift> of(PlannedChange change, String why, String then, String now) {
        return Optional.of(
                new Drift(change.change().device(), change.change().resource(), why, then, now));
    }
}
