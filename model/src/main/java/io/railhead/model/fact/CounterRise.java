package io.railhead.model.fact;

import io.railhead.model.Source;
import io.railhead.model.counters.PortCounts.Kind;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// How a counter rose between two readings of it.
///
/// @param port of a switch or host; an RDMA device for counters of one
/// @param priority of which it counts; absent for the whole port. A queue or priority group where
///     a switch counts by these
/// @param term the device's own name
/// @param now not less than `before`, unless it was cleared in between
/// @param seconds between the readings; absent when nothing tells the time of both
/// @param source of the later reading
public record CounterRise(
        String port,
        Kind kind,
        OptionalInt priority,
        String term,
        long before,
        long now,
        OptionalDouble seconds,
        Source source)
        implements Fact {

    /// What came to it; nought where it was cleared in between, which says nothing.
    public long rise() {
        return Math.max(now - before, 0);
    }

    public boolean isCleared() {
        return now < before;
    }

    /// A second; absent when the time between the readings is not known.
    public OptionalDouble perSecond() {
        return seconds.isPresent() && seconds.getAsDouble() > 0
                ? OptionalDouble.of(rise() / seconds.getAsDouble())
                : OptionalDouble.empty();
    }

    /// `within 10 s`, `within 0.5 s`, `between the two readings`. Ports are read one after the
    /// other: from two seconds on tenths would only tell them apart.
    public String span() {
        return seconds.isEmpty()
                ? "between the two readings"
                : String.format(
                        Locale.ROOT,
                        seconds.getAsDouble() < 2 ? "within %.1f s" : "within %.0f s",
                        seconds.getAsDouble());
    }

    /// Whether the device counted it as it came in, by its name.
    public boolean isReceived() {
        return isReceived(term);
    }

    /// Whether a counter of this name counts what came in: `rx_prio3_pause`, `RxPPP`, and those of
    /// mlx5 that say so by their role (notification and reaction point; NVIDIA's list of RDMA
    /// counters).
    public static boolean isReceived(String counter) {
        String name = counter.toLowerCase(Locale.ROOT);
        return name.startsWith("rx")
                || name.startsWith("received")
                || name.startsWith("np_ecn_marked")
                || name.startsWith("rp_cnp");
    }
}
