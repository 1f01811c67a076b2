package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Locale;
import java.util.OptionalInt;

/// One counter that tells what became of a class of traffic at a port, of a NIC or of a switch. A
/// counter the device does not have gives no fact: absent is not zero.
///
/// @param port empty when the output does not say
/// @param index priority, priority group or queue; absent for the whole port
/// @param value since the device's last clearing
/// @param term the device's own name: `rx_prio3_pause`, `TxPPP`, `UC3 Drop/pkts`
public record QosCounter(
        String port,
        Scope scope,
        OptionalInt index,
        Way way,
        Measure measure,
        long value,
        String term,
        Source source)
        implements Fact {

    /// What is counted together.
    public enum Scope {
        PORT,
        PRIORITY,
        /// Ingress: a SONiC priority group, a Cumulus PG.
        PRIORITY_GROUP,
        /// Egress queue, NX-OS QoS group.
        QUEUE
    }

    /// Seen from the port.
    public enum Way {
        RECEIVED,
        SENT
    }

    /// What is counted. Pause frames are those of PFC unless they are of 802.3x.
    public enum Measure {
        PAUSE_FRAMES,
        PAUSE_MICROS,
        /// Of the last pause only.
        RECENT_PAUSE_MICROS,
        PAUSE_TRANSITIONS,
        /// 802.3x pause, which stops all classes.
        GLOBAL_PAUSE_FRAMES,
        /// Times at which pause lasted too long.
        PAUSE_STORMS,
        PACKETS,
        BYTES,
        DROPPED_PACKETS,
        DROPPED_BYTES,
        ECN_MARKED_PACKETS,
        CNP_PACKETS,
        /// Bytes in a queue now.
        DEPTH_BYTES,
        /// Frames damaged on the line.
        ERROR_FRAMES
    }

    /// The value with what it counts, for a person: `12,800 bytes`, `31 frames`.
    public String amount() {
        String unit =
                switch (measure) {
                    case BYTES, DROPPED_BYTES, DEPTH_BYTES -> "bytes";
                    case PACKETS, DROPPED_PACKETS, ECN_MARKED_PACKETS, CNP_PACKETS -> "packets";
                    case PAUSE_FRAMES, GLOBAL_PAUSE_FRAMES, ERROR_FRAMES -> "frames";
                    case PAUSE_MICROS, RECENT_PAUSE_MICROS -> "us";
                    case PAUSE_TRANSITIONS, PAUSE_STORMS -> "times";
                };
        return String.format(Locale.ROOT, "%,d %s", value, unit);
    }

    /// Whether it counts what was lost, in packets or in bytes.
    public boolean isLoss() {
        return measure == Measure.DROPPED_PACKETS || measure == Measure.DROPPED_BYTES;
    }

    public boolean is(Measure wanted, Way on) {
        return measure == wanted && way == on;
    }
}
