package io.railhead.model.intent;

import io.railhead.model.Latency;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// The lossless class for RoCE.
///
/// @param priority 802.1p priority with PFC, 0 to 7
/// @param dscp DSCP of RoCE traffic, 0 to 63
/// @param cnpDscp DSCP of congestion notification packets
/// @param ecn ECN marking thresholds
/// @param sizing what the buffers and thresholds are derived from besides links and ports
public record Lossless(
        int priority,
        int dscp,
        OptionalInt cnpDscp,
        OptionalInt cnpPriority,
        Ecn ecn,
        Sizing sizing) {

    /// A class whose sizes are all derived.
    public Lossless(int priority, int dscp, OptionalInt cnpDscp, OptionalInt cnpPriority, Ecn ecn) {
        this(priority, dscp, cnpDscp, cnpPriority, ecn, Sizing.NONE);
    }

    /// What is said of the fabric as a whole; absent is derived or assumed, and then told as such.
    ///
    /// @param sharePercent of a port's bandwidth that the class may count on, 1 to 99
    /// @param incast senders that may converge on one port, 1 or more
    /// @param roundTrip between two hosts of the fabric without load
    /// @param cableMetres length of a cable that no link names
    public record Sizing(
            OptionalInt sharePercent,
            OptionalInt incast,
            Optional<Latency> roundTrip,
            OptionalDouble cableMetres) {
        public static final Sizing NONE =
                new Sizing(
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        Optional.empty(),
                        OptionalDouble.empty());
    }

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
