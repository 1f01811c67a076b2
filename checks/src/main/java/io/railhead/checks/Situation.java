package io.railhead.checks;

import io.railhead.model.Facts;
import io.railhead.model.intent.Cluster;
import java.util.Optional;

/// What checks may look at.
///
/// @param wanted absent when evidence is examined without an intent
/// @param wishes tells whether what was applied and changed since is as wanted by now
public record Situation(Facts facts, Optional<Cluster> wanted, Wishes wishes) {

    public Situation(Facts facts, Optional<Cluster> wanted) {
        this(facts, wanted, Wishes.UNKNOWN);
    }
}
