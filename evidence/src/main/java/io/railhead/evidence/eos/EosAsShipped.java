package io.railhead.evidence.eos;

import io.railhead.evidence.switching.ConfigTree.Node;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PortTrust;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// What EOS does at ports of which a whole configuration says nothing: PFC is off, a switched port
/// trusts CoS and a routed one DSCP, a routed port takes packets of 1500 bytes
/// (`shared/facts/switch-roce.md`, section 2 and the table of defaults).
///
/// @param whole whether what the text lacks is not there
/// @param pfc whether some port has PFC, without which there is no class to belong to
record EosAsShipped(Node root, boolean whole, boolean pfc) {
    private static final int ROUTED_MTU = 1500;

    static EosAsShipped in(Node root) {
        List<Node> ports = root.all("interface ").toList();
        return new EosAsShipped(
                root,
                root.all("hostname ").findFirst().isPresent() && !ports.isEmpty(),
                ports.stream()
                        .anyMatch(p -> EosRunningConfig.isOn(EosRunningConfig.sections(root, p))));
    }

    void of(String port, Node node, List<Node> sections, List<Fact> into) {
        if (!whole || !pfc || !isPhysical(port) || node.has("shutdown")) return;
        boolean saysPfc =
                says(sections, "priority-flow-control")
                        || root.all("priority-flow-control all off").findFirst().isPresent();
        if (!saysPfc) {
            into.add(
                    new PfcState(
                            port,
                            End.OWN,
                            Optional.of(PfcState.Mode.OFF),
                            Optional.empty(),
                            Optional.of(Set.of()),
                            Optional.empty(),
                            Map.of(),
                            PfcState.AS_SHIPPED,
                            node.line().source()));
        }
        // A member of a port channel does as the channel does.
        boolean member = node.all("channel-group ").findFirst().isPresent();
        if (!EosRunningConfig.isOn(sections) || member || says(sections, "qos trust")) return;
        into.add(
                new PortTrust(
                        port,
                        Set.of(isRouted(node) ? PortTrust.Field.DSCP : PortTrust.Field.PCP),
                        PortTrust.AS_SHIPPED,
                        node.line().source()));
    }

    /// The MTU of a routed port that names none; a switched port takes 9214 bytes, which is enough.
    OptionalInt mtu(String port, Node node) {
        boolean set =
                root.all("interface defaults").anyMatch(d -> d.all("mtu ").findFirst().isPresent());
        boolean member = node.all("channel-group ").findFirst().isPresent();
        return whole && isPhysical(port) && isRouted(node) && !set && !member
                ? OptionalInt.of(ROUTED_MTU)
                : OptionalInt.empty();
    }

    private static boolean isPhysical(String port) {
        return port.startsWith("Ethernet") && port.indexOf('.') < 0;
    }

    private boolean isRouted(Node node) {
        if (node.has("no switchport")) return true;
        boolean switched = node.all("switchport").findFirst().isPresent();
        return !switched && root.all("switchport default mode routed").findFirst().isPresent();
    }

    private static boolean says(List<Node> sections, String what) {
        return sections.stream()
                .flatMap(s -> s.below().stream())
                .anyMatch(n -> n.text().startsWith(what) || n.text().startsWith("no " + what));
    }
}
