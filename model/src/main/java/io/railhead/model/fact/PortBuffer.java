package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/// A buffer of a port or of the whole device, in bytes.
///
/// @param port empty for a profile, a pool, or when the output does not say
/// @param name the device's own: `roce-reserved-ingress`, `pg_lossless_100000_300m_profile`
/// @param index number of the buffer, priority group or QoS group
/// @param bytes its size; absent for one without bound
/// @param xoff filling at which pause is sent, or, for a profile, headroom behind that point: as
///     the device means it
/// @param xon filling at which the peer may send again
/// @param used now
/// @param most used at most since the last clearing
/// @param lossless absent when not told
/// @param term the device's own name for the kind: `Receive buffer size`, `Pause Th`
public record PortBuffer(
        String port,
        Kind kind,
        String name,
        OptionalInt index,
        OptionalLong bytes,
        OptionalLong xoff,
        OptionalLong xon,
        OptionalLong used,
        OptionalLong most,
        Optional<Boolean> lossless,
        Set<Integer> priorities,
        String term,
        Source source)
        implements Fact {

    /// A NIC's receive buffer, a switch's ingress buffer of one class, a pool that ports share, a
    /// profile that ports refer to, and all there is.
    public enum Kind {
        RECEIVE,
        INGRESS,
        POOL,
        PROFILE,
        TOTAL
    }

    public PortBuffer {
        priorities = new TreeSet<>(priorities);
    }

    /// A buffer of which only the size is known.
    public static PortBuffer sized(
            String port, Kind kind, OptionalInt index, long bytes, String term, Source source) {
        return new PortBuffer(
                port,
                kind,
                "",
                index,
                OptionalLong.of(bytes),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Set.of(),
                term,
                source);
    }
}
