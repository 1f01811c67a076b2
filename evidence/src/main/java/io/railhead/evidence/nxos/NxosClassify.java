package io.railhead.evidence.nxos;

import io.railhead.evidence.Numbers;
import io.railhead.evidence.qos.Dscp;
import io.railhead.evidence.switching.ConfigTree.Node;
import io.railhead.evidence.switching.Ports;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PriorityMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// `policy-map type qos` of NX-OS: which packets come into which QoS group.
///
/// @param root the text
record NxosClassify(Node root, List<Fact> into) {
    static final String APPLIES = "service-policy type qos input ";
    static final String DEFINES = "policy-map type qos ";

    /// FCoE has CoS 3 by its standard (FC-BB-5), and NX-OS a class for it.
    private static final List<String> FCOE = List.of("class-fcoe", "match protocol fcoe");

    private static final int COS_OF_FCOE = 3;

    /// The policy of all ports; in an excerpt that applies none, the only one it defines.
    void system(boolean whole) {
        List<Node> defined = root.all(DEFINES).toList();
        Optional<Node> of =
                root.all("system qos")
                        .flatMap(s -> s.all(APPLIES))
                        .map(n -> DEFINES + n.after(APPLIES).replaceFirst(" .*", ""))
                        .flatMap(name -> defined.stream().filter(d -> d.text().equals(name)))
                        .findFirst();
        boolean applied =
                root.below().stream().anyMatch(n -> n.all(APPLIES).findFirst().isPresent());
        if (of.isPresent()) by("", of.get());
        else if (!whole && !applied && defined.size() == 1) by("", defined.getFirst());
    }

    void by(String port, Node policy) {
        List<PriorityMap.Entry> dscps = new ArrayList<>();
        List<PriorityMap.Entry> tags = new ArrayList<>();
        Optional<Node> other = Optional.empty();
        for (Node c : policy.all("class ").toList()) {
            String name = c.after("class ").replaceFirst("^type qos ", "");
            Optional<Node> set = c.all("set qos-group ").findFirst();
            OptionalInt group =
                    set.map(s -> Numbers.toInt(s.after("set qos-group ")))
                            .orElse(OptionalInt.empty());
            if (group.isEmpty()) continue;
            if (name.equals(FCOE.getFirst())) tag(COS_OF_FCOE, group.getAsInt(), c, tags);
            for (Node map : root.all("class-map ").toList()) {
                if (!map.text().endsWith(" " + name)) continue;
                for (Node m : map.all("match ").toList()) {
                    if (m.text().startsWith("match dscp ")) {
                        Dscp.ofList(m.after("match dscp "))
                                .forEach(
                                        d ->
                                                dscps.add(
                                                        new PriorityMap.Entry(
                                                                d,
                                                                group.getAsInt(),
                                                                m.line().read().source())));
                    } else if (m.text().startsWith("match cos ")) {
                        Ports.ofList(m.after("match cos "), 7)
                                .forEach(cos -> tag(cos, group.getAsInt(), m, tags));
                    } else if (m.text().equals(FCOE.getLast())) {
                        tag(COS_OF_FCOE, group.getAsInt(), m, tags);
                    } else {
                        other = Optional.of(m);
                    }
                }
            }
        }
        if (!dscps.isEmpty()) map(port, PriorityMap.Kind.DSCP_TO_PRIORITY, dscps, dscps.getFirst());
        // What else than the marks sorts packets (an access list) leads any of them anywhere.
        if (other.isPresent()) {
            into.add(
                    new PriorityMap(
                            port,
                            End.OWN,
                            PriorityMap.Kind.PCP_TO_PRIORITY,
                            List.of(),
                            other.get().text(),
                            other.get().line().source()));
        } else if (!tags.isEmpty()) {
            map(port, PriorityMap.Kind.PCP_TO_PRIORITY, tags, tags.getFirst());
        }
    }

    private static void tag(int cos, int group, Node tells, List<PriorityMap.Entry> tags) {
        tags.add(new PriorityMap.Entry(cos, group, tells.line().read().source()));
    }

    private void map(
            String port,
            PriorityMap.Kind kind,
            List<PriorityMap.Entry> entries,
            PriorityMap.Entry first) {
        into.add(new PriorityMap(port, End.OWN, kind, entries, "set qos-group", first.source()));
    }
}
