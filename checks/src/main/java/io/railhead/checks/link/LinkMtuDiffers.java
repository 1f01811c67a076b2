package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.checks.lossless.LinkEnds;
import io.railhead.model.Evidence;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LldpAnnouncement;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.Stated;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Link;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.SwitchPort;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The ends of a link, or the peers of a rail, have unequal MTU.
@AutoService(Check.class)
public final class LinkMtuDiffers implements Check {

    @Override
    public String code() {
        return "link-mtu-differs";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The ends of one link, or the ports of one rail, have unequal MTU.
                """,
                """
                The larger end sends packets that the smaller end drops: transfers in one
                direction stall.
                """,
                """
                MTU is set port by port; nothing on Ethernet negotiates it.
                """,
                """
                Bring every port of the rail, and the switch ports between, to one MTU.
                `railhead plan` does it for hosts; on a switch the port MTU must be at least the
                hosts' (usual: 9216).
                """,
                """
                  ping -c 3 -M do -s 8972 PEER        # from both ends
                  railhead check --only link-mtu-differs
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(
                LldpAnnouncement.class,
                NetInterface.class,
                PfcState.class,
                io.railhead.model.fact.SwitchPort.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        List<Survey.Port> ports = survey.ports();
        Map<String, List<Survey.Port>> rails = new LinkedHashMap<>();
        for (Survey.Port port : ports) {
            rails.computeIfAbsent(port.wanted().rail(), r -> new ArrayList<>()).add(port);
        }
        rails.forEach((rail, members) -> rail(survey, rail, members));
        survey.wanted().ifPresent(c -> c.links().forEach(link -> link(survey, c, link, ports)));
        survey.wanted().ifPresent(c -> switches(survey, c, situation));
    }

    /// Switch ports on the way of a rail, as they are, against the largest packet of the rails. All
    /// systems count an MTU of at least the IP packet, so that a smaller number is too small.
    private static void switches(Survey survey, Cluster c, Situation situation) {
        OptionalInt largest = c.rails().stream().mapToInt(Rail::mtu).max();
        if (largest.isEmpty()) return;
        Set<String> seen = new HashSet<>();
        List<LinkEnds.Ends> ends = new ArrayList<>(LinkEnds.of(situation.facts(), Optional.of(c)));
        ends.addAll(LinkEnds.between(situation.facts(), Optional.of(c)));
        ends.addAll(LinkEnds.intended(c));
        for (LinkEnds.Ends e : ends) {
            for (String[] end :
                    new String[][] {{e.host(), e.hostPort()}, {e.leaf(), e.leafPort()}}) {
                ofClass(survey, end[0], end[1], largest.getAsInt(), seen);
                for (var port : LinkEnds.withMtu(survey.facts(), end[0], end[1])) {
                    boolean small = port.mtu().orElseThrow().value() < largest.getAsInt();
                    if (!small || !seen.add(end[0] + " " + end[1])) continue;
                    survey.error(end[0] + " " + end[1])
                            .says(
                                    "the switch port has MTU "
                                            + port.mtu().get().value()
                                            + ", and packets of up to "
                                            + largest.getAsInt()
                                            + " bytes pass it")
                            .because("a switch drops what is larger than its port's MTU, silently")
                            .fix("at least the hosts' MTU (usual: 9216): `railhead plan`")
                            .cites(port.mtu().get().source())
                            .explains(
                                    "switch-config-drift",
                                    "mtu-mismatch",
                                    "path-mtu-blackhole",
                                    "path-mtu-too-small")
                            .report();
                }
            }
        }
    }

    /// The class without loss has an MTU of its own: its headroom is made for packets of that size,
    /// and Nexus 5000 and its kin drop larger ones. Told once of a switch.
    private static void ofClass(
            Survey survey, String machine, String port, int largest, Set<String> seen) {
        for (var p : survey.facts().of(machine, io.railhead.model.fact.SwitchPort.class)) {
            Stated<String> own = p.settings().get(io.railhead.model.fact.SwitchPort.CLASS_MTU);
            if (!p.port().equals(port) || own == null) continue;
            // A number: the parser has seen to that.
            if (Integer.parseInt(own.value()) >= largest || !seen.add(machine)) continue;
            survey.error(machine)
                    .says(
                            "the class without loss has MTU "
                                    + own.value()
                                    + " of its own, and packets of up to "
                                    + largest
                                    + " bytes are sent in it")
                    .because(
                            "the class is set up for smaller packets: its headroom is too small"
                                    + " for these, or they are dropped, by the model of the switch")
                    .fix("`mtu 9216` in the class of the network-qos policy: `railhead plan`")
                    .cites(own.source())
                    .explains("switch-config-drift", "path-mtu-blackhole", "path-mtu-too-small")
                    .report();
        }
    }

    private static void rail(Survey survey, String rail, List<Survey.Port> ports) {
        Map<Integer, List<Survey.Port>> byMtu = new TreeMap<>(Comparator.reverseOrder());
        for (Survey.Port port : ports) {
            byMtu.computeIfAbsent(port.live().mtu(), m -> new ArrayList<>()).add(port);
        }
        if (byMtu.size() < 2) {
            return;
        }
        List<Survey.Port> most =
                byMtu.values().stream().max(Comparator.comparingInt(List::size)).orElseThrow();
        for (List<Survey.Port> few : byMtu.values()) {
            if (few != most) {
                few.forEach(odd -> differ(survey, rail, odd, most));
            }
        }
    }

    private static void differ(
            Survey survey, String rail, Survey.Port odd, List<Survey.Port> most) {
        Survey.Port other = most.getFirst();
        int mtu = odd.live().mtu();
        int theirs = other.live().mtu();
        String subject =
                most.size() == 1
                        ? Stream.of(odd.machine(), other.machine())
                                        .sorted()
                                        .collect(Collectors.joining(" <-> "))
                                + " "
                                + rail
                        : odd.subject();
        survey.error(subject)
                .says(
                        odd.subject()
                                + " has MTU "
                                + mtu
                                + ", "
                                + (most.size() == 1
                                        ? other.subject() + " has " + theirs
                                        : most.size()
                                                + " other ports of "
                                                + rail
                                                + " have "
                                                + theirs))
                .because(
                        "packets over "
                                + Math.min(mtu, theirs)
                                + " bytes pass in one direction only, if at all")
                .fix(
                        "one MTU for all ports of "
                                + rail
                                + ": `railhead plan`, then `railhead apply`")
                .cites(odd.live(), "mtu")
                .cites(other.live(), "mtu")
                .explains("switch-config-drift", "path-mtu-blackhole", "path-mtu-too-small")
                .report();
    }

    /// A host port against the switch port it is plugged into, as the intent has it.
    private static void link(Survey survey, Cluster c, Link link, List<Survey.Port> ports) {
        for (Link.End[] ends : new Link.End[][] {{link.a(), link.b()}, {link.b(), link.a()}}) {
            Optional<Survey.Port> host =
                    ports.stream()
                            .filter(p -> p.machine().equals(ends[0].device()))
                            .filter(p -> p.wanted().interfaceName().equals(ends[0].port()))
                            .findFirst();
            OptionalInt mtu =
                    c.switches().stream()
                            .filter(s -> s.name().equals(ends[1].device()))
                            .flatMap(s -> s.ports().stream())
                            .filter(p -> p.name().equals(ends[1].port()))
                            .map(SwitchPort::mtu)
                            .findFirst()
                            .orElse(OptionalInt.empty());
            if (host.isPresent() && mtu.isPresent() && host.get().live().mtu() > mtu.getAsInt()) {
                Survey.Port port = host.get();
                survey.error(port.subject() + " <-> " + ends[1])
                        .says(
                                "the host sends up to "
                                        + port.live().mtu()
                                        + " bytes, the switch port is planned with MTU "
                                        + mtu.getAsInt())
                        .because("a switch drops what is larger than its port's MTU, silently")
                        .fix(
                                "set the switch port to at least the host's MTU (usual: 9216), or"
                                        + " lower the rail's MTU in the intent")
                        .cites(port.live(), "mtu")
                        .cites(new Evidence(c.file(), 0, ends[1] + " mtu " + mtu.getAsInt()))
                        .explains("switch-config-drift", "path-mtu-blackhole", "path-mtu-too-small")
                        .report();
            }
        }
    }
}
