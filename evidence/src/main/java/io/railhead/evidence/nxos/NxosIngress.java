package io.railhead.evidence.nxos;

import io.railhead.evidence.Numbers;
import io.railhead.evidence.switching.ConfigTree.Node;
import io.railhead.evidence.switching.Ports;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PortBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a configuration of NX-OS keeps for packets that arrive after a pause: ingress policies,
/// `policy-map type queuing I` / `class type queuing c-in-q3` / `pause buffer-size B
/// pause-threshold X resume-threshold R`, all three in bytes, applied under `system qos` or at a
/// port.
final class NxosIngress {
    private static final String APPLIES = "service-policy type queuing input ";

    private static final Pattern PAUSE =
            Pattern.compile(
                    "pause buffer-size (\\d{1,12}) pause-threshold (\\d{1,12})"
                            + " resume-threshold (\\d{1,12})\\b.*");

    private static final Pattern CLASS =
            Pattern.compile("class type queuing c-in-(?:\\dq-)?q(\\d)");

    private NxosIngress() {}

    /// @param named sections by their headings
    static List<Fact> of(Node root, Map<String, Node> named) {
        List<Fact> all = new ArrayList<>();
        root.all("system qos").forEach(s -> applied("", s, named, all));
        root.all("interface ")
                .forEach(n -> applied(Ports.full(n.after("interface ")), n, named, all));
        return all;
    }

    private static void applied(
            String port, Node section, Map<String, Node> named, List<Fact> into) {
        Optional<Node> policy =
                section.all(APPLIES)
                        .findFirst()
                        .map(n -> n.after(APPLIES).replaceFirst(" .*", ""))
                        .map(name -> named.get("policy-map type queuing " + name));
        if (policy.isEmpty()) return;
        for (Node c : policy.get().all("class type queuing ").toList()) {
            Matcher heading = CLASS.matcher(c.text());
            if (!heading.matches()) continue;
            c.all("pause ").findFirst().ifPresent(p -> buffer(port, heading.group(1), p, into));
        }
    }

    private static void buffer(String port, String queue, Node pause, List<Fact> into) {
        Matcher m = PAUSE.matcher(pause.text());
        if (!m.matches()) return;
        into.add(
                new PortBuffer(
                        port,
                        PortBuffer.Kind.INGRESS,
                        "",
                        OptionalInt.of(Integer.parseInt(queue)),
                        Numbers.toLong(m.group(1)),
                        Numbers.toLong(m.group(2)),
                        Numbers.toLong(m.group(3)),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Optional.empty(),
                        Set.of(),
                        pause.text(),
                        pause.line().read().source()));
    }
}
