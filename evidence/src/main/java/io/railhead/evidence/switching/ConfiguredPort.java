package io.railhead.evidence.switching;

import io.railhead.evidence.Numbers;
import io.railhead.model.Source;
import io.railhead.model.fact.Stated;
import io.railhead.model.fact.SwitchPort;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// What a running configuration says of a port, which is not what the port is: no state, no speed
/// in use.
public final class ConfiguredPort {
    private ConfiguredPort() {}

    /// @param node the section `interface NAME`
    /// @param mtu what the system takes where the section names none; empty when that is not known
    public static SwitchPort of(String port, ConfigTree.Node node, OptionalInt mtu) {
        Source source = node.line().source();
        return new SwitchPort(
                port,
                node.has("shutdown")
                        ? Optional.of(false)
                        : node.has("no shutdown") ? Optional.of(true) : Optional.empty(),
                Optional.empty(),
                "",
                node.all("mtu ")
                        .findFirst()
                        .flatMap(ConfiguredPort::mtu)
                        .or(() -> asShipped(mtu, source)),
                Optional.empty(),
                Optional.empty(),
                node.all("description ").findFirst().map(n -> n.after("description ")),
                settings(node),
                source);
    }

    /// 802.3x pause as it is set, and how the port takes VLANs.
    private static final List<String> SETTINGS =
            List.of(
                    "flowcontrol receive",
                    "flowcontrol send",
                    "switchport mode",
                    "switchport trunk native vlan",
                    "switchport trunk allowed vlan");

    private static Map<String, Stated<String>> settings(ConfigTree.Node node) {
        Map<String, Stated<String>> settings = new LinkedHashMap<>();
        for (String name : SETTINGS) {
            node.all(name + " ")
                    .findFirst()
                    .ifPresent(
                            n ->
                                    settings.put(
                                            name,
                                            new Stated<>(
                                                    n.after(name + " "),
                                                    n.text(),
                                                    n.line().source())));
        }
        return settings;
    }

    private static Optional<Stated<Integer>> asShipped(OptionalInt mtu, Source source) {
        return mtu.isEmpty()
                ? Optional.empty()
                : Optional.of(new Stated<>(mtu.getAsInt(), SwitchPort.AS_SHIPPED, source));
    }

    private static Optional<Stated<Integer>> mtu(ConfigTree.Node n) {
        String words = n.after("mtu ");
        OptionalInt bytes = Numbers.toInt(words);
        return bytes.isEmpty()
                ? Optional.empty()
                : Optional.of(new Stated<>(bytes.getAsInt(), words, n.line().source()));
    }
}
