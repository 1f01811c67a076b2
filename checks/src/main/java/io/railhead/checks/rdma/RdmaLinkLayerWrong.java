package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.fact.RdmaNetdev;
import io.railhead.model.fact.RdmaPortInfo;
import io.railhead.model.fact.RdmaPortState;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.RdmaPort;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// A port of a RoCE rail is set to InfiniBand.
@AutoService(Check.class)
public final class RdmaLinkLayerWrong implements Check {

    @Override
    public String code() {
        return "rdma-link-layer-infiniband";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The card's port behind a RoCE rail is set to InfiniBand instead of Ethernet.
                """,
                """
                `ibv_devinfo` says link_layer InfiniBand; there is no Ethernet interface (or an
                `ib0`); the port polls and never comes up on an Ethernet switch.
                """,
                """
                VPI cards leave the factory with either type; the type is kept in the card's own
                configuration.
                """,
                """
                  mlxconfig -d PCI_ADDRESS set LINK_TYPE_P1=2      # 2 is Ethernet, P2 for the second port
                  mlxfwreset -d PCI_ADDRESS reset                  # or a cold reboot
                """,
                """
                  ibv_devinfo -d DEVICE | grep link_layer          # Ethernet
                  railhead check --only rdma-link-layer-infiniband
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(RdmaPortInfo.class, RdmaPortState.class, RdmaLink.class, RdmaNetdev.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Host host : survey.wanted().map(Cluster::hosts).orElse(List.of())) {
            if (!survey.facts().machines().contains(host.name()) || !Rdma.wanted(survey, host)) {
                continue;
            }
            String machine = host.name();
            List<RdmaPortInfo> infos = survey.facts().of(machine, RdmaPortInfo.class);
            List<RdmaPortState> states = survey.facts().of(machine, RdmaPortState.class);
            if (infos.isEmpty() && states.isEmpty()) {
                survey.notChecked(machine, survey.why(machine, RdmaPortInfo.class));
                continue;
            }
            for (RailPort port : host.rails()) {
                Optional<RdmaPort> rdma =
                        port.rdma()
                                .or(
                                        () ->
                                                Rdma.behind(
                                                        survey.facts(),
                                                        machine,
                                                        port.interfaceName()));
                if (rdma.isEmpty()) {
                    continue;
                }
                Stream.<Fact>concat(
                                infos.stream()
                                        .filter(i -> i.device().equals(rdma.get().device()))
                                        .filter(i -> i.port() == rdma.get().port())
                                        .filter(
                                                i ->
                                                        i.linkLayer()
                                                                .filter("InfiniBand"::equals)
                                                                .isPresent()),
                                states.stream()
                                        .filter(i -> i.device().equals(rdma.get().device()))
                                        .filter(i -> i.port() == rdma.get().port())
                                        .filter(
                                                i ->
                                                        i.linkLayer()
                                                                .filter("InfiniBand"::equals)
                                                                .isPresent()))
                        .findFirst()
                        .ifPresent(
                                proof ->
                                        survey.error(machine + " " + rdma.get().device())
                                                .says(
                                                        rdma.get()
                                                                + " of "
                                                                + port.rail()
                                                                + " is an InfiniBand port; the rail is"
                                                                + " Ethernet")
                                                .because("LINK_TYPE in the card's configuration")
                                                .fix(
                                                        "`mlxconfig -d PCI_ADDRESS set LINK_TYPE_P"
                                                                + rdma.get().port()
                                                                + "=2`, then `mlxfwreset -d"
                                                                + " PCI_ADDRESS reset`")
                                                .cites(proof, "link_layer")
                                                .explains(
                                                        "interface-missing",
                                                        "link-no-carrier",
                                                        "rdma-port-down",
                                                        "roce-gid-missing",
                                                        "ib-no-subnet-manager")
                                                .report());
            }
        }
        if (survey.wanted().isEmpty()) {
            survey.notChecked("", "there is no cluster.yaml to hold the evidence against");
        }
    }
}
