package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LldpAnnouncement;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.Stated;
import io.railhead.model.fact.SwitchPort;
import java.util.Optional;
import java.util.Set;

/// A host sends untagged frames into a trunk that does not carry its native VLAN.
@AutoService(Check.class)
public final class UntaggedOnTrunk implements Check {
    /// Of a trunk that names none (NX-OS and EOS, interfaces guides).
    private static final String NATIVE = "1";

    @Override
    public String code() {
        return "untagged-on-trunk";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The address of a host is on the port itself, so that it sends without a VLAN tag,
                and the switch port is a trunk that does not carry its native VLAN.
                """,
                """
                No connectivity on a link that is up; neither end counts errors.
                """,
                """
                The trunk lists the VLANs that it carries and leaves the native one out (VLAN 1
                when none is named). Untagged frames carry no PCP either, so that a priority cannot
                be told from the tag.
                """,
                """
                One of the two: on the switch port
                  switchport trunk native vlan 100
                or an access port of that VLAN (`switchport access vlan 100`); or a VLAN interface
                on the host.
                """,
                """
                  ping -I IFNAME PEER
                  railhead check --only untagged-on-trunk
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(LldpAnnouncement.class, NetInterface.class, PfcState.class, SwitchPort.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (LinkEnds.Ends ends : LinkEnds.of(situation.facts(), situation.wanted())) {
            Optional<SwitchPort> trunk =
                    survey.facts().of(ends.leaf(), SwitchPort.class).stream()
                            .filter(p -> p.port().equals(ends.leafPort()))
                            .filter(
                                    p ->
                                            p.setting("switchport mode")
                                                    .filter("trunk"::equals)
                                                    .isPresent())
                            .findFirst();
            Optional<NetInterface> untagged =
                    survey.facts().of(ends.host(), NetInterface.class).stream()
                            .filter(i -> i.name().equals(ends.hostPort()))
                            .filter(
                                    i ->
                                            i.addresses().stream()
                                                    .anyMatch(a -> a.scope().equals("global")))
                            .findFirst();
            if (trunk.isPresent() && untagged.isPresent()) {
                compare(ends, trunk.get(), untagged.get(), survey);
            }
        }
    }

    private static void compare(
            LinkEnds.Ends ends, SwitchPort trunk, NetInterface host, Survey survey) {
        String own = trunk.setting("switchport trunk native vlan").orElse(NATIVE);
        Stated<String> allowed = trunk.settings().get("switchport trunk allowed vlan");
        if (allowed == null || carries(allowed.value(), own)) return;
        survey.error(LinkEnds.subject(ends))
                .says(
                        "the host sends untagged, and the trunk carries VLAN "
                                + allowed.value()
                                + " and not its native VLAN "
                                + own)
                .because(
                        "the address is on the port itself; untagged frames fall into the native"
                                + " VLAN, which the port drops, and carry no priority for PFC")
                .fix(
                        "the VLAN of the rail as native VLAN of the port, an access port, or a VLAN"
                                + " interface on the host")
                .cites(allowed.source())
                .cites(host)
                .explains("rail-peer-unreachable", "neighbour-failed")
                .report();
    }

    /// Whether `100-110,200` holds a number; `all` and `none` are words.
    private static boolean carries(String list, String vlan) {
        if (list.equals("all") || !vlan.matches("\\d{1,4}")) return true;
        int number = Integer.parseInt(vlan);
        for (String part : list.split("[,\\s]+")) {
            if (!part.matches("\\d{1,4}(?:-\\d{1,4})?")) {
                // A word that is not known: nothing is said of it.
                if (!part.equals("none")) return true;
                continue;
            }
            String[] ends = part.split("-");
            int last = Integer.parseInt(ends[ends.length - 1]);
            if (Integer.parseInt(ends[0]) <= number && number <= last) return true;
        }
        return false;
    }
}
