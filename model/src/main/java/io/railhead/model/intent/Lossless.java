package io.railhead.model.intent;

import java.util.OptionalInt;

/// The lossless class for RoCE.
///
/// @param priority 802.1p priority with PFC, 0 to 7
/// @param dscp DSCP of RoCE traffic, 0 to 63
/// @param cnpDscp DSCP of congestion notification packets
/// @param ecn ECN marking thresholds
public record Lossless(
        int priority, int dscp, OptionalInt cnpDscp, OptionalInt cnpPriority, Ecn ecn) {

    /// Marking thresholds of the lossless queue.
    public sealed interface Ecn {
        /// Derived from speed, cable length and buffer.
        record Derive() implements Ecn {}

        /// @param kminBytes queue depth at which marking starts
        /// @param kmaxBytes queue depth from which `pmax` applies
        /// @param pmaxPercent marking probability at kmax, 0 to 100
        record Fixed(long kminBytes, long kmaxBytes, int pmaxPercent) implements Ecn {}

        record Off() implements Ecn {}
    }
}
