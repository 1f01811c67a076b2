package io.railhead.evidence.nxos;

import io.railhead.evidence.Numbers;
import io.railhead.evidence.switching.ConfigTree.Node;
import io.railhead.evidence.switching.ConfiguredPort;
import io.railhead.evidence.switching.Ports;
import io.railhead.model.fact.Stated;
import io.railhead.model.fact.SwitchPort;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;

/// The MTU of ports of NX-OS that name none. It is 1500 bytes (`shared/facts/switch-roce.md`, table
/// of defaults), but for switched ports of Nexus 5000 and its kin, which have no MTU of their own:
/// there the class has it, and no port can name one.
final class NxosMtu {
    private static final int AS_SHIPPED = 1500;

    private NxosMtu() {}

    static SwitchPort port(Node root, boolean whole, String port, Node node) {
        boolean member = node.all("channel-group ").findFirst().isPresent();
        boolean physical = port.startsWith("Ethernet") && port.indexOf('.') < 0;
        boolean known =
                whole
                        && physical
                        && !member
                        && (isRouted(node)
                                || root.all("interface ").anyMatch(NxosMtu::isSwitchedWithMtu));
        SwitchPort read =
                ConfiguredPort.of(
                        port, node, known ? OptionalInt.of(AS_SHIPPED) : OptionalInt.empty());
        return ofClass(root)
                .filter(m -> physical)
                .map(m -> read.with(SwitchPort.CLASS_MTU, m))
                .orElse(read);
    }

    /// The smallest MTU that a class without loss names, of the policy that is applied.
    private static Optional<Stated<String>> ofClass(Node root) {
        String applies = "service-policy type network-qos ";
        return root.all("system qos")
                .flatMap(s -> s.all(applies))
                .map(n -> "policy-map type network-qos " + n.after(applies))
                .flatMap(name -> root.all(name).filter(p -> p.text().equals(name)))
                .flatMap(p -> p.all("class type network-qos "))
                .filter(c -> c.all("pause ").findFirst().isPresent())
                .flatMap(c -> c.all("mtu "))
                .flatMap(n -> bytes(n).stream())
                .min(Comparator.comparingInt(Stated::value))
                .map(m -> new Stated<>(Integer.toString(m.value()), m.words(), m.source()));
    }

    private static Optional<Stated<Integer>> bytes(Node mtu) {
        OptionalInt bytes = Numbers.toInt(mtu.after("mtu "));
        return bytes.isEmpty()
                ? Optional.empty()
                : Optional.of(new Stated<>(bytes.getAsInt(), mtu.text(), mtu.line().source()));
    }

    private static boolean isSwitchedWithMtu(Node node) {
        return Ports.full(node.after("interface ")).startsWith("Ethernet")
                && !isRouted(node)
                && node.all("mtu ").findFirst().isPresent();
    }

    private static boolean isRouted(Node node) {
        return node.has("no switchport");
    }
}
