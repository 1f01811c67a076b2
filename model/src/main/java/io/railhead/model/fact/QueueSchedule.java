package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/// How a queue (of a switch) or traffic class (of a NIC) gets its turn to send.
///
/// @param port empty when it holds for the whole device
/// @param queue number of the queue, traffic class or QoS group
/// @param percent share of the line, 0 to 100; absent for a strict one and where none is set
/// @param level of several strict ones, as the device counts
/// @param priorities that go there, where the same output tells
/// @param limit the queue limit, in the device's words
/// @param term the device's own words: `ets`, `DWRR-50%`, `PrioLevel`
public record QueueSchedule(
        String port,
        End end,
        int queue,
        Turn turn,
        OptionalInt percent,
        OptionalInt level,
        Set<Integer> priorities,
        Optional<String> limit,
        String term,
        Source source)
        implements Fact {

    /// Strict priority, a share of the line, or the vendor's own way.
    public enum Turn {
        STRICT,
        SHARE,
        VENDOR,
        UNKNOWN
    }

    public QueueSchedule {
        priorities = new TreeSet<>(priorities);
    }
}
