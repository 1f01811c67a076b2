package io.railhead.evidence.nxos;

import io.railhead.evidence.Numbers;
import io.railhead.evidence.switching.ConfigTree.Node;
import io.railhead.evidence.switching.Ports;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PortBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `pause buffer-size 1024000 pause-threshold 700000 resume-threshold 500000` of a queuing policy
/// of the way in: how much a group keeps for itself, and from where on it pauses. It makes no class
/// without loss: that is the network-qos policy's. It is told of the ports that apply the policy;
/// of the switch, where `system qos` does, or a text does not show who applies it.
final class NxosInputPause {
    private static final Pattern STATEMENT =
            Pattern.compile(
                    "pause buffer-size (\\d{1,12})(?: pause-threshold (\\d{1,12})"
                            + "(?: resume-threshold (\\d{1,12}))?)?.*");

    /// `c-in-8q-q3`, `c-in-q3`.
    private static final Pattern CLASS = Pattern.compile("class type queuing (\\S*-in-\\S*q(\\d))");

    private static final String DEFINES = "policy-map type queuing ";
    private static final String APPLIES = "service-policy type queuing input ";

    private NxosInputPause() {}

    static void of(Node root, List<Fact> into) {
        for (Node policy : root.all(DEFINES).toList()) {
            List<String> where = where(root, policy.after(DEFINES));
            for (Node c : policy.below()) {
                Matcher name = CLASS.matcher(c.text());
                if (!name.matches()) continue;
                for (Node n : c.all("pause buffer-size ").toList()) {
                    Matcher m = STATEMENT.matcher(n.text());
                    if (!m.matches()) continue;
                    for (String port : where) into.add(buffer(port, name, m, n));
                }
            }
        }
    }

    /// Ports that a policy is applied to; an empty name stands for all of them.
    private static List<String> where(Node root, String policy) {
        String applies = APPLIES + policy;
        if (root.all("system qos").anyMatch(s -> s.has(applies))) return List.of("");
        List<String> ports =
                root.all("interface ")
                        .filter(n -> n.has(applies))
                        .map(n -> Ports.full(n.after("interface ")))
                        .toList();
        return ports.isEmpty() ? List.of("") : ports;
    }

    private static PortBuffer buffer(String port, Matcher name, Matcher m, Node tells) {
        OptionalInt group = Numbers.toInt(name.group(2));
        return new PortBuffer(
                port,
                PortBuffer.Kind.INGRESS,
                name.group(1),
                group,
                Numbers.toLong(m.group(1)),
                number(m.group(2)),
                number(m.group(3)),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Set.of(),
                "pause buffer-size",
                tells.line().read().source());
    }

    private static OptionalLong number(String digits) {
        return digits == null ? OptionalLong.empty() : Numbers.toLong(digits);
    }
}
