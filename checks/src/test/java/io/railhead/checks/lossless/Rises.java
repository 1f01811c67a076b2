package io.railhead.checks.lossless;

import static io.railhead.checks.SeenClasses.rise;

import io.railhead.checks.Seen;
import io.railhead.model.counters.PortCounts.Kind;

/// Counters of the lossless class that rose within ten seconds.
final class Rises {
    private Rises() {}

    /// Pauses that `swp1` of a switch sent.
    static Seen pausesSent(long before, long now) {
        return rise("swp1", Kind.PAUSE, 3, "sent TxPFC3", before, now);
    }

    /// Marks that the same switch made on the way out, at `swp9`.
    static Seen marked(long before, long now) {
        return rise("swp9", Kind.ECN_MARKED, 3, "sent ecn-marked", before, now);
    }

    /// Pauses that `eth1` of a host heard.
    static Seen pausesHeard(long before, long now) {
        return rise("eth1", Kind.PAUSE, 3, "rx_prio3_pause", before, now);
    }

    /// Microseconds for which they stopped it.
    static Seen microsPaused(long before, long now) {
        return rise("eth1", Kind.PAUSE_MICROS, 3, "rx_prio3_pause_duration", before, now);
    }
}
