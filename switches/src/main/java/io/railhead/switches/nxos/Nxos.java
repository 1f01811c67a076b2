package io.railhead.switches.nxos;

import io.railhead.fabric.EcnThresholds;
import io.railhead.fabric.LosslessDesign;
import io.railhead.fabric.PortDesign;
import io.railhead.switches.Dialect;
import io.railhead.switches.Difference;
import io.railhead.switches.Sections;
import io.railhead.switches.Statement;
import io.railhead.switches.StatementList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Cisco NX-OS: classes of type qos mark packets with a qos-group, a network-qos policy makes the
/// group lossless, queuing policies schedule and mark it (Cisco Nexus 9000 Series NX-OS Quality of
/// Service Configuration Guide).
public final class Nxos implements Dialect {
    private static final String ROCE = "class-map type qos match-any RAILHEAD-ROCE";
    private static final String CNP = "class-map type qos match-any RAILHEAD-CNP";
    private static final String MARK = "policy-map type qos RAILHEAD-IN";
    private static final String NETWORK = "policy-map type network-qos RAILHEAD-NQ";
    private static final String SYSTEM = "system qos";

    private static final Sections SECTIONS =
            new Sections(
                    List.of(
                            "mtu",
                            "match dscp",
                            "set qos-group",
                            "pause pfc-cos",
                            "bandwidth percent",
                            "bandwidth remaining percent",
                            "priority level",
                            "random-detect",
                            "priority-flow-control mode",
                            "priority-flow-control watch-dog-interval",
                            "flowcontrol receive",
                            "flowcontrol send",
                            "service-policy type qos input",
                            "service-policy type network-qos",
                            "service-policy type queuing output"),
                    Set.of(),
                    Nxos::isGiven);

    /// Sections of what is there anyway; nobody can take them away.
    private static boolean isGiven(String heading) {
        return heading.equals(SYSTEM) || heading.startsWith("interface ");
    }

    /// Lines of EOS.
    private static final Pattern OF_EOS =
            Pattern.compile(
                    "! Command: show running-config|! device: |transceiver qsfp default-mode"
                            + "|qos profile \\S|qos map (?:dscp|cos|traffic-class) "
                            + "|management (?:api|ssh|security)|   service-profile "
                            + "|   (?:uc-)?tx-queue \\d|   priority-flow-control (?:on$|priority )");

    @Override
    public String showRunning() {
        return "show running-config";
    }

    @Override
    public Map<String, String> running(String text) {
        return SECTIONS.slots(text);
    }

    @Override
    public boolean isRunning(String text) {
        return Sections.isConfiguration(text);
    }

    @Override
    public Optional<String> foreign(String text) {
        return Sections.lineOf(text, OF_EOS);
    }

    @Override
    public List<String> enter(List<Difference> differences, Map<String, String> running) {
        return SECTIONS.enter(differences, "  ");
    }

    @Override
    public List<Statement> lossless(LosslessDesign design, Map<String, String> running) {
        return new Words(design, Template.of(running)).all();
    }

    /// Names of the queues, which the system defines: eight of them, or four on older chips. A
    /// policy uses one template only.
    private enum Template {
        EIGHT("c-8q-nq", "c-out-8q-q", 7),
        FOUR("c-nq", "c-out-q", 3);

        private final String network;
        private final String output;
        private final int highest;

        Template(String network, String output, int highest) {
            this.network = network;
            this.output = output;
            this.highest = highest;
        }

        /// Four where the running configuration speaks of four and not of eight.
        static Template of(Map<String, String> running) {
            boolean eight = running.keySet().stream().anyMatch(s -> s.contains(EIGHT.output));
            boolean four =
                    running.keySet().stream().anyMatch(s -> s.matches(".*\\bc-out-q[0-3].*"));
            return four && !eight ? FOUR : EIGHT;
        }

        int group(int priority) {
            return Math.min(priority, highest);
        }
    }

    /// One switch's statements.
    private static final class Words {
        private final LosslessDesign design;
        private final Template template;
        private final int roce;
        private final Optional<Integer> cnp;
        private final StatementList out = new StatementList(SECTIONS);

        Words(LosslessDesign design, Template template) {
            this.design = design;
            this.template = template;
            this.roce = template.group(design.wanted().priority());
            this.cnp =
                    design.wanted().cnpDscp().isEmpty()
                            ? Optional.empty()
                            : Optional.of(notificationGroup());
        }

        /// The group of notifications: that of their priority, next to the data's where the chip
        /// has not so many.
        private int notificationGroup() {
            int wanted = template.group(design.wanted().cnpPriority().orElse(6));
            return wanted == roce ? (roce == template.highest ? roce - 1 : roce + 1) : wanted;
        }

        List<Statement> all() {
            classify();
            network();
            Map<List<Object>, String> outputs = outputs();
            String common = mostUsed(outputs);
            out.want(
                    "the lossless class is in force",
                    SYSTEM,
                    "service-policy type network-qos RAILHEAD-NQ");
            out.want(
                    "RoCE has its share of every port",
                    SYSTEM,
                    "service-policy type queuing output " + common);
            for (PortDesign port : design.ports()) {
                port(port, outputs.getOrDefault(key(port), common), common);
            }
            return out.all();
        }

        private void classify() {
            int dscp = design.wanted().dscp();
            out.want("RoCE is known by its DSCP", ROCE, "match dscp " + dscp);
            out.want(
                    "RoCE has a group of its own",
                    MARK,
                    "class RAILHEAD-ROCE",
                    "set qos-group " + roce);
            cnp.ifPresent(
                    group -> {
                        out.want(
                                "congestion notifications are known by their DSCP",
                                CNP,
                                "match dscp " + design.wanted().cnpDscp().orElseThrow());
                        out.want(
                                "notifications do not wait behind the data they are about",
                                MARK,
                                "class RAILHEAD-CNP",
                                "set qos-group " + group);
                    });
        }

        private void network() {
            int mtu = design.ports().stream().mapToInt(PortDesign::mtu).max().orElse(9216);
            String lossless = "class type network-qos " + template.network + roce;
            String rest = "class type network-qos " + template.network + "-default";
            out.want(
                    "the group is paused, not dropped",
                    NETWORK,
                    lossless,
                    "pause pfc-cos " + design.wanted().priority());
            out.want("jumbo frames pass in the class", NETWORK, lossless, "mtu " + mtu);
            out.want("jumbo frames pass in the others", NETWORK, rest, "mtu " + mtu);
        }

        /// A queuing policy for each set of thresholds, by rate.
        private Map<List<Object>, String> outputs() {
            Map<List<Object>, String> names = new LinkedHashMap<>();
            for (PortDesign port : design.ports()) {
                List<Object> key = key(port);
                if (names.containsKey(key)) {
                    continue;
                }
                String base =
                        String.format(Locale.ROOT, "RAILHEAD-OUT-%.0fG", port.rate().asGbps());
                String name = names.containsValue(base) ? base + "-" + (names.size() + 1) : base;
                names.put(key, name);
                output(name, port.ecn());
            }
            if (names.isEmpty()) {
                names.put(List.of(), "RAILHEAD-OUT");
                output("RAILHEAD-OUT", Optional.empty());
            }
            return names;
        }

        private void output(String name, Optional<EcnThresholds> ecn) {
            String policy = "policy-map type queuing " + name;
            cnp.ifPresent(
                    group ->
                            out.want(
                                    "notifications go first",
                                    policy,
                                    queue(group),
                                    "priority level 1"));
            String why = "RoCE may count on its share";
            out.want(
                    why,
                    policy,
                    queue(roce),
                    "bandwidth remaining percent " + design.sharePercent());
            ecn.ifPresent(
                    e ->
                            out.want(
                                    "senders slow down before they are paused",
                                    policy,
                                    queue(roce),
                                    marking(e)));
            for (int group = template.highest; group > 0; group--) {
                if (group != roce && !cnp.equals(Optional.of(group))) {
                    out.want(
                            "nothing is in this queue",
                            policy,
                            queue(group),
                            "bandwidth remaining percent 0");
                }
            }
            out.want(
                    "all other traffic has the rest",
                    policy,
                    "class type queuing " + template.output + "-default",
                    "bandwidth remaining percent " + (100 - design.sharePercent()));
        }

        private String queue(int group) {
            return "class type queuing " + template.output + group;
        }

        private static String marking(EcnThresholds ecn) {
            return String.format(
                    Locale.ROOT,
                    "random-detect minimum-threshold %d kbytes maximum-threshold %d kbytes"
                            + " drop-probability %d weight 0 ecn",
                    Math.max(1, ecn.kminBytes() / 1024),
                    Math.max(2, ecn.kmaxBytes() / 1024),
                    ecn.pmaxPercent());
        }

        private void port(PortDesign port, String output, String common) {
            String heading = "interface " + port.port();
            out.refuse(
                    "802.3x pause beside PFC takes PFC out of force",
                    heading,
                    "flowcontrol receive on");
            out.refuse(
                    "802.3x pause beside PFC takes PFC out of force",
                    heading,
                    "flowcontrol send on");
            out.want("jumbo frames pass", heading, "mtu " + port.mtu());
            out.want(
                    "«auto» waits for a DCBX that hosts do not speak",
                    heading,
                    "priority-flow-control mode on");
            out.want(
                    "a port that is paused for good is let go",
                    heading,
                    "priority-flow-control watch-dog-interval on");
            out.want(
                    "packets are sorted where they come in",
                    heading,
                    "service-policy type qos input RAILHEAD-IN");
            if (!output.equals(common)) {
                out.want(
                        "its thresholds are those of its rate",
                        heading,
                        "service-policy type queuing output " + output);
            }
        }

        private String mostUsed(Map<List<Object>, String> outputs) {
            return outputs.entrySet().stream()
                    .max((a, b) -> Long.compare(users(a.getKey()), users(b.getKey())))
                    .map(Map.Entry::getValue)
                    .orElseThrow();
        }

        private long users(List<Object> key) {
            return design.ports().stream().filter(p -> key(p).equals(key)).count();
        }

        private static List<Object> key(PortDesign port) {
            return List.of(
                    Math.round(port.rate().asGbps()),
                    port.ecn().map(EcnThresholds::kminBytes).orElse(0L),
                    port.ecn().map(EcnThresholds::kmaxBytes).orElse(0L),
                    port.ecn().map(EcnThresholds::pmaxPercent).orElse(0));
        }
    }
}
