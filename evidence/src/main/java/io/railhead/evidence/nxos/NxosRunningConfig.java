package io.railhead.evidence.nxos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.switching.ConfigTree;
import io.railhead.evidence.switching.ConfigTree.Node;
import io.railhead.evidence.switching.ConfiguredTurn;
import io.railhead.evidence.switching.Ports;
import io.railhead.evidence.switching.Wred;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PfcWatchdog;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.QueueSchedule;
import io.railhead.model.fact.SwitchPort;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `show running-config` of NX-OS, whole or a part: the classes that the applied policies make, and
/// PFC of each port as it is set. What is set need not be in force; the show commands tell that.
@AutoService(Parser.class)
public final class NxosRunningConfig implements Parser {
    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^(?:!Command: show running-config"
                            + "|policy-map type (?:qos|queuing|network-qos) \\S"
                            + "|class-map type (?:qos|queuing|network-qos) "
                            + "| {2}priority-flow-control mode (?:on|off|auto)"
                            + "| {2}service-policy type (?:qos|queuing|network-qos) )");

    private static final String EGRESS = "service-policy type queuing output ";

    /// The number of `c-8q-nq3`, `c-nq3`, `c-out-8q-q3`, `c-out-q3`.
    private static final Pattern NUMBERED = Pattern.compile(".*q(\\d)");

    @Override
    public String name() {
        return "nxos-running-config";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(
                PfcState.class,
                PfcWatchdog.class,
                PortBuffer.class,
                PriorityMap.class,
                QueueEcn.class,
                QueueSchedule.class,
                SwitchPort.class);
    }

    /// EOS has the same command; the content tells.
    @Override
    public boolean readsCommand(String command) {
        return false;
    }

    @Override
    public boolean recognises(String text) {
        return LineStarts.find(TEXT, text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        if (lines.size() == 0) return lines.reading(List.of());
        List<Fact> facts = new Config(ConfigTree.of(lines)).facts();
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("nothing about classes"));
        return lines.reading(facts);
    }

    private record Config(Node root, Map<String, Node> named, List<Fact> into) {

        Config(Node root) {
            this(root, new HashMap<>(), new ArrayList<>());
            root.below().forEach(n -> named.putIfAbsent(n.text(), n));
        }

        List<Fact> facts() {
            Set<Integer> lossless = networkQos();
            NxosInputPause.of(root, into);
            List<Node> system = root.all("system qos").toList();
            system.forEach(s -> egress("", s));
            NxosClassify classes = new NxosClassify(root, into);
            classes.system(isWhole());
            if (system.stream().flatMap(s -> s.all(EGRESS)).findFirst().isEmpty())
                onPorts().ifPresent(n -> unmarked("", n));
            for (Node node : root.all("interface ").toList()) {
                String port = Ports.full(node.after("interface "));
                if (!port.startsWith("Ethernet") && !port.startsWith("port-channel")) continue;
                into.add(NxosMtu.port(root, isWhole(), port, node));
                pfc(port, node, lossless);
                watchdog(port, node);
                egress(port, node);
                Optional<Node> sorted = policy(node, NxosClassify.APPLIES, NxosClassify.DEFINES);
                sorted.ifPresent(p -> classes.by(port, p));
                if (sorted.isEmpty()) unclassified(port, node);
            }
            return into;
        }

        /// The egress policy of a section. One that a whole text lacks is the system's own, such as
        /// `default-8q-out-policy`, which marks nothing.
        private void egress(String port, Node section) {
            Optional<Node> policy = policy(section, EGRESS, "policy-map type queuing ");
            policy.ifPresent(p -> queuing(port, p));
            if (policy.isEmpty() && isWhole()) {
                section.all(EGRESS).findFirst().ifPresent(n -> unmarked(port, n));
            }
        }

        private void unmarked(String port, Node n) {
            into.add(Wred.of(port, Set.of(0, 1, 2, 3, 4, 5, 6, 7), "", n.line().read().source()));
        }

        /// The first port that pauses, of a whole configuration.
        private Optional<Node> onPorts() {
            return isWhole()
                    ? root.all("interface ")
                            .filter(n -> n.has("priority-flow-control mode on"))
                            .findFirst()
                    : Optional.empty();
        }

        /// The policy that a section applies; nothing when the text does not hold it.
        private Optional<Node> policy(Node section, String applies, String defines) {
            return section.all(applies)
                    .findFirst()
                    .map(n -> n.after(applies).replaceFirst(" .*", ""))
                    .map(name -> named.get(defines + name));
        }

        /// Classes without loss, of the policy in force; of the only one where the text does not
        /// show which is.
        private Set<Integer> networkQos() {
            List<Node> all = root.all("policy-map type network-qos ").toList();
            Optional<Node> applied =
                    root.all("system qos")
                            .findFirst()
                            .flatMap(
                                    s ->
                                            policy(
                                                    s,
                                                    "service-policy type network-qos ",
                                                    "policy-map type network-qos "))
                            .or(
                                    () ->
                                            all.size() == 1 && !isWhole()
                                                    ? Optional.of(all.getFirst())
                                                    : Optional.empty());
            Set<Integer> lossless = new TreeSet<>();
            if (applied.isEmpty()) {
                if (isWhole() && !all.isEmpty()) unapplied(all.getFirst());
                return lossless;
            }
            List<PriorityMap.Entry> groups = new ArrayList<>();
            for (Node c : applied.get().all("class type network-qos ").toList()) {
                String name = c.after("class type network-qos ");
                OptionalInt group = number(name);
                Optional<Node> pause = c.all("pause ").findFirst();
                Set<Integer> cos =
                        pause.map(p -> Ports.ofList(p.after("pause pfc-cos "), 7)).orElse(Set.of());
                lossless.addAll(cos);
                Node tells = pause.orElse(c);
                if (group.isPresent()) {
                    cos.forEach(
                            p ->
                                    groups.add(
                                            new PriorityMap.Entry(
                                                    p, group.getAsInt(), tells.line().source())));
                }
                into.add(
                        new PortBuffer(
                                "",
                                PortBuffer.Kind.INGRESS,
                                name,
                                group,
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                Optional.of(pause.isPresent()),
                                cos,
                                tells.text(),
                                tells.line().read().source()));
            }
            if (!groups.isEmpty()) {
                into.add(
                        new PriorityMap(
                                "",
                                End.OWN,
                                PriorityMap.Kind.PRIORITY_TO_QUEUE,
                                groups,
                                "pause pfc-cos",
                                groups.getFirst().source()));
            }
            return lossless;
        }

        /// A policy that is defined and not applied under `system qos` makes no class.
        private void unapplied(Node policy) {
            into.add(
                    new PortBuffer(
                            "",
                            PortBuffer.Kind.INGRESS,
                            "default-nq-policy",
                            OptionalInt.empty(),
                            OptionalLong.empty(),
                            OptionalLong.empty(),
                            OptionalLong.empty(),
                            OptionalLong.empty(),
                            OptionalLong.empty(),
                            Optional.of(false),
                            Set.of(),
                            "defined, and not applied under system qos",
                            policy.line().read().source()));
        }

        private static OptionalInt number(String name) {
            Matcher m = NUMBERED.matcher(name);
            return m.matches() ? Numbers.toInt(m.group(1)) : OptionalInt.empty();
        }

        private void pfc(String port, Node node, Set<Integer> lossless) {
            Optional<Node> mode = node.all("priority-flow-control mode ").findFirst();
            if (mode.isEmpty()) {
                // As shipped, at a port that sorts packets.
                if (isWhole() && node.all("service-policy type qos input ").findFirst().isPresent())
                    into.add(leftToDcbx(port, node));
                return;
            }
            String word = mode.get().after("priority-flow-control mode ").replaceFirst(" .*", "");
            boolean on = word.equals("on");
            boolean off = word.equals("off");
            // `auto` runs only when the peer agrees, which a configuration cannot tell.
            into.add(
                    new PfcState(
                            port,
                            End.OWN,
                            Optional.of(
                                    on
                                            ? PfcState.Mode.ON
                                            : off ? PfcState.Mode.OFF : PfcState.Mode.AUTO),
                            Optional.empty(),
                            off
                                    ? Optional.of(Set.of())
                                    : on && !lossless.isEmpty()
                                            ? Optional.of(lossless)
                                            : Optional.empty(),
                            Optional.empty(),
                            Map.of(),
                            mode.get().text(),
                            mode.get().line().read().source()));
        }

        private static PfcState leftToDcbx(String port, Node node) {
            return new PfcState(
                    port,
                    End.OWN,
                    Optional.of(PfcState.Mode.AUTO),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Map.of(),
                    "no priority-flow-control mode",
                    node.line().source());
        }

        /// Whether the text is a whole configuration, so that what it lacks is not there.
        private boolean isWhole() {
            return root.all("version ").findFirst().isPresent()
                    && root.all("interface ").findFirst().isPresent();
        }

        /// Of ports with PFC; where nothing is said of a port it is off.
        private void watchdog(String port, Node node) {
            String statement = "priority-flow-control watch-dog-interval ";
            Optional<Node> said = node.all(statement).findFirst();
            if (said.isEmpty() && !(isWhole() && node.has("priority-flow-control mode on"))) return;
            Node tells = said.orElse(node);
            into.add(
                    PfcWatchdog.set(
                            port,
                            said.map(n -> n.after(statement).startsWith("on")).orElse(false),
                            said.map(Node::text).orElse("no watch-dog-interval"),
                            tells.line().source()));
        }

        /// A port with PFC that no policy classifies: all it receives is in QoS group 0.
        private void unclassified(String port, Node node) {
            boolean all =
                    root.all("system qos")
                            .flatMap(s -> s.all("service-policy type qos input "))
                            .findFirst()
                            .isPresent();
            if (all || !isWhole()) return;
            if (node.all("priority-flow-control mode ").findFirst().isEmpty()) return;
            if (node.all("service-policy type qos input ").findFirst().isPresent()) return;
            into.add(
                    new PriorityMap(
                            port,
                            End.OWN,
                            PriorityMap.Kind.DSCP_TO_PRIORITY,
                            List.of(),
                            "set qos-group",
                            node.line().source()));
        }

        /// Every class of an egress policy: one without `random-detect` neither marks nor drops.
        private void queuing(String port, Node policy) {
            for (Node c : policy.all("class type queuing ").toList()) {
                OptionalInt queue = number(c.after("class type queuing "));
                Optional<Node> wred = c.all("random-detect ").findFirst();
                Set<Integer> queues =
                        queue.isPresent()
                                ? Set.of(queue.getAsInt())
                                : c.text().endsWith("default") ? Set.of(0) : Set.of();
                if (queues.isEmpty()) continue;
                for (int q : queues) {
                    ConfiguredTurn.of(
                                    port,
                                    q,
                                    c.all("priority level ").findFirst(),
                                    c.all("bandwidth ").findFirst())
                            .ifPresent(into::add);
                }
                Node tells = wred.orElse(c);
                into.add(
                        Wred.of(
                                port,
                                queues,
                                wred.map(w -> w.after("random-detect ")).orElse(""),
                                tells.line().read().source()));
            }
        }
    }
}
