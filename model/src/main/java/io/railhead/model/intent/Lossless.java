package io.railhead.model.intent;

import io.railhead.model.Latency;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.TreeMap;

/// The lossless class for RoCE.
///
/// @param priority 802.1p priority with PFC, 0 to 7
/// @param dscp DSCP of RoCE traffic, 0 to 63
/// @param cnpDscp DSCP of congestion notification packets
/// @param ecn ECN marking thresholds
/// @param sizing what the buffers and thresholds are derived from besides links and ports
/// @param nic what hosts' ports have of the class beside trust, PFC and congestion control
public record Lossless(
        int priority,
        int dscp,
        OptionalInt cnpDscp,
        OptionalInt cnpPriority,
        Ecn ecn,
        Sizing sizing,
        Nic nic) {

    /// A class whose ports of hosts have what is derived for them.
    public Lossless(
            int priority,
            int dscp,
            OptionalInt cnpDscp,
            OptionalInt cnpPriority,
            Ecn ecn,
            Sizing sizing) {
        this(priority, dscp, cnpDscp, cnpPriority, ecn, sizing, Nic.DEFAULT);
    }

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

    /// Which settings of hosts' ports are derived; what is not stays as it is.
    ///
    /// @param buffers sizes of receive buffers, and which priority goes into which
    /// @param turns which priority goes into which traffic class, and how classes share the line
    /// @param firmware settings in the NIC's firmware, which hold after a reset: empty leaves it as
    ///     it is, else what is derived and, by the name that `mlxconfig` has for it (without
    ///     `_P1`), what the intent itself says
    public record Nic(
            boolean buffers, boolean turns, Optional<SequencedMap<String, String>> firmware) {
        public static final Nic DEFAULT = new Nic(true, true, Optional.empty());

        public Nic {
            firmware =
                    firmware.map(
                            settings ->
                                    Collections.unmodifiableSequencedMap(new TreeMap<>(settings)));
        }
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
