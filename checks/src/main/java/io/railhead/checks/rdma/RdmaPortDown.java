package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Draft;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.fact.RdmaNetdev;
import io.railhead.model.fact.RdmaPortState;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.RdmaPort;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// An RDMA port that the intent wants is not active.
@AutoService(Check.class)
public final class RdmaPortDown implements Check {

    @Override
    public String code() {
        return "rdma-port-down";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                An RDMA port of a rail is not active.
                """,
                """
                `rdma link` shows DOWN or INIT instead of ACTIVE; `ibv_devinfo` PORT_DOWN; verbs
                programs say "Failed to modify QP to RTR", NCCL leaves the port out or stops.
                """,
                """
                On Ethernet the RDMA port follows the interface: no carrier, switched off, or no
                cable. (RoCE has no subnet manager; restarting opensm does nothing.) DISABLED
                means that the interface is off, POLLING that no signal is seen.
                """,
                """
                  ip -br link show IFNAME
                  ip link set dev IFNAME up
                  ethtool IFNAME | grep 'Link detected'
                """,
                """
                  rdma link show DEVICE/1        # state ACTIVE physical_state LINK_UP
                  railhead check --only rdma-port-down
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(RdmaLink.class, RdmaPortState.class, RdmaNetdev.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Host host : survey.wanted().map(Cluster::hosts).orElse(List.of())) {
            if (!survey.facts().machines().contains(host.name()) || !Rdma.wanted(survey, host)) {
                continue;
            }
            String machine = host.name();
            List<RdmaLink> links = survey.facts().of(machine, RdmaLink.class);
            List<RdmaPortState> states = survey.facts().of(machine, RdmaPortState.class);
            if (links.isEmpty() && states.isEmpty()) {
                survey.notChecked(machine, survey.why(machine, RdmaLink.class));
                continue;
            }
            for (RailPort port : host.rails()) {
                port.rdma()
                        .or(() -> Rdma.behind(survey.facts(), machine, port.interfaceName()))
                        .ifPresent(r -> judge(survey, host, port, r));
            }
        }
        if (survey.wanted().isEmpty()) {
            survey.notChecked("", "there is no cluster.yaml to hold the evidence against");
        }
    }

    private static void judge(Survey survey, Host host, RailPort port, RdmaPort rdma) {
        Optional<RdmaLink> link =
                survey.facts().of(host.name(), RdmaLink.class).stream()
                        .filter(l -> l.device().equals(rdma.device()) && l.port() == rdma.port())
                        .findFirst();
        Optional<RdmaPortState> state =
                survey.facts().of(host.name(), RdmaPortState.class).stream()
                        .filter(s -> s.device().equals(rdma.device()) && s.port() == rdma.port())
                        .findFirst();
        boolean initialising =
                link.filter(l -> l.isInfiniBand() && l.state().startsWith("INIT")).isPresent()
                        || state.filter(
                                        s ->
                                                s.stateNumber() == 2
                                                        && s.linkLayer()
                                                                .filter("InfiniBand"::equals)
                                                                .isPresent())
                                .isPresent();
        boolean down =
                link.filter(l -> !l.state().startsWith("ACTIVE")).isPresent()
                        || (link.isEmpty() && state.filter(s -> !s.isActive()).isPresent());
        if (!down || initialising) {
            return;
        }
        String now =
                link.map(l -> l.state() + l.physicalState().map(p -> " / " + p).orElse(""))
                        .or(() -> state.map(RdmaPortState::state))
                        .orElse("");
        Draft draft =
                survey.error(host.name() + " " + rdma.device())
                        .says(rdma + " of " + port.rail() + " is " + now + ", not ACTIVE")
                        .because(
                                now.contains("DISABLED")
                                        ? "its interface is switched off"
                                        : now.contains("POLLING")
                                                ? "no signal from the other end of the cable"
                                                : "the port follows its interface: no link there")
                        .fix(
                                "`ip link set dev "
                                        + port.interfaceName()
                                        + " up`, then `ethtool "
                                        + port.interfaceName()
                                        + " | grep 'Link detected'`")
                        .explains("hca-set-differs-between-nodes", "roce-mtu-1500");
        link.ifPresent(draft::cites);
        state.filter(s -> link.isEmpty()).ifPresent(draft::cites);
        draft.report();
    }
}
