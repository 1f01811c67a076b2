package io.railhead.model.fact;

import io.railhead.model.Bandwidth;
import io.railhead.model.Source;
import java.util.LinkedHashMap;
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
    /// Setting: the MTU of the smallest class without loss that has one of its own (NX-OS).
    public static final String CLASS_MTU = "network-qos mtu";

    /// Words of an MTU that nothing sets: what the system does as shipped.
    public static final String AS_SHIPPED = "no mtu is set";

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

    /// The same port with one more setting.
    public SwitchPort with(String name, Stated<String> value) {
        Map<String, Stated<String>> all = new LinkedHashMap<>(settings);
        all.put(name, value);
        return new SwitchPort(port, adminUp, up, state, mtu, speed, fec, description, all, source);
    }

    /// The value of a setting, in the switch's own words.
    public Optional<String> setting(String name) {
        return Optional.ofNullable(settings.get(name)).map(Stated::value);
    }
}
