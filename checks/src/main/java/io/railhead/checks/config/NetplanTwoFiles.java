package io.railhead.checks.config;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NetplanFile;
import io.railhead.model.fact.NetplanInterface;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// An interface is configured in two netplan files that do not agree.
@AutoService(Check.class)
public final class NetplanTwoFiles implements Check {

    @Override
    public String code() {
        return "netplan-interface-in-two-files";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                One interface stands in two netplan files, and they do not agree.
                """,
                """
                Addresses of both files are on the port; of single values (MTU, DHCP) that of
                the file whose name sorts last is in force.
                """,
                """
                netplan merges all files by name. The installer's file stays when another is
                added for the rails.
                """,
                """
                Keep the interface in one file only; `netplan get` shows what the merge gives.
                  netplan get ethernets.IFNAME
                  netplan try
                """,
                """
                  grep -rn 'IFNAME:' /etc/netplan        # one line
                  railhead check --only netplan-interface-in-two-files
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(NetplanFile.class, NetplanInterface.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(NetplanFile.class, m -> Netplan.inUse(survey, m))) {
            Map<String, List<NetplanInterface>> byName = new LinkedHashMap<>();
            for (NetplanInterface i : survey.facts().of(machine, NetplanInterface.class)) {
                byName.computeIfAbsent(i.name(), n -> new ArrayList<>()).add(i);
            }
            byName.forEach((name, all) -> judge(survey, machine, name, all));
        }
    }

    private static void judge(
            Survey survey, String machine, String name, List<NetplanInterface> all) {
        for (int i = 0; i < all.size(); i++) {
            for (int j = i + 1; j < all.size(); j++) {
                NetplanInterface a = all.get(i);
                NetplanInterface b = all.get(j);
                List<String> about = new ArrayList<>();
                if (!a.addresses().isEmpty()
                        && !b.addresses().isEmpty()
                        && !Set.copyOf(a.addresses()).equals(Set.copyOf(b.addresses()))) {
                    about.add("addresses " + a.addresses() + " and " + b.addresses());
                }
                if (a.mtu().isPresent() && b.mtu().isPresent() && !a.mtu().equals(b.mtu())) {
                    about.add("MTU " + a.mtu().getAsInt() + " and " + b.mtu().getAsInt());
                }
                if (a.dhcp4().isPresent()
                        && b.dhcp4().isPresent()
                        && !a.dhcp4().equals(b.dhcp4())) {
                    about.add("dhcp4 " + a.dhcp4().get() + " and " + b.dhcp4().get());
                }
                if (!a.file().equals(b.file()) && !about.isEmpty()) {
                    String last = a.file().compareTo(b.file()) > 0 ? a.file() : b.file();
                    survey.warning(machine + " " + name)
                            .says(
                                    a.file()
                                            + " and "
                                            + b.file()
                                            + " differ about it: "
                                            + String.join("; ", about))
                            .because(
                                    "netplan merges files by name: addresses add up, single values"
                                            + " are those of "
                                            + last)
                            .fix("keep " + name + " in one file, then `netplan try`")
                            .cites(a, b)
                            .explains(
                                    "address-extra",
                                    "mtu-mismatch",
                                    "mtu-not-persistent",
                                    "address-not-persistent")
                            .report();
                }
            }
        }
    }
}
