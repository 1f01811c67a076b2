package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import java.util.Set;

/// The RDMA device of a rail stands behind another interface than the intent says.
@AutoService(Check.class)
public final class RdmaDeviceWrongInterface implements Check {

    @Override
    public String code() {
        return "rdma-device-on-wrong-interface";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The RDMA device that cluster.yaml names for a rail stands behind another
                interface than the rail's.
                """,
                """
                TCP of the rail uses one port and RDMA another: NCCL's traffic appears on the
                wrong rail, the GID with the rail's address is on another device.
                """,
                """
                Device numbers follow the order of discovery: after a card was added or moved,
                mlx5_0 is another card.
                """,
                """
                  rdma link
                Correct `rdma:` in cluster.yaml, or use names by place: install rdma-core's
                persistent naming (60-rdma-persistent-naming.rules, NAME_PCI).
                """,
                """
                  rdma link show DEVICE/1        # netdev is the rail's interface
                  railhead check --only rdma-device-on-wrong-interface
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(RdmaLink.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Host host :
                survey.hosts(
                        RdmaLink.class,
                        h -> h.rails().stream().anyMatch(p -> p.rdma().isPresent()))) {
            for (RailPort port : host.rails()) {
                for (RdmaLink link : survey.facts().of(host.name(), RdmaLink.class)) {
                    if (port.rdma().isPresent()
                            && link.device().equals(port.rdma().get().device())
                            && link.port() == port.rdma().get().port()
                            && link.netdev().isPresent()
                            && !link.netdev().get().equals(port.interfaceName())) {
                        survey.error(host.name() + " " + link.device())
                                .says(
                                        port.rdma().get()
                                                + " stands behind "
                                                + link.netdev().get()
                                                + ", the intent puts it behind "
                                                + port.interfaceName())
                                .because("device numbers changed with the order of discovery")
                                .fix(
                                        "`rdma link`; correct `rdma:` of "
                                                + port.rail()
                                                + " in the intent, or name devices by place")
                                .cites(link)
                                .explains("roce-gid-missing", "gdr-disabled-by-topology")
                                .report();
                    }
                }
            }
        }
    }
}
