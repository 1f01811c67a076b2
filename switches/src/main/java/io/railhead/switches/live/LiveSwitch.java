package io.railhead.switches.live;

import io.railhead.model.intent.Switch;
import io.railhead.reach.Target;
import io.railhead.reach.Transport;
import io.railhead.reach.Unreachable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One login on one switch, and what its system has for changing a configuration without regret.
/// Whatever is called, a lost connection leaves a switch that is as before, or that takes itself
/// back.
public interface LiveSwitch extends AutoCloseable {

    /// The running configuration as it is printed, without lines that are others each time. It may
    /// hold secrets: it is looked at and not kept.
    String running() throws Unreachable, SwitchRefusal;

    /// What a show command prints; empty when the switch does not know it or refuses it.
    Optional<String> show(String command) throws Unreachable;

    /// Runs of Railhead of which something stands on the switch, by name: whether the switch would
    /// take it back by itself.
    Map<String, Boolean> standing() throws Unreachable, SwitchRefusal;

    /// Refuses a switch on which somebody else's work would be mixed with a run's.
    default void ready() throws Unreachable, SwitchRefusal {}

    /// What has to be remembered beside the switch about what it was before a run.
    ///
    /// @param running by slot
    default Map<String, String> memory(Map<String, String> running) {
        return Map.of();
    }

    /// Enters lines under a dead man's switch: whatever happens, they are gone again when their
    /// time is over and nobody confirmed them.
    ///
    /// @param name of the run
    /// @param within how long a confirmation may take once all lines are entered; systems round up
    void change(String name, List<String> lines, Duration within) throws Unreachable, SwitchRefusal;

    /// Makes what a run entered stay, also over a restart, and clears the run's traces. Does no
    /// harm when half of that was done before.
    void confirm(String name, Map<String, String> memory) throws Unreachable, SwitchRefusal;

    /// Takes a run back at once that was not confirmed, and clears its traces. Nothing happens when
    /// nothing of it stands.
    void revert(String name, Map<String, String> memory) throws Unreachable, SwitchRefusal;

    /// Slots that come and go with a dead man's switch.
    default boolean isOwn(String slot) {
        return false;
    }

    @Override
    void close();

    /// Logs in.
    ///
    /// @throws SwitchRefusal when the system is not spoken to
    static LiveSwitch open(Transport transport, Switch device, Duration limit)
            throws Unreachable, SwitchRefusal {
        Target target = Target.of(device);
        return switch (device.system()) {
            case NXOS -> new NxosLive(Lines.open(transport, target, limit));
            case EOS -> new EosLive(Lines.open(transport, target, limit));
            case SONIC -> new SonicLive(new Scripts(transport.open(target, limit)));
            case NVUE -> new NvueLive(new Scripts(transport.open(target, limit)));
            case ONYX -> throw new SwitchRefusal("login", "Railhead does not configure Onyx");
        };
    }
}
