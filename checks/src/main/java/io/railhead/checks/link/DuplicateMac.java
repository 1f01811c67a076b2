package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Addresses;
import io.railhead.checks.Check;
import io.railhead.checks.Draft;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.ShownTwice;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.HostName;
import io.railhead.model.fact.NetInterface;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Two machines have the same MAC address.
@AutoService(Check.class)
public final class DuplicateMac implements Check {

    @Override
    public String code() {
        return "duplicate-mac";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Ports of two machines have the same MAC address.
                """,
                """
                Packets arrive now at one, now at the other; the switch logs MAC moves
                ("flapping"); throughput comes and goes.
                """,
                """
                Cloned virtual machines, an address set by hand in a copied network file
                (`macaddress:`), or a NIC whose own address was wiped.
                """,
                """
                  ip link show dev IFNAME
                  ethtool -P IFNAME              # the card's own address
                Remove `macaddress:` (or the hypervisor's fixed address) from one of the two.
                """,
                """
                  bridge fdb show | grep -i MAC  # or the switch: show mac address-table | include MAC
                  railhead check --only duplicate-mac
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(HostName.class, NetInterface.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        Map<String, List<Map.Entry<String, NetInterface>>> byMac = new LinkedHashMap<>();
        for (String machine : survey.machines(NetInterface.class)) {
            for (NetInterface i : survey.facts().of(machine, NetInterface.class)) {
                String mac = i.mac().toLowerCase(Locale.ROOT);
                if (mac.isEmpty()
                        || mac.matches("[0:]+")
                        || i.kind().equals("loopback")
                        || Addresses.isHostLocalBridge(i)) {
                    continue;
                }
                byMac.computeIfAbsent(mac, k -> new ArrayList<>()).add(Map.entry(machine, i));
            }
        }
        byMac.forEach(
                (mac, of) -> {
                    List<String> machines = of.stream().map(Map.Entry::getKey).distinct().toList();
                    if (ShownTwice.without(survey.facts(), machines).size() > 1) {
                        Draft draft =
                                survey.error(String.join(" <-> ", machines) + " " + mac)
                                        .says(
                                                mac
                                                        + " is the MAC of "
                                                        + String.join(
                                                                " and of ",
                                                                of.stream()
                                                                        .map(
                                                                                e ->
                                                                                        e.getKey()
                                                                                                + " "
                                                                                                + e.getValue()
                                                                                                        .name())
                                                                        .toList()))
                                        .because(
                                                "cloned machines, or an address set by hand in a"
                                                        + " copied network file")
                                        .fix(
                                                "`ethtool -P IFNAME` shows the card's own address;"
                                                        + " remove `macaddress:` from netplan or"
                                                        + " the hypervisor's fixed address")
                                        .explains("rail-peer-unreachable", "neighbour-failed");
                        of.forEach(e -> draft.cites(e.getValue(), mac));
                        draft.report();
                    }
                });
    }
}
