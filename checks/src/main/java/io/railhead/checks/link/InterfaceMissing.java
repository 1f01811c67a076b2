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
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// An interface that the intent puts on a rail does not exist on the host.
@AutoService(Check.class)
public final class InterfaceMissing implements Check {

    @Override
    public String code() {
        return "interface-missing";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                An interface that cluster.yaml puts on a rail does not exist on the host.
                """,
                """
                `ip link show eth1` says "Device does not exist"; the rail's address is nowhere;
                RDMA and NCCL never see the port.
                """,
                """
                The name differs from host to host (another slot, another udev naming policy, a
                port split into two), the driver did not bind (secure boot, missing firmware),
                or the card is not seated.
                """,
                """
                See which interfaces there are and what sits on the bus:
                  ip -br link
                  lspci -nn | grep -i -e ethernet -e infiniband
                  dmesg | grep -i -e mlx5 -e rename
                Then name the right interface for this host in cluster.yaml, or load the driver.
                """,
                """
                  ip -br link show IFNAME
                  railhead check --only interface-missing
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(NetInterface.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Host host : survey.hosts(NetInterface.class, h -> !h.rails().isEmpty())) {
            for (RailPort port : host.rails()) {
                if (survey.live(host.name(), port.interfaceName()).isEmpty()) {
                    report(survey, host, port);
                }
            }
        }
    }

    private static void report(Survey survey, Host host, RailPort port) {
        List<NetInterface> there = survey.facts().of(host.name(), NetInterface.class);
        String names =
                String.join(
                        ", ",
                        there.stream()
                                .filter(i -> !i.kind().equals("loopback"))
                                .map(NetInterface::name)
                                .toList());
        Optional<NetInterface> holder =
                there.stream()
                        .filter(
                                i ->
                                        i.addresses().stream()
                                                .anyMatch(
                                                        a ->
                                                                Addresses.same(
                                                                        a.address(),
                                                                        port.address())))
                        .findFirst();
        String where =
                holder.map(i -> "; its address " + port.address() + " is on " + i.name())
                        .orElse("");
        survey.error(host.name() + " " + port.interfaceName())
                .says(
                        "there is no interface "
                                + port.interfaceName()
                                + " for "
                                + port.rail()
                                + where)
                .because("the host has " + (names.isEmpty() ? "none but lo" : names))
                .fix(
                        holder.map(
                                        i ->
                                                "if "
                                                        + i.name()
                                                        + " is the port, write `interface: "
                                                        + i.name()
                                                        + "` for "
                                                        + host.name()
                                                        + " in "
                                                        + survey.wanted()
                                                                .map(Cluster::file)
                                                                .orElse("cluster.yaml"))
                                .orElse(
                                        "`lspci -nn | grep -i ethernet` shows whether the card is"
                                                + " there, `dmesg | grep -i rename` what it is"
                                                + " called; then correct its name in the intent"))
                .cites(
                        survey.lacking(
                                there.getFirst(), "no " + port.interfaceName() + " among " + names))
                .cites(
                        survey.intent(
                                host,
                                host.name() + ": " + port.rail() + " on " + port.interfaceName()))
                .explains(
                        "address-missing",
                        "address-on-wrong-interface",
                        "neighbour-failed",
                        "rail-peer-unreachable",
                        "rdma-device-missing",
                        "rdma-port-down",
                        "roce-gid-missing")
                .report();
    }
}
