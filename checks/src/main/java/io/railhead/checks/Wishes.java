package io.railhead.checks;

import io.railhead.model.fact.AppliedResource;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;

/// Whether something that was applied and has changed since is what the intent asks for by now.
/// Who knows how to make things knows that; checks do not.
@FunctionalInterface
public interface Wishes {
    /// For evidence alone: whatever has changed since it was applied is not as wanted.
    Wishes UNKNOWN = (cluster, host, applied) -> Wish.UNMET;

    enum Wish {
        /// It is as the intent asks.
        MET,
        UNMET,
        /// The intent does not ask for it any more.
        NOT_ASKED
    }

    Wish of(Cluster cluster, Host host, AppliedResource applied);
}
