package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Addresses;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NetInterface;
import java.util.List;
import java.util.Set;

/// A rail's address is on no interface of the host.
@AutoService(Check.class)
public final class AddressMissing implements Check {

    @Override
    public String code() {
        return "address-missing";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The address that cluster.yaml gives a host on a rail is on none of its
                interfaces.
                """,
                """
                Peers get no answer; there is no RoCE v2 GID for the rail; NCCL or MPI picks
                another network.
                """,
                """
                netplan (or NetworkManager) was never applied, the file names another interface
                or MAC, cloud-init wrote over it, or the address was added by hand and lost at a
                reboot.
                """,
                """
                  railhead plan        # writes the rail's netplan file and shows the diff
                  railhead apply
                By hand: `ip addr add ADDRESS/PREFIX dev IFNAME`, lost at the next boot.
                """,
                """
                  ip -br addr show dev IFNAME
                  railhead check --only address-missing
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(NetInterface.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Survey.Port port : survey.ports()) {
            String address = port.wanted().address();
            if (Addresses.holders(survey.facts(), port.machine(), address).isEmpty()) {
                List<String> has =
                        port.live().addresses().stream()
                                .map(a -> a.address() + "/" + a.prefix())
                                .toList();
                survey.error(port.subject())
                        .says(
                                port.wanted().rail()
                                        + "'s address "
                                        + port.wanted().cidr()
                                        + " is on no interface")
                        .because(
                                port.live().name()
                                        + " has "
                                        + (has.isEmpty() ? "no address" : String.join(", ", has)))
                        .fix(
                                "`railhead plan`, then `railhead apply`; by hand, until reboot:"
                                        + " `ip addr add "
                                        + port.wanted().cidr()
                                        + " dev "
                                        + port.live().name()
                                        + "`")
                        .cites(port.live(), "addr_info")
                        .cites(
                                survey.intent(
                                        port.host(),
                                        port.host().name()
                                                + ": "
                                                + port.wanted().rail()
                                                + " "
                                                + port.wanted().cidr()))
                        .explains(
                                "neighbour-failed",
                                "rail-peer-unreachable",
                                "roce-gid-missing",
                                "address-not-persistent")
                        .report();
            }
        }
    }
}
