package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// ECN marking of queues: from `min` bytes in the queue the probability rises from nothing to
/// `percent` at `max` bytes, above which all is marked.
///
/// @param port empty for a profile or for the whole device
/// @param profile name of a profile; empty when there are none
/// @param queues traffic classes or queues it is on; empty when the output does not say
/// @param enabled false when queue lengths make packets be dropped, not marked
/// @param min in bytes
/// @param max in bytes
/// @param term the device's own words: `ecn_all`, `ecn, absolute`
public record QueueEcn(
        String port,
        String profile,
        Set<Integer> queues,
        boolean enabled,
        Optional<Stated<Long>> min,
        Optional<Stated<Long>> max,
        Optional<Stated<Integer>> percent,
        String term,
        Source source)
        implements Fact {
    public QueueEcn {
        queues = new TreeSet<>(queues);
    }
}
