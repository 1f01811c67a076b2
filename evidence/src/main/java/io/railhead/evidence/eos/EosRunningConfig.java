package io.railhead.evidence.eos;

import com.google.auto.service.AutoService;
import io.railhead.evidence.LineStarts;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.evidence.qos.Dscp;
import io.railhead.evidence.switching.ConfigTree;
import io.railhead.evidence.switching.ConfigTree.Node;
import io.railhead.evidence.switching.ConfiguredPort;
import io.railhead.evidence.switching.ConfiguredTurn;
import io.railhead.evidence.switching.Ports;
import io.railhead.evidence.switching.Wred;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.End;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PfcWatchdog;
import io.railhead.model.fact.PortTrust;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.QueueSchedule;
import io.railhead.model.fact.SwitchPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `show running-config` of EOS, whole or a part: PFC, trust and ECN of each port, its own or its
/// QoS profile's, and the maps of the switch. What is set need not be in force.
@AutoService(Parser.class)
public final class EosRunningConfig implements Parser {
    private static final Pattern TEXT =
            Pattern.compile(
                    "(?m)^(?:! Command: show running-config"
                            + "|qos map (?:dscp|cos|traffic-class) \\d[\\d ,-]* to "
                            + "| {3}priority-flow-control (?:(?:mode )?on$|priority \\d)"
                            + "| {3}(?:uc-)?tx-queue \\d+$)");
    private static final Pattern DSCP =
            Pattern.compile("qos map dscp ([\\d ,-]{1,200}?) to traffic-class (\\d)");
    private static final Pattern QUEUE =
            Pattern.compile("qos map traffic-class ([\\d ,-]{1,60}?) to (?:uc-)?tx-queue (\\d)");
    private static final Pattern NO_DROP =
            Pattern.compile("priority-flow-control priority (\\d) no-drop");
    private static final Pattern ZERO = Pattern.compile("0+(?:\\.0+)?(?: |$)");
    private static final Pattern TX_QUEUE = Pattern.compile("(?:uc-)?tx-queue (\\d{1,2})");

    @Override
    public String name() {
        return "eos-running-config";
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
                PortTrust.class,
                PriorityMap.class,
                QueueEcn.class,
                QueueSchedule.class,
                SwitchPort.class);
    }

    /// NX-OS has the same command; the content tells.
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
        List<Fact> facts = new ArrayList<>();
        if (lines.size() == 0) return lines.reading(facts);
        Node root = ConfigTree.of(lines);
        map(root, DSCP, PriorityMap.Kind.DSCP_TO_PRIORITY, "qos map dscp", facts);
        map(root, QUEUE, PriorityMap.Kind.PRIORITY_TO_QUEUE, "qos map traffic-class", facts);
        watchdog(root, facts);
        Optional<Node> allOff = root.all("priority-flow-control all off").findFirst();
        EosAsShipped shipped = EosAsShipped.in(root);
        for (Node node : root.all("interface ").toList()) {
            String port = Ports.full(node.after("interface "));
            if (!port.startsWith("Ethernet") && !port.startsWith("Port-Channel")) continue;
            facts.add(ConfiguredPort.of(port, node, shipped.mtu(port, node)));
            List<Node> sections = sections(root, node);
            if (allOff.isPresent()) facts.add(off(port, allOff.get(), listed(sections)));
            else pfc(port, sections, facts);
            trust(port, sections, facts);
            shipped.of(port, node, sections, facts);
            ecn(port, sections, facts);
        }
        if (facts.isEmpty()) lines.unavailable(lines.complaint().orElse("nothing about classes"));
        return lines.reading(facts);
    }

    /// The port and its profile: what the port says itself counts first.
    static List<Node> sections(Node root, Node port) {
        Optional<Node> profile =
                port.all("service-profile ")
                        .findFirst()
                        .map(n -> n.after("service-profile "))
                        .flatMap(
                                name ->
                                        root.all("qos profile ")
                                                .filter(p -> p.after("qos profile ").equals(name))
                                                .findFirst());
        return Stream.concat(Stream.of(port), profile.stream()).toList();
    }

    private static void map(
            Node root, Pattern pattern, PriorityMap.Kind kind, String term, List<Fact> facts) {
        List<PriorityMap.Entry> entries = new ArrayList<>();
        for (Node n : root.all("qos map ").toList()) {
            Matcher m = pattern.matcher(n.text());
            if (!m.matches()) continue;
            int to = m.group(2).charAt(0) - '0';
            Set<Integer> from =
                    kind == PriorityMap.Kind.DSCP_TO_PRIORITY
                            ? Dscp.ofList(m.group(1))
                            : Ports.ofList(m.group(1), 7);
            from.forEach(f -> entries.add(new PriorityMap.Entry(f, to, n.line().read().source())));
        }
        if (entries.isEmpty()) return;
        facts.add(new PriorityMap("", End.OWN, kind, entries, term, entries.getFirst().source()));
    }

    /// A whole configuration that does not say it leaves it off. The timeout is in seconds with two
    /// decimals, from 0.01 to 60 (Arista AVD, eos_cli_config_gen, `priority_flow_control`); what a
    /// switch would do with 0 stands nowhere, so that it is not known.
    private static void watchdog(Node root, List<Fact> facts) {
        String statement = "priority-flow-control pause watchdog default timeout ";
        Optional<Node> said = root.all(statement).findFirst();
        Optional<Node> host = root.all("hostname ").findFirst();
        if (said.isEmpty() && host.isEmpty()) return;
        if (said.map(n -> ZERO.matcher(n.after(statement)).lookingAt()).orElse(false)) return;
        facts.add(
                PfcWatchdog.set(
                        "",
                        said.isPresent(),
                        said.map(Node::text).orElse("no priority-flow-control pause watchdog"),
                        said.or(() -> host).orElseThrow().line().source()));
    }

    private static Optional<Node> first(List<Node> sections, String prefix) {
        return sections.stream().flatMap(s -> s.all(prefix)).findFirst();
    }

    /// One line at the margin stops PFC of every port, whatever stands at the ports.
    private static PfcState off(String port, Node line, Set<Integer> listed) {
        return new PfcState(
                port,
                End.OWN,
                Optional.of(PfcState.Mode.OFF),
                Optional.empty(),
                Optional.of(Set.of()),
                Optional.empty(),
                withoutEffect(listed),
                line.text(),
                line.line().read().source());
    }

    /// Priorities that the port or its profile lists as without drop.
    private static Set<Integer> listed(List<Node> sections) {
        Set<Integer> priorities = new TreeSet<>();
        for (Node n : sections.stream().flatMap(s -> s.all("priority-flow-control ")).toList()) {
            Matcher m = NO_DROP.matcher(n.text());
            if (m.matches()) priorities.add(m.group(1).charAt(0) - '0');
            n.line().read();
        }
        return priorities;
    }

    private static Map<String, String> withoutEffect(Set<Integer> listed) {
        return listed.isEmpty()
                ? Map.of()
                : Map.of(
                        PfcState.WITHOUT_EFFECT,
                        listed.stream().map(String::valueOf).collect(Collectors.joining(",")));
    }

    /// `mode on` before EOS 4.20.
    static boolean isOn(List<Node> sections) {
        return sections.stream()
                .anyMatch(
                        s ->
                                s.has("priority-flow-control on")
                                        || s.has("priority-flow-control mode on"));
    }

    private static void pfc(String port, List<Node> sections, List<Fact> facts) {
        Optional<Node> tells =
                first(sections, "priority-flow-control ")
                        .or(() -> first(sections, "no priority-flow-control"));
        if (tells.isEmpty()) return;
        boolean on = isOn(sections);
        Set<Integer> priorities = listed(sections);
        // A port that takes PFC back, whatever its profile says, is off on purpose.
        boolean taken = sections.getFirst().has("no priority-flow-control");
        facts.add(
                new PfcState(
                        port,
                        End.OWN,
                        Optional.of(on ? PfcState.Mode.ON : PfcState.Mode.OFF),
                        Optional.empty(),
                        // Without `on` the priorities that are listed do not pause.
                        Optional.of(on ? priorities : Set.of()),
                        Optional.empty(),
                        on || taken ? Map.of() : withoutEffect(priorities),
                        tells.get().text(),
                        tells.get().line().source()));
    }

    private static void trust(String port, List<Node> sections, List<Fact> facts) {
        Optional<Node> trust =
                first(sections, "qos trust ").or(() -> first(sections, "no qos trust"));
        if (trust.isEmpty()) return;
        String word = trust.get().after("qos trust ");
        Set<PortTrust.Field> fields =
                switch (word) {
                    case "dscp" -> Set.of(PortTrust.Field.DSCP);
                    case "cos" -> Set.of(PortTrust.Field.PCP);
                    default -> Set.of();
                };
        facts.add(
                new PortTrust(
                        port, fields, trust.get().text(), trust.get().line().read().source()));
    }

    /// Every queue that is set up: one without `random-detect` does not mark.
    private static void ecn(String port, List<Node> sections, List<Fact> facts) {
        Set<Integer> seen = new TreeSet<>();
        for (Node section : sections) {
            for (Node queue : section.below()) {
                Matcher m = TX_QUEUE.matcher(queue.text());
                if (!m.matches()) continue;
                OptionalInt number = Numbers.toInt(m.group(1));
                if (number.isEmpty() || !seen.add(number.getAsInt())) continue;
                ConfiguredTurn.of(
                                port,
                                number.getAsInt(),
                                queue.all("priority strict").findFirst(),
                                queue.all("bandwidth percent ").findFirst())
                        .ifPresent(facts::add);
                // `random-detect ecn count` counts marks and makes none.
                Optional<Node> wred =
                        queue.all("random-detect ")
                                .filter(n -> !n.text().endsWith(" count"))
                                .findFirst();
                Node tells = wred.orElse(queue);
                facts.add(
                        Wred.of(
                                port,
                                Set.of(number.getAsInt()),
                                wred.map(w -> w.after("random-detect ")).orElse(""),
                                tells.line().read().source()));
            }
        }
    }
}
