package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.checks.Twins;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.GidEntry;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.fact.RdmaNetdev;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The RoCE v2 GID of a rail is at different indexes on its hosts.
@AutoService(Check.class)
public final class GidIndexDiffers implements Check {

    @Override
    public String code() {
        return "gid-index-differs-between-nodes";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The RoCE v2 GID with the rail's address stands at different indexes on the hosts
                of a rail.
                """,
                """
                A job that sets one NCCL_IB_GID_INDEX for all, or a script with `-x 3`, works on
                some hosts and fails on others (status 12, "Failed to modify QP").
                """,
                """
                A further address (or an IPv6 one, a VLAN, another driver) moved the entries;
                the order is that in which addresses were added.
                """,
                """
                Leave NCCL_IB_GID_INDEX unset: NCCL 2.21 and later find the entry by type and
                address family on each host. Or make the hosts alike: remove the further
                address, `ip addr`.
                """,
                """
                  show_gids DEVICE | grep v2
                  railhead check --only roce-gid-index,gid-index-differs-between-nodes
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(GidEntry.class, RdmaLink.class, RdmaNetdev.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        List<Twins.Said> said = new ArrayList<>();
        for (Rdma.Port port : Rdma.ports(survey, GidEntry.class)) {
            Gids.v2(Gids.table(survey, port), port.wanted().address())
                    .ifPresent(
                            g ->
                                    said.add(
                                            new Twins.Said(
                                                    port.wanted().rail(),
                                                    port.machine(),
                                                    port.subject(),
                                                    Integer.toString(g.index()),
                                                    g)));
        }
        Twins.compare(
                survey,
                Severity.WARNING,
                new Twins.Words(
                        "index of the RoCE v2 GID",
                        "a further address or another driver moved the entries",
                        "leave NCCL_IB_GID_INDEX unset (NCCL 2.21 and later choose by themselves),"
                                + " or remove the further address"),
                said,
                "roce-wrong-gid-index");
    }
}
