package io.railhead.configure;

import io.railhead.model.Change;
import java.util.List;
import java.util.Optional;

/// A change as a plan keeps it.
///
/// @param guarded made under a dead-man's switch
/// @param fingerprint of the item when the plan was made; apply refuses when it has another
/// @param target [Steps#digest()] of what is to be done; apply refuses when the intent now asks for
///     something else
/// @param drifted the run that made it once, when it was changed by other hands since
public record PlannedChange(
        Change change,
        boolean guarded,
        String fingerprint,
        String target,
        Optional<Applied> drifted) {

    public PlannedChange(Change change, boolean guarded, String fingerprint, String target) {
        this(change, guarded, fingerprint, target, Optional.empty());
    }

    /// The same without anything that a file or the intent holds.
    PlannedChange outline() {
        return new PlannedChange(
                new Change(
                        change.device(),
                        change.resource(),
                        "",
                        "",
                        change.risk(),
                        "",
                        change.needs(),
                        List.of()),
                guarded,
                "-",
                "-",
                drifted);
    }
}
