package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Addresses;
import io.railhead.checks.Check;
import io.railhead.checks.Draft;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.InterfaceAddress;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.Sysctl;
import io.railhead.model.intent.Subnet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// Two ports of one host are in one subnet, so ARP answers through the wrong one.
@AutoService(Check.class)
public final class SameSubnetArpFlux implements Check {

    @Override
    public String code() {
        return "same-subnet-arp-flux";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Two ports of one host have addresses in one subnet, and the kernel answers ARP
                for either address on either port.
                """,
                """
                Traffic for both addresses arrives on one port: one rail carries everything, the
                other idles; connections break when the answer leaves through the other port;
                NCCL uses one NIC for both.
                """,
                """
                Linux treats addresses as the host's, not the port's. With arp_ignore 0 every
                port in the subnet answers for every address, and the first answer wins.
                """,
                """
                Best: one subnet a rail; give the second port an address of its own subnet in
                cluster.yaml. If one subnet must be:
                  sysctl -w net.ipv4.conf.all.arp_ignore=1
                  sysctl -w net.ipv4.conf.all.arp_announce=2
                  ip rule add from ADDRESS lookup TABLE      # and a route of the subnet in TABLE, for each port
                `railhead plan` writes the sysctl values that cluster.yaml names under
                `host-policy: sysctl:`.
                """,
                """
                  ip -br -4 addr
                  arping -c 3 -I IFNAME ADDRESS      # from a peer: one MAC answers, the right one
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(NetInterface.class, Sysctl.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(NetInterface.class)) {
            Map<Subnet, List<NetInterface>> bySubnet = new LinkedHashMap<>();
            for (NetInterface i : survey.facts().of(machine, NetInterface.class)) {
                if (i.kind().equals("loopback") || !i.adminUp() || Addresses.isHostLocalBridge(i)) {
                    continue;
                }
                for (InterfaceAddress a : i.addresses()) {
                    Optional<Subnet> subnet = Addresses.subnet(a);
                    if (subnet.isPresent()
                            && !subnet.get().isIpv6()
                            && a.scope().equals("global")
                            && a.prefix() < 32) {
                        List<NetInterface> of =
                                bySubnet.computeIfAbsent(subnet.get(), s -> new ArrayList<>());
                        if (!of.contains(i)) {
                            of.add(i);
                        }
                    }
                }
            }
            bySubnet.forEach(
                    (subnet, ports) -> {
                        if (ports.size() > 1) {
                            judge(survey, machine, subnet, ports);
                        }
                    });
        }
    }

    private static void judge(
            Survey survey, String machine, Subnet subnet, List<NetInterface> ports) {
        List<Sysctl> read = new ArrayList<>();
        boolean unknown = false;
        boolean flux = false;
        for (NetInterface port : ports) {
            OptionalInt ignore = effective(survey, machine, port.name(), "arp_ignore", read);
            OptionalInt announce = effective(survey, machine, port.name(), "arp_announce", read);
            unknown |= ignore.isEmpty() || announce.isEmpty();
            flux |= ignore.orElse(1) == 0 || announce.orElse(2) < 2;
        }
        if (!flux && !unknown) {
            return;
        }
        String names = String.join(" and ", ports.stream().map(NetInterface::name).toList());
        Draft draft =
                survey.draft(flux ? Severity.ERROR : Severity.WARNING, machine + " " + subnet)
                        .says(
                                names
                                        + " are both in "
                                        + subnet
                                        + (flux
                                                ? ", and ARP is answered on either for either address"
                                                : "; whether ARP keeps them apart was not read"))
                        .because(
                                flux
                                        ? "arp_ignore and arp_announce are at their defaults (0),"
                                                + " or at a value too low to keep ports apart"
                                        : "net.ipv4.conf.*.arp_ignore and arp_announce are unknown")
                        .fix(
                                "one subnet a rail; or `sysctl -w net.ipv4.conf.all.arp_ignore=1"
                                        + " net.ipv4.conf.all.arp_announce=2` and one routing table"
                                        + " a port")
                        .explains(
                                "rail-peer-unreachable",
                                "neighbour-failed",
                                "rail-route-wrong-device");
        ports.forEach(p -> draft.cites(p, own(p, subnet)));
        draft.cites(read).report();
    }

    private static String own(NetInterface port, Subnet subnet) {
        return port.addresses().stream()
                .map(InterfaceAddress::address)
                .filter(subnet::contains)
                .findFirst()
                .orElse(port.name());
    }

    /// The kernel uses the larger of `all` and the interface's own.
    private static OptionalInt effective(
            Survey survey, String machine, String port, String key, List<Sysctl> read) {
        OptionalInt most = OptionalInt.empty();
        for (Sysctl s : survey.facts().of(machine, Sysctl.class)) {
            boolean mine =
                    s.key().equals("net.ipv4.conf.all." + key)
                            || s.key()
                                    .equals("net.ipv4.conf." + port.replace('.', '/') + "." + key);
            if (mine && s.value().matches("\\d{1,4}")) {
                most = OptionalInt.of(Math.max(most.orElse(0), Integer.parseInt(s.value())));
                if (!read.contains(s)) {
                    read.add(s);
                }
            }
        }
        return most;
    }
}
