package io.railhead.switches.eos;

import io.railhead.fabric.EcnThresholds;
import io.railhead.fabric.LosslessDesign;
import io.railhead.fabric.PortDesign;
import io.railhead.switches.Dialect;
import io.railhead.switches.Difference;
import io.railhead.switches.Sections;
import io.railhead.switches.Statement;
import io.railhead.switches.StatementList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/// Arista EOS: DSCP maps to a traffic class and that to a transmit queue, for the whole switch; a
/// QoS profile holds what ports have in common (command words as Arista's AVD generates them).
public final class Eos implements Dialect {
    /// A port's largest MTU.
    private static final int LARGEST_MTU = 9214;

    /// Headings of a transmit queue: `uc-tx-queue` on chips that queue unicast by itself.
    private static final String UNICAST = "uc-tx-queue";

    /// Queues are strict unless told otherwise on many of its chips.
    private static final String NO_PRECEDENCE = "no priority";

    private static final Sections SECTIONS =
            new Sections(
                    Maps.withMaps(
                            "mtu",
                            "service-profile",
                            "qos trust",
                            "bandwidth percent",
                            "priority",
                            "random-detect ecn minimum-threshold",
                            "random-detect ecn count",
                            "flowcontrol receive",
                            "flowcontrol send",
                            "priority-flow-control pause watchdog default timeout",
                            "priority-flow-control pause watchdog action"),
                    Set.of(NO_PRECEDENCE),
                    Eos::isGiven);

    /// Sections of what is there anyway; nobody can take them away.
    private static boolean isGiven(String heading) {
        return heading.startsWith("interface ");
    }

    /// Lines of NX-OS; both have class and policy maps of type qos.
    private static final Pattern OF_NXOS =
            Pattern.compile(
                    "!Command: show running-config|version \\d+\\.\\d+\\(|feature \\S|vdc \\S"
                            + "|boot nxos |system qos$"
                            + "|(?:class|policy)-map type (?:network-qos|queuing) ");

    @Override
    public String showRunning() {
        return "show running-config";
    }

    /// `qos map dscp 24 26 to traffic-class 3` fills a slot for each DSCP.
    @Override
    public Map<String, String> running(String text) {
        return SECTIONS.slots(Maps.oneEach(text));
    }

    @Override
    public boolean isRunning(String text) {
        return Sections.isConfiguration(text);
    }

    @Override
    public Optional<String> foreign(String text) {
        return Sections.lineOf(text, OF_NXOS);
    }

    @Override
    public List<String> enter(List<Difference> differences, Map<String, String> running) {
        return SECTIONS.enter(differences, "   ").stream().map(Maps::unmapped).toList();
    }

    @Override
    public List<Statement> lossless(LosslessDesign design, Map<String, String> running) {
        StatementList out = new StatementList(SECTIONS);
        int priority = design.wanted().priority();
        out.want(
                "RoCE is sorted by its DSCP",
                "qos map dscp " + design.wanted().dscp() + " to traffic-class " + priority);
        OptionalInt cnp = design.wanted().cnpDscp();
        int cnpQueue = design.wanted().cnpPriority().orElse(6);
        if (cnp.isPresent()) {
            out.want(
                    "notifications do not wait behind the data they are about",
                    "qos map dscp " + cnp.getAsInt() + " to traffic-class " + cnpQueue);
        }
        out.want(
                "a queue that is paused for good is let go",
                "priority-flow-control pause watchdog default timeout 0.2");
        String queue = queueWord(running);
        for (PortDesign port : design.ports()) {
            String profile = "qos profile " + name(port);
            out.want("packets keep the class of their DSCP", profile, "qos trust dscp");
            out.want("RoCE is paused, not dropped", profile, "priority-flow-control on");
            out.want(
                    "PFC on this priority and no other",
                    profile,
                    "priority-flow-control priority " + priority + " no-drop");
            if (cnp.isPresent()) {
                out.want(
                        "notifications go first",
                        profile,
                        queue + " " + cnpQueue,
                        "priority strict");
            }
            out.want(
                    "RoCE may count on its share",
                    profile,
                    queue + " " + priority,
                    "bandwidth percent " + design.sharePercent());
            out.want(
                    "bulk data before all else would starve the rest",
                    profile,
                    queue + " " + priority,
                    NO_PRECEDENCE);
            port.ecn()
                    .ifPresent(
                            e -> {
                                out.want(
                                        "senders slow down before they are paused",
                                        profile,
                                        queue + " " + priority,
                                        marking(e));
                                out.want(
                                        "marks are counted",
                                        profile,
                                        queue + " " + priority,
                                        "random-detect ecn count");
                            });
        }
        for (PortDesign port : design.ports()) {
            String heading = "interface " + port.port();
            String pause = "802.3x pause beside PFC stops the whole port";
            out.refuse(pause, heading, "flowcontrol receive on");
            out.refuse(pause, heading, "flowcontrol send on");
            out.want("jumbo frames pass", heading, "mtu " + Math.min(port.mtu(), LARGEST_MTU));
            out.want("the port is of the class", heading, "service-profile " + name(port));
        }
        return out.all();
    }

    private static String queueWord(Map<String, String> running) {
        boolean plain =
                running.keySet().stream().anyMatch(s -> s.contains(" / tx-queue "))
                        && running.keySet().stream().noneMatch(s -> s.contains(UNICAST));
        return plain ? "tx-queue" : UNICAST;
    }

    /// A profile for each set of thresholds.
    private static String name(PortDesign port) {
        return String.format(
                Locale.ROOT,
                "RAILHEAD-%.0fG%s",
                port.rate().asGbps(),
                port.ecn().map(e -> "-" + e.kminBytes() / 1024 + "K").orElse(""));
    }

    private static String marking(EcnThresholds ecn) {
        return String.format(
                Locale.ROOT,
                "random-detect ecn minimum-threshold %d kbytes maximum-threshold %d kbytes"
                        + " max-mark-probability %d weight 0",
                Math.max(1, ecn.kminBytes() / 1024),
                Math.max(2, ecn.kmaxBytes() / 1024),
                ecn.pmaxPercent());
    }
}
