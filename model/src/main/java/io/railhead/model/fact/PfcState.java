package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Priority flow control (IEEE 802.1Qbb) of one port, of a NIC or of a switch, as one command
/// tells it.
///
/// @param port as the device names it; empty when the output does not say
/// @param mode what is configured; a NIC's tools tell only what is set
/// @param running whether it works now; absent where the tool knows no difference between set and
///     running
/// @param priorities on which it is on, 0 to 7; absent when not told: NX-OS prints no bitmap for a
///     port that is off
/// @param willing whether the port takes over what its peer announces (DCBX)
/// @param settings what else the output says of PFC, by the device's names: `delay`, `pfc-cap`
/// @param term the device's own name for it: `VL bmap`, `prio-pfc`, `Lossless priorities`
public record PfcState(
        String port,
        End end,
        Optional<Mode> mode,
        Optional<Boolean> running,
        Optional<Set<Integer>> priorities,
        Optional<Boolean> willing,
        Map<String, String> settings,
        String term,
        Source source)
        implements Fact {

    /// Term of a port of which a whole configuration says nothing: what the system does as shipped.
    public static final String AS_SHIPPED = "priority-flow-control is not set";

    /// Setting: the priorities that a configuration lists for PFC at a port where it is off.
    public static final String WITHOUT_EFFECT = "listed without effect";

    /// What is configured.
    public enum Mode {
        ON,
        OFF,
        /// Left to DCBX: on only when the peer agrees.
        AUTO
    }

    public PfcState {
        priorities = priorities.map(p -> (Set<Integer>) new TreeSet<>(p));
        settings = Ordered.copy(settings);
    }

    /// Whether nothing is set of the port: it may be no port of the class at all.
    public boolean isAsShipped() {
        return term.equals(AS_SHIPPED);
    }

    /// The priorities that are without loss now; absent when the output leaves it open.
    public Optional<Set<Integer>> lossless() {
        return running.isPresent() && !running.get() ? Optional.of(Set.of()) : priorities;
    }
}
