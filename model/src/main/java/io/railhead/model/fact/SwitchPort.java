package io.railhead.model.fact;

import io.railhead.model.Bandwidth;
import io.railhead.model.Source;
import java.util.Map;
import java.util.Optional;

/// A port of a switch, physical or logical.
///
/// @param port long name, abbreviations of the system resolved: `Ethernet1/27`
/// @param up whether it carries traffic
/// @param state in the switch's own words: `down (VLAN/BD is down)`
/// @param mtu as the switch counts it: of IP packets or of Ethernet payload
/// @param fec forward error correction that is active; absent when not told
/// @param settings everything else the output says, by the switch's own names
public record SwitchPort(
        String port,
        Optional<Boolean> adminUp,
        Optional<Boolean> up,
        String state,
        Optional<Stated<Integer>> mtu,
        Optional<Stated<Bandwidth>> speed,
        Optional<Stated<String>> fec,
        Optional<String> description,
        Map<String, Stated<String>> settings,
        Source source)
        implements Fact {
    public SwitchPort {
        settings = Ordered.copy(settings);
    }

    /// What is set of a port, without what it does: no state, no speed.
    ///
    /// @param settings not empty
    public static SwitchPort configured(String port, Map<String, Stated<String>> settings) {
        return new SwitchPort(
                port,
                Optional.empty(),
                Optional.empty(),
                "",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                settings,
                settings.values().iterator().next().source());
    }

    /// The value of a setting, in the switch's own words.
    public Optional<String> setting(String name) {
        return Optional.ofNullable(settings.get(name)).map(Stated::value);
    }
}
